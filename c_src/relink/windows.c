#include "windows.h"

#include <string.h>

#include "../core/error.h"
#include "../core/region.h"
#include "../core/view.h"
#include "host_side.h"
#include "spare.h"

enum { WORTH = 2 }; /* part of the bytes of the arrays that windows may have */

static int64_t extent(const vf_box *box, int d) { return (int64_t)box->upper[d] - box->lower[d] + 1; }

static size_t elements_of(const vf_box *box, int components)
{
  return (size_t)(extent(box, 0) * extent(box, 1) * extent(box, 2)) * (size_t)components;
}

static size_t bytes_of(const vfi_call_window *window, const vf_box *box)
{
  return elements_of(box, window->components) * window->element;
}

static bool is_within(const vf_box *box, const vf_box *bounds)
{
  for (int d = 0; d < 3; d++)
    if (box->lower[d] < bounds->lower[d] || box->upper[d] > bounds->upper[d]) return false;
  return true;
}

static void widen(vf_box *box, const vf_box *by)
{
  for (int d = 0; d < 3; d++) {
    if (by->lower[d] < box->lower[d]) box->lower[d] = by->lower[d];
    if (by->upper[d] > box->upper[d]) box->upper[d] = by->upper[d];
  }
}

/* ---- The windows of a call ---------------------------------------------------------------------------------- */

/* The array of an argument, with the elements that the call needs; false if the array does not have these elements.
 * Lock held. */
static bool describe(const vfi_legacy_call *call, int a, vfi_call_window *window)
{
  const vfi_record *record = vfi_record_get(call->leases[a].view, "a legacy call");
  if (!record) return false;
  const vfi_use use = {
    &call->symbol->kernel->description, a, call->arguments, call->selector, record->lower, record->upper
  };
  window->first = record->array->host + record->offset;
  window->type = record->array->type;
  window->element = vfi_type_size(window->type);
  window->components = (int)vfi_record_extent(record, 3);
  for (int d = 0; d < 3; d++) {
    window->bounds.lower[d] = (int)record->lower[d];
    window->bounds.upper[d] = (int)record->upper[d];
  }
  window->box = vfi_region_of(&use, &call->box);
  return !vfi_box_is_empty(&window->box) && is_within(&window->box, &window->bounds);
}

static bool same_array(const vfi_call_window *p, const vfi_call_window *q)
{
  return p->first == q->first && p->components == q->components && p->type == q->type &&
         !memcmp(&p->bounds, &q->bounds, sizeof p->bounds);
}

/* True if different arrays share memory. */
static bool overlap(const vfi_call_window *p, const vfi_call_window *q)
{
  return p->first < q->first + bytes_of(q, &q->bounds) && q->first < p->first + bytes_of(p, &p->bounds);
}

/* Adds the window of an argument to the windows of the call. */
static bool add(const vfi_legacy_call *call, int a, vfi_call_windows *windows)
{
  vfi_call_window *fresh = &windows->windows[windows->count];
  memset(fresh, 0, sizeof *fresh);
  if (!describe(call, a, fresh)) return false;
  for (int w = 0; w < windows->count; w++) {
    vfi_call_window *window = &windows->windows[w];
    if (same_array(window, fresh)) {
      widen(&window->box, &fresh->box);
      windows->of[a] = w;
      return true;
    }
    if (overlap(window, fresh)) return false;
  }
  windows->of[a] = windows->count++;
  return true;
}

/* Finds the windows; false for a call without windows. */
static bool find(const vfi_legacy_call *call, const bool *through, vfi_call_windows *windows)
{
  size_t of_windows = 0, of_arrays = 0;
  windows->all = true;
  bool have = true;
  vfi_lock();
  for (int a = 0; a < VF_MOST_LEGACY_ARGUMENTS; a++) {
    windows->of[a] = -1;
    if (through[a]) have = have && add(call, a, windows);
    else windows->all = windows->all && call->leases[a].kind == VF_LEASE_NONE;
  }
  vfi_unlock();
  for (int w = 0; w < windows->count && have; w++) {
    of_windows += bytes_of(&windows->windows[w], &windows->windows[w].box);
    of_arrays += bytes_of(&windows->windows[w], &windows->windows[w].bounds);
  }
  return have && windows->count && of_windows <= of_arrays / WORTH;
}

/* ---- Their values ------------------------------------------------------------------------------------------- */

static size_t place(const vfi_call_window *window, const vf_box *in, int i, int j, int k, int n)
{
  const int64_t element = (i - (int64_t)in->lower[0]) +
                          extent(in, 0) * ((j - (int64_t)in->lower[1]) +
                                           extent(in, 1) * ((k - (int64_t)in->lower[2]) + extent(in, 2) * (int64_t)n));
  return (size_t)element * window->element;
}

/* Copies a part of a window from the host's array, or to the array. */
static void copy(const vfi_call_window *window, const vf_box *part, bool from_array)
{
  const size_t row = (size_t)extent(part, 0) * window->element;
  for (int n = 0; n < window->components; n++)
    for (int k = part->lower[2]; k <= part->upper[2]; k++)
      for (int j = part->lower[1]; j <= part->upper[1]; j++) {
        char *in_array = window->first + place(window, &window->bounds, part->lower[0], j, k, n);
        char *in_window = window->spare->host + place(window, &window->box, part->lower[0], j, k, n);
        if (from_array) memcpy(in_window, in_array, row);
        else memcpy(in_array, in_window, row);
      }
}

static vf_status open_window(vfi_call_window *window, const char *label)
{
  int64_t extents[4] = { 0, 0, 0, window->components };
  const int lower[4] = { window->box.lower[0], window->box.lower[1], window->box.lower[2], 1 };
  for (int d = 0; d < 3; d++) extents[d] = extent(&window->box, d);
  vf_status status = vfi_spare_borrow(window->type, elements_of(&window->box, window->components), &window->spare);
  if (status) return status;
  copy(window, &window->box, true);
  status = vf_view_wrap(NULL, window->spare->host, window->type, 4, extents, lower, label, VF_WRAP_JOIN, &window->view);
  if (!status) vfi_host_is_newest(window->view);
  return status;
}

vf_status vfi_windows_take(vfi_legacy_call *call, const bool *through, vfi_call_windows *windows)
{
  const vfi_kernel_description *kernel = &call->symbol->kernel->description;
  vf_status status = VF_OK;
  windows->count = 0;
  windows->least = vfi_derive_least(call->symbol->derive, call, &windows->was);
  if (!find(call, through, windows)) {
    windows->count = 0;
    return vfi_windows_end(call, windows, false);
  }
  for (int a = 0; a < VF_MOST_LEGACY_ARGUMENTS && !status; a++) {
    if (windows->of[a] < 0) continue;
    vfi_call_window *window = &windows->windows[windows->of[a]];
    if (!window->view) status = open_window(window, kernel->arguments[a].name);
    call->arguments[a].view = window->view;
  }
  if (status) (void)vfi_windows_end(call, windows, false);
  return status;
}

/* Copies the elements of a call's points from the windows that the call has written to the arrays. */
static void bring(const vfi_legacy_call *call, const vfi_call_windows *windows)
{
  const vfi_kernel_description *kernel = &call->symbol->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++) {
    if (windows->of[a] < 0 || kernel->arguments[a].intent == VF_ARGUMENT_READ) continue;
    const vfi_call_window *window = &windows->windows[windows->of[a]];
    const vf_box part = vfi_owned_box(call, a, &window->box);
    if (!vfi_box_is_empty(&part)) copy(window, &part, false);
  }
}

static vf_status fetch(const vfi_legacy_call *call, const vfi_call_windows *windows)
{
  const vfi_kernel_description *kernel = &call->symbol->kernel->description;
  vf_view *written[VF_MOST_LEGACY_ARGUMENTS];
  int count = 0;
  for (int a = 0; a < kernel->argument_count; a++)
    if (windows->of[a] >= 0 && kernel->arguments[a].intent != VF_ARGUMENT_READ)
      written[count++] = call->arguments[a].view;
  return count ? vf_views_to_host(written, count, VF_READ) : VF_OK;
}

vf_status vfi_windows_end(vfi_legacy_call *call, vfi_call_windows *windows, bool done)
{
  const vf_status status = done ? fetch(call, windows) : VF_OK;
  if (done && !status) bring(call, windows);
  for (int w = 0; w < windows->count; w++) {
    vfi_call_window *window = &windows->windows[w];
    if (window->view) vf_view_release(&window->view, true);
    vfi_spare_give(window->spare);
  }
  for (int a = 0; a < VF_MOST_LEGACY_ARGUMENTS; a++)
    if (windows->of[a] >= 0) call->arguments[a].view = call->leases[a].view;
  if (windows->least) *windows->least = windows->was;
  windows->count = 0;
  return status;
}
