/* The call behind every generated entry, and operations of several kernels. */
#ifndef VIEWFAB_BACKEND_CALL_H
#define VIEWFAB_BACKEND_CALL_H

#include <viewfab/backend/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vfi_argument {
  vf_view *view;  /* arrays */
  vf_value value; /* values */
  bool missing;   /* a value that the caller passed as NULL */
  bool unread;    /* an array that the body neither reads nor writes with the values of this call: it has no view, and
                   * no check looks at it. Neither over columns nor for remote arrays */
} vfi_argument;

typedef struct vfi_call {
  vf_kernel *kernel;
  const vf_box *boxes;
  int box_count;
  const vf_columns *columns;        /* kernels over columns: in place of boxes; NULL: boxes of points x blocks */
  const vfi_argument *arguments;    /* [argument_count], in the order of the declaration */
  int selector;                     /* colour or direction; 0 if the kernel has none */
  double *results[VF_MAX_RESULTS];  /* out: each result (waits); NULL: not wanted */
  vf_place *places[VF_MAX_RESULTS]; /* out: the place of each result; NULL: not wanted */
  vf_view *result_view;             /* a real64 array; its first elements get the results; NULL: none */
} vfi_call;

/* Checks the call, brings stale data to the device, launches the kernel, and records the written arrays.
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT, VF_ERROR_BOX, VF_ERROR_KIND, VF_ERROR_COMPONENT, VF_ERROR_CONTEXT,
 * VF_ERROR_ALIAS, VF_ERROR_DEVICE, VF_ERROR_MEMORY, VF_ERROR_BOUNDS, VF_ERROR_STATE, VF_ERROR_MISMATCH, as the
 * generated header explains them. */
VF_API vf_status vfi_dispatch(const vfi_call *call);

struct vf_layout;

/* The same call on the boxes of a layout (layout.h): this rank works on its own boxes. For a kernel with results the
 * call is collective. The results are then the results of all boxes of the layout in the order of their numbers, with
 * the same bits on every rank, for any number of ranks and any owners; a place has the number of its box in the layout.
 * For a kernel without results the call is an ordinary call on the own boxes, and not collective.
 *   call    without boxes and columns. Its sets are on this layout. Its views have elements for all own boxes, and
 *           belong to the context of the layout's group. Each rank chooses its results
 *   layout  borrowed
 * If the part of one rank fails, this rank returns the failure, and the others return VF_ERROR_PEER with its text. The
 * kernel has then written its arrays on the other ranks.
 * Errors: the errors of vfi_dispatch, VF_ERROR_NULL (layout), VF_ERROR_STATE (the layout or its group was destroyed),
 * VF_ERROR_ARGUMENT (boxes, columns; a set on another layout, or on none), VF_ERROR_CONTEXT, VF_ERROR_PEER. */
VF_API vf_status vfi_dispatch_on(const vfi_call *call, const struct vf_layout *layout);

/* Calls of one kernel in few launches: on a GPU often one launch for all calls. The arrays hold afterwards the same
 * values as after one vfi_dispatch for each call, in order.
 *   calls  [count] calls of the same kernel, on views (no sets) of the same context, with one box each, which may be
 *          empty, or with columns. The calls have no results, and have arguments, values and selectors of their own.
 *          Borrowed until the function returns.
 *   count  at least 0
 * The function finds the order from the arrays, boxes and values of the calls. A call joins the launch of earlier calls
 * with the same bits in values and selector if no call between depends on the order: the call writes no element that a
 * call between reads or writes, and reads no element that a call between writes. The caller needs to know nothing about
 * the calls, and their order need not be chosen well: six fills of different values on each of eight boxes are six
 * launches. vf_counters counts launches.
 * All calls are checked first. If the checks refuse one call, nothing runs and nothing changes, and the status and the
 * text are those of the refused call. After a later failure (device memory, a copy, a launch) some calls are done. The
 * arrays of the other calls are unchanged, or as vfi_dispatch leaves arrays after a failed launch.
 * The calls are dispatched one after the other in these cases: the kernel is checked, captured or runs its original;
 * the kernel was built with VIEWFAB_BOUNDS; its points give results, although the calls want none; the kernel is over
 * columns. A kernel with a tuned version on this device has one launch for each call.
 * Errors: VF_ERROR_NULL (calls, kernel), VF_ERROR_ARGUMENT (count, another kernel, not one box, a set, results),
 * VF_ERROR_CONTEXT (another context), and the errors of vfi_dispatch. */
VF_API vf_status vf_dispatch_together(const vfi_call *calls, int count);

/* Several kernels as one operation. plain runs the kernels one after the other. It is the oracle of every tuned
 * version, and runs if no tuned version takes the call. arguments is the operation's own struct. */
typedef vf_status (*vfi_operation)(const void *arguments);

typedef struct vfi_composite {
  const char *name;
  vfi_operation plain;
  vfi_operation tuned[VF_BACKEND_COUNT];                  /* NULL: no tuned version */
  bool (*takes[VF_BACKEND_COUNT])(const void *arguments); /* NULL: takes every call */
  vf_kernel *const *members; /* the kernels of plain, NULL at the end; plain runs while one of them is checked, captured
                              * or runs its original */
} vfi_composite;

/* Runs a composite on the device of a context.
 *   context    NULL: the default context
 *   arguments  borrowed; handed to the operation
 * Errors: VF_ERROR_NULL (no operation), the errors of vf_init, and the errors of the operation. */
VF_API vf_status vfi_composite_run(const vfi_composite *composite, vf_context *context, const void *arguments);

#ifdef __cplusplus
}
#endif

#endif
