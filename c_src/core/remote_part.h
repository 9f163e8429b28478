/* The part of a remote array on this rank: an array with device memory that other ranks see. The accesses since the
 * last fence decide the allowed accesses of kernels before the next fence. Lock held. */
#ifndef VIEWFAB_CORE_REMOTE_PART_H
#define VIEWFAB_CORE_REMOTE_PART_H

#include <viewfab/backend.h>

#include "check.h"
#include "text.h"

typedef struct vfi_remote_part {
  vfi_remote_span span;   /* in the form of the window, or in the requested form */
  const int64_t *lengths; /* [span.ranks] on the host */
  int64_t writes, copies; /* of the own array, as they were at the last fence */
  bool put, read;         /* a kernel of this rank has, since then */
  const char *putter;     /* the last kernel with a put or an add */
} vfi_remote_part;

/* Notes a fence: elements may have come from other ranks. */
void vfi_remote_part_fenced(vfi_array *array);

/* Compares the remote arguments of a call with their views, the compiled forms of the kernel, and the order of fences.
 * Errors: VF_ERROR_ARGUMENT, VF_ERROR_DEVICE, VF_ERROR_STATE. */
vf_status vfi_remote_check(const vfi_call *call, const vfi_checked *checked);

/* The spans for a launch of such a call. */
void vfi_remote_spans(const vfi_call *call, const vfi_checked *checked, vfi_remote_span *spans, vfi_launch *launch);

/* Notes the accesses of such a call, also possible accesses. */
void vfi_remote_commit(const vfi_call *call, const vfi_checked *checked);

/* Refuses an access to the own part by itself after puts. Errors: VF_ERROR_STATE. */
vf_status vfi_remote_access(const vfi_array *array, const char *label);

/* The meaning of a number: "(rank 1, offset 5), where rank 1 has 4 elements". */
void vfi_remote_number_add(vfi_text *text, const vfi_remote_part *part, int64_t number);

#endif
