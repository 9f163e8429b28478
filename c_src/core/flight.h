/* Flights: copies of whole arrays between the sides that the host does not wait for (vf_view_prefetch). A flight has the
 * queue of its direction; events order the copy against the launches that use the array. The state of an array changes at
 * the arrival, not at the start, so code that knows states alone never takes a side for valid too early. Accesses of the
 * array meet its flight in vfi_moves_make. Lock held. */
#ifndef VIEWFAB_CORE_FLIGHT_H
#define VIEWFAB_CORE_FLIGHT_H

#include "check.h"
#include "moves.h"

/* The wishes of a list of moves for an array. */
enum { VF_ASKS_HOST = 1, VF_ASKS_HOST_WRITE = 2, VF_ASKS_DEVICE = 4, VF_ASKS_DEVICE_WRITE = 8, VF_ASKS_COPY = 16 };

typedef struct vfi_flight {
  vfi_copy_direction copy; /* in the air; VF_COPY_NONE: none */
  int64_t writes;          /* of the array, at the start */
  bool counts;             /* no one has changed the state since; at the arrival both sides are equal */
  uint32_t
      joined;    /* the queues of kernels that wait for the arrival: bit 0 is the context's own, bit s + 1 is slot s */
  void *arrival; /* event behind the copy */
  void *use;     /* event behind the last launch with the array */
  bool use_is_last; /* no later work uses the array, or the memory that it has */
  unsigned asked;   /* by the list of moves at hand */
  char *ends;       /* page-locked memory for the bytes outside of the page-locked range; NULL until needed */
  size_t end_bytes;
  bool refused;    /* the system gave no such memory */
  vfi_array *next; /* list of the context's arrays in the air */
} vfi_flight;

/* Starts the copy of an array, and counts it. *flies is false if the array can have no flight: then nothing was done. The
 * device is current. Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE; nothing is in the air then but an earlier copy. */
vf_status vfi_flight_start(vfi_array *array, vfi_copy_direction copy, bool *flies);

/* Has an event recorded behind each launch with the array from now on, as if the array had had a copy in the air.
 * Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
vf_status vfi_flight_track(vfi_array *array);

/* Notes what a listed array is needed for. */
void vfi_flight_ask(const vfi_array *array, vf_side side, vf_intent intent);

/* Orders the accesses of a list against the copies in the air: launches wait in their queue, the host waits itself. A copy
 * that has arrived, or that launches wait for, need not be made again. Errors: VF_ERROR_DEVICE, with the label. */
vf_status vfi_flights_settle(const vfi_moves *moves);

/* Waits for the copy in the air, if any. The caller counts the wait. Errors: VF_ERROR_DEVICE, with the label of the array:
 * the state is as before the copy then. */
vf_status vfi_flight_land(vfi_array *array);

/* The same for all copies of a context. Errors: those of the first failure. */
vf_status vfi_flights_land(vf_context *context);

/* After a launch with arrays that have flights: the next copy of these arrays waits for the launch. */
void vfi_flights_note_launch(const vfi_call *call, const vfi_checked *checked);

/* Waits for the copy in the air, and frees the memory. */
void vfi_flight_end(vfi_array *array);

/* Ends the queues of copies. Nothing is in the air. */
void vfi_flight_queues_end(vf_context *context);

#endif
