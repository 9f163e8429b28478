/* The report at the end of a program. */
#ifndef VIEWFAB_REPORT_REPORT_H
#define VIEWFAB_REPORT_REPORT_H

#include <viewfab/report.h>

/* Where VF_REPORT, VF_REPORT_FAIL or VF_CAPTURE is set, arranges for the report when the program ends. Lock held. */
vf_status vf_report_at_exit(void);

#endif
