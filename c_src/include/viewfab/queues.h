/* Several queues of kernels in a context. Kernels of one queue run one after the other; kernels of different queues may run at
 * the same time, if they do not use the same arrays:
 *
 *   vf_queue_create(NULL, "chemistry", &queue);
 *   vf_queue_begin(queue);
 *   vf_axpy(&box, 0.5, x, y);        in the queue
 *   vf_queue_end(queue);
 *   vf_axpy(&box, 0.5, u, v);        at the same time
 *   vf_queue_wait(queue);
 *
 * viewfab keeps the order itself. A kernel waits, on the device, for the kernels of other queues that wrote one of its arrays, and
 * before it writes an array, for those that read it. Copies and accesses of the host wait for the kernels of their arrays. The
 * values are the same as without queues. */
#ifndef VIEWFAB_QUEUES_H
#define VIEWFAB_QUEUES_H

#include <viewfab/viewfab.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vf_queue vf_queue;

enum { VF_MOST_QUEUES = 16, VF_MOST_NESTED_QUEUES = 16 };

/* Makes a queue, beside the own queue of the context.
 *   context  NULL: the default context
 *   label    name for messages and profiles; copied; NULL: "unnamed"
 *   queue    out; the caller destroys the queue, or closes the context
 * Errors: VF_ERROR_NULL (queue), VF_ERROR_STATE (the context was destroyed; it has VF_MOST_QUEUES queues already), VF_ERROR_MEMORY,
 * VF_ERROR_DEVICE, and the errors of vf_init. */
VF_API vf_status vf_queue_create(vf_context *context, const char *label, vf_queue **queue);

/* Waits for the work of a queue, and ends the queue. NULL is allowed.
 * Errors: VF_ERROR_STATE (a vf_queue_begin has no end: nothing is done; the queue was destroyed), VF_ERROR_DEVICE (also of an
 * earlier kernel; the queue has ended then). */
VF_API vf_status vf_queue_destroy(vf_queue *queue);

/* Kernels that this thread of the host calls from now on go to a queue, until the vf_queue_end of the same queue. Pairs may be
 * nested, at most VF_MOST_NESTED_QUEUES: the inner queue counts. Other threads are not affected; a thread ends its pairs before it
 * ends. Such calls go to the own queue of the context: kernels over arrays of remote ranks, kernels built with VIEWFAB_BOUNDS,
 * several kernels as one operation, exchanges of ghosts, solvers. The own queue waits for all others, and they wait for it.
 * In between, kernels on views of another context are refused with VF_ERROR_CONTEXT.
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE (the queue was destroyed; too many begins; end: the queue is not the last begun by this
 * thread). */
VF_API vf_status vf_queue_begin(vf_queue *queue);
VF_API vf_status vf_queue_end(vf_queue *queue);

/* Waits until the device has done all work of a queue so far, and the work that this work waits for. Arrays on the device stay
 * there: to_host brings values. Errors: VF_ERROR_NULL, VF_ERROR_STATE (the queue was destroyed), VF_ERROR_DEVICE (also of an
 * earlier kernel). */
VF_API vf_status vf_queue_wait(vf_queue *queue);

#ifdef __cplusplus
}
#endif

#endif
