#include "tables.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/seconds.h"

vfi_profile_tables vfi_profile;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void vfi_profile_lock(void) { pthread_mutex_lock(&lock); }

void vfi_profile_unlock(void) { pthread_mutex_unlock(&lock); }

/* Needs grow with the time of a run: to at most 12 MiB. */
enum { MOST_NEEDS = 1 << 20, MOST_ROWS = 1 << 16 };

bool vfi_profile_room(void **table, size_t size, int count, int most)
{
  if (count >= most) {
    vfi_profile.lost++;
    return false;
  }
  if (count && (count < 64 || (count & (count - 1)))) return true;
  void *larger = realloc(*table, size * (size_t)(count ? 2 * count : 64));
  if (!larger) {
    vfi_profile.lost++;
    return false;
  }
  *table = larger;
  return true;
}

/* The rows of the last questions: most questions ask again for the same rows. */
enum { RECENT = 64 };
static int recent_kernels[RECENT], recent_copies[RECENT];

int vfi_profile_find_kernel(const char *name)
{
  int *recent = &recent_kernels[(uintptr_t)name / sizeof(void *) % RECENT];
  if (*recent < vfi_profile.kernel_count && !strcmp(vfi_profile.kernels[*recent].name, name)) return *recent;
  for (int k = 0; k < vfi_profile.kernel_count; k++)
    if (!strcmp(vfi_profile.kernels[k].name, name)) return *recent = k;
  if (!VF_PROFILE_ROOM(kernels, kernel_count, MOST_ROWS)) return -1;
  vfi_profile_kernel *kernel = &vfi_profile.kernels[vfi_profile.kernel_count];
  memset(kernel, 0, sizeof *kernel);
  snprintf(kernel->name, sizeof kernel->name, "%s", name);
  return *recent = vfi_profile.kernel_count++;
}

int vfi_profile_find_site(void *const *frames, int depth)
{
  for (int s = 0; s < vfi_profile.site_count; s++) {
    const vfi_profile_site *site = &vfi_profile.sites[s];
    if (site->depth == depth && !memcmp(site->frames, frames, (size_t)depth * sizeof *frames)) return s;
  }
  if (!VF_PROFILE_ROOM(sites, site_count, MOST_ROWS)) return -1;
  vfi_profile_site *site = &vfi_profile.sites[vfi_profile.site_count];
  memset(site, 0, sizeof *site);
  memcpy(site->frames, frames, (size_t)depth * sizeof *frames);
  site->depth = depth;
  return vfi_profile.site_count++;
}

static bool is_like(const vfi_profile_copy *copy, const char *label, bool to_device, vfi_profile_who who,
                    vfi_profile_who writer)
{
  return copy->to_device == to_device && copy->who == who && copy->writer == writer && !strcmp(copy->label, label);
}

/* The first of `count` rows with the same label, direction and askers; count: no row. */
static int row_like(const char *label, bool to_device, vfi_profile_who who, vfi_profile_who writer, int count)
{
  int c = 0;
  while (c < count && !is_like(&vfi_profile.copies[c], label, to_device, who, writer)) c++;
  return c;
}

int vfi_profile_find_copy(const char *label, bool to_device, vfi_profile_who who, vfi_profile_who writer)
{
  int *recent = &recent_copies[((uint32_t)who * 8 + (uint32_t)writer * 2 + to_device) % RECENT];
  if (*recent < vfi_profile.copy_count && is_like(&vfi_profile.copies[*recent], label, to_device, who, writer))
    return *recent;
  const int row = row_like(label, to_device, who, writer, vfi_profile.copy_count);
  if (row < vfi_profile.copy_count) return *recent = row;
  if (!VF_PROFILE_ROOM(copies, copy_count, MOST_ROWS)) return -1;
  vfi_profile_copy *copy = &vfi_profile.copies[row];
  *copy = (vfi_profile_copy){ .to_device = to_device, .who = who, .writer = writer };
  snprintf(copy->label, sizeof copy->label, "%s", label);
  vfi_profile.copy_count++;
  return *recent = row;
}

int vfi_profile_find_wait(const char *call)
{
  for (int w = 0; w < vfi_profile.wait_count; w++)
    if (!strcmp(vfi_profile.waits[w].call, call)) return w;
  if (!VF_PROFILE_ROOM(waits, wait_count, MOST_ROWS)) return -1;
  vfi_profile_wait *wait = &vfi_profile.waits[vfi_profile.wait_count];
  memset(wait, 0, sizeof *wait);
  snprintf(wait->call, sizeof wait->call, "%s", call);
  return vfi_profile.wait_count++;
}

int vfi_profile_find_queue(const char *label)
{
  if (!label) return 0;
  for (int q = 0; q < vfi_profile.queue_count; q++)
    if (!strcmp(vfi_profile.queues[q], label)) return q + 1;
  if (vfi_profile.queue_count == VF_PROFILE_QUEUES) return 0;
  snprintf(vfi_profile.queues[vfi_profile.queue_count], VF_PROFILE_QUEUE_LABEL, "%s", label);
  return ++vfi_profile.queue_count;
}

int vfi_profile_add_array(const char *label, int64_t bytes)
{
  if (!VF_PROFILE_ROOM(arrays, array_count, MOST_NEEDS)) return -1;
  vfi_profile_array *array = &vfi_profile.arrays[vfi_profile.array_count];
  snprintf(array->label, sizeof array->label, "%s", label);
  array->bytes = bytes;
  array->lacked_memory = false;
  array->memory_seconds = 0;
  array->writer = VF_PROFILE_NOBODY;
  return vfi_profile.array_count++;
}

void vfi_profile_add_need(const vfi_profile_need *need)
{
  if (VF_PROFILE_ROOM(needs, need_count, MOST_NEEDS)) vfi_profile.needs[vfi_profile.need_count++] = *need;
}

/* The number of the first site with the same name. */
static int first_alike(int number)
{
  const vfi_profile_site *site = &vfi_profile.sites[number];
  for (int s = 0; s < number; s++) {
    const vfi_profile_site *other = &vfi_profile.sites[s];
    if (other->line == site->line && (site->line || other->place == site->place) &&
        !strcmp(other->routine, site->routine) && !strcmp(other->file, site->file))
      return s;
  }
  return number;
}

/* Moves the first site of each name to the front. to[old] becomes the new number. */
static void join_sites(int *to)
{
  int count = 0;
  for (int s = 0; s < vfi_profile.site_count; s++) to[s] = first_alike(s);
  for (int s = 0; s < vfi_profile.site_count; s++) {
    vfi_profile_site *sites = vfi_profile.sites;
    if (to[s] == s) {
      sites[count] = sites[s];
      to[s] = count++;
      continue;
    }
    to[s] = to[to[s]];
    sites[to[s]].visits += sites[s].visits;
    sites[to[s]].host_seconds += sites[s].host_seconds;
    sites[to[s]].releases += sites[s].releases;
    sites[to[s]].left_seconds += sites[s].left_seconds;
    if (sites[s].longest > sites[to[s]].longest) {
      sites[to[s]].longest = sites[s].longest;
      sites[to[s]].until = sites[s].until;
    }
    sites[to[s]].waits += sites[s].waits;
    sites[to[s]].idle_seconds += sites[s].idle_seconds;
    sites[to[s]].joinable += sites[s].joinable;
    sites[to[s]].joinable_seconds += sites[s].joinable_seconds;
  }
  vfi_profile.site_count = count;
  for (int s = 0; s < count; s++)
    if (vfi_profile.sites[s].until) vfi_profile.sites[s].until = 1 + to[vfi_profile.sites[s].until - 1];
}

static void join_copies(int *to)
{
  const int all = vfi_profile.copy_count;
  vfi_profile.copy_count = 0;
  for (int c = 0; c < all; c++) {
    const vfi_profile_copy copy = vfi_profile.copies[c];
    const int row = row_like(copy.label, copy.to_device, copy.who, copy.writer, vfi_profile.copy_count);
    to[c] = row;
    vfi_profile_copy *at = &vfi_profile.copies[row];
    if (row == vfi_profile.copy_count) {
      *at = copy;
      vfi_profile.copy_count++;
      continue;
    }
    at->copies += copy.copies;
    at->bytes += copy.bytes;
    at->seconds += copy.seconds;
    at->same += copy.same;
    at->same_seconds += copy.same_seconds;
    at->needless += copy.needless;
    at->needless_seconds += copy.needless_seconds;
    at->refused += copy.refused;
    at->refused_bytes += copy.refused_bytes;
    at->refused_seconds += copy.refused_seconds;
    at->locked_bytes += copy.locked_bytes;
    at->locked_seconds += copy.locked_seconds;
  }
}

static vfi_profile_who joined(vfi_profile_who who, const int *to)
{
  return who != VF_PROFILE_NOBODY && vfi_profile_is_site(who) ? vfi_profile_site_who(to[vfi_profile_site_of(who)])
                                                              : who;
}

static void find_routines(void)
{
  vfi_profile_site *sites = vfi_profile.sites;
  for (int s = 0; s < vfi_profile.site_count; s++) {
    int first = 0;
    while (strcmp(sites[first].routine, sites[s].routine) || strcmp(sites[first].file, sites[s].file)) first++;
    sites[s].routine_site = first;
  }
  for (int s = 0; s < vfi_profile.site_count; s++) {
    int before = 0, all = 0;
    for (int t = 0; t < vfi_profile.site_count && !sites[s].line; t++) {
      if (sites[t].routine_site != sites[s].routine_site || !vfi_profile_has_asked(&sites[t])) continue;
      all++;
      before += t < s;
    }
    sites[s].request = all > 1 ? before + 1 : 0;
  }
}

void vfi_profile_join_sites(void)
{
  int *sites = calloc((size_t)vfi_profile.site_count + 1, sizeof *sites);
  int *copies = calloc((size_t)vfi_profile.copy_count + 1, sizeof *copies);
  if (sites && copies) {
    join_sites(sites);
    for (int c = 0; c < vfi_profile.copy_count; c++) {
      vfi_profile_copy *copy = &vfi_profile.copies[c];
      copy->who = joined(copy->who, sites);
      copy->writer = joined(copy->writer, sites);
    }
    join_copies(copies);
    for (int n = 0; n < vfi_profile.need_count; n++) vfi_profile.needs[n].who = joined(vfi_profile.needs[n].who, sites);
    for (int e = 0; e < vfi_profile.event_count; e++) {
      vfi_profile_event *event = &vfi_profile.events[e];
      if (event->lane == VF_LANE_HOST) event->what = sites[event->what];
      if (event->lane == VF_LANE_COPY) event->what = copies[event->what];
    }
  }
  find_routines();
  free(sites);
  free(copies);
}

int vfi_profile_octave(int64_t number)
{
  const int octave = number > 0 ? ilogb((double)number) : 0;
  return octave < VF_PROFILE_SIZES ? octave : VF_PROFILE_SIZES - 1;
}

static vfi_profile_size *size_of(vfi_profile_kernel *kernel, int64_t points)
{
  return &kernel->sizes[vfi_profile_octave(points)];
}

/* Launches of the same bytes and seconds. */
static void add_launches(vfi_profile_kernel *kernel, int64_t count, int64_t bytes, double seconds)
{
  const double octaves = seconds > 1e-9 ? log2(seconds * 1e9) : 0;
  const int number = (int)(8 * octaves);
  kernel->launches += count;
  kernel->bytes += count * bytes;
  kernel->seconds += (double)count * seconds;
  if (seconds > kernel->worst) kernel->worst = seconds;
  if (bytes && bytes < VF_PROFILE_SMALL) {
    kernel->small_launches += count;
    kernel->small_bytes += count * bytes;
    kernel->small_seconds += (double)count * seconds;
  }
  kernel->classes[number < VF_PROFILE_CLASSES ? number : VF_PROFILE_CLASSES - 1] += (uint32_t)count;
}

void vfi_profile_add_launch(vfi_profile_kernel *kernel, int64_t points, int64_t bytes, double seconds)
{
  vfi_profile_size *size = size_of(kernel, points);
  size->timed++;
  size->bytes += bytes;
  size->seconds += seconds;
  add_launches(kernel, 1, bytes, seconds);
}

void vfi_profile_add_untimed(vfi_profile_kernel *kernel, int64_t points) { size_of(kernel, points)->untimed++; }

void vfi_profile_count_untimed(vfi_profile_kernel *kernel)
{
  const int64_t all = kernel->launches, all_bytes = kernel->bytes;
  const double all_seconds = kernel->seconds;
  for (vfi_profile_size *size = kernel->sizes; size < kernel->sizes + VF_PROFILE_SIZES; size++) {
    if (!size->untimed) continue;
    if (size->timed)
      add_launches(kernel, size->untimed, size->bytes / size->timed, size->seconds / (double)size->timed);
    else if (all) add_launches(kernel, size->untimed, all_bytes / all, all_seconds / (double)all);
    kernel->untimed += size->untimed;
    size->untimed = 0;
  }
}

static bool one_of(int number)
{
  static uint64_t random = 1;
  random = random * 6364136223846793005u + 1442695040888963407u;
  return (random >> 33) % (uint64_t)number == 0;
}

/* Seconds that may go into times: a part of the run, and at most `most` at once, so that a part without launches, such as the
 * reading of a mesh, does not make the steps behind it slow. */
static bool affords_a_time(void)
{
  static const double part = 0.005, most = 1e-3,
                      cost = 4e-6; /* cost: of two events, made, recorded and read, on an H200 */
  static double saved, last;
  const double now = vfi_seconds();
  saved += part * (now - (last > 0 ? last : vfi_profile.begin));
  if (saved > most) saved = most;
  last = now;
  if (saved < cost) return false;
  saved -= cost;
  return true;
}

bool vfi_profile_times_next(int64_t timed)
{
  enum { FIRST = 32, EVERY = 64 };
  return timed < FIRST || affords_a_time() || one_of(EVERY);
}

double vfi_profile_median(const vfi_profile_kernel *kernel)
{
  int64_t below = 0;
  for (int c = 0; c < VF_PROFILE_CLASSES; c++) {
    below += kernel->classes[c];
    if (2 * below >= kernel->launches) return 1e-9 * exp2((c + 0.5) / 8);
  }
  return 0;
}
