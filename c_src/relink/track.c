#include "track.h"

#include <string.h>

#include "records.h"

/* The most steps of all tracks together: lists in ever new orders must not fill the memory. */
enum { MOST_STEPS = 4 * VF_MOST_PREPARED };

static vfi_records records;
static int steps_kept;
static vfi_track *latest; /* the last list, if a track was made for it; else NULL. Atomic */

static bool same_box(const vf_box *p, const vf_box *q)
{
  int differ = 0;
  for (int d = 0; d < 3; d++) differ |= (p->lower[d] ^ q->lower[d]) | (p->upper[d] ^ q->upper[d]);
  return !differ;
}

static bool lives(vfi_track *track)
{
  const uint64_t now = vfi_lives_over();
  if (track->alive_at == now) return true;
  for (int s = 0; s < track->count; s++)
    if (!vfi_prepared_lives(track->steps[s].call)) return false;
  track->alive_at = now;
  return true;
}

static bool begins_with(const vfi_track *track, const vfi_prepared *call, const vf_box *box)
{
  return track && track->steps[0].call == call && same_box(&track->steps[0].box, box);
}

void vfi_track_begin(vfi_collector *collector, const vfi_prepared *call, const vf_box *box)
{
  const vfi_track *before = __atomic_load_n(&latest, __ATOMIC_ACQUIRE);
  vfi_track *track = before ? __atomic_load_n(&before->behind, __ATOMIC_ACQUIRE) : NULL;
  if (!begins_with(track, call, box)) track = __atomic_load_n(&call->track, __ATOMIC_ACQUIRE);
  if (begins_with(track, call, box) && lives(track)) vfi_collector_take_track(collector, track);
}

bool vfi_track_goes_on(vfi_collector *collector, const vfi_symbol *symbol, void *const *parameters, const vf_box *box)
{
  const vfi_track *track = collector->track;
  if (!track || collector->at == track->count) return false;
  const vfi_track_step *step = &track->steps[collector->at];
  if (collector->at + 2 < track->count) __builtin_prefetch(&step[2].call->signature);
  if ((symbol->in_tiles && !same_box(&step->box, box)) ||
      !vfi_signature_is(&step->call->signature, symbol, parameters, box) || track->alive_at != vfi_lives_over() ||
      !vfi_collectors_alone())
    return false;
  collector->at++;
  return true;
}

/* ---- Lock of the making held ---- */

static bool is_full(const vfi_track *track)
{
  int changes = 1;
  for (int s = 1; s < track->count; s++) changes += track->steps[s].call != track->steps[s - 1].call;
  return vfi_calls_are_many(track->count, changes);
}

static bool has(const vfi_track *track, const vfi_waiting *calls, int count)
{
  if (track->count != count) return false;
  for (int s = 0; s < count; s++)
    if (track->steps[s].call != calls[s].call || !same_box(&track->steps[s].box, &calls[s].box)) return false;
  return true;
}

/* Finds a track among the tracks of its first call, and takes it away from there; NULL without such a track. */
static vfi_track *take_out(vfi_prepared *first, const vfi_waiting *calls, int count)
{
  vfi_track *before = NULL, *track = first->track;
  while (track && !has(track, calls, count)) {
    before = track;
    track = track->beside;
  }
  if (track && before) before->beside = track->beside;
  else if (track) __atomic_store_n(&first->track, track->beside, __ATOMIC_RELEASE);
  return track;
}

static vfi_track *make(const vfi_waiting *calls, int count)
{
  if (count > MOST_STEPS - steps_kept) return NULL;
  vfi_track *track = vfi_records_take(&records, sizeof *track + (size_t)count * sizeof *track->steps);
  if (!track) return NULL;
  steps_kept += count;
  track->count = count;
  track->alive_at = UINT64_MAX;
  for (int s = 0; s < count; s++) track->steps[s] = (vfi_track_step){ calls[s].call, calls[s].box };
  track->full = is_full(track);
  return track;
}

void vfi_track_was_made(vfi_track *track)
{
  vfi_track *before = latest;
  if (before && track) __atomic_store_n(&before->behind, track, __ATOMIC_RELEASE);
  __atomic_store_n(&latest, track, __ATOMIC_RELEASE);
}

void vfi_track_note(const vfi_waiting *calls, int count, vfi_batch *batch)
{
  vfi_track *track = NULL;
  if (batch && vfi_collectors_alone()) {
    vfi_prepared *first = calls[0].call;
    track = take_out(first, calls, count);
    if (!track) track = make(calls, count);
    if (track) {
      track->batch = batch;
      track->beside = first->track;
      __atomic_store_n(&first->track, track, __ATOMIC_RELEASE);
    }
  }
  vfi_track_was_made(track);
}

void vfi_tracks_forget(void)
{
  __atomic_store_n(&latest, NULL, __ATOMIC_RELEASE);
  steps_kept = 0;
  vfi_records_end(&records);
}
