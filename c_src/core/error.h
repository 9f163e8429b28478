/* The text of the last failure, per thread. */
#ifndef VIEWFAB_CORE_ERROR_H
#define VIEWFAB_CORE_ERROR_H

#include <viewfab/viewfab.h>

/* Sets the text of the last error and returns the status, so that a failure reads `return vfi_fail(...)`. */
vf_status vfi_fail(vf_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Forgets the failures of the calling thread; and the text of its first failure since then, NULL without a failure. */
void vfi_error_watch(void);
const char *vfi_error_watched(void);

/* vfi_fail with a ready text, for failures of the Fortran layer and for failures with a kept text. */
VF_API int vfi_error_report(int status, const char *text);

/* Keeps the text of the last error during other calls, with failures of their own. */
enum { VF_ERROR_TEXT = 1024 };
void vfi_error_keep(char text[VF_ERROR_TEXT]);

#endif
