/* Tracks: kept lists of calls in the order of the program. As long as only one thread makes calls, each call is compared with
 * the next call of a track; equal calls need no list, no look-up and no plan. */
#ifndef VIEWFAB_RELINK_TRACK_H
#define VIEWFAB_RELINK_TRACK_H

#include "batch.h"
#include "collector.h"

typedef struct vfi_track_step {
  vfi_prepared *call;
  vf_box box; /* of the tile, or of the call */
} vfi_track_step;

typedef struct vfi_track {
  vfi_batch *batch;         /* makes the calls; lock of the making */
  struct vfi_track *beside; /* another track with the same first call; lock of the making */
  struct vfi_track *behind; /* the track that came after this track the last time; atomic */
  uint64_t alive_at;        /* vfi_lives_over at the last check of all calls; lock of the collector */
  bool full;                /* a list of so many calls does not wait for more */
  int count;
  vfi_track_step steps[];
} vfi_track;

/* Begins the track of a list that begins with a call, if there is such a track and all its views live; else
 * collector->track stays NULL. Lock of the collector held. */
void vfi_track_begin(vfi_collector *collector, const vfi_prepared *call, const vf_box *box);

/* True if a call is the next call of the collector's track; the track then has the call. Lock of the collector held. */
bool vfi_track_goes_on(vfi_collector *collector, const vfi_symbol *symbol, void *const *parameters, const vf_box *box);

/* Notes that a list of one thread was made by a kept batch, and keeps the list as a track. Without memory there is no
 * track. Lock of the making held.
 *   batch  NULL: the list was made, but is not kept */
void vfi_track_note(const vfi_waiting *calls, int count, vfi_batch *batch);

/* Notes that a track was made. Lock of the making held. */
void vfi_track_was_made(vfi_track *track);

/* Forgets all tracks; no collector has a track. */
void vfi_tracks_forget(void);

#endif
