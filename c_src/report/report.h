/* The report at the end of a program. */
#ifndef VIEWFAB_REPORT_REPORT_H
#define VIEWFAB_REPORT_REPORT_H

#include <viewfab/report.h>

/* Arranges for what is reported when the program ends. Lock held. */
vf_status vf_report_at_exit(void);

/* The program has taken the report. Lock held. */
void vf_report_is_told(void);

#endif
