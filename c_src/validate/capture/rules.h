/* Rules between the parts of a captured call. */
#ifndef VIEWFAB_VALIDATE_CAPTURE_RULES_H
#define VIEWFAB_VALIDATE_CAPTURE_RULES_H

#include "file.h"

/* Refuses a call whose bounds, kinds and arrays contradict each other. path names the file in the text. */
vf_status vf_captured_call_check(const char *path, const vf_captured_call *call);

/* Refuses a call that does not fit the kernel of this program. */
vf_status vf_captured_call_match(const char *path, const vf_captured_call *call, const vf_kernel_description *kernel);

#endif
