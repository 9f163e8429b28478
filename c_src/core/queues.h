/* Queues of kernels beside the own queue of a context, and the order between them. Each launch in a queue has a number and an event
 * behind it; an array keeps the number of its last use and its last write in each queue. The own queue of a context is the
 * order of all other work: it waits for all queues before work of any kind, and a launch in a queue waits for it. */
#ifndef VIEWFAB_CORE_QUEUES_H
#define VIEWFAB_CORE_QUEUES_H

#include <viewfab/queues.h>

#include "array.h"
#include "check.h"
#include "handle.h"

/* A launch whose event was used again has this event behind a later launch. */
enum { VF_QUEUE_EVENTS = 32 };

struct vf_queue {
  vf_context *context;
  char label[VF_LABEL_LENGTH];
  void *native;
  int slot;
  int begins;                    /* without an end, of all threads */
  uint64_t seen[VF_MOST_QUEUES]; /* launches of the other queues that this queue waits for */
  uint64_t own_seen;             /* uses of the context's own queue that this queue waits for */
  void *events[VF_QUEUE_EVENTS]; /* behind launch n: n modulo their number */
  void *end;                     /* for waits of the host */
  vf_queue *next;                /* list of all queues */
};

/* The queues of a context, from the first on. */
typedef struct vfi_queues {
  vf_queue *at[VF_MOST_QUEUES];
  uint64_t launches[VF_MOST_QUEUES]; /* so far; they go on with the next queue of the slot */
  uint64_t seen[VF_MOST_QUEUES];     /* of those, for which the context's own queue waits */
  uint64_t own_uses;                 /* of the own queue */
  const void *own_user;              /* the thread of the last use; its work is in the queue when it comes back */
  bool own_shared; /* several threads use it, or the program itself: work may come behind a noted use */
  void *own_event;
} vfi_queues;

/* The last launches with an array in each queue. */
typedef struct vfi_queue_uses {
  uint64_t used[VF_MOST_QUEUES], wrote[VF_MOST_QUEUES];
} vfi_queue_uses;

/* The queue of this thread's calls; NULL: the own queue of the context. */
#if defined(__GNUC__)
extern _Thread_local __attribute__((tls_model("initial-exec"))) vf_queue *vfi_queue_in_use;
#else
extern _Thread_local vf_queue *vfi_queue_in_use;
#endif

/* Refuses a call on another context than that of the queue in use. Errors: VF_ERROR_CONTEXT. */
vf_status vfi_queue_check(const vfi_call *call, const vfi_checked *checked);

/* The queue for a call; NULL: the own queue of the context. */
vf_queue *vfi_queue_of_call(const vfi_call *call, const vfi_checked *checked);

/* Before a launch: a queue waits for the launches in other queues with the arrays of the call. Lock held. points: the arrays of the
 * arguments are used. Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE; nothing was launched. */
vf_status vfi_queue_order_call(vf_queue *queue, const vfi_call *call, const vfi_checked *checked, bool points);

/* Has a queue wait for all work so far in the own queue of its context: for tables of sets, and for memory that is new for the queue.
 * Right before the launch. NULL is allowed: the own queue waits for nothing. Errors: VF_ERROR_DEVICE. */
__attribute__((cold)) vf_status vfi_queue_follow_own(vf_queue *queue);

/* The native queue for work in a queue; NULL: in the own queue of the context. */
static inline void *vfi_queue_native(const vf_context *context, const vf_queue *queue)
{
  return queue ? queue->native : vfi_context_queue(context);
}

/* Behind a launch, also behind a failed one. Lock held. Returns a native error code, or 0: the device cannot say any more when
 * it is done. */
int vfi_queue_note_call(vf_queue *queue, const vfi_call *call, const vfi_checked *checked, bool points);

/* The host waits for a queue. Returns a native error code, or 0: also of earlier work. */
int vfi_queue_await(vf_queue *queue);

/* Has a native queue for copies wait for the launches in all queues with an array. Returns a native error code, or 0. */
int vfi_queues_order_copy(const vfi_array *array, vfi_copy_direction copy, void *native);

/* The same for the own queue of the context, which has a copy of the array next. */
int vfi_queues_order_own(const vfi_array *array, vfi_copy_direction copy);

/* The own queue has work that the accessor vfi_context_queue does not know. */
void vfi_queues_note_own(const vf_context *context);

/* The program has the own queue of the context. */
void vfi_queues_share_own(vf_context *context);

/* Refuses where a thread uses a queue of the context. Errors: VF_ERROR_STATE. */
vf_status vfi_queues_check_free(const vf_context *context, const char *what);

/* Puts a queue into a slot, whose earlier queues have no work left, and takes a queue without work out of its slot. */
void vfi_queues_add(vf_queue *queue, int slot);
void vfi_queues_remove(const vf_queue *queue);

/* Ends the queues of a context; they are empty. */
void vfi_queues_end(vf_context *context);

#endif
