/* A captured call in memory, the file of the call, and the rules between the parts of a captured call (rules.c). One
 * description of the file serves for writing and reading. */
#ifndef VIEWFAB_VALIDATE_CAPTURE_FILE_H
#define VIEWFAB_VALIDATE_CAPTURE_FILE_H

#include <stdio.h>

#include "transfer.h"

#include <viewfab/backend.h>
#include <viewfab/backend/words.h>

#include "../../core/axes.h"
#include "../../core/new_file.h"

enum { VF_CAPTURE_TEXT = 128 };

/* A range of memory; views of the call lie in the range. */
typedef struct vfi_captured_array {
  vf_type type;
  int rank;
  int64_t extents[VF_MAX_RANK]; /* of its view; of rank 1 if overlapping views share the range */
  bool written;
  void *before, *after; /* read: the elements; after is NULL if nothing is written */
} vfi_captured_array;

typedef struct vfi_captured_argument {
  char name[VF_CAPTURE_TEXT];
  int intent, type; /* vfi_argument_intent, vfi_argument_type */
  int count;        /* values of type reals, ints or constants: count of the numbers */
  vf_value value;   /* values; the rest is for arrays */
  bool unread;      /* an array that the call does not look at; nothing else is known about the array */
  char label[VF_CAPTURE_TEXT];
  int kind, kind_bytes;                           /* vf_type and its size */
  int rank, array;                                /* array is a place in arrays, from 0 */
  int64_t first;                                  /* the view begins with this element of the array */
  int64_t lower[VF_MAX_RANK], upper[VF_MAX_RANK]; /* 1 beyond the rank */
  vfi_axes axes; /* rank 0: none; otherwise the view is of a range with all elements of the axes, and first is the first
                 * element of the axes */
} vfi_captured_argument;

typedef struct vfi_captured_call {
  char kernel[VF_CAPTURE_TEXT], version[VF_CAPTURE_TEXT], device[VF_CAPTURE_TEXT];
  int64_t number;
  int fused; /* viewfab was built with FMA */
  int points, selector, components, real_bytes;
  int box_count;
  vf_box *boxes;
  int argument_count, array_count;
  vfi_captured_argument arguments[VF_MAX_ARGUMENTS];
  vfi_captured_array arrays[VF_MAX_ARGUMENTS];
  int result_count;
  char result_names[VF_MAX_RESULTS * VF_CAPTURE_TEXT]; /* each followed by a blank; none in a kernel over reduction */
  bool placed;                                         /* any of them has a place */
  double results[VF_MAX_RESULTS];
  vf_place places[VF_MAX_RESULTS]; /* box -1 without a place */
} vfi_captured_call;

/* True if an argument lies in one of the arrays. */
static inline bool vfi_captured_is_array(const vfi_captured_argument *argument)
{
  return argument->intent != VF_ARGUMENT_VALUE && !argument->unread;
}

int64_t vfi_captured_elements(const vfi_captured_array *array);
/* Elements from the first element on that belong to the view, or to all of its axes. */
int64_t vfi_captured_window(const vfi_captured_argument *argument);
size_t vfi_captured_bytes(const vfi_captured_array *array);

/* Writing: create, then the values of every array, then finish or discard. The file has another name until it is
 * complete. The call stays with the caller. */
typedef struct vfi_capture_file {
  vfi_transfer transfer;
  char path[FILENAME_MAX];
  vfi_new_file file;
} vfi_capture_file;
vf_status vfi_capture_file_create(vfi_capture_file *file, vfi_captured_call *call);
vf_status vfi_capture_file_values(vfi_capture_file *file, int array, bool after, vf_type type, void *values);
vf_status vfi_capture_file_finish(vfi_capture_file *file, vfi_captured_call *call);
void vfi_capture_file_discard(vfi_capture_file *file);

/* Reading: checks the file, then reads the call with its arrays; vfi_captured_call_free gives the memory back, after a
 * failure too. */
vf_status vfi_capture_file_read(const char *path, vfi_captured_call *call);
void vfi_captured_call_free(vfi_captured_call *call);

/* Refuses a call whose bounds, kinds and arrays contradict each other. path names the file in the text. */
vf_status vfi_captured_call_check(const char *path, const vfi_captured_call *call);

/* Refuses a call that does not fit the kernel of this program. */
vf_status vfi_captured_call_match(const char *path, const vfi_captured_call *call,
                                  const vfi_kernel_description *kernel);

#endif
