#include "registry.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/backend.h>

#include "error.h"
#include "section.h"
#include "text.h"
#include "view.h"

/* Non-empty arrays, in order of their addresses; they never overlap. Empty arrays are on no list. */
static vfi_array **arrays;
static size_t count, capacity;

/* Position of the first array with an end beyond the address. */
static size_t position(const char *address)
{
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if ((uintptr_t)arrays[middle]->host + arrays[middle]->bytes <= (uintptr_t)address) low = middle + 1;
    else high = middle;
  }
  return low;
}

vfi_array *vfi_registry_find(const void *address)
{
  const size_t p = position(address);
  return p < count && (uintptr_t)arrays[p]->host <= (uintptr_t)address ? arrays[p] : NULL;
}

vfi_array *vfi_registry_meets(const void *begin, size_t bytes)
{
  const size_t p = position(begin);
  return p < count && (uintptr_t)arrays[p]->host < (uintptr_t)begin + bytes ? arrays[p] : NULL;
}

vfi_array *vfi_registry_at(size_t place) { return place < count ? arrays[place] : NULL; }

static vf_status insert(vfi_array *array, size_t p)
{
  if (count == capacity) {
    const size_t larger = capacity ? 2 * capacity : 64;
    vfi_array **grown = realloc(arrays, larger * sizeof(vfi_array *));
    if (!grown) return vfi_fail(VF_ERROR_MEMORY, "no host memory to register '%s'", array->label);
    arrays = grown;
    capacity = larger;
  }
  memmove(arrays + p + 1, arrays + p, (count - p) * sizeof(vfi_array *));
  arrays[p] = array;
  count++;
  return VF_OK;
}

enum { PLACE_TEXT = 256 };

/* The beginning of a range inside a live array: "lies inside 'phi', from its element (3, -1, 0) on", in the bounds of a
 * view of the whole array, else with the number of the element. */
static const char *place_text(char text[PLACE_TEXT], const vfi_array *live, const char *host, size_t bytes)
{
  const int64_t element = (host - live->host) / (ptrdiff_t)vfi_type_size(live->type);
  const vfi_record *record = vfi_record_get(vfi_record_of_array(live), live->label);
  if (host == live->host && bytes == live->bytes) {
    snprintf(text, PLACE_TEXT, "has the address of '%s'", live->label);
    return text;
  }
  int used = snprintf(text, PLACE_TEXT, "lies inside '%s', from its element ", live->label);
  if (record && vfi_record_whole(record) && record->axes.rank) {
    char axes[VF_AXES_TEXT];
    snprintf(text + used, (size_t)(PLACE_TEXT - used), "%s on", vfi_axes_text(axes, &record->axes, element));
  } else if (record && vfi_record_whole(record)) {
    int64_t rest = element;
    for (int d = 0; d < record->rank; d++) {
      const int64_t extent = vfi_record_extent(record, d);
      used += snprintf(text + used, (size_t)(PLACE_TEXT - used), "%s%lld", d ? ", " : "(",
                       (long long)(record->lower[d] + rest % extent));
      rest /= extent;
    }
    snprintf(text + used, (size_t)(PLACE_TEXT - used), ") on");
  } else {
    snprintf(text + used, (size_t)(PLACE_TEXT - used), "number %lld on", (long long)(element + 1));
  }
  return text;
}

/* Decides about a new range that meets a live array: the range shares the array, or is refused. */
static vf_status join(vfi_array *live, const vf_context *context, const char *host, size_t bytes, vf_type type,
                      const char *label, vf_wrap_rule rule)
{
  const bool inside =
      (uintptr_t)host >= (uintptr_t)live->host && (uintptr_t)host + bytes <= (uintptr_t)live->host + live->bytes;
  if (!inside)
    return vfi_fail(VF_ERROR_OVERLAP,
                    "'%s' overlaps '%s', which is live, and does not lie inside it; release '%s' "
                    "first (or wrap the larger array first)",
                    label, live->label, live->label);
  if (live->context != context)
    return vfi_fail(VF_ERROR_OVERLAP, "'%s' lies inside '%s', which is live in another context (%s)", label,
                    live->label, live->context->name);
  if (live->type != type)
    return vfi_fail(VF_ERROR_OVERLAP,
                    "'%s' (%s) lies inside '%s' (%s), which is live; if '%s' was deallocated, "
                    "release its view first",
                    label, vfi_type_name(type), live->label, vfi_type_name(live->type), live->label);
  if (rule == VF_WRAP_JOIN) return VF_OK;
  if (vfi_state_host_lacks(live->state)) {
    char place[PLACE_TEXT];
    return vfi_fail(VF_ERROR_OVERLAP,
                    "'%s' %s. '%s' is live, and its newest values are on the device. If '%s' is %s, wrap it with join; "
                    "if '%s' was deallocated, release its view first",
                    label, place_text(place, live, host, bytes), live->label, label,
                    bytes == live->bytes ? "the same array" : "a part of this array", live->label);
  }
  /* There may be a new array at an old address: only the host's values are reliable, and a page lock may be on pages of
   * freed memory. */
  vfi_array_unlock(live);
  if (!context->backend->aliases_host) vfi_array_set_state(live, VF_STATE_HOST);
  return VF_OK;
}

vf_status vfi_registry_claim(vf_context *context, void *host, size_t bytes, vf_type type, const char *label,
                             vf_wrap_rule rule, vfi_array **array, bool *joined)
{
  *joined = false;
  const size_t p = bytes ? position(host) : count;
  if (p < count && (uintptr_t)arrays[p]->host < (uintptr_t)host + bytes) {
    const vf_status status = join(arrays[p], context, host, bytes, type, label, rule);
    if (status) return status;
    *array = arrays[p];
    *joined = true;
    return VF_OK;
  }
  const vf_status meets = vfi_sections_check(host, bytes, label);
  if (meets) return meets;
  vfi_array *fresh = calloc(1, sizeof *fresh);
  if (!fresh) return vfi_fail(VF_ERROR_MEMORY, "no host memory for a view of '%s'", label);
  fresh->context = context;
  fresh->host = host;
  fresh->bytes = bytes;
  fresh->type = type;
  fresh->state = bytes == 0 || context->backend->aliases_host ? VF_STATE_BOTH : VF_STATE_HOST;
  vfi_text_copy_label(fresh->label, sizeof fresh->label, label);
  const vf_status listed = bytes ? insert(fresh, p) : VF_OK;
  if (listed) {
    free(fresh);
    return listed;
  }
  vfi_array_note_birth(fresh);
  *array = fresh;
  return VF_OK;
}

void vfi_registry_drop(vfi_array *array)
{
  if (array->bytes) {
    const size_t p = position(array->host);
    count--;
    if (p < count) memmove(arrays + p, arrays + p + 1, (count - p) * sizeof(vfi_array *));
    if (count == 0) {
      free(arrays);
      arrays = NULL;
      capacity = 0;
    }
  }
  vfi_array_destroy(array);
}

/* a lock of its own, because a library may be loaded while a thread holds the lock of viewfab */
static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static vf_kernel *first_kernel;
static unsigned unloaded;

void vfi_kernel_enlist(vf_kernel *kernel)
{
  pthread_mutex_lock(&list_lock);
  kernel->next = first_kernel;
  first_kernel = kernel;
  pthread_mutex_unlock(&list_lock);
}

void vfi_kernel_delist(vf_kernel *kernel)
{
  pthread_mutex_lock(&list_lock);
  vf_kernel **link = &first_kernel;
  while (*link && *link != kernel) link = &(*link)->next;
  if (*link) *link = kernel->next;
  pthread_mutex_unlock(&list_lock);
  __atomic_add_fetch(&unloaded, 1, __ATOMIC_RELEASE);
}

unsigned vfi_kernels_unloaded(void) { return __atomic_load_n(&unloaded, __ATOMIC_ACQUIRE); }

bool vfi_kernel_is_listed(const char *name)
{
  pthread_mutex_lock(&list_lock);
  const vf_kernel *kernel = first_kernel;
  while (kernel && strcmp(kernel->description.name, name)) kernel = kernel->next;
  pthread_mutex_unlock(&list_lock);
  return kernel;
}
