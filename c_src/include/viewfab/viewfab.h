/* viewfab: the library as its users see it.
 *
 * A *view* pairs an array that the calling code owns (the host side) with a copy that viewfab keeps on a
 * device (the device side). Kernels run on the device side; the state of the pair says which side holds the
 * newest values, and a call moves data only when the side it needs is stale.
 *
 * Calls may come from several threads at once. Kernels on different elements of one array need no order; for the same
 * elements the caller orders them, as for any two writes.
 *
 * Every function returns a vf_status. On failure vf_last_error() holds a text that names the array's label
 * and the caller's own indices; nothing was changed. The library never prints, exits or aborts.
 *
 * VF_ERROR_NULL stands for an out argument that is NULL, and for a view that was never made or is released;
 * VF_ERROR_STATE for a context that was destroyed; VF_ERROR_DEVICE for a device that fails. A function that makes the
 * default context may also fail as vf_init does.
 */
#ifndef VIEWFAB_VIEWFAB_H
#define VIEWFAB_VIEWFAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <viewfab/status.h>
#include <viewfab/words/elements.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VF_VERSION_MAJOR 0
#define VF_VERSION_MINOR 1
#define VF_VERSION_PATCH 0

/* Calls that a program makes are exported; everything else in the library is hidden. */
#if defined(__GNUC__)
#define VF_API __attribute__((visibility("default")))
#else
#define VF_API
#endif

/* Directions that a kernel sees of an array, and indices of one whose axes have names. */
enum { VF_MAX_RANK = 4, VF_MAX_AXES = 7 };

/* The element types that a view can hold: VF_REAL32, VF_REAL64, VF_INT32, VF_INT64, and VF_LOGICAL32, the
 * default logical of Fortran, where 0 is false. */
#define VF_TYPE_ENTRY(NAME, word, number, c, epsilon) VF_##NAME = number,
typedef enum vf_type { VF_TYPE_LIST(VF_TYPE_ENTRY) } vf_type;
#undef VF_TYPE_ENTRY

/* What a call does with the elements it names. */
typedef enum vf_intent { VF_READ = 1, VF_WRITE = 2, VF_UPDATE = 3 } vf_intent;

/* The two sides of a view. */
typedef enum vf_side { VF_HOST = 0, VF_DEVICE = 1 } vf_side;

/* Cells lower .. upper, both included, in the calling code's own indices. Empty where upper < lower. */
typedef struct vf_box {
  int lower[3];
  int upper[3];
} vf_box;

/* Points first_point .. last_point (kidia, kfdia) of blocks first_block .. last_block, all included, in the code's own
 * indices. Blocks are filled one after the other with the points of their arrays (nproma): of so many columns in all, the
 * last block may have fewer, and those beyond none. Each array has bounds of its own, in which the call is. */
typedef struct vf_columns {
  int first_point, last_point;
  int first_block, last_block;
  int64_t columns;             /* 0 or less: all blocks are full */
  int first_level, last_level; /* in the bounds of the arrays; bodies count them from 1 */
  bool levels_said;            /* false: all levels of the arrays, of which they then have as many */
} vf_columns;

/* The point of a call at which a result is smallest or largest: of several the first one, by box, then component, then
 * k, j and i. A NaN is before all others. */
typedef struct vf_place {
  int box;       /* number of the box in the call, from 0; -1: no point gave anything, and the rest is 0 */
  int index[3];  /* i, j, k; 0 in the directions that the kernel has not */
  int component; /* from 0 */
} vf_place;

/* What the cells beyond the faces of a domain hold. Faces are numbered x low, y low, z low, x high, y high, z high. */
typedef enum vf_boundary_kind {
  VF_UNFILLED = 0,     /* ghosts are left alone */
  VF_PERIODIC = 100,   /* as the cell at the other side; on both faces of a direction */
  VF_DIRICHLET = 101,  /* a value on a wall, by a polynomial through the wall and the cells inside */
  VF_NEUMANN = 102,    /* as the cell inside; deeper layers are its mirror */
  VF_REFLECT_ODD = 103 /* minus the cell inside, likewise */
} vf_boundary_kind;

typedef struct vf_boundary {
  int kind[6];        /* vf_boundary_kind of each face */
  int order;          /* VF_DIRICHLET: points of the polynomial, 1 to 4; -1 and more than 4 mean 4; 0 is refused */
  double distance[6]; /* VF_DIRICHLET: how far the wall lies outside the face, in cell widths; usually 0 */
} vf_boundary;

typedef struct vf_context vf_context; /* a device and one in-order queue on it */
typedef struct vf_view vf_view;       /* an array, as a pair of a host and a device side */

/* ---- Errors ---------------------------------------------------------------------------------------- */

/* Text of the last failure on the calling thread; "" where there was none. Valid until the next call. */
VF_API const char *vf_last_error(void);

/* Short fixed text of a status, such as "box outside view". */
VF_API const char *vf_status_text(vf_status status);

/* ---- Context --------------------------------------------------------------------------------------- */

/* Opens the default context. Calls that need it open it by themselves, as vf_init(NULL).
 *   device  "host", "cuda", "hip", or one of them with an ordinal ("cuda:1"); NULL: the environment variable
 *           VF_DEVICE, or, where that is unset or empty, the first GPU present, or the host.
 * Calling it again with the device that is open does nothing.
 * Errors: VF_ERROR_DEVICE (unknown, not built, absent), VF_ERROR_STATE (another device is open), VF_ERROR_ARGUMENT (an
 * environment variable that means nothing), VF_ERROR_MEMORY. */
VF_API vf_status vf_init(const char *device);

/* Releases every view of the default context (device contents are discarded) and closes it.
 * Errors: VF_ERROR_STATE, and nothing is done, while an original runs for a call on its views; VF_ERROR_DEVICE. */
VF_API vf_status vf_finalize(void);

/* A context of the caller's own, beside the default one.
 *   device   as in vf_init
 *   context  out; the caller destroys it, which releases its views
 * Errors: VF_ERROR_NULL, VF_ERROR_DEVICE, VF_ERROR_ARGUMENT, VF_ERROR_MEMORY as for vf_init; at the end VF_ERROR_STATE
 * and VF_ERROR_DEVICE as for vf_finalize. */
VF_API vf_status vf_context_create(const char *device, vf_context **context);
VF_API vf_status vf_context_destroy(vf_context *context);

/* The default context (opened if need be). Borrowed: do not destroy it.
 * Errors: VF_ERROR_NULL, and those of vf_init. */
VF_API vf_status vf_context_default(vf_context **context);

/* Name of the device that a context uses, such as "host" or "cuda:0"; NULL means the default context. */
VF_API const char *vf_context_device(const vf_context *context);

/* Native handle of the queue (cudaStream_t, hipStream_t; NULL on the host), for code that launches kernels
 * of its own between viewfab's. Borrowed.
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE, VF_ERROR_DEVICE. */
VF_API vf_status vf_context_queue(vf_context *context, void **queue);

/* Waits until all that was queued is done.
 * Errors: VF_ERROR_STATE, VF_ERROR_DEVICE (also of an earlier kernel). */
VF_API vf_status vf_context_wait(vf_context *context);

/* Sets how many points one GPU block covers in each direction; in a coloured kernel the points of x are cells of one
 * colour. A block has tile[0] * tile[1] threads, at most 256, and each of them takes tile[2] points in turn. Small
 * boxes get smaller blocks. Default: the environment variable VF_TILE ("32,8,16").
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (a number below 1, more than 256 threads), VF_ERROR_STATE. */
VF_API vf_status vf_context_set_tile(vf_context *context, const int tile[3]);

/* ---- Views ----------------------------------------------------------------------------------------- */

/* How vf_view_wrap treats memory that a live view covers already; see there. */
typedef enum vf_wrap_rule { VF_WRAP_DISTINCT = 0, VF_WRAP_JOIN = 1 } vf_wrap_rule;

/* Wraps an array that the caller owns and keeps: no copy is made and no device memory is taken yet.
 *   context   NULL: the default context.
 *   host      first element; column order, no gaps. May be NULL only where the array has no elements.
 *   type      kind of the elements.
 *   rank      1 to 4. The first indices are those of a kernel, i, j, k in one of rank 3; the next one is the component.
 *   extents   [rank] elements in each direction, >= 0.
 *   lower     [rank] the code's own lower bounds, of any sign; NULL: all 1.
 *   label     name for messages; copied; NULL: "unnamed".
 *   rule      what to do when a live view covers some of the same memory:
 *             - a range that lies inside the live one is joined to it: both views share one state, one device
 *               copy and one lock. VF_WRAP_JOIN says that it is the same array, and keeps the state.
 *               VF_WRAP_DISTINCT cannot know (the old array may have been deallocated without release, and a
 *               new one put at its address), so it takes the host's values as the newest, and is refused when
 *               the device holds newer ones.
 *             - any other overlap is refused.
 *   view      out: the view; the caller releases it.
 * Errors: VF_ERROR_NULL (also an address without elements behind it), VF_ERROR_KIND (type), VF_ERROR_ARGUMENT (rank,
 * negative extent, alignment), VF_ERROR_OVERLAP (as above; an address of old whose newest values are on the device
 * is refused so), VF_ERROR_MEMORY. */
VF_API vf_status vf_view_wrap(vf_context *context, void *host, vf_type type, int rank, const int64_t *extents,
                              const int *lower, const char *label, vf_wrap_rule rule, vf_view **view);

/* Like vf_view_wrap, but viewfab owns the host array (zeroed) and frees it on release.
 * Errors: VF_ERROR_NULL, VF_ERROR_KIND, VF_ERROR_ARGUMENT, VF_ERROR_MEMORY. */
VF_API vf_status vf_view_create(vf_context *context, vf_type type, int rank, const int64_t *extents, const int *lower,
                                const char *label, vf_view **view);

/* Wraps an array whose indices have names, so that kernels find points, levels and blocks of it in any order of indices.
 *   context, host, type, label, rule, view  as for vf_view_wrap
 *   rank      1 to 7 (VF_MAX_AXES)
 *   extents   [rank] elements of each index, >= 0
 *   lower     [rank] the code's own lower bounds, of any sign; NULL: all 1
 *   axes      a letter for each index with blanks between, such as "i j k t e"; copied:
 *             i j   points, the first indices
 *             k     levels
 *             c d   parts of a quantity, such as those of a vector
 *             s q   species
 *             b e   blocks of points, elements
 *             other letters: free, such as a time level; one index is selected before a kernel is called
 *             Two letters of one kind stand beside each other and are one axis, which counts from 1.
 * A kernel sees the directions [points][all between points and blocks][blocks][all behind blocks]; of those that an array
 * has not, one index.
 * Errors: as for vf_view_wrap; VF_ERROR_NULL (axes), VF_ERROR_ARGUMENT (a name that is no letter or there twice, another
 * number of names than the rank, points that are not the first indices, two letters of one kind apart). */
VF_API vf_status vf_view_wrap_axes(vf_context *context, void *host, vf_type type, int rank, const int64_t *extents,
                                   const int *lower, const char *axes, const char *label, vf_wrap_rule rule,
                                   vf_view **view);

/* A view of the elements with one index of an axis; the other axes stay as they are. No copy is made. It shares
 * everything with its parent, and is released by itself, in any order. More can be selected of it.
 *   parent  view of vf_view_wrap_axes, or of this call
 *   axis    letter of the axis
 *   index   in the code's own bounds
 *   view    out: the view; the caller releases it
 * Errors: VF_ERROR_NULL, VF_ERROR_MEMORY, VF_ERROR_ARGUMENT (no such axis, selected already, an index that it has not;
 * points that would lie apart in memory, or neighbours between points and blocks). */
VF_API vf_status vf_view_select(vf_view *parent, const char *axis, int index, vf_view **view);

/* A view of components first .. first + count - 1 of another, in the component bounds of that view. It shares
 * everything with its parent, and is released by itself, in any order.
 * Errors: VF_ERROR_NULL, VF_ERROR_COMPONENT (also of a view with axes), VF_ERROR_MEMORY. */
VF_API vf_status vf_view_component(vf_view *parent, int first, int count, vf_view **view);

/* Ends a view. The host array keeps what it holds. *view becomes NULL.
 * When this is the last view of the array and the device holds newer values, the call is refused with
 * VF_ERROR_STALE and nothing is lost; discard = true lets them go.
 * Errors: VF_ERROR_NULL, VF_ERROR_STALE, VF_ERROR_STATE (the view belongs to a set, or a call whose original runs works
 * on it), VF_ERROR_DEVICE. */
VF_API vf_status vf_view_release(vf_view **view, bool discard);

/* Ends all views of a list, or none: where one of them is refused, all are as before.
 *   views    [count] views and sets, which become NULL; those that are NULL already are passed over
 *   count    at least 0
 *   discard  as for vf_view_release
 * Errors: as for vf_view_release, with the label of the view that is refused; VF_ERROR_ARGUMENT (count, a view that is in
 * the list twice). */
VF_API vf_status vf_views_release(vf_view **views, int count, bool discard);

/* The live view of the default context whose array holds the address. Borrowed.
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (there is none). */
VF_API vf_status vf_view_find(const void *address, vf_view **view);

/* What the view was made with; "", 0 and 0 of a view that is not set, with the reason in vf_last_error(). */
VF_API const char *vf_view_label(const vf_view *view);
VF_API vf_type vf_view_type(const vf_view *view);
VF_API int vf_view_rank(const vf_view *view);
/* [rank] bounds; both may be NULL. Of a view with axes rank and bounds are those of the axes of which no index is selected.
 * Errors: VF_ERROR_NULL. */
VF_API vf_status vf_view_bounds(const vf_view *view, int64_t *lower, int64_t *upper);
/* [rank] elements of the array from one index to the next in each of these. Where an axis is selected there may be gaps.
 * Errors: VF_ERROR_NULL. */
VF_API vf_status vf_view_strides(const vf_view *view, int64_t *strides);
/* The context of a view. Borrowed. Errors: VF_ERROR_NULL. */
VF_API vf_status vf_view_context(const vf_view *view, vf_context **context);
/* First element of the host array. Borrowed. Errors: VF_ERROR_NULL. */
VF_API vf_status vf_view_host_address(const vf_view *view, void **address);

/* ---- Moving data ----------------------------------------------------------------------------------- */

/* Copies the whole array, whatever the state says. Both sides are equal afterwards, and the copy is complete
 * when the call returns. On a device that aliases the host array there is nothing to copy.
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE (sync_d2h when the device never held the array), VF_ERROR_MEMORY (device),
 * VF_ERROR_DEVICE. */
VF_API vf_status vf_view_sync_h2d(vf_view *view);
VF_API vf_status vf_view_sync_d2h(vf_view *view);

/* Makes the array usable on one side, copying only if that side is stale, and notes what the caller is going
 * to do there: VF_READ leaves both sides valid, VF_WRITE and VF_UPDATE make this side the newest one.
 * VF_WRITE promises to overwrite every element, so nothing is copied.
 * After vf_view_to_host returns the host may access the array, also when nothing had to be copied.
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (intent), VF_ERROR_MEMORY (device), VF_ERROR_DEVICE. */
VF_API vf_status vf_view_to_host(vf_view *view, vf_intent intent);
VF_API vf_status vf_view_to_device(vf_view *view, vf_intent intent);

/* The same for each view of a list, all in one go: one block of device memory for those that have none, which is given
 * back when the last of them is released, and one wait for all copies.
 *   views   [count] views and sets
 *   count   at least 0
 *   intent  as above, of all
 * Errors: as above, with the label of the array; VF_ERROR_NULL of a view that is not set has its place in the list, and
 * nothing was moved. Where device memory or a copy fails, no view of that context has changed its state; some may have
 * device memory. The label is then that of the first array that the memory was for. VF_ERROR_ARGUMENT (count). */
VF_API vf_status vf_views_to_host(vf_view *const *views, int count, vf_intent intent);
VF_API vf_status vf_views_to_device(vf_view *const *views, int count, vf_intent intent);

/* Says that code which viewfab does not see has written elements of the array on that side.
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (side), VF_ERROR_STALE (the newest values are on the other side: those not
 * written now would be lost. Bring them over with vf_view_to_host or vf_view_to_device before writing). */
VF_API vf_status vf_view_mark_written(vf_view *view, vf_side side);

/* Device address of the first element, after what vf_view_to_device does for the intent. Valid until release.
 * Errors: as for vf_view_to_device. */
VF_API vf_status vf_view_device_address(vf_view *view, vf_intent intent, void **address);

/* Which side holds the newest values: both out arguments may be NULL. Errors: VF_ERROR_NULL. */
VF_API vf_status vf_view_state(const vf_view *view, bool *host_valid, bool *device_valid);

/* Does nothing, in a way that compilers cannot see. A Fortran routine whose own array dummy has no TARGET calls it on
 * that array around kernel calls, so that no element is kept in a register meanwhile. */
VF_API void vf_fence(void *array);

/* ---- Counters and configuration --------------------------------------------------------------------- */

/* What a context has done since it was opened or since vf_counters_reset. */
typedef struct vf_counters {
  int64_t copies_to_device, bytes_to_device;
  int64_t copies_to_host, bytes_to_host;
  int64_t launches;      /* kernel calls that had at least one point */
  int64_t waits;         /* times the host waited for the device; once for all copies of a call */
  int64_t locked_bytes;  /* host memory of arrays that is page-locked now */
  int64_t locks_refused; /* arrays, or buffers for copies, that could not be page-locked; transfers still work */
  int64_t device_bytes;  /* device memory in use now */
} vf_counters;
/* Errors: VF_ERROR_NULL, VF_ERROR_STATE. */
VF_API vf_status vf_counters_get(vf_context *context, vf_counters *counters);
VF_API vf_status vf_counters_reset(vf_context *context);

/* The same for the transfers of one array. Errors: VF_ERROR_NULL. */
VF_API vf_status vf_view_counters(const vf_view *view, vf_counters *counters);

/* Writes the configuration (version, devices built and present, every VF_* environment variable with its
 * value and meaning) as text into the buffer, cut to its size and ended by a zero byte.
 *   needed  out: bytes that the whole text takes with its zero byte; may be NULL.
 * Errors: VF_ERROR_NULL (a buffer of some size). */
VF_API vf_status vf_config_text(char *buffer, size_t size, size_t *needed);

/* Prints the same text on standard output. Errors: VF_ERROR_MEMORY, VF_ERROR_STATE (it cannot be written). */
VF_API vf_status vf_print_config(void);

#ifdef __cplusplus
}
#endif

#endif
