/* The parts of both forms of the report: texts and figures of a ledger, the routines (routines.c), and legacy symbols
 * (drop_ins.c). Lock held. */
#ifndef VIEWFAB_REPORT_SUMMARY_H
#define VIEWFAB_REPORT_SUMMARY_H

#include "../core/text.h"
#include "../validate/ledger.h"

/* Ledgers in the order of the report. Failed ledgers come first, in the order of their failures, so that an inner kernel
 * comes before the routine around it; then the other ledgers as they became known. previous NULL: gives the first ledger.
 * Returns NULL behind the last. */
const vfi_ledger *vfi_summary_next(const vfi_ledger *previous);

/* "passed", "failed" or "nothing checked". */
const char *vfi_summary_verdict(const vfi_ledger *ledger);
const char *vfi_summary_whole(void);

/* All ledgers together. */
typedef struct vfi_outcome {
  bool wanted;            /* a kernel or routine has the mode `check` */
  bool failed;            /* a finding fails */
  int64_t checked, empty; /* calls; empty: calls with nothing to compare */
} vfi_outcome;
vfi_outcome vfi_summary_outcome(void);

/* The worst difference of a kernel by one measure; NULL without a difference. */
const vfi_worst *vfi_summary_worst(const vfi_ledger *ledger, int measure);

/* The comparison of one sort of elements. */
typedef struct vfi_summary_of {
  const char *label;  /* of the view; name of a result; "others" */
  bool result, named; /* a result; a result with its own name */
  bool others;
  int colour; /* -1: the kernel has no colours */
  vfi_tally tally;
} vfi_summary_of;

/* Lines number 0 to vfi_summary_lines - 1; false for a line without content. */
int vfi_summary_lines(const vfi_ledger *ledger);
bool vfi_summary_line(const vfi_ledger *ledger, int number, vfi_summary_of *line);

/* Setting n, from 0, whose kernel or call never came: a mode of one kernel, or an item of VF_CAPTURE. false beyond the
 * last setting. */
typedef struct vfi_unmet {
  char kernel[VF_NAME_LENGTH];
  char text[192]; /* behind the name */
} vfi_unmet;
bool vfi_summary_unmet(int n, vfi_unmet *unmet);

/* "valid" or "ghosts": the elements that the kernel writes. */
const char *vfi_summary_cells(const vfi_ledger *ledger);

/* Routines: a table with its own heading; no text if no routine was called. */
void vfi_text_routines(vfi_text *text);
void vfi_text_histogram(vfi_text *text, const vfi_tally *tally);
void vfi_text_findings(vfi_text *text, const vfi_ledger *ledger);

/* The elements of a list. */
void vfi_json_routines(vfi_text *text);
void vfi_json_findings(vfi_text *text, const vfi_ledger *ledger);

/* The elements of a list: the pictures of a ledger (pictures.c). any: the list has elements already. True if it has some now. */
bool vfi_json_pictures(vfi_text *text, const vfi_ledger *ledger, bool any);

/* Legacy symbols: a table with its own heading; no text if the program has no legacy symbols. */
/* counters: of the default context; NULL: the context is closed */
void vfi_text_drop_ins(vfi_text *text, const vf_counters *counters);

/* The elements of a list. */
void vfi_json_drop_ins(vfi_text *text);

#endif
