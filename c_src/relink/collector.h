/* Waiting calls, in a list for each calling thread: threads that call at the same time do not wait for each other. */
#ifndef VIEWFAB_RELINK_COLLECTOR_H
#define VIEWFAB_RELINK_COLLECTOR_H

#include "prepared.h"

typedef struct vfi_waiting {
  vfi_prepared *call;
  vf_box box;      /* of this tile, or of the call */
  uint64_t ticket; /* a call of another thread has a smaller ticket, if both threads know that it was made earlier */
} vfi_waiting;

typedef struct vfi_collector {
  char locked; /* its lock */
  bool taken;  /* by a living thread */
  struct vfi_track
      *track; /* the calls before step `at` have been made, and the list is empty; NULL: there is no track */
  int at;
  uint64_t track_ticket; /* of the calls of the track */
  vfi_waiting *list;     /* [count] in the order in which they were made */
  int count, room;
  int changes;        /* calls among them that differ from the call before by more than their box */
  vfi_prepared *last; /* last call of the thread; NULL: no known call */
  vfi_waiting *given; /* [given_count] of vfi_collectors_take */
  int given_count, given_room;
  int given_next; /* next collector in the list `given` */
  struct vfi_collector *next;
} vfi_collector;

/* The collector of the calling thread; NULL without host memory. */
vfi_collector *vfi_collector_mine(void);

/* Its lock; a thread holds the lock while it adds a call. */
void vfi_collector_wait(vfi_collector *collector); /* waits for the lock of another thread's collector, and takes the
                                                  * lock */
static inline void vfi_collector_hold(vfi_collector *collector)
{
  if (__atomic_test_and_set(&collector->locked, __ATOMIC_ACQUIRE)) vfi_collector_wait(collector);
}
static inline void vfi_collector_let_go(vfi_collector *collector)
{
  __atomic_clear(&collector->locked, __ATOMIC_RELEASE);
}

/* Adds a call. Lock of the collector held. Errors: VF_ERROR_MEMORY. */
vf_status vfi_collector_add(vfi_collector *collector, vfi_prepared *call, const vf_box *box);

/* True if only one thread has made calls. */
bool vfi_collectors_alone(void);

/* True if so many calls of a thread need not wait for more; changes: see vfi_collector. */
bool vfi_calls_are_many(int count, int changes);

/* Lets a collector without calls begin a track: the first call of the track is made. Lock of the collector held. */
void vfi_collector_take_track(vfi_collector *collector, struct vfi_track *track);

/* Ends the track; its calls go to the list. Lock of the collector held. Errors: VF_ERROR_MEMORY. */
vf_status vfi_collector_leave_track(vfi_collector *collector);

/* Takes the waiting calls of all threads before the first call of the kernel `but`; takes all calls if this choice
 * would change their order, and if `but` is NULL. They are in the lists `given` of collectors until the next time.
 *   track  out: all waiting calls, if they are a whole track; else NULL
 * Errors: VF_ERROR_MEMORY, with nothing taken. */
vf_status vfi_collectors_take(const vf_kernel *but, struct vfi_track **track);

vfi_collector *vfi_collectors_first(void);

/* From stop to start, no thread may add calls or look up its own calls. */
void vfi_collectors_stop(void);
void vfi_collectors_go(void);

#endif
