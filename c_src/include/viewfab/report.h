/* The report of a validation: the calls, checks and findings of each kernel. */
#ifndef VIEWFAB_REPORT_H
#define VIEWFAB_REPORT_H

#include <viewfab/viewfab.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The report as text for people or as JSON, cut to the size of the buffer and ended by a zero byte.
 *   needed  out: size of the whole text in bytes with its zero byte; may be NULL
 * Errors: VF_ERROR_NULL (the buffer is NULL and the size is not 0), VF_ERROR_MEMORY. */
VF_API vf_status vf_report_text(char *buffer, size_t size, size_t *needed);
VF_API vf_status vf_report_json(char *buffer, size_t size, size_t *needed);

/* Writes the report to a file.
 *   file  a name with the ending .json gives JSON, any other name gives text; "-" is standard output
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE (the file is not writable), VF_ERROR_MEMORY. */
VF_API vf_status vf_report_write(const char *file);

/* True if all checked calls passed. False if the mode `check` is set, for all kernels or for one kernel, and no call
 * was checked. True in mode `device`, which checks nothing.
 *   checked  out: number of checked calls; may be NULL */
VF_API bool vf_report_passed(int64_t *checked);

/* Turns the line about failed checks off or on. If a program ends with failed checks and never asked for the report,
 * viewfab prints one line on standard error: the first failure, and the way to the whole report. VF_CHECK=quiet leaves
 * the line out too.
 *   on  true: no line */
VF_API void vf_report_quiet(bool on);

/* Forgets all findings; modes and originals stay. Without errors: VF_OK. */
VF_API vf_status vf_report_reset(void);

#ifdef __cplusplus
}
#endif

#endif
