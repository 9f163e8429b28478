/* Captures: the inputs and outputs of one call, in a file for vf_replay on any machine; and the requests of VF_CAPTURE:
 * captured calls, and their files. */
#ifndef VIEWFAB_VALIDATE_CAPTURE_CAPTURE_H
#define VIEWFAB_VALIDATE_CAPTURE_CAPTURE_H

#include <stdio.h>

#include "../../core/check.h"
#include "../../core/results.h"

typedef struct vfi_capture vfi_capture;

/* *named becomes true if VF_CAPTURE names the kernel; asked once for each kernel, at its first call.
 * Errors: VF_ERROR_ARGUMENT (VF_CAPTURE is malformed), VF_ERROR_STATE (viewfab was built without HDF5, or
 * HDF5 cannot be loaded). */
vf_status vfi_capture_named(const char *kernel, bool *named);

/* True if call number (from 1) of a named kernel is to be captured. */
bool vfi_capture_wanted(const char *kernel, int64_t number);

/* Writes bounds, scalars and inputs of a call that is about to run. Lock held.
 *   checked  the call as resolved by vfi_check_call
 *   number   of the call, from 1
 *   capture  out: for vfi_capture_end, which must follow */
vf_status vfi_capture_begin(const vfi_call *call, const vfi_checked *checked, int64_t number, vfi_capture **capture);

/* Adds the outputs after the call and closes the file; ran = false: the call failed, and the file is removed. Lock
 * held.
 *   results  all results of the kernel */
vf_status vfi_capture_end(vfi_capture *capture, bool ran, const vfi_results *results);

enum { VF_CAPTURE_NAME = 64 };

/* The kernel and the calls of item n of VF_CAPTURE, from 0. false beyond the last readable item. */
typedef struct vfi_capture_item {
  char kernel[VF_CAPTURE_NAME];
  int64_t first, last;
} vfi_capture_item;
bool vfi_capture_setting_item(int n, vfi_capture_item *item);

/* The name of the file for a call, from VF_CAPTURE_FOLDER and VF_CAPTURE_FILE.
 * Errors: VF_ERROR_ARGUMENT (the name is too long). */
vf_status vfi_capture_setting_file(const char *kernel, int64_t number, char name[FILENAME_MAX]);

#endif
