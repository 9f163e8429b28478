#include "advice.h"

#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "../core/code_places.h"

/* An estimate of the time of a routine's loops on the device: its arrays at the copy rate of the device. Loops that touch
 * less than their arrays take at most their time on the host, by the rates of both sides. */
static double device_seconds(double bytes, double loops)
{
  if (vfi_profile.copy_rate <= 0) return 0;
  const double of_arrays = bytes / vfi_profile.copy_rate;
  const double of_loops = loops * vfi_profile.host_rate / vfi_profile.copy_rate;
  return of_loops < of_arrays ? of_loops : of_arrays;
}

/* Seconds behind each request: with less, no loops stand there. */
static const double least_loops = 2e-6;

/* The same behind a release: the Fortran side of views that are made and released takes some of these seconds. */
static const double least_loops_behind = 20e-6;

static bool is_site_of(vfi_profile_who who, int routine)
{
  return who != VF_PROFILE_NOBODY && vfi_profile_is_site(who) &&
         vfi_profile.sites[vfi_profile_site_of(who)].routine_site == routine;
}

static double forced_seconds(int routine)
{
  double seconds = 0;
  for (int c = 0; c < vfi_profile.copy_count; c++) {
    const vfi_profile_copy *copy = &vfi_profile.copies[c];
    if (is_site_of(copy->who, routine) || is_site_of(copy->writer, routine)) seconds += copy->seconds;
  }
  return seconds;
}

/* A routine that releases the views of its arrays behind its requests, as a translated routine does: the loops that follow may
 * stand in any routine. site: the request before most of these loops. */
static void note_behind(vfi_profile_advice *advice, const vfi_profile_site *site)
{
  advice->behind = advice->step == VF_STEP_PORT;
  if (advice->step == VF_STEP_MOVE) advice->step = VF_STEP_STAY;
  if (!advice->behind) return;
  advice->line = site->line;
  if (!site->until) return;
  const vfi_profile_site *until = &vfi_profile.sites[site->until - 1];
  snprintf(advice->until, sizeof advice->until, "%s", until->routine);
  if (until->line)
    snprintf(advice->until, sizeof advice->until, "%s (%s:%d)", until->routine, vfi_base_name(until->file),
             until->line);
}

/* Without memory the routine has no changes of copies. */
static vfi_profile_advice of_routine(int routine, vfi_profile_walk *walk)
{
  const vfi_profile_site *first = &vfi_profile.sites[routine];
  vfi_profile_advice advice = { .step = VF_STEP_PORT, .forced = forced_seconds(routine) };
  memcpy(advice.name, first->routine, sizeof advice.name);
  memcpy(advice.file, first->file, sizeof advice.file);
  const vfi_profile_site *releasing = NULL;
  double left = 0;
  for (int s = 0; s < vfi_profile.site_count; s++) {
    const vfi_profile_site *site = &vfi_profile.sites[s];
    if (site->routine_site != routine || !vfi_profile_has_asked(site)) continue;
    left += site->left_seconds;
    if (site->releases && (!releasing || site->left_seconds > releasing->left_seconds)) releasing = site;
    advice.loops += site->host_seconds;
    advice.visits += site->visits;
    if (site->line && (!advice.line || site->line < advice.line)) advice.line = site->line;
  }
  const bool behind = releasing && 2 * left >= advice.loops;
  if (advice.loops < (behind ? least_loops_behind : least_loops) * (double)advice.visits) advice.step = VF_STEP_MOVE;
  if (vfi_profile.has_copies)
    vfi_profile_walk_with(walk, routine, advice.step == VF_STEP_MOVE, &advice.changes, &advice.change_count);
  if (behind) note_behind(&advice, releasing);
  for (int c = 0; c < advice.change_count; c++) {
    advice.copies += advice.changes[c].seconds;
    advice.copies_saved += advice.changes[c].copies;
  }
  if (advice.step == VF_STEP_PORT) advice.device = device_seconds(vfi_profile_walk_bytes(walk, routine), advice.loops);
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

/* Steps by what they save, then the others by their loops and copies. */
static int steps_first(const void *p, const void *q)
{
  const vfi_profile_advice *x = p, *y = q;
  if (x->is_other != y->is_other) return x->is_other - y->is_other;
  const double a = x->is_other ? x->loops + x->forced : x->seconds;
  const double b = y->is_other ? y->loops + y->forced : y->seconds;
  return (a < b) - (a > b);
}

/* Returns the number of routines with loops or copies. */
static int add_routines(vfi_profile_advices *all, vfi_profile_walk *walk, double least)
{
  int count = 0;
  for (int s = 0; s < vfi_profile.site_count; s++) {
    if (vfi_profile.sites[s].routine_site != s) continue;
    vfi_profile_advice advice = of_routine(s, walk);
    advice.is_other = advice.seconds < least;
    if (advice.is_other && advice.loops <= 0 && advice.forced <= 0) {
      free(advice.changes);
      continue;
    }
    all->others += advice.is_other;
    all->list[count++] = advice;
  }
  return count;
}

/* Steps that are not of routines, from the first free place of the list on. */
static void add_further(vfi_profile_advice *list, int *count, double least)
{
  for (int k = 0; k < vfi_profile.kernel_count; k++)
    if (merge_of(&vfi_profile.kernels[k], &list[*count]) && list[*count].seconds >= least) ++*count;
  for (int c = 0; c < vfi_profile.copy_count; c++)
    if (read_of(&vfi_profile.copies[c], &list[*count]) && list[*count].seconds >= least) ++*count;
  for (int a = 0; a < vfi_profile.array_count; a++)
    if (keep_of(a, &list[*count]) && list[*count].seconds >= least) ++*count;
  vfi_profile_advise_calls(list, count, least);
}

vfi_profile_advices vfi_profile_advise(void)
{
  const double least = 1e-6 * (vfi_profile.end - vfi_profile.begin);
  /* three steps for each site and each copy, two for each array, and the opening of devices */
  const size_t most = 3 * (size_t)vfi_profile.site_count + (size_t)vfi_profile.kernel_count +
                      3 * (size_t)vfi_profile.copy_count + 2 * (size_t)vfi_profile.array_count + 1;
  vfi_profile_advices all = { .list = calloc(most + 1, sizeof *all.list) };
  vfi_profile_walk *walk = vfi_profile_walk_begin();
  if (!all.list || !walk) {
    free(all.list);
    vfi_profile_walk_end(walk);
    return (vfi_profile_advices){ 0 };
  }
  int end = add_routines(&all, walk, least);
  add_further(all.list, &end, least);
  vfi_profile_walk_end(walk);
  all.count = end - all.others;
  qsort(all.list, (size_t)end, sizeof *all.list, steps_first);
  return all;
}

void vfi_profile_free_advices(vfi_profile_advices *advices)
{
  for (int a = 0; a < advices->count + advices->others; a++) free(advices->list[a].changes);
  free(advices->list);
  *advices = (vfi_profile_advices){ 0 };
}
