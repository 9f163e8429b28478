/* The messages between the ranks of a solver. A group carries them (wire_of_group.c), or threads in a test. */
#ifndef VIEWFAB_MULTIGRID_RANKS_WIRE_H
#define VIEWFAB_MULTIGRID_RANKS_WIRE_H

#include <stddef.h>

#include <viewfab/status.h>

#include "../engine.h"

/* A range of device memory that goes to a rank or comes from it. Parcels between two ranks have the same order in the
 * lists at both ends; a rank sends no parcel to itself. */
typedef struct vfi_parcel {
  int rank;
  void *at;
  size_t bytes;
} vfi_parcel;

/* All functions are collective: every rank calls the same functions in the same order. call
 * names the caller in messages. */
typedef struct vfi_wire {
  int rank, ranks;
  void *state;
  /* all: [ranks] times bytes, in the order of ranks; on the host. */
  vf_status (*gather)(void *state, const char *call, const void *mine, size_t bytes, void *all);
  /* The status itself if all ranks have VF_OK or if this rank has failed; else VF_ERROR_PEER with the
   * text of a rank that failed. */
  vf_status (*agree)(void *state, const char *call, vf_status status);
  /* Sends and receives parcels, in the order of the engine's queue. */
  vf_status (*swap)(void *state, const vfi_engine *engine, const char *call, const vfi_parcel *out, int out_count,
                    const vfi_parcel *in, int in_count);
  /* The bytes that this rank sends to each other rank at once, and takes from it, [ranks] each; more bytes go in parts.
   * NULL if the wire needs no room. */
  vf_status (*make_room)(void *state, const char *call, const size_t *put, const size_t *take);
  /* Not collective: this rank cannot go on in a solve, and the others should not wait for this rank. NULL: the other
   * ranks notice the failure themselves. */
  void (*give_up)(void *state, vf_status status);
} vfi_wire;

#endif
