/* What both forms of the report say of a ledger. Lock held. */
#ifndef VIEWFAB_REPORT_SUMMARY_H
#define VIEWFAB_REPORT_SUMMARY_H

#include "../validate/ledger.h"

/* Ledgers in the order of the report: first those that failed, in the order in which they did, so that what is inside comes
 * before what is around it; then the others as they became known. previous NULL: the first one. NULL behind the last. */
const vf_ledger *vf_summary_next(const vf_ledger *previous);

/* "passed", "failed" or "nothing checked". */
const char *vf_summary_verdict(const vf_ledger *ledger);
const char *vf_summary_whole(void);

/* All ledgers together. */
typedef struct vf_outcome {
  bool wanted;            /* the mode of something is `check` */
  bool failed;            /* something was found that fails */
  int64_t checked, empty; /* calls; empty: those that had nothing to compare */
} vf_outcome;
vf_outcome vf_summary_outcome(void);

/* The worst difference of a kernel by one measure; NULL where there is none. */
const vf_worst *vf_summary_worst(const vf_ledger *ledger, int measure);

/* What was compared of one sort of elements. */
typedef struct vf_summary_of {
  const char *label;  /* of the view; name of a result; "others" */
  bool result, named; /* a result; one that has a name of its own */
  bool others;
  int colour; /* -1: of a kernel without colours */
  vf_tally tally;
} vf_summary_of;

/* Lines number 0 to vf_summary_lines - 1; false for one that has nothing to say. */
int vf_summary_lines(const vf_ledger *ledger);
bool vf_summary_line(const vf_ledger *ledger, int number, vf_summary_of *line);

/* Setting n, from 0, whose kernel or call never came: a mode of one kernel, or an item of VF_CAPTURE. false beyond the
 * last one. */
typedef struct vf_unmet {
  char kernel[VF_NAME_LENGTH];
  char text[192]; /* that follows the name */
} vf_unmet;
bool vf_summary_unmet(int n, vf_unmet *unmet);

/* "valid" or "ghosts": which elements the kernel writes. */
const char *vf_summary_cells(const vf_ledger *ledger);

#endif
