/* The part of a remote array that this rank has: an array whose device memory other ranks see. What its kernels may do
 * between two fences follows from what was done since the last one. Lock held. */
#ifndef VIEWFAB_CORE_REMOTE_PART_H
#define VIEWFAB_CORE_REMOTE_PART_H

#include <viewfab/backend.h>

#include "check.h"
#include "text.h"

typedef struct vf_remote_part {
  vf_remote_span span;    /* in the form of the window, or the one that was asked for */
  const int64_t *lengths; /* [span.ranks] on the host */
  int64_t writes, copies; /* of the own array, as they were at the last fence */
  bool put, read;         /* a kernel of this rank has, since then */
  const char *putter;     /* the last one that put or added */
} vf_remote_part;

/* Whether the own part was written since the last fence, by a kernel or the host. */
bool vf_remote_part_written(const vf_array *array);

/* Notes a fence: elements may have come from other ranks. */
void vf_remote_part_fenced(vf_array *array);

/* Holds the remote arguments of a call against their views, the forms that the kernel is compiled for, and the order of
 * fences. Errors: VF_ERROR_ARGUMENT, VF_ERROR_DEVICE, VF_ERROR_STATE. */
vf_status vf_remote_check(const vf_call *call, const vf_checked *checked);

/* What a launch of such a call takes. */
void vf_remote_spans(const vf_call *call, const vf_checked *checked, vf_remote_span *spans, vf_launch *launch);

/* Notes what such a call did, or may have done. */
void vf_remote_commit(const vf_call *call, const vf_checked *checked);

/* Refuses an access to the own part by itself after puts. Errors: VF_ERROR_STATE. */
vf_status vf_remote_access(const vf_array *array, const char *label);

/* What a number says: "(rank 1, offset 5), where rank 1 has 4 elements". */
void vf_remote_number_add(vf_text *text, const vf_remote_part *part, int64_t number);

#endif
