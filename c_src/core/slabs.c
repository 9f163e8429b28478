#include "slabs.h"

#include <stdlib.h>
#include <string.h>

#include <viewfab/kit/reduction_tree.h>

#include "device_pool.h"
#include "error.h"
#include "hooks.h"
#include "staging.h"

static vfi_array *array_of(const vfi_slabs *s, int argument)
{
  const vfi_record *record = vfi_checked_record(s->checked, argument, 0);
  return record ? record->array : NULL;
}

/* ---- What can be cut ---- */

static bool points_can_be_cut(const vfi_kernel_description *kernel)
{
  const int runs = vfi_points_traits_of(kernel->points)->runs;
  if (kernel->lines && kernel->lines[0].name) return false;
  if (runs == VF_RUNS_WINDOWS) return false;
  return runs != VF_RUNS_BODY || !vfi_points_traits_of(kernel->points)->around;
}

/* True if no written array belongs to two arguments: the slabs of both arguments would be different copies. */
static bool are_apart(const vfi_slabs *s)
{
  const vfi_kernel_description *kernel = vfi_slabs_kernel(s);
  for (int a = 0; a < kernel->argument_count; a++)
    for (int b = 0; b < kernel->argument_count; b++)
      if (a != b && array_of(s, a) && array_of(s, a) == array_of(s, b) && vfi_slabs_write(kernel, a)) return false;
  return true;
}

static bool results_can_be_cut(const vfi_slabs *s)
{
  const vfi_kernel_description *kernel = vfi_slabs_kernel(s);
  if (s->checked->result || s->list->rows) return false;
  for (int r = 0; r < kernel->result_count; r++)
    if (kernel->results[r].placed) return false;
  return true;
}

static bool can_be_cut(const vfi_slabs *s)
{
  const vfi_kernel_description *kernel = vfi_slabs_kernel(s);
  return points_can_be_cut(kernel) && !s->checked->by_box && !kernel->remote_forms && !kernel->checks_bounds &&
         !vfi_host_watched && s->list->count && !s->list->domains && are_apart(s) && results_can_be_cut(s);
}

static int64_t length(const vf_box *box, int d) { return (int64_t)box->upper[d] - box->lower[d] + 1; }

/* The slowest axis with several points of a box; -1: none. */
static int axis_of(const vfi_slabs *s)
{
  int axis = -1;
  for (int d = 0; d < (vfi_is_over_columns(vfi_slabs_kernel(s)) ? 2 : 3); d++)
    for (int b = 0; b < s->list->count; b++)
      if (length(&s->list->boxes[b], d) > 1) axis = d;
  return vfi_is_over_columns(vfi_slabs_kernel(s)) && axis != 1 ? -1 : axis;
}

/* Sums depend on the tiles of the whole box: slabs end where tiles end. Extrema do not. */
static int64_t unit_of(const vfi_slabs *s)
{
  const vfi_kernel_description *kernel = vfi_slabs_kernel(s);
  bool sums = false;
  int64_t unit = 1;
  for (int r = 0; r < kernel->result_count; r++) sums = sums || kernel->results[r].reduction == VF_REDUCTION_SUM;
  for (int b = 0; b < s->list->count && sums; b++) {
    int64_t plane = 1;
    for (int d = 0; d < s->axis; d++) plane *= length(&s->list->boxes[b], d);
    while (plane * unit % VF_REDUCTION_TILE) unit *= 2;
  }
  return unit;
}

/* ---- Memory ---- */

bool vfi_slabs_at(const vfi_slabs *s, const vf_box *box, int64_t part, vf_box *slab)
{
  const int64_t first = box->lower[s->axis] + part * s->thickness, last = first + s->thickness - 1;
  *slab = *box;
  if (first > box->upper[s->axis]) return false;
  slab->lower[s->axis] = (int)first;
  if (last < box->upper[s->axis]) slab->upper[s->axis] = (int)last;
  return true;
}

/* The bytes of the largest slab. */
static size_t measure(const vfi_slabs *s)
{
  size_t total = 0;
  vf_box slab;
  for (int a = 0; a < vfi_slabs_kernel(s)->argument_count; a++) {
    vfi_slab_array *array = &s->arrays[a];
    if (!array->of) continue;
    array->most = 0;
    for (int b = 0; b < s->list->count; b++)
      for (int64_t part = 0; vfi_slabs_at(s, &s->list->boxes[b], part, &slab); part++) {
        int64_t first, last;
        vfi_slab_range(s->call, s->checked, array, a, &slab, true, &first, &last);
        const size_t bytes = vfi_slab_bytes(vfi_checked_record(s->checked, a, 0), array->direction, first, last);
        if (bytes > array->most) array->most = bytes;
      }
    total += vfi_slab_aligned(array->most);
  }
  return total;
}

/* Takes memory for the thickest possible slabs. */
static vf_status take_memory(vfi_slabs *s)
{
  int64_t longest = 1;
  const char *label = "";
  int others = -1;
  for (int b = 0; b < s->list->count; b++)
    if (length(&s->list->boxes[b], s->axis) > longest) longest = length(&s->list->boxes[b], s->axis);
  for (int a = 0; a < vfi_slabs_kernel(s)->argument_count; a++)
    if (s->arrays[a].of) {
      if (others++ < 0) label = s->arrays[a].of->label;
    }
  vf_status status = VF_ERROR_MEMORY;
  for (int64_t thickness = s->thickness ? s->thickness : longest; thickness > s->unit && status == VF_ERROR_MEMORY;) {
    thickness = ((thickness + 1) / 2 + s->unit - 1) / s->unit * s->unit;
    if (s->thickness == thickness) break; /* the unit does not allow thinner slabs */
    s->thickness = thickness;
    status = vfi_device_pool_take(s->context, measure(s), label, others, &s->block);
  }
  return status;
}

/* Brings the values of the cut arrays to the host; the arrays leave the device. All other arrays come to the device whole. */
static vf_status place_arrays(const vfi_slabs *s)
{
  const vfi_kernel_description *kernel = vfi_slabs_kernel(s);
  vfi_moves to_host = { 0 }, to_device = { 0 };
  for (int a = 0; a < kernel->argument_count; a++)
    if (s->arrays[a].of) vfi_moves_need(&to_host, s->arrays[a].of, VF_HOST, VF_READ, true);
  vf_status status = vfi_moves_make(&to_host);
  for (int a = 0; a < kernel->argument_count && !status; a++)
    if (s->arrays[a].of && s->arrays[a].of->block) vfi_array_leave_device(s->arrays[a].of);
  for (int a = 0; a < kernel->argument_count && !status; a++)
    if (s->checked->operands[a] && !s->arrays[a].of)
      status = vfi_operand_list(s->checked->operands[a], VF_DEVICE, vfi_slabs_write(kernel, a) ? VF_UPDATE : VF_READ,
                                NULL, &to_device);
  return status ? status : vfi_moves_make(&to_device);
}

static vf_status choose_arrays(vfi_slabs *s)
{
  const int count = vfi_slabs_kernel(s)->argument_count;
  s->arrays = calloc((size_t)count, sizeof *s->arrays);
  if (!s->arrays) return vfi_fail(VF_ERROR_MEMORY, "vf_%s: no host memory for its slabs", vfi_slabs_kernel(s)->name);
  bool any = false;
  for (int a = 0; a < count; a++) {
    vfi_slab_array *array = &s->arrays[a];
    if (!array_of(s, a) || !array_of(s, a)->bytes) continue;
    array->direction = vfi_slab_direction(s->call, s->checked, a, s->axis);
    if (array->direction < 0) continue;
    array->of = array_of(s, a);
    array->array = *array->of;
    array->array.block = NULL;
    any = true;
  }
  return any ? VF_OK : VF_ERROR_MEMORY;
}

static vf_status take_rows(vfi_slabs *s)
{
  if (!vfi_gives_result(vfi_slabs_kernel(s))) return VF_OK;
  s->row = vfi_partial_row_of(vfi_slabs_kernel(s));
  vf_box slab;
  for (int b = 0; b < s->list->count; b++)
    for (int64_t part = 0; vfi_slabs_at(s, &s->list->boxes[b], part, &slab); part++)
      s->all_tiles += vfi_reduction_tiles(vfi_box_points(&slab)) * s->checked->components;
  s->rows = malloc((size_t)(s->all_tiles * s->row.length) * sizeof *s->rows);
  if (!s->rows) return vfi_fail(VF_ERROR_MEMORY, "vf_%s: no host memory for its results", vfi_slabs_kernel(s)->name);
  return s->room ? VF_OK : vfi_context_row_room(s->context, &s->room);
}

/* The host has the newest values of the cut arrays, also after a failure. */
static void commit(const vfi_slabs *s, vf_status status)
{
  const vfi_kernel_description *kernel = vfi_slabs_kernel(s);
  for (int a = 0; a < kernel->argument_count; a++) {
    if (s->arrays[a].of && vfi_slabs_write(kernel, a)) vfi_array_commit(s->arrays[a].of, VF_HOST, VF_UPDATE, false);
    else if (s->checked->operands[a] && !s->arrays[a].of && !status)
      vfi_operand_commit(s->checked->operands[a], VF_DEVICE, (vf_intent)kernel->arguments[a].intent);
  }
  if (status) return;
  s->context->counters.launches++;
  s->context->counters.cut_calls++;
  s->context->pool->figures.cut_calls++;
}

static void end(const vfi_slabs *s)
{
  if (s->block) vfi_device_pool_give(s->context, s->block);
  if (s->room) s->room->in_use = false;
  free(s->rows);
  free(s->arrays);
}

/* Runs the call in slabs thinner than those of the last attempt. */
static vf_status run_at_thickness(vfi_slabs *s)
{
  if (s->block) vfi_device_pool_give(s->context, s->block);
  s->block = NULL;
  free(s->rows);
  s->rows = NULL;
  s->all_tiles = 0;
  vf_status status = take_memory(s);
  if (!status) status = take_rows(s);
  return status ? status : vfi_slabs_run_all(s);
}

vf_status vfi_slabs_run(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list, vf_status failure,
                        bool *begun)
{
  char text[VF_ERROR_TEXT];
  vfi_slabs s = { .call = call, .checked = checked, .list = list, .context = checked->context };
  *begun = false;
  s.begun = begun;
  vfi_error_keep(text);
  if (!vfi_device_pool_spills(s.context) || !can_be_cut(&s)) return failure;
  s.axis = axis_of(&s);
  if (s.axis < 0) return failure;
  s.unit = unit_of(&s);
  vf_status status = choose_arrays(&s);
  if (!status) status = place_arrays(&s);
  bool ready = !status;
  while (!status && !*begun) {
    status = run_at_thickness(&s);
    if (status != VF_ERROR_MEMORY || *begun || s.thickness <= s.unit) break;
    status = VF_OK; /* thinner slabs leave memory for scratch */
  }
  if (status == VF_ERROR_MEMORY && !*begun) ready = false;
  if (!ready) {
    end(&s);
    return status == VF_ERROR_MEMORY ? vfi_error_report(failure, text), failure : status;
  }
  commit(&s, status);
  end(&s);
  return status;
}
