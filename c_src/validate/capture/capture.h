/* Captures: the inputs and outputs of one call, in a file for vf_replay on any machine. */
#ifndef VIEWFAB_VALIDATE_CAPTURE_CAPTURE_H
#define VIEWFAB_VALIDATE_CAPTURE_CAPTURE_H

#include "../../core/check.h"
#include "../../core/results.h"

typedef struct vf_capture vf_capture;

/* *named becomes true if VF_CAPTURE names the kernel; asked once for each kernel, at its first call.
 * Errors: VF_ERROR_ARGUMENT (VF_CAPTURE is malformed), VF_ERROR_STATE (viewfab was built without HDF5, or
 * HDF5 cannot be loaded). */
vf_status vf_capture_named(const char *kernel, bool *named);

/* True if call number (from 1) of a named kernel is to be captured. */
bool vf_capture_wanted(const char *kernel, int64_t number);

/* Writes bounds, scalars and inputs of a call that is about to run. Lock held.
 *   checked  the call as resolved by vf_check_call
 *   number   of the call, from 1
 *   capture  out: for vf_capture_end, which must follow */
vf_status vf_capture_begin(const vf_call *call, const vf_checked *checked, int64_t number, vf_capture **capture);

/* Adds the outputs after the call and closes the file; ran = false: the call failed, and the file is removed. Lock
 * held.
 *   results  all results of the kernel */
vf_status vf_capture_end(vf_capture *capture, bool ran, const vf_results *results);

#endif
