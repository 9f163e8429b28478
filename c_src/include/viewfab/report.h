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

/* Writes the report to a file. A name that ends in .json gives JSON, any other name gives text; "-" is standard output.
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE (the file cannot be written), VF_ERROR_MEMORY. */
VF_API vf_status vf_report_write(const char *file);

/* True if everything that was checked passed. False too where the mode `check` is set, for all or for one, and no call was
 * checked. In mode `device`, in which nothing is to be checked, it is true.
 *   checked  out: number of calls that were checked; may be NULL */
VF_API bool vf_report_passed(int64_t *checked);

/* Turns the line about failed checks off or on. A program that ends with failed checks and has not asked for the report
 * prints one line on standard error: the first failure, and the way to the whole report. VF_CHECK=quiet leaves the line out too.
 *   on  true: no line */
VF_API void vf_report_quiet(bool on);

/* Forgets all findings; modes and originals stay. Without errors: VF_OK. */
VF_API vf_status vf_report_reset(void);

#ifdef __cplusplus
}
#endif

#endif
