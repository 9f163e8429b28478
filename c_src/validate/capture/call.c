/* Gathers a call, before and after its run, and hands the call to its file. */
#include <stdlib.h>
#include <string.h>

#include "../../core/error.h"
#include "capture.h"
#include "file.h"

/* Bytes offset .. offset + bytes of an array; views of the call cover them. */
typedef struct range {
  const vfi_array *array;
  size_t offset, bytes;
  const vfi_record *view; /* the single view over the range, or NULL */
} range;

struct vfi_capture {
  vfi_capture_file file;
  vfi_captured_call captured;
  range ranges[VF_MAX_ARGUMENTS];
  void *values; /* room for the largest range, taken before the call runs */
};

/* The range of a view with axes is the full extent of the axes, so that the view can be made again. */
static range range_of(const vfi_record *record)
{
  if (record->axes.rank) {
    size_t elements = 1;
    for (int a = 0; a < record->axes.rank; a++) elements *= (size_t)record->axes.extent[a];
    return (range){ .array = record->array,
                    .offset = record->base,
                    .bytes = elements * vfi_type_size(record->array->type) };
  }
  return (range){ .array = record->array,
                  .offset = record->offset,
                  .bytes = (size_t)vfi_record_elements(record) * vfi_type_size(record->array->type),
                  .view = record };
}

static bool ranges_meet(const range *p, const range *q)
{
  if (p->array != q->array) return false;
  if (p->offset == q->offset && p->bytes == q->bytes) return true;
  return p->offset < q->offset + q->bytes && q->offset < p->offset + p->bytes;
}

static bool same_shape(const vfi_record *p, const vfi_record *q)
{
  bool same = p && q && p->rank == q->rank && p->offset == q->offset;
  for (int d = 0; same && d < p->rank; d++) same = vfi_record_extent(p, d) == vfi_record_extent(q, d);
  return same;
}

static void merge(range *to, const range *from)
{
  const size_t to_end = to->offset + to->bytes, from_end = from->offset + from->bytes;
  if (!same_shape(to->view, from->view)) to->view = NULL;
  if (from->offset < to->offset) to->offset = from->offset;
  to->bytes = (to_end > from_end ? to_end : from_end) - to->offset;
}

/* Views with common elements must share them again in a replay, so the elements of such views become one range. */
static int find_ranges(const vfi_kernel_description *kernel, const vfi_checked *checked, range *ranges)
{
  int count = 0;
  for (int a = 0; a < kernel->argument_count; a++) {
    if (!vfi_checked_record(checked, a, 0)) continue;
    range added = range_of(vfi_checked_record(checked, a, 0));
    for (int r = 0; r < count; r++) {
      if (!ranges_meet(&ranges[r], &added)) continue;
      merge(&added, &ranges[r]);
      ranges[r] = ranges[--count];
      r = -1; /* the larger range may meet the ranges before */
    }
    ranges[count++] = added;
  }
  return count;
}

static void describe_array(const range *from, vfi_captured_array *array)
{
  array->type = from->array->type;
  array->rank = from->view ? from->view->rank : 1;
  array->extents[0] = (int64_t)(from->bytes / vfi_type_size(array->type));
  for (int d = 0; from->view && d < array->rank; d++) array->extents[d] = vfi_record_extent(from->view, d);
}

static void describe_view(const vfi_record *record, const range *ranges, vfi_captured_argument *argument)
{
  const range window = range_of(record);
  while (!ranges_meet(&ranges[argument->array], &window)) argument->array++;
  argument->kind = record->array->type;
  argument->kind_bytes = (int)vfi_type_size(record->array->type);
  argument->rank = record->rank;
  argument->axes = record->axes;
  argument->first = (int64_t)((window.offset - ranges[argument->array].offset) / vfi_type_size(record->array->type));
  memcpy(argument->lower, record->lower, sizeof argument->lower);
  memcpy(argument->upper, record->upper, sizeof argument->upper);
  snprintf(argument->label, sizeof argument->label, "%s", record->label);
}

static void describe_results(const vfi_kernel_description *kernel, vfi_captured_call *to)
{
  size_t used = 0;
  to->result_count = kernel->result_count;
  for (int r = 0; r < kernel->result_count; r++) {
    to->placed = to->placed || kernel->results[r].placed;
    if (!vfi_is_reduction(kernel))
      used += (size_t)snprintf(to->result_names + used, sizeof to->result_names - used, "%s ", kernel->results[r].name);
  }
}

static void describe(const vfi_call *call, const vfi_checked *checked, int64_t number, vfi_capture *capture)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  vfi_captured_call *to = &capture->captured;
  snprintf(to->kernel, sizeof to->kernel, "%s", kernel->name);
  snprintf(to->version, sizeof to->version, "%d.%d.%d", VF_VERSION_MAJOR, VF_VERSION_MINOR, VF_VERSION_PATCH);
  snprintf(to->device, sizeof to->device, "%s", checked->context->name);
  to->number = number;
#ifndef VIEWFAB_NO_FMA
  to->fused = 1;
#endif
  to->points = kernel->points;
  to->selector = call->selector;
  to->components = checked->components;
  to->real_bytes = (int)vfi_type_size(checked->type);
  describe_results(kernel, to);
  to->box_count = call->box_count;
  to->boxes = (vf_box *)call->boxes; /* only read, by the writing of a file */
  to->argument_count = kernel->argument_count;
  to->array_count = find_ranges(kernel, checked, capture->ranges);
  for (int r = 0; r < to->array_count; r++) describe_array(&capture->ranges[r], &to->arrays[r]);
  for (int a = 0; a < kernel->argument_count; a++) {
    vfi_captured_argument *argument = &to->arguments[a];
    snprintf(argument->name, sizeof argument->name, "%s", kernel->arguments[a].name);
    argument->intent = (int)kernel->arguments[a].intent;
    argument->type = (int)kernel->arguments[a].type;
    argument->count = kernel->arguments[a].count;
    argument->value = call->arguments[a].value;
    argument->unread = call->arguments[a].unread;
    if (!vfi_checked_record(checked, a, 0)) continue;
    describe_view(vfi_checked_record(checked, a, 0), capture->ranges, argument);
    if (kernel->arguments[a].intent != VF_ARGUMENT_READ) to->arrays[argument->array].written = true;
  }
}

static vf_status write_values(vfi_capture *capture, int number, bool after)
{
  const range *from = &capture->ranges[number];
  if (!from->bytes) return VF_OK;
  const vf_status status = vfi_array_peek(from->array, from->offset, from->bytes, capture->values);
  return status ? status : vfi_capture_file_values(&capture->file, number, after, from->array->type, capture->values);
}

static vf_status take_room(vfi_capture *capture)
{
  const range *largest = NULL;
  for (int r = 0; r < capture->captured.array_count; r++)
    if (!largest || capture->ranges[r].bytes > largest->bytes) largest = &capture->ranges[r];
  if (!largest || !largest->bytes) return VF_OK;
  capture->values = malloc(largest->bytes);
  if (capture->values) return VF_OK;
  return vfi_fail(VF_ERROR_MEMORY, "capture %s: no host memory for the %zu bytes of '%s'", capture->file.path,
                  largest->bytes, largest->array->label);
}

static void free_capture(vfi_capture *capture)
{
  free(capture->values);
  free(capture);
}

vf_status vfi_capture_begin(const vfi_call *call, const vfi_checked *checked, int64_t number, vfi_capture **out)
{
  *out = NULL;
  vfi_capture *capture = calloc(1, sizeof *capture);
  if (!capture) return vfi_fail(VF_ERROR_MEMORY, "no host memory to capture vf_%s", call->kernel->description.name);
  describe(call, checked, number, capture);
  vf_status status = vfi_capture_setting_file(call->kernel->description.name, number, capture->file.path);
  if (!status) status = take_room(capture);
  if (!status) status = vfi_capture_file_create(&capture->file, &capture->captured);
  if (status) {
    free_capture(capture);
    return status;
  }
  for (int r = 0; !status && r < capture->captured.array_count; r++) status = write_values(capture, r, false);
  if (status) {
    vfi_capture_file_discard(&capture->file);
    free_capture(capture);
    return status;
  }
  *out = capture;
  return VF_OK;
}

static vf_status complete(vfi_capture *capture, const vfi_results *results)
{
  vf_status status = VF_OK;
  vfi_captured_call *captured = &capture->captured;
  for (int r = 0; !status && r < captured->array_count; r++)
    if (captured->arrays[r].written) status = write_values(capture, r, true);
  memcpy(captured->results, results->values, (size_t)captured->result_count * sizeof *results->values);
  memcpy(captured->places, results->places, (size_t)captured->result_count * sizeof *results->places);
  if (!status) return vfi_capture_file_finish(&capture->file, captured);
  vfi_capture_file_discard(&capture->file);
  return status;
}

vf_status vfi_capture_end(vfi_capture *capture, bool ran, const vfi_results *results)
{
  if (!capture) return VF_OK;
  vf_status status = VF_OK;
  if (ran) status = complete(capture, results);
  else vfi_capture_file_discard(&capture->file);
  free_capture(capture);
  return status;
}
