/* The call that every generated entry makes, and operations of several kernels. */
#ifndef VIEWFAB_BACKEND_CALL_H
#define VIEWFAB_BACKEND_CALL_H

#include <viewfab/backend/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vf_argument {
  vf_view *view;  /* arrays */
  vf_value value; /* values */
  bool missing;   /* a value that the caller passed as NULL */
  bool unread;    /* an array that the body, with the values of this call, neither reads nor writes: it has no view, and
                   * is not looked at. Not of a kernel over columns, nor a remote array */
} vf_argument;

typedef struct vf_call {
  vf_kernel *kernel;
  const vf_box *boxes;
  int box_count;
  const vf_columns *columns;        /* of a kernel over columns, in place of boxes; NULL: boxes of points x blocks */
  const vf_argument *arguments;     /* [argument_count], in the order of the declaration */
  int selector;                     /* colour or direction; 0 where the kernel has none */
  double *results[VF_MAX_RESULTS];  /* where to read each result to (waits), or NULL */
  vf_place *places[VF_MAX_RESULTS]; /* likewise the place of each */
  vf_view *result_view;             /* a real64 array whose first elements take the results, or NULL */
} vf_call;

/* Checks the call, brings stale data to the device, launches, and notes what was written.
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT, VF_ERROR_BOX, VF_ERROR_KIND, VF_ERROR_COMPONENT, VF_ERROR_CONTEXT,
 * VF_ERROR_ALIAS, VF_ERROR_DEVICE, VF_ERROR_MEMORY, VF_ERROR_BOUNDS, VF_ERROR_STATE, VF_ERROR_MISMATCH, as the generated
 * header explains them. */
VF_API vf_status vf_dispatch(const vf_call *call);

struct vf_layout;

/* The same call on the boxes of a layout (layout.h): this rank works on those that it owns. Where the kernel gives results the
 * call is collective, and they are those of all boxes of the layout in the order of their numbers, with the same bits on every
 * rank, for any number of ranks and any owners; a place has the number of its box in the layout. Without results it is no more
 * than a call on the own boxes, and not collective.
 *   call    without boxes and columns. Its sets are on this layout; views by themselves have elements for all own boxes, and
 *           belong to the context of the layout's group. Each rank may ask for results of its own choice
 *   layout  borrowed
 * A rank whose own part fails gives that failure, and the others VF_ERROR_PEER with its text; what a kernel writes besides
 * is written on those.
 * Errors as of vf_dispatch, and VF_ERROR_NULL (layout), VF_ERROR_STATE (the layout or its group was destroyed),
 * VF_ERROR_ARGUMENT (boxes, columns; a set on another layout, or on none), VF_ERROR_CONTEXT, VF_ERROR_PEER. */
VF_API vf_status vf_dispatch_on(const vf_call *call, const struct vf_layout *layout);

/* Calls of one kernel in few launches: on a GPU often one in place of as many as there are calls. The arrays hold afterwards
 * what they would hold if vf_dispatch had been called for each of them, one after the other.
 *   calls  [count] of the same kernel, on views (no sets) of the same context, with one box each, which may be empty, or with
 *          columns, and no results; arguments, values and selectors of their own. Borrowed until the function returns.
 *   count  at least 0
 * Which calls run at the same time is found from their arrays, boxes and values. A call joins the launch of earlier ones
 * with the same bits in values and selector, where it writes no element that a call between reads or writes, nor reads one
 * that a call between writes. So nothing has to be known about the calls, and their order need not be chosen well: six fills
 * of different values on each of eight boxes are six launches. vf_counters counts launches.
 * All calls are checked first. Where the checks refuse one of them, nothing runs and nothing changes, and the status and
 * the text are those of that call. A failure later on (device memory, a copy, a launch) leaves some of the calls done, and
 * what the others write as it was, or as vf_dispatch leaves it after a launch that failed.
 * While the kernel is checked, captured or runs its original, where it was built with VIEWFAB_BOUNDS, and where its points give
 * results that nobody asks for, the calls are dispatched one after the other; those of a kernel over columns always are. A
 * kernel with a tuned version on this device has one launch for each call.
 * Errors: VF_ERROR_NULL (calls, kernel), VF_ERROR_ARGUMENT (count, another kernel, not one box, a set, results), VF_ERROR_CONTEXT
 * (another context), and those of vf_dispatch. */
VF_API vf_status vf_dispatch_together(const vf_call *calls, int count);

/* Several kernels as one operation. plain runs them one after the other; it is the oracle of every tuned
 * version, and what runs where no tuned version takes the call. arguments is the operation's own struct. */
typedef vf_status (*vf_operation)(const void *arguments);

typedef struct vf_composite {
  const char *name;
  vf_operation plain;
  vf_operation tuned[VF_BACKEND_COUNT];                   /* NULL where there is none */
  bool (*takes[VF_BACKEND_COUNT])(const void *arguments); /* NULL: takes every call */
  vf_kernel *const *members; /* the kernels that plain calls, NULL at the end; while one of them is checked, captured or
                              * runs its original, plain runs */
} vf_composite;

/* Runs a composite on the device of a context (NULL: the default one).
 * Errors: VF_ERROR_NULL (no operation), those of vf_init, and those of the operation. */
VF_API vf_status vf_composite_run(const vf_composite *composite, vf_context *context, const void *arguments);

#ifdef __cplusplus
}
#endif

#endif
