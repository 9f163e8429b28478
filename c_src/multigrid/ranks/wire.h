/* How the ranks of a solver talk: a group's (wire_of_group.c), or what a test makes of threads. */
#ifndef VIEWFAB_MULTIGRID_RANKS_WIRE_H
#define VIEWFAB_MULTIGRID_RANKS_WIRE_H

#include <stddef.h>

#include <viewfab/status.h>

#include "../engine.h"

/* A range of device memory that goes to a rank or comes from it. Between two ranks parcels go in the order of the
 * lists at both ends; a rank sends none to itself. */
typedef struct vf_parcel {
  int rank;
  void *at;
  size_t bytes;
} vf_parcel;

/* All functions are collective: every rank calls the same ones in the same order. call names the caller in messages. */
typedef struct vf_wire {
  int rank, ranks;
  void *state;
  /* all: [ranks] times bytes, in the order of ranks; on the host. */
  vf_status (*gather)(void *state, const char *call, const void *mine, size_t bytes, void *all);
  /* The status itself where all are VF_OK or this rank's own is not; else VF_ERROR_PEER with the text of one that
   * failed. */
  vf_status (*agree)(void *state, const char *call, vf_status status);
  /* Sends and receives parcels, in the order of the engine's queue. */
  vf_status (*swap)(void *state, const vf_engine *engine, const char *call, const vf_parcel *out, int out_count,
                    const vf_parcel *in, int in_count);
  /* Bytes that this rank sends to each other one at once, and takes from it, [ranks] each; NULL where it needs no room
   * for them. More go in parts. */
  vf_status (*make_room)(void *state, const char *call, const size_t *put, const size_t *take);
  /* Not collective: this rank cannot go on in a solve, and the others should not wait for it. NULL: they find out. */
  void (*give_up)(void *state, vf_status status);
} vf_wire;

#endif
