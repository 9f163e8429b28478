/* Remote arrays: one vector over the ranks of a group, whose elements kernels of all ranks read, put and add by number.
 *
 * Each rank has a part. As an array it is like any other: its view goes to every kernel (vf_dot, vf_axpy), to_host makes it
 * readable for the host, the states are kept. To kernels whose file has the map `remote` for the argument, the same view stands
 * for the parts of all ranks: VF_REMOTE(x, e), VF_REMOTE_PUT(x, e, v), VF_REMOTE_ADD(x, e, v).
 *
 * Element `offset` (from 0) of the part of `rank` has the number rank * stride + offset, where the stride is a power of two, at
 * least as long as any part. Numbers of a part follow each other; those between two parts name nothing.
 *
 * Fences order what ranks do. Between two fences a rank either writes its part as an ordinary array, or puts and adds elements
 * anywhere, or reads elements anywhere. Calls in another order are refused with VF_ERROR_STATE, where this rank can know: a
 * kernel that reads, puts or adds after this rank wrote its part; a kernel that reads, and any access to the own part, after
 * this rank put or added; one that puts or adds after this rank read. An element is put by one point at most; any number of
 * points may add to it, in no order, so that sums of real numbers may differ in their last bits from run to run.
 * A rank that has read elements writes its part only after all others have read theirs too. A fence sees to that, and so
 * does any result that is made over all ranks behind the read, such as the dot product of conjugate gradients. This is not
 * checked.
 */
#ifndef VIEWFAB_REMOTE_H
#define VIEWFAB_REMOTE_H

#include <viewfab/group.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vf_remote vf_remote;

/* Makes a remote array of zeros. Collective. It counts as a fence.
 *   group   whose ranks have the parts; borrowed, and destroyed after the array
 *   type    VF_REAL32, VF_REAL64, VF_INT32 or VF_INT64; the same on all ranks
 *   length  elements of the part of this rank, from 0; ranks may differ
 *   label   for messages, the same on all ranks; copied. NULL: "unnamed"
 *   remote  out; the caller releases it by vf_remote_release
 * The device memory of a part is seen by the devices of all ranks. On the host device it is shared memory of the operating
 * system, which with VF_HOST_MEMORY=alias is what the host works in too.
 * VF_REMOTE_FORM has kernels reach all elements as if the memory allowed nothing better than table or handle, to try it.
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (length; more elements than can have numbers; VF_REMOTE_FORM), VF_ERROR_KIND (type),
 * VF_ERROR_STATE (a rank does not reach the memory of another one, with the reason), VF_ERROR_MEMORY, VF_ERROR_DEVICE,
 * VF_ERROR_PEER. */
VF_API vf_status vf_remote_create(vf_group *group, vf_type type, int64_t length, const char *label, vf_remote **remote);

/* The view of the own part, of rank 1 with the bounds 1:length. Borrowed: it ends with the remote array.
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE (released). */
VF_API vf_status vf_remote_view(const vf_remote *remote, vf_view **view);

/* How its elements are numbered. Each pointer may be NULL.
 *   total   out: elements of all parts
 *   first   out: elements of the ranks before this one, so that its own have the global indices first, first + 1, ... from 0
 *   stride  out: from the number of an element to that of the element with its offset on the next rank
 *   fits    out: all numbers fit into 32 bits, so that kernels may have them as int, which a GPU reads faster
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE. */
VF_API vf_status vf_remote_size(const vf_remote *remote, int64_t *total, int64_t *first, int64_t *stride, bool *fits);

/* The number of an element.
 *   rank    that has it, from 0
 *   offset  in its part, from 0
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE, VF_ERROR_ARGUMENT (there is no such element). */
VF_API vf_status vf_remote_number(const vf_remote *remote, int rank, int64_t offset, int64_t *number);

/* Turns global indices into numbers, in place. Global indices count the elements of rank 0, then those of rank 1, and so on.
 *   indices  [count] memory of the host; of type int32_t for VF_INT32, int64_t for VF_INT64
 *   type     of indices
 *   base     index of the first element: 0 in C, 1 in Fortran
 * Nothing is changed where it fails. Errors: VF_ERROR_NULL, VF_ERROR_STATE, VF_ERROR_KIND (type), VF_ERROR_ARGUMENT (count; an
 * index that names no element; numbers that do not fit into 32 bits). */
VF_API vf_status vf_remote_numbers(const vf_remote *remote, void *indices, vf_type type, int64_t count, int64_t base);

/* A fence: what ranks wrote, put and added before it, all of them read behind it. Collective, in stream order: on GPUs the
 * host does not wait, where the transport allows that. Brings the newest values of the own part to the device first. Behind
 * it the device has the newest values.
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE, VF_ERROR_MEMORY, VF_ERROR_DEVICE, VF_ERROR_PEER. */
VF_API vf_status vf_remote_fence(vf_remote *remote);

/* Ends a remote array and the view of the own part; *remote becomes NULL. Collective, unless the group is broken or of this
 * process alone. NULL is allowed. Once the context was closed, or the group can make no calls any more, it is ended here alone, and
 * the call says so.
 * Errors: VF_ERROR_STATE (released; other views of the own part are there, or a call holds it: nothing was done; ended here
 * alone), VF_ERROR_DEVICE, VF_ERROR_PEER (*remote is NULL even then, but where another rank refused). */
VF_API vf_status vf_remote_release(vf_remote **remote);

#ifdef __cplusplus
}
#endif

#endif
