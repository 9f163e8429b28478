/* Waiting calls, in a list for each calling thread: threads that call at the same time do not wait for each other. */
#ifndef VIEWFAB_DROP_IN_COLLECTOR_H
#define VIEWFAB_DROP_IN_COLLECTOR_H

#include "prepared.h"

typedef struct vf_waiting {
  vf_prepared *call;
  vf_box box;      /* of this tile, or of the call */
  uint64_t ticket; /* a call of another thread has a smaller ticket, if both threads know that it was made earlier */
} vf_waiting;

typedef struct vf_collector {
  char held;        /* its lock */
  bool taken;       /* by a living thread */
  vf_waiting *list; /* [count] in the order in which they were made */
  int count, room;
  int changes;       /* calls among them that differ from the call before by more than their box */
  vf_prepared *last; /* last call of the thread; NULL: no known call */
  vf_waiting *given; /* [given_count] of vf_collectors_take */
  int given_count, given_room;
  int given_next; /* next collector in the list `given` */
  struct vf_collector *next;
} vf_collector;

/* The collector of the calling thread; NULL without host memory. */
vf_collector *vf_collector_mine(void);

/* Its lock; a thread holds the lock while it adds a call. */
void vf_collector_wait(vf_collector *collector); /* waits for the lock of another thread's collector, and takes the
                                                  * lock */
static inline void vf_collector_hold(vf_collector *collector)
{
  if (__atomic_test_and_set(&collector->held, __ATOMIC_ACQUIRE)) vf_collector_wait(collector);
}
static inline void vf_collector_let_go(vf_collector *collector) { __atomic_clear(&collector->held, __ATOMIC_RELEASE); }

/* Adds a call. Lock of the collector held. Errors: VF_ERROR_MEMORY. */
vf_status vf_collector_add(vf_collector *collector, vf_prepared *call, const vf_box *box);

/* Takes the waiting calls of all threads before the first call of the kernel `but`; takes all calls if this choice
 * would change their order, and if `but` is NULL. They are in the lists `given` of collectors until the next time.
 * Errors: VF_ERROR_MEMORY, with nothing taken. */
vf_status vf_collectors_take(const vf_kernel *but);

vf_collector *vf_collectors_first(void);

/* From stop to start, no thread may add calls or look up its own calls. */
void vf_collectors_stop(void);
void vf_collectors_go(void);

#endif
