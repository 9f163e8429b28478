/* Remote arrays: one vector over the ranks of a group. Kernels of all ranks read, put and add its elements by number.
 *
 * Each rank has a part. The part is an array as any other: its view goes to every kernel (vf_dot, vf_axpy), to_host
 * makes the part readable for the host, and the states are kept. For kernels whose file has the map `remote` for the
 * argument, the same view stands for the parts of all ranks: VF_REMOTE(x, e), VF_REMOTE_PUT(x, e, v), VF_REMOTE_ADD(x,
 * e, v).
 *
 * Element `offset` (from 0) of the part of `rank` has the number rank * stride + offset. The stride is a power of two,
 * at least as long as any part. Numbers of a part follow each other; numbers between two parts name nothing.
 *
 * Fences order the accesses of ranks. Between two fences a rank either writes its part as an ordinary array, or puts
 * and adds elements anywhere, or reads elements anywhere. Calls in another order are refused with VF_ERROR_STATE if
 * this rank can know the order: a kernel that reads, puts or adds after this rank wrote its part; a kernel that reads,
 * and any access to the own part, after this rank put or added; a kernel that puts or adds after this rank read. At
 * most one point puts an element. Any number of points may add to an element, in no order, so sums of real numbers may
 * differ in their last bits from run to run.
 * After a read of elements a rank writes its part only when all other ranks have completed their reads too. A fence
 * ensures this order, and so does any result over all ranks behind the read, such as the dot product of conjugate
 * gradients. viewfab does not check this rule.
 */
#ifndef VIEWFAB_REMOTE_H
#define VIEWFAB_REMOTE_H

#include <viewfab/group.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vf_remote vf_remote;

/* Makes a remote array of zeros. Collective. The call counts as a fence.
 *   group   the group of the ranks with parts; borrowed, and destroyed after the array
 *   type    VF_REAL32, VF_REAL64, VF_INT32 or VF_INT64; the same on all ranks
 *   length  elements of the part of this rank, from 0; ranks may differ
 *   label   for messages, the same on all ranks; copied. NULL: "unnamed"
 *   remote  out; the caller releases the array by vf_remote_release
 * The devices of all ranks see the device memory of a part. On the host device this memory is shared memory of the
 * operating system. With VF_HOST_MEMORY=alias the host works in this memory too.
 * VF_REMOTE_FORM makes kernels reach all elements as if the memory allowed nothing better than table or handle, for
 * trials.
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (length; more elements than numbers; VF_REMOTE_FORM), VF_ERROR_KIND (type),
 * VF_ERROR_STATE (a rank does not reach the memory of another rank, with the reason), VF_ERROR_MEMORY, VF_ERROR_DEVICE,
 * VF_ERROR_PEER. */
VF_API vf_status vf_remote_create(vf_group *group, vf_type type, int64_t length, const char *label, vf_remote **remote);

/* The view of the own part, of rank 1 with the bounds 1:length. Borrowed: the view ends with the remote array.
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE (released). */
VF_API vf_status vf_remote_view(const vf_remote *remote, vf_view **view);

/* The numbering of the elements. Each pointer may be NULL.
 *   total   out: elements of all parts
 *   first   out: elements of the ranks before this rank; the own elements have the global indices first, first + 1, ...
 *           from 0
 *   stride  out: distance from the number of an element to the number of the element with the same offset on the next
 *           rank
 *   fits    out: true if all numbers fit into 32 bits. Kernels may then have the numbers as int, which a GPU reads
 *           faster
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE. */
VF_API vf_status vf_remote_size(const vf_remote *remote, int64_t *total, int64_t *first, int64_t *stride, bool *fits);

/* The number of an element.
 *   rank    the rank with the element, from 0
 *   offset  in its part, from 0
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE, VF_ERROR_ARGUMENT (there is no such element). */
VF_API vf_status vf_remote_number(const vf_remote *remote, int rank, int64_t offset, int64_t *number);

/* Turns global indices into numbers, in place. Global indices count the elements of rank 0, then the elements of rank
 * 1, and so on.
 *   indices  [count] memory of the host; of type int32_t for VF_INT32, int64_t for VF_INT64
 *   type     of indices
 *   base     index of the first element: 0 in C, 1 in Fortran
 * A failing call changes nothing. Errors: VF_ERROR_NULL, VF_ERROR_STATE, VF_ERROR_KIND (type), VF_ERROR_ARGUMENT
 * (count; an index without an element; numbers of more than 32 bits). */
VF_API vf_status vf_remote_numbers(const vf_remote *remote, void *indices, vf_type type, int64_t count, int64_t base);

/* A fence: all values that ranks wrote, put and added before the fence are readable for all ranks behind the fence.
 * Collective, in stream order: on GPUs the host does not wait if the transport allows this. The call first brings the
 * newest values of the own part to the device. Behind the fence the device has the newest values.
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE, VF_ERROR_MEMORY, VF_ERROR_DEVICE, VF_ERROR_PEER. */
VF_API vf_status vf_remote_fence(vf_remote *remote);

/* Ends a remote array and the view of the own part; *remote becomes NULL. Collective, unless the group is broken or has
 * only this process. NULL is allowed. After the end of the context, or if the group can make no calls any more, the
 * call ends the array on this rank alone, and says so.
 * Errors: VF_ERROR_STATE (released; the own part has other views, or a call holds the part: nothing was done; ended on
 * this rank alone), VF_ERROR_DEVICE, VF_ERROR_PEER (*remote is NULL even then, unless another rank refused). */
VF_API vf_status vf_remote_release(vf_remote **remote);

#ifdef __cplusplus
}
#endif

#endif
