/* Calls that wait, in a list for each thread that made some: threads that call at the same time do not wait for each other. */
#ifndef VIEWFAB_DROP_IN_COLLECTOR_H
#define VIEWFAB_DROP_IN_COLLECTOR_H

#include "prepared.h"

typedef struct vf_waiting {
  vf_prepared *call;
  vf_box box;      /* of this tile, or of the call */
  uint64_t ticket; /* a call that another thread made earlier, as both threads know, has a smaller one */
} vf_waiting;

typedef struct vf_collector {
  char held;        /* its lock */
  bool taken;       /* by a thread that lives */
  vf_waiting *list; /* [count] in the order in which they were made */
  int count, room;
  int changes;       /* calls among them that differ from the one before by more than their box */
  vf_prepared *last; /* that the thread made; NULL: none that is known */
  vf_waiting *given; /* [given_count] of vf_collectors_take */
  int given_count, given_room;
  int given_next; /* for those who walk along it */
  struct vf_collector *next;
} vf_collector;

/* That of the calling thread; NULL where there is no host memory. */
vf_collector *vf_collector_mine(void);

/* Its lock, which is held for as long as a call takes to be added. */
void vf_collector_wait(vf_collector *collector); /* for that of another thread, and takes it */
static inline void vf_collector_hold(vf_collector *collector)
{
  if (__atomic_test_and_set(&collector->held, __ATOMIC_ACQUIRE)) vf_collector_wait(collector);
}
static inline void vf_collector_let_go(vf_collector *collector) { __atomic_clear(&collector->held, __ATOMIC_RELEASE); }

/* Adds a call. Lock of the collector held. Errors: VF_ERROR_MEMORY. */
vf_status vf_collector_add(vf_collector *collector, vf_prepared *call, const vf_box *box);

/* Takes the calls that wait: of all threads, those before the first one of the kernel `but`; all where that would change
 * their order, and where it is NULL. They are in the lists `given` of collectors until the next time.
 * Errors: VF_ERROR_MEMORY, with nothing taken. */
vf_status vf_collectors_take(const vf_kernel *but);

vf_collector *vf_collectors_first(void);

/* For as long as no thread may add calls, or know one that it made. */
void vf_collectors_stop(void);
void vf_collectors_go(void);

#endif
