/* What both forms of the report say of a ledger. Lock held. */
#ifndef VIEWFAB_REPORT_SUMMARY_H
#define VIEWFAB_REPORT_SUMMARY_H

#include "../validate/ledger.h"

/* "passed", "failed" or "nothing checked". */
const char *vf_summary_verdict(const vf_ledger *ledger);
const char *vf_summary_whole(void);

/* The worst difference of a kernel by one measure; NULL where there is none. */
const vf_worst *vf_summary_worst(const vf_ledger *ledger, int measure, int *argument);

/* Label of the view behind an argument, or "result". */
const char *vf_summary_label(const vf_ledger *ledger, int argument);

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
