/* Declarations for the two files of the transport nccl. */
#ifndef VIEWFAB_GROUP_NCCL_WIRES_H
#define VIEWFAB_GROUP_NCCL_WIRES_H

#include "staged.h"

enum { VF_NCCL_TOKEN_BYTES = 16 };

/* An exchange with one rank. */
typedef struct vfi_nccl_pair {
  vfi_note out, in, expected;
  void *out_request, *in_request;
  size_t put, take; /* bytes each way */
  bool pending;     /* sent, and not queued yet */
} vfi_nccl_pair;

/* The position of the queue, in host memory written by the queue itself. */
typedef struct vfi_nccl_progress {
  uint64_t reached, passed; /* the last begun exchange of the queue, and the last ended exchange */
} vfi_nccl_progress;

typedef struct vfi_nccl_wires {
  vf_group *group;
  const vf_queued_messages *table;
  void *wire;                  /* NULL: none, or aborted */
  bool trying;                 /* a failure now is no failure of the group */
  vfi_nccl_pair *pairs;        /* [ranks] */
  char *tokens;                /* [2 * ranks] of TOKEN_BYTES, on the device: sent tokens, then received tokens */
  vfi_nccl_progress *progress; /* NULL: queues of the device wait for nobody */
  uint64_t exchanges;          /* number of queued exchanges */
  uint64_t standing;           /* exchange in which the queue was found, and since when; 0: in none */
  double standing_since;
  uint64_t marked; /* the last exchange behind which an event was recorded */
  void *events[2]; /* in turn */
  int event;
  vfi_peer_guard guard;
} vfi_nccl_wires;

/* Waits for the end of a call of the table.
 *   code  of the call
 *   rank  the only needed rank; -1: any
 *   what  for messages */
vf_status vfi_nccl_settle(const vfi_nccl_wires *wires, int code, int rank, const char *what);

/* Queues all pending exchanges. Both ends of each pair queue, each at its place in the same order of exchanges. A
 * failed exchange is lost. */
vf_status vfi_nccl_queue(vfi_nccl_wires *wires);

/* Ends all waits for the library, here and in the queue; breaks the group, except during a trial. Returns the
 * status. */
vf_status vfi_nccl_lost(vfi_nccl_wires *wires, vf_status status);
void vfi_nccl_abort(vfi_nccl_wires *wires);

/* For the guard of the queue: a failure if the queue has stood in one exchange for too long, or if the library cannot
 * go on. */
int vfi_nccl_late(void *data, double began);

/* For the table of the transport. */
vf_status vfi_nccl_connect(vf_group *group, const bool *wanted, bool *reached, char (*why)[VF_WHY]);
void vfi_nccl_free(vfi_nccl_wires *wires);

#endif
