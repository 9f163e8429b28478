/* What the two files of the transport nccl share. */
#ifndef VIEWFAB_GROUP_NCCL_WIRES_H
#define VIEWFAB_GROUP_NCCL_WIRES_H

#include "staged.h"

enum { VF_NCCL_TOKEN_BYTES = 16 };

/* An exchange with one rank. */
typedef struct vf_nccl_pair {
  vf_note out, in, expected;
  void *out_request, *in_request;
  size_t put, take; /* bytes each way */
  bool pending;     /* it was sent, and is not queued yet */
} vf_nccl_pair;

/* Where the queue is, in host memory that it writes itself. */
typedef struct vf_nccl_progress {
  uint64_t reached, passed; /* the last exchange that began there, and that ended */
} vf_nccl_progress;

typedef struct vf_nccl_wires {
  vf_group *group;
  const vf_queued_messages *table;
  void *wire;                 /* NULL: none, or it was aborted */
  bool trying;                /* what fails now is no failure of the group */
  vf_nccl_pair *pairs;        /* [ranks] */
  char *tokens;               /* [2 * ranks] of TOKEN_BYTES, on the device: those that are sent, then those that come */
  vf_nccl_progress *progress; /* NULL: queues of the device wait for nobody */
  uint64_t exchanges;         /* that were queued */
  uint64_t standing;          /* in which of them the queue was found, and since when; 0: in none */
  double standing_since;
  uint64_t marked; /* the last exchange behind which an event was recorded */
  void *events[2]; /* in turn */
  int event;
  vf_peer_guard guard;
} vf_nccl_wires;

/* Waits until what a call of the table began is over.
 *   code  that it gave
 *   rank  the only one that it depends on; -1: any
 *   what  for messages */
vf_status vf_nccl_settle(const vf_nccl_wires *own, int code, int rank, const char *what);

/* Queues what is pending. Both ends of each pair do, each at its place in the same order of exchanges. What fails is lost. */
vf_status vf_nccl_queue(vf_nccl_wires *own);

/* Nothing of the library is left to wait for, here or in the queue; breaks the group, but while it is tried. Returns the status. */
vf_status vf_nccl_lost(vf_nccl_wires *own, vf_status status);
void vf_nccl_abort(vf_nccl_wires *own);

/* For the guard of the queue: whether it has stood in one exchange for too long, or the library knows that it cannot go on. */
int vf_nccl_late(void *data, double began);

/* For the table of the transport. */
vf_status vf_nccl_connect(vf_group *group, const bool *wanted, bool *reached, char (*why)[VF_WHY]);
void vf_nccl_free(vf_nccl_wires *own);

#endif
