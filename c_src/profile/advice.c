#include "advice.h"

#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "../core/state.h"

/* Seconds for each byte of a copy, by direction. */
typedef struct rates {
  double to_device, to_host;
} rates;

static rates measured_rates(void)
{
  double seconds[2] = { 0, 0 }, bytes[2] = { 0, 0 };
  for (int c = 0; c < vfi_profile.copy_count; c++) {
    const vfi_profile_copy *copy = &vfi_profile.copies[c];
    seconds[copy->to_device] += copy->seconds;
    bytes[copy->to_device] += (double)copy->bytes;
  }
  rates by = { bytes[1] > 0 ? seconds[1] / bytes[1] : 0, bytes[0] > 0 ? seconds[0] / bytes[0] : 0 };
  if (bytes[1] <= 0) by.to_device = by.to_host;
  if (bytes[0] <= 0) by.to_host = by.to_device;
  return by;
}

enum { NO_ROUTINE = -1 };

/* Needs of a routine, given by its first site. */
static bool is_of(const vfi_profile_need *need, int routine)
{
  return vfi_profile_is_site(need->who) && vfi_profile.sites[vfi_profile_site_of(need->who)].routine_site == routine;
}

typedef struct all_copies {
  int64_t number;
  double seconds;
} all_copies;

/* All copies of the run, with the needs of a routine on the device, or without these needs.
 *   states  scratch [array_count] */
static all_copies copies_with(int routine, bool dropped, const rates *by, uint8_t *states)
{
  all_copies copies = { 0, 0 };
  for (int a = 0; a < vfi_profile.array_count; a++) states[a] = VF_STATE_HOST;
  for (int n = 0; n < vfi_profile.need_count; n++) {
    const vfi_profile_need *need = &vfi_profile.needs[n];
    const bool of_routine = is_of(need, routine);
    if (of_routine && dropped) continue;
    const vf_side side = of_routine ? VF_DEVICE : (vf_side)need->side;
    const vfi_transition next =
        vfi_state_access((vfi_state)states[need->array], side, (vf_intent)need->intent, need->whole);
    states[need->array] = (uint8_t)next.next;
    if (next.copy == VF_COPY_NONE) continue;
    copies.number++;
    copies.seconds +=
        (double)vfi_profile.arrays[need->array].bytes * (next.copy == VF_COPY_TO_DEVICE ? by->to_device : by->to_host);
  }
  return copies;
}

/* An estimate of the time of a routine's loops on the device: its arrays at the copy rate of the device. Loops that touch
 * less than their arrays take at most their time on the host, by the rates of both sides. */
static double device_seconds(int routine, double loops)
{
  double bytes = 0;
  for (int n = 0; n < vfi_profile.need_count; n++)
    if (is_of(&vfi_profile.needs[n], routine))
      bytes += (vfi_profile.needs[n].intent == VF_UPDATE ? 2 : 1) *
               (double)vfi_profile.arrays[vfi_profile.needs[n].array].bytes;
  if (vfi_profile.copy_rate <= 0) return 0;
  const double of_arrays = bytes / vfi_profile.copy_rate;
  const double of_loops = loops * vfi_profile.host_rate / vfi_profile.copy_rate;
  return of_loops < of_arrays ? of_loops : of_arrays;
}

/* Seconds behind each request: with less, no loops stand there. */
static const double least_loops = 2e-6;

static vfi_profile_advice of_routine(int routine, const all_copies *now, const rates *by, uint8_t *states)
{
  const vfi_profile_site *first = &vfi_profile.sites[routine];
  vfi_profile_advice advice = { .step = VF_STEP_PORT, .line = first->line };
  memcpy(advice.name, first->routine, sizeof advice.name);
  memcpy(advice.file, first->file, sizeof advice.file);
  for (int s = 0; s < vfi_profile.site_count; s++) {
    const vfi_profile_site *site = &vfi_profile.sites[s];
    if (site->routine_site != routine) continue;
    advice.loops += site->host_seconds;
    advice.visits += site->visits;
    if (site->line && site->line < advice.line) advice.line = site->line;
  }
  if (advice.loops < least_loops * (double)advice.visits) advice.step = VF_STEP_MOVE;
  if (vfi_profile.has_copies) {
    const all_copies then = copies_with(routine, advice.step == VF_STEP_MOVE, by, states);
    advice.copies = now->seconds - then.seconds;
    advice.copies_saved = now->number - then.number;
  }
  if (advice.step == VF_STEP_PORT) advice.device = device_seconds(routine, advice.loops);
  advice.seconds = (advice.step == VF_STEP_PORT ? advice.loops : 0) + advice.copies - advice.device;
  return advice;
}

enum { MANY_LAUNCHES = 100 };

/* Many small launches: all but the time of their bytes could be saved, and the fixed cost of their calls. */
static bool merge_of(const vfi_profile_kernel *kernel, vfi_profile_advice *advice)
{
  if (kernel->small_launches < MANY_LAUNCHES || vfi_profile.copy_rate <= 0) return false;
  *advice = (vfi_profile_advice){ .step = VF_STEP_MERGE, .visits = kernel->small_launches };
  memcpy(advice->name, kernel->name, sizeof kernel->name);
  const double share = (double)kernel->small_launches / (double)kernel->launches;
  advice->loops = kernel->small_seconds + share * kernel->overhead;
  advice->device = (double)kernel->small_bytes / vfi_profile.copy_rate;
  advice->seconds = advice->loops - advice->device;
  return true;
}

/* Copies to the device behind a request to change the array that changed nothing. */
static bool read_of(const vfi_profile_copy *copy, vfi_profile_advice *advice)
{
  if (copy->writer == VF_PROFILE_NOBODY || !vfi_profile_is_site(copy->writer) || copy->same < copy->copies)
    return false;
  const vfi_profile_site *site = &vfi_profile.sites[vfi_profile_site_of(copy->writer)];
  *advice = (vfi_profile_advice){ .step = VF_STEP_READ, .line = site->line, .visits = site->visits };
  memcpy(advice->name, site->routine, sizeof advice->name);
  memcpy(advice->file, site->file, sizeof advice->file);
  memcpy(advice->array, copy->label, sizeof advice->array);
  advice->copies_saved = copy->same;
  advice->copies = advice->seconds = copy->same_seconds;
  return true;
}

enum { MANY_WRAPS = 10 };

/* Arrays of one label, each wrapped for itself: a kept view has one first copy. a: the first array of the label. */
static bool keep_of(int a, vfi_profile_advice *advice)
{
  const char *label = vfi_profile.arrays[a].label;
  int64_t wraps = 0, copies = 0;
  double seconds = 0;
  for (int b = 0; b < vfi_profile.array_count; b++) {
    if (strcmp(vfi_profile.arrays[b].label, label)) continue;
    if (b < a) return false;
    wraps++;
  }
  for (int c = 0; c < vfi_profile.copy_count; c++) {
    const vfi_profile_copy *copy = &vfi_profile.copies[c];
    if (!copy->to_device || strcmp(copy->label, label)) continue;
    copies += copy->copies;
    seconds += copy->seconds;
  }
  if (!label[0] || wraps < MANY_WRAPS || copies < wraps) return false;
  *advice = (vfi_profile_advice){ .step = VF_STEP_KEEP, .visits = wraps, .copies_saved = wraps - 1 };
  memcpy(advice->name, label, sizeof vfi_profile.arrays[a].label);
  advice->copies = advice->seconds = seconds * (double)(wraps - 1) / (double)copies;
  return true;
}

static int by_seconds(const void *p, const void *q)
{
  const double a = ((const vfi_profile_advice *)p)->seconds, b = ((const vfi_profile_advice *)q)->seconds;
  return (a < b) - (a > b);
}

vfi_profile_advice *vfi_profile_advise(int *count)
{
  const rates by = measured_rates();
  const double least = 1e-6 * (vfi_profile.end - vfi_profile.begin);
  /* three steps for each site and each copy, two for each array, and the opening of devices */
  const size_t most = 3 * (size_t)vfi_profile.site_count + (size_t)vfi_profile.kernel_count +
                      3 * (size_t)vfi_profile.copy_count + 2 * (size_t)vfi_profile.array_count + 1;
  uint8_t *states = calloc((size_t)vfi_profile.array_count + 1, sizeof *states);
  vfi_profile_advice *list = states ? calloc(most + 1, sizeof *list) : NULL;
  *count = 0;
  if (!list) {
    free(states);
    return NULL;
  }
  const all_copies now = copies_with(NO_ROUTINE, false, &by, states);
  for (int s = 0; s < vfi_profile.site_count; s++) {
    if (vfi_profile.sites[s].routine_site != s) continue;
    list[*count] = of_routine(s, &now, &by, states);
    if (list[*count].seconds >= least) ++*count;
  }
  for (int k = 0; k < vfi_profile.kernel_count; k++)
    if (merge_of(&vfi_profile.kernels[k], &list[*count]) && list[*count].seconds >= least) ++*count;
  for (int c = 0; c < vfi_profile.copy_count; c++)
    if (read_of(&vfi_profile.copies[c], &list[*count]) && list[*count].seconds >= least) ++*count;
  for (int a = 0; a < vfi_profile.array_count; a++)
    if (keep_of(a, &list[*count]) && list[*count].seconds >= least) ++*count;
  vfi_profile_advise_calls(list, count, least);
  free(states);
  qsort(list, (size_t)*count, sizeof *list, by_seconds);
  return list;
}
