/* The report at the end of a program. */
#ifndef VIEWFAB_REPORT_REPORT_H
#define VIEWFAB_REPORT_REPORT_H

#include <viewfab/report.h>

/* Arranges the report at the end of the program, if the environment asks for it. Lock held. */
vf_status vfi_report_at_exit(void);

/* The same for the report of device memory. Lock held. Errors: VF_ERROR_MEMORY. */
vf_status vfi_memory_file_at_exit(void);

/* Notes that the program has taken the report. Lock held. */
void vfi_report_is_told(void);

#endif
