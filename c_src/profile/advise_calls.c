/* Steps that follow from single calls, without a walk through all needs. */
#include <string.h>

#include "advice.h"

enum { MANY = 10, MANY_CALLS = 100 };

static vfi_profile_advice at_site(vfi_profile_step step, int number)
{
  const vfi_profile_site *site = &vfi_profile.sites[number];
  vfi_profile_advice advice = { .step = step, .line = site->line };
  memcpy(advice.name, site->routine, sizeof advice.name);
  memcpy(advice.file, site->file, sizeof advice.file);
  return advice;
}

/* Copies that sync_h2d and sync_d2h make although the values are there. */
static bool sync_of(const vfi_profile_copy *copy, vfi_profile_advice *advice)
{
  if (!copy->needless || !vfi_profile_is_site(copy->who)) return false;
  *advice = at_site(VF_STEP_SYNC, vfi_profile_site_of(copy->who));
  memcpy(advice->array, copy->label, sizeof advice->array);
  advice->copies_saved = advice->visits = copy->needless;
  advice->copies = advice->seconds = copy->needless_seconds;
  return true;
}

static bool wait_of(int number, vfi_profile_advice *advice)
{
  const vfi_profile_site *site = &vfi_profile.sites[number];
  if (site->waits < MANY_CALLS) return false;
  *advice = at_site(VF_STEP_WAIT, number);
  advice->visits = site->waits;
  advice->seconds = site->idle_seconds;
  return true;
}

/* The bytes of small copies take next to no time, so nearly all their seconds are saved. */
static bool list_of(int number, vfi_profile_advice *advice)
{
  const vfi_profile_site *site = &vfi_profile.sites[number];
  if (site->joinable < MANY_CALLS) return false;
  *advice = at_site(VF_STEP_LIST, number);
  advice->visits = site->joinable;
  advice->copies = advice->seconds = site->joinable_seconds;
  return true;
}

static bool open_of(vfi_profile_advice *advice)
{
  if (vfi_profile.openings < MANY) return false;
  *advice = (vfi_profile_advice){ .step = VF_STEP_OPEN, .name = "device", .visits = vfi_profile.openings };
  advice->seconds = vfi_profile.opening_seconds;
  return true;
}

static int64_t copies_to_device_of(const char *label)
{
  int64_t copies = 0;
  for (int c = 0; c < vfi_profile.copy_count; c++)
    if (vfi_profile.copies[c].to_device && !strcmp(vfi_profile.copies[c].label, label))
      copies += vfi_profile.copies[c].copies;
  return copies;
}

/* Arrays of a label with device memory of their own, and fewer copies: else the step is to keep the view. a: the first
 * array of the label. */
static bool reuse_of(int a, vfi_profile_advice *advice)
{
  const char *label = vfi_profile.arrays[a].label;
  int64_t arrays = 0;
  double seconds = 0;
  for (int b = 0; b < vfi_profile.array_count; b++) {
    const vfi_profile_array *array = &vfi_profile.arrays[b];
    if (strcmp(array->label, label)) continue;
    if (b < a) return false;
    arrays += array->lacked_memory;
    seconds += array->memory_seconds;
  }
  if (!label[0] || arrays < MANY || copies_to_device_of(label) >= arrays) return false;
  *advice = (vfi_profile_advice){ .step = VF_STEP_REUSE, .visits = arrays };
  memcpy(advice->name, label, sizeof vfi_profile.arrays[a].label);
  advice->seconds = seconds * (double)(arrays - 1) / (double)arrays;
  return true;
}

/* Seconds of a byte in copies of page-locked arrays in this direction; 0: there are none. */
static double locked_rate(bool to_device)
{
  double seconds = 0;
  int64_t bytes = 0;
  for (int c = 0; c < vfi_profile.copy_count; c++) {
    if (vfi_profile.copies[c].to_device != to_device) continue;
    seconds += vfi_profile.copies[c].locked_seconds;
    bytes += vfi_profile.copies[c].locked_bytes;
  }
  return bytes ? seconds / (double)bytes : 0;
}

/* c: the first row of the label. Without a page lock copies take about twice the time, if the run does not tell. */
static bool lock_of(int c, vfi_profile_advice *advice)
{
  const char *label = vfi_profile.copies[c].label;
  *advice = (vfi_profile_advice){ .step = VF_STEP_LOCK };
  for (int d = 0; d < vfi_profile.copy_count; d++) {
    const vfi_profile_copy *copy = &vfi_profile.copies[d];
    if (strcmp(copy->label, label)) continue;
    if (d < c) return false;
    const double rate = locked_rate(copy->to_device);
    const double locked = rate > 0 ? rate * (double)copy->refused_bytes : copy->refused_seconds / 2;
    advice->visits += copy->refused;
    if (locked < copy->refused_seconds) advice->copies += copy->refused_seconds - locked;
  }
  memcpy(advice->name, label, sizeof vfi_profile.copies[c].label);
  advice->seconds = advice->copies;
  return advice->visits >= MANY;
}

void vfi_profile_advise_calls(vfi_profile_advice *list, int *count, double least)
{
  for (int c = 0; c < vfi_profile.copy_count; c++)
    if (sync_of(&vfi_profile.copies[c], &list[*count]) && list[*count].seconds >= least) ++*count;
  for (int c = 0; c < vfi_profile.copy_count; c++)
    if (lock_of(c, &list[*count]) && list[*count].seconds >= least) ++*count;
  for (int s = 0; s < vfi_profile.site_count; s++) {
    if (wait_of(s, &list[*count]) && list[*count].seconds >= least) ++*count;
    if (list_of(s, &list[*count]) && list[*count].seconds >= least) ++*count;
  }
  if (open_of(&list[*count]) && list[*count].seconds >= least) ++*count;
  for (int a = 0; a < vfi_profile.array_count; a++)
    if (reuse_of(a, &list[*count]) && list[*count].seconds >= least) ++*count;
}
