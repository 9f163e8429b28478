/* The report of a validation: kernel by kernel what was called, checked and found. */
#ifndef VIEWFAB_REPORT_H
#define VIEWFAB_REPORT_H

#include <viewfab/viewfab.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The report as text for people or as JSON, cut to the size of the buffer and ended by a zero byte.
 *   needed  out: bytes that the whole text takes with its zero byte; may be NULL
 * Errors: VF_ERROR_NULL (a buffer of some size), VF_ERROR_MEMORY. */
VF_API vf_status vf_report_text(char *buffer, size_t size, size_t *needed);
VF_API vf_status vf_report_json(char *buffer, size_t size, size_t *needed);

/* Writes the report to a file: JSON where the name ends in .json, else text; "-" is standard output.
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE (the file cannot be written), VF_ERROR_MEMORY. */
VF_API vf_status vf_report_write(const char *file);

/* Whether everything that was checked passed. False too where the mode `check` is set, for all or for one, and no call was
 * checked. In mode `device`, in which nothing is to be checked, it is true.
 *   checked  out: number of calls that were checked; may be NULL */
VF_API bool vf_report_passed(int64_t *checked);

/* A program in which something failed, and that has not taken the report since, says so at its end by one line on standard
 * error: what failed first, and how to see all of it. Whether to leave this line out. VF_CHECK=quiet does the same. */
VF_API void vf_report_quiet(bool on);

/* Forgets what was found so far; modes and originals stay. Without errors: VF_OK. */
VF_API vf_status vf_report_reset(void);

#ifdef __cplusplus
}
#endif

#endif
