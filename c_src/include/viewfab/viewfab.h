/* viewfab: the library as its users see it.
 *
 * A *view* pairs an array that the calling code owns (the host side) with a copy that viewfab keeps on a
 * device (the device side). Kernels run on the device side. The state of the pair says which side holds the
 * newest values. A call moves data only if the side in use is stale.
 *
 * Several threads may call the library at once. Calls on different elements of one array may run in any order. If calls
 * of two threads use the same elements and one of them writes, the program must order these calls.
 *
 * Every function that can fail returns a vf_status. On failure vf_last_error() holds a text that names the label of the
 * array and the caller's own indices, and the call has changed nothing. The library never prints, exits or aborts.
 *
 * These errors have the same meaning everywhere: VF_ERROR_NULL (an out argument is NULL, or a view was never made or is
 * released), VF_ERROR_STATE (a context was destroyed), VF_ERROR_DEVICE (the device failed). A function that opens the
 * default context may also return the errors of vf_init.
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
#define VF_VERSION_MINOR 2
#define VF_VERSION_PATCH 0

/* Marks the functions that a program may call. All other functions of the library are hidden. */
#if defined(__GNUC__)
#define VF_API __attribute__((visibility("default")))
#else
#define VF_API
#endif

/* Before a declaration: a compiler that knows the attribute warns at each use, with the text. */
#if defined(__GNUC__)
#define VF_DEPRECATED(text) __attribute__((deprecated(text)))
#else
#define VF_DEPRECATED(text)
#endif

/* VF_MAX_RANK: directions of an array in a kernel. VF_MAX_AXES: indices of an array with named axes. */
enum { VF_MAX_RANK = 4, VF_MAX_AXES = 7 };

/* The element types of a view: VF_REAL32, VF_REAL64, VF_INT32, VF_INT64 and VF_LOGICAL32. VF_LOGICAL32 is the
 * default logical of Fortran; 0 is false. */
#define VF_TYPE_ENTRY(NAME, word, number, c, epsilon) VF_##NAME = number,
typedef enum vf_type { VF_TYPE_LIST(VF_TYPE_ENTRY) } vf_type;
#undef VF_TYPE_ENTRY

/* The access of a call to the elements of an array: it reads, overwrites, or reads and changes them. */
typedef enum vf_intent { VF_READ = 1, VF_WRITE = 2, VF_UPDATE = 3 } vf_intent;

/* The two sides of a view. */
typedef enum vf_side { VF_HOST = 0, VF_DEVICE = 1 } vf_side;

/* Cells lower .. upper, both included, in the calling code's own indices. Empty where upper < lower. */
typedef struct vf_box {
  int lower[3];
  int upper[3];
} vf_box;

/* The columns of a call: points first_point .. last_point (kidia, kfdia) of blocks first_block .. last_block, all
 * included, in the code's own indices. Columns fill the blocks in order. A full block has as many columns as its arrays
 * have points (nproma). The last block with columns may be partly filled, and later blocks are empty. The bounds of
 * each array contain the range of the call. */
typedef struct vf_columns {
  int first_point, last_point;
  int first_block, last_block;
  int64_t columns;             /* 0 or less: all blocks are full */
  int first_level, last_level; /* in the bounds of the arrays; bodies count levels from 1 */
  bool levels_said; /* true: first_level and last_level are given. false: the call is over all levels, and all
                                * arrays have the same number of levels */
  bool no_blocks;   /* true: the arrays have no block index, or the single block 1; first_block and last_block are 1 */
} vf_columns;

/* The point of a call with the smallest or largest value of a result. If several points have the value, the place is
 * the first point in the order of box, component, k, j, i. A NaN comes before all numbers. */
typedef struct vf_place {
  int box;       /* number of the box in the call, from 0; -1: no point gave a value, and the other members are 0 */
  int index[3];  /* i, j, k; 0 in the directions that the kernel does not have */
  int component; /* from 0 */
} vf_place;

/* How the cells beyond the faces of a domain are filled. Faces are numbered x low, y low, z low, x high, y high,
 * z high. */
typedef enum vf_boundary_kind {
  VF_UNFILLED = 0,     /* ghosts are left alone */
  VF_PERIODIC = 100,   /* the periodic image; both faces of a direction are periodic */
  VF_DIRICHLET = 101,  /* a polynomial through the value on the wall and the cells inside */
  VF_NEUMANN = 102,    /* the mirror image of the cells inside */
  VF_REFLECT_ODD = 103 /* minus the mirror image of the cells inside */
} vf_boundary_kind;

typedef struct vf_boundary {
  int kind[6];        /* vf_boundary_kind of each face */
  int order;          /* VF_DIRICHLET: points of the polynomial, 1 to 4; -1 and more than 4 mean 4; 0 is refused */
  double distance[6]; /* VF_DIRICHLET: distance of the wall outside the face, in cell widths; usually 0 */
} vf_boundary;

typedef struct vf_context vf_context; /* a device and one in-order queue of kernels on it */
typedef struct vf_view vf_view;       /* an array, as a pair of a host and a device side */

/* ---- Errors ---------------------------------------------------------------------------------------- */

/* Text of the last failure on the calling thread, or "" if no call failed. Valid until the next call. */
VF_API const char *vf_last_error(void);

/* Short fixed text of a status, such as "box outside view". */
VF_API const char *vf_status_text(vf_status status);

/* ---- Context --------------------------------------------------------------------------------------- */

/* Opens the default context. A call that needs the default context opens it with vf_init(NULL).
 *   device  "host", "cuda" or "hip", or a GPU with its ordinal ("cuda:1"); NULL: the device of the environment variable
 *           VF_DEVICE. If VF_DEVICE is unset or empty, the first GPU is used, and the host if there is no GPU.
 * A second call with the open device does nothing.
 * Errors: VF_ERROR_DEVICE (unknown, not built, absent), VF_ERROR_STATE (another device is open), VF_ERROR_ARGUMENT (an
 * environment variable has a value without a meaning), VF_ERROR_MEMORY. */
VF_API vf_status vf_init(const char *device);

/* Releases every view of the default context, discards the device contents, and closes the context.
 * Errors: VF_ERROR_STATE (an original runs for a call on a view of the context; nothing is done); VF_ERROR_DEVICE. */
VF_API vf_status vf_finalize(void);

/* A context of the caller's own, beside the default one.
 *   device   as in vf_init
 *   context  out; the caller destroys the context; its views are then released
 * Errors: create VF_ERROR_NULL, VF_ERROR_DEVICE, VF_ERROR_ARGUMENT, VF_ERROR_MEMORY as for vf_init; destroy
 * VF_ERROR_STATE and VF_ERROR_DEVICE as for vf_finalize. */
VF_API vf_status vf_context_create(const char *device, vf_context **context);
VF_API vf_status vf_context_destroy(vf_context *context);

/* The default context; the call opens the context if needed. Borrowed: do not destroy the context.
 * Errors: VF_ERROR_NULL, and those of vf_init. */
VF_API vf_status vf_context_default(vf_context **context);

/* Name of the device of a context, such as "host" or "cuda:0".
 *   context  NULL: the default context */
VF_API const char *vf_context_device(const vf_context *context);

/* Native handle of the own queue (cudaStream_t, hipStream_t; NULL on the host), for a program that launches its own kernels
 * between the kernels of viewfab. Borrowed. Copies of vf_view_prefetch have other queues; vf_view_device_address makes this queue
 * wait for the copies of a view, and each call of vf_context_queue makes it wait for kernels in the queues of queues.h.
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE, VF_ERROR_DEVICE. */
VF_API vf_status vf_context_queue(vf_context *context, void **queue);

/* Waits until the device has completed all queued work, copies of vf_view_prefetch among it.
 * Errors: VF_ERROR_STATE, VF_ERROR_DEVICE (also of an earlier kernel or copy). */
VF_API vf_status vf_context_wait(vf_context *context);

/* Sets the number of points of a GPU block in each direction. In a coloured kernel the points of x are cells of one
 * colour. A block has tile[0] * tile[1] threads, at most 256. Each thread computes tile[2] points in turn. Small
 * boxes get smaller blocks. Default: the environment variable VF_TILE ("32,8,16").
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (a number below 1, more than 256 threads), VF_ERROR_STATE. */
VF_API vf_status vf_context_use_tile(vf_context *context, const int tile[3]);

/* ---- Views ----------------------------------------------------------------------------------------- */

/* How vf_view_wrap treats memory that a live view covers already: see vf_view_wrap. */
typedef enum vf_wrap_rule { VF_WRAP_DISTINCT = 0, VF_WRAP_JOIN = 1 } vf_wrap_rule;

/* Wraps an array that the caller owns and keeps. The call copies nothing and takes no device memory.
 *   context   NULL: the default context.
 *   host      first element; column order, no gaps. NULL is allowed only if the array has no elements.
 *   type      type of the elements.
 *   rank      1 to 4. The first indices are the indices of the kernel (i, j, k in a kernel of rank 3). The next index
 *             is the component.
 *   extents   [rank] elements in each direction, >= 0.
 *   lower     [rank] the code's own lower bounds, of any sign; NULL: all 1.
 *   label     name for messages; copied; NULL: "unnamed".
 *   rule      the treatment of memory that a live view covers already:
 *             - If the new range lies inside the live array, both views share one state, one device copy and one page
 *               lock. VF_WRAP_JOIN promises that both views are of the same array, and the state stays. With
 *               VF_WRAP_DISTINCT the program may have deallocated the old array without a release, and a new array may
 *               have its address: the call takes the host values as the newest values, and is refused if the device
 *               holds newer values.
 *             - Any other overlap is refused.
 *   view      out: the view; the caller releases the view.
 * Errors: VF_ERROR_NULL (also NULL as the address of an array with elements), VF_ERROR_KIND (type), VF_ERROR_ARGUMENT
 * (rank, negative extent, alignment), VF_ERROR_OVERLAP (refused by the rule), VF_ERROR_MEMORY. */
VF_API vf_status vf_view_wrap(vf_context *context, void *host, vf_type type, int rank, const int64_t *extents,
                              const int *lower, const char *label, vf_wrap_rule rule, vf_view **view);

/* Wraps elements of the program that do not follow each other: a section such as a(1:n:2, :), a reversed array, a component of an
 * array of structures. viewfab keeps a dense copy on the host; kernels and the device see this copy. to_host, and a sync to the
 * host, unpack the copy into the program's memory. After a to_host for writing, after mark_written, and at a sync to the device the program's
 * elements are packed again. So between these calls the program's own memory may be old, also on the host as a device. A pack
 * or an unpack passes over the program's memory in threads.
 *   context, host, type, rank, extents, lower, label, view  as for vf_view_wrap; host is the element with the lower bounds as
 *             indices. NULL is allowed only if the section has no elements.
 *   steps     [rank] bytes from an element to the next element in each direction, multiples of an element's bytes, of any sign
 * vf_view_host_address gives the dense copy. A sync of a box to the device is refused, and other calls with boxes pack and
 * unpack the whole section. With VF_COHERENCE the program's memory is not watched.
 * Errors: as for vf_view_wrap, and VF_ERROR_ARGUMENT (steps; elements that share memory), VF_ERROR_OVERLAP (a live view has an element
 * of the section, or lies between elements). Components of one array of structures do not overlap. */
VF_API vf_status vf_view_wrap_section(vf_context *context, void *host, vf_type type, int rank, const int64_t *extents,
                                      const int64_t *steps, const int *lower, const char *label, vf_view **view);

/* Like vf_view_wrap, but viewfab allocates the host array, sets the elements to zero, and frees the array on release.
 * Errors: VF_ERROR_NULL, VF_ERROR_KIND, VF_ERROR_ARGUMENT, VF_ERROR_MEMORY. */
VF_API vf_status vf_view_create(vf_context *context, vf_type type, int rank, const int64_t *extents, const int *lower,
                                const char *label, vf_view **view);

/* Wraps an array with named indices. Kernels then find points, levels and blocks in any order of the indices.
 *   context, host, type, label, rule, view  as for vf_view_wrap
 *   rank      1 to 7 (VF_MAX_AXES)
 *   extents   [rank] elements of each index, >= 0
 *   lower     [rank] the code's own lower bounds, of any sign; NULL: all 1
 *   axes      one letter for each index, with blanks between the letters, such as "i j k t e"; copied:
 *             i j   points, the first indices
 *             k     levels
 *             c d   parts of a quantity, such as the parts of a vector
 *             s q   species
 *             b e   blocks of points, elements
 *             other letters: free, such as a time level; the program selects one index before it calls a kernel
 *             Two letters of one row, such as "i j", stand beside each other and make one axis with indices from 1.
 * A kernel sees four directions: points; all axes between points and blocks; blocks; all axes behind blocks. A missing
 * direction has one index.
 * Errors: as for vf_view_wrap; VF_ERROR_NULL (axes), VF_ERROR_ARGUMENT (a name that is not a letter, a letter twice, the
 * number of letters differs from the rank, points that are not the first indices, two letters of one kind apart). */
VF_API vf_status vf_view_wrap_axes(vf_context *context, void *host, vf_type type, int rank, const int64_t *extents,
                                   const int *lower, const char *axes, const char *label, vf_wrap_rule rule,
                                   vf_view **view);

/* Selects one index of an axis, such as a time level: the new view has the elements with this index, and all other axes.
 * The call copies nothing. The new view shares state and memory with its parent. Parent and new view are released
 * separately, in any order. A further selection from the new view is allowed.
 *   parent  view of vf_view_wrap_axes, or of this call
 *   axis    letter of the axis
 *   index   in the code's own bounds
 *   view    out: the view; the caller releases the view
 * Errors: VF_ERROR_NULL, VF_ERROR_MEMORY, VF_ERROR_ARGUMENT (no such axis; the axis is selected already; the index lies
 * outside of the axis; the points, the axes between points and blocks, or the axes behind blocks would have gaps in
 * memory). */
VF_API vf_status vf_view_select(vf_view *parent, const char *axis, int index, vf_view **view);

/* A view of the components first .. first + count - 1 of its parent, in the parent's component bounds. The new view
 * shares state and memory with its parent. Parent and new view are released separately, in any order.
 * Errors: VF_ERROR_NULL, VF_ERROR_COMPONENT (also of a view with axes), VF_ERROR_MEMORY. */
VF_API vf_status vf_view_component(vf_view *parent, int first, int count, vf_view **view);

/* Ends a view. The host array keeps its values. *view becomes NULL.
 * If the view is the last view of the array and the device holds newer values, the call is refused with VF_ERROR_STALE
 * and nothing is lost. discard = true drops the newer values.
 * Errors: VF_ERROR_NULL, VF_ERROR_STALE, VF_ERROR_STATE (the view belongs to a set, or an original runs for a call on
 * the view), VF_ERROR_DEVICE. */
VF_API vf_status vf_view_release(vf_view **view, bool discard);

/* Ends all views of a list, or none of them: if the release of one view is refused, all views stay as before.
 *   views    [count] views and sets; each becomes NULL; entries that are NULL already are skipped
 *   count    at least 0
 *   discard  as for vf_view_release
 * Errors: as for vf_view_release, with the label of the refused view; VF_ERROR_ARGUMENT (count, a view twice in the
 * list). */
VF_API vf_status vf_views_release(vf_view **views, int count, bool discard);

/* The live view of the default context whose array holds the address. Borrowed.
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (there is none). */
VF_API vf_status vf_view_find(const void *address, vf_view **view);

/* Label, element type and rank of a view. If the view is not set, the functions return "", 0 and 0, and vf_last_error()
 * gives the reason. */
VF_API const char *vf_view_label(const vf_view *view);
VF_API vf_type vf_view_type(const vf_view *view);
VF_API int vf_view_rank(const vf_view *view);
/* Bounds of a view. In a view with axes, rank and bounds count only the axes without a selected index.
 *   lower, upper  out: [rank]; either may be NULL
 * Errors: VF_ERROR_NULL. */
VF_API vf_status vf_view_bounds(const vf_view *view, int64_t *lower, int64_t *upper);
/* Distance in elements from one index to the next. A selected axis leaves gaps.
 *   strides  out: [rank]
 * Errors: VF_ERROR_NULL. */
VF_API vf_status vf_view_strides(const vf_view *view, int64_t *strides);
/* The context of a view. Borrowed. Errors: VF_ERROR_NULL. */
VF_API vf_status vf_view_context(const vf_view *view, vf_context **context);
/* First element of the host array. Borrowed. Errors: VF_ERROR_NULL. */
VF_API vf_status vf_view_host_address(const vf_view *view, void **address);

/* ---- Moving data ----------------------------------------------------------------------------------- */

/* Copies the whole array, whatever its state is: even over newer values. Both sides are equal afterwards. If parts of the
 * array were moved or written alone, only the old elements of the target are copied or, if there are none, all elements
 * but the newer elements of the target. The copy is complete when the call returns. If the device works on the host
 * array itself, nothing is copied.
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE (sync_d2h of an array that the device never held), VF_ERROR_MEMORY (device),
 * VF_ERROR_DEVICE. */
VF_API vf_status vf_view_sync_h2d(vf_view *view);
VF_API vf_status vf_view_sync_d2h(vf_view *view);

/* Makes the array usable on one side, and records the access of the caller. A stale side is copied first. VF_READ leaves
 * both sides valid. VF_WRITE and VF_UPDATE make this side the newest side. VF_WRITE is the promise to overwrite every
 * element, so nothing is copied. After vf_view_to_host the host may access the array.
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (intent), VF_ERROR_MEMORY (device), VF_ERROR_DEVICE. */
VF_API vf_status vf_view_to_host(vf_view *view, vf_intent intent);
VF_API vf_status vf_view_to_device(vf_view *view, vf_intent intent);

/* vf_view_to_host and vf_view_to_device for a list of views, with one wait for all copies. Views without device memory
 * get one common block of device memory; the block is freed with the release of the last of these views.
 *   views   [count] views and sets
 *   count   at least 0
 *   intent  the access, the same for all views
 * Errors: as for one view, with the label of the array; VF_ERROR_NULL (a view is not set: the text gives its place in
 * the list, and nothing was moved); VF_ERROR_ARGUMENT (count). If device memory or a copy fails, no view of the
 * context has changed its state, though some views may have device memory; the text then names the first array that
 * needed the memory. */
VF_API vf_status vf_views_to_host(vf_view *const *views, int count, vf_intent intent);
VF_API vf_status vf_views_to_device(vf_view *const *views, int count, vf_intent intent);

/* Queues the copy that a later access VF_READ of the side needs, and returns: the copy overlaps with kernels and with copies in
 * the other direction. Newer values of the side stay, and an up-to-date side needs no copy. The copy begins after the
 * launches so far with the array.
 *   view  a view or a set; the copy is of the whole array
 *   side  the side that gets the values
 * The call is no access of the host. Until the copy has arrived, the program may read its array but not write it
 * (VF_DEVICE), or may do neither (VF_HOST). Calls of viewfab on the view meet the copy: a kernel that reads the values, or
 * overwrites values on their way to the host, waits in the queue of the device. vf_view_to_host and the syncs wait for the
 * copy themselves. If the device writes the array before a copy to the host has arrived, the host gets the values from before
 * the write, and its side is stale. vf_view_state counts a side as valid from the arrival on, or once a kernel waits for the copy.
 * The copy is made at once, with a wait, if the system page-locks neither the array nor a buffer for it, during
 * validation, a profile or VF_COHERENCE, for remote arrays and sections, and for arrays of which parts alone are newest.
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (side), VF_ERROR_MEMORY (device), VF_ERROR_DEVICE (nothing was queued for the named
 * array; the failure of a queued copy comes with the next wait for it). */
VF_API vf_status vf_view_prefetch(vf_view *view, vf_side side);

/* Waits for the copy of vf_view_prefetch alone, if there is one. The program may then read and write its array as before the
 * prefetch, or read the values that it asked for. Kernels go on.
 *   view  a view or a set
 * Errors: VF_ERROR_NULL, VF_ERROR_DEVICE (the copy of the named array failed; the side that it was for is stale. All other
 * copies were waited for). */
VF_API vf_status vf_view_wait(vf_view *view);

/* Tells viewfab that other code has written elements of the array on the named side.
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (side), VF_ERROR_STALE (the other side holds the newest values, and the
 * elements that were not written would be lost. Call vf_view_to_host or vf_view_to_device before writing). */
VF_API vf_status vf_view_mark_written(vf_view *view, vf_side side);

/* Device address of the first element. The call first does the work of vf_view_to_device. Valid until release.
 * Errors: as for vf_view_to_device. */
VF_API vf_status vf_view_device_address(vf_view *view, vf_intent intent, void **address);

/* The sides with the newest values of all elements: neither, if each has newer parts. Both out arguments may be NULL.
 * Errors: VF_ERROR_NULL. */
VF_API vf_status vf_view_state(const vf_view *view, bool *host_valid, bool *device_valid);

/* True if the device works on the host array itself (all of its arrays, for a set): nothing is copied, and the host waits instead.
 * See VF_SHARED_MEMORY.
 *   in_place  out
 * Errors: VF_ERROR_NULL. */
VF_API vf_status vf_view_in_place(const vf_view *view, bool *in_place);

/* Does no work, but the compiler must assume that the call changes the array. A Fortran routine calls vf_fence before and after
 * kernel calls on a dummy array without TARGET. The compiler then keeps no element in a register during the call. */
VF_API void vf_fence(void *array);

/* ---- Counters and configuration --------------------------------------------------------------------- */

/* Work of a context since its opening or since vf_counters_reset. */
typedef struct vf_counters {
  int64_t copies_to_device, bytes_to_device;
  int64_t copies_to_host, bytes_to_host;
  int64_t launches;      /* kernel calls that had at least one point */
  int64_t waits;         /* waits of the host for the device; one for all copies of a call */
  int64_t locked_bytes;  /* page-locked host memory of arrays now */
  int64_t locks_refused; /* arrays or copy buffers that the system did not page-lock; their transfers still work */
  int64_t device_bytes;  /* device memory of arrays in use now */
  int64_t evictions;     /* arrays that left the device because memory was short; see VF_DEVICE_MEMORY */
  int64_t evicted_bytes; /* of these arrays */
  int64_t cut_calls;     /* calls that ran in slabs because their arrays did not fit on the device together */
  int64_t host_calls;    /* such calls that cannot be cut, and ran on the host */
} vf_counters;
/* Reads the counters of a context, or sets them to 0; locked_bytes and device_bytes stay.
 *   context   NULL: the default context
 *   counters  out
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE. */
VF_API vf_status vf_counters_get(vf_context *context, vf_counters *counters);
VF_API vf_status vf_counters_reset(vf_context *context);

/* The counters of the transfers of one array.
 *   counters  out; members without a meaning for an array are 0
 * Errors: VF_ERROR_NULL. */
VF_API vf_status vf_view_counters(const vf_view *view, vf_counters *counters);

/* Writes the configuration (version, devices built and present, every VF_* environment variable with its
 * value and meaning) as text into the buffer, cut to its size and ended by a zero byte.
 *   needed  out: size of the whole text in bytes with its zero byte; may be NULL.
 * Errors: VF_ERROR_NULL (the buffer is NULL and the size is not 0). */
VF_API vf_status vf_config_text(char *buffer, size_t size, size_t *needed);

/* Prints the configuration on standard output. Errors: VF_ERROR_MEMORY, VF_ERROR_STATE (standard output fails). */
VF_API vf_status vf_print_config(void);

struct vf_layout;

/* ---- Old names, for one release --------------------------------------------------------------------- */

/* The functions have the arguments of the functions that take their places. Errors: as for those functions. */
VF_DEPRECATED("use vf_context_use_tile")
VF_API vf_status vf_context_set_tile(vf_context *context, const int tile[3]);
VF_DEPRECATED("use vf_fill_value")
VF_API vf_status vf_set_value(const vf_box *box, vf_view *x, double value);
VF_DEPRECATED("use vf_fill_value_boxes")
VF_API vf_status vf_set_value_boxes(const vf_box *boxes, int box_count, vf_view *x, double value);
VF_DEPRECATED("use vf_fill_value_layout")
VF_API vf_status vf_set_value_layout(const struct vf_layout *layout, vf_view *x, double value);

#ifdef __cplusplus
}
#endif

#endif
