#include "file.h"

#include <stdlib.h>
#include <string.h>

#include "../../core/error.h"
#include "stored_axes.h"
#include "rules.h"
#include "seal.h"

int64_t vf_captured_elements(const vf_captured_array *array)
{
  int64_t elements = 1;
  for (int d = 0; d < array->rank; d++) elements *= array->extents[d];
  return elements;
}

int64_t vf_captured_window(const vf_captured_argument *argument)
{
  int64_t elements = 1;
  for (int d = 0; argument->axes.rank == 0 && d < argument->rank; d++)
    elements *= argument->upper[d] - argument->lower[d] + 1;
  for (int a = 0; a < argument->axes.rank; a++) elements *= argument->axes.extent[a];
  return elements;
}

size_t vf_captured_bytes(const vf_captured_array *array)
{
  return (size_t)vf_captured_elements(array) * vf_type_size(array->type);
}

static void transfer_length(vf_transfer *t, hid_t group, vf_captured_argument *argument)
{
  vf_transfer_int(t, group, "count", &argument->count, 1);
  if (t->status || (argument->count >= 1 && argument->count <= VF_MOST_NUMBERS)) return;
  t->status = vf_fail(VF_ERROR_ARGUMENT, "%s is inconsistent: argument %s has %d numbers", t->path, argument->name,
                      argument->count);
}

static void transfer_value(vf_transfer *t, hid_t group, vf_captured_argument *argument)
{
  vf_value *value = &argument->value;
  int truth = argument->type == VF_ARGUMENT_LOGICAL && value->truth; /* other types are no bool */
  switch ((vf_argument_type)argument->type) {
    case VF_ARGUMENT_REAL: vf_transfer_double(t, group, "value", &value->number, 1); break;
    case VF_ARGUMENT_OPTION:
    case VF_ARGUMENT_INT: vf_transfer_int(t, group, "value", &value->integer, 1); break;
    case VF_ARGUMENT_REAL3: vf_transfer_double(t, group, "value", value->numbers, 3); break;
    case VF_ARGUMENT_INT3: vf_transfer_int(t, group, "value", value->integers, 3); break;
    case VF_ARGUMENT_REALS:
      transfer_length(t, group, argument);
      vf_transfer_double(t, group, "value", value->numbers, argument->count);
      break;
    case VF_ARGUMENT_INTS:
      transfer_length(t, group, argument);
      vf_transfer_int(t, group, "value", value->integers, argument->count);
      break;
    case VF_ARGUMENT_LOGICAL:
      vf_transfer_int(t, group, "value", &truth, 1);
      value->truth = truth != 0;
      break;
    case VF_ARGUMENT_BOX:
      vf_transfer_int(t, group, "lower", value->box.lower, 3);
      vf_transfer_int(t, group, "upper", value->box.upper, 3);
      break;
    case VF_ARGUMENT_BOUNDARY:
      vf_transfer_int(t, group, "kind", value->boundary.kind, 6);
      vf_transfer_int(t, group, "order", &value->boundary.order, 1);
      vf_transfer_double(t, group, "distance", value->boundary.distance, 6);
      break;
    default:
      t->status = vf_fail(VF_ERROR_ARGUMENT, "%s is inconsistent: argument %s has type %d, which no value has", t->path,
                          argument->name, argument->type);
  }
}

/* Files have this attribute for such arrays alone. */
static void transfer_unread(vf_transfer *t, hid_t group, vf_captured_argument *argument)
{
  int unread = argument->unread;
  if (t->write ? argument->unread : vf_transfer_has(t, group, "unread"))
    vf_transfer_int(t, group, "unread", &unread, 1);
  argument->unread = unread != 0;
}

/* The array of an argument is counted as its group is, from 1. */
static void transfer_place(vf_transfer *t, hid_t group, vf_captured_argument *argument, int array_count)
{
  int array = t->write ? argument->array + 1 : 0;
  vf_transfer_int(t, group, "array", &array, 1);
  if (t->status) return;
  if (array < 1 || array > array_count)
    t->status = vf_fail(VF_ERROR_ARGUMENT, "%s is inconsistent: '%s' (argument %s) lies in array %d of %d", t->path,
                        argument->label, argument->name, array, array_count);
  else argument->array = array - 1;
}

static void transfer_argument(vf_transfer *t, int number, vf_captured_argument *argument, int array_count)
{
  char name[64];
  snprintf(name, sizeof name, "arguments/%d", number + 1);
  const hid_t group = vf_transfer_group(t, name);
  vf_transfer_text(t, group, "name", argument->name, sizeof argument->name);
  vf_transfer_int(t, group, "intent", &argument->intent, 1);
  vf_transfer_int(t, group, "type", &argument->type, 1);
  transfer_unread(t, group, argument);
  if (argument->intent == VF_ARGUMENT_VALUE) {
    transfer_value(t, group, argument);
  } else if (!argument->unread) {
    vf_transfer_text(t, group, "label", argument->label, sizeof argument->label);
    vf_transfer_int(t, group, "kind", &argument->kind, 1);
    vf_transfer_int(t, group, "kind_bytes", &argument->kind_bytes, 1);
    vf_transfer_int(t, group, "rank", &argument->rank, 1);
    vf_transfer_int64(t, group, "lower", argument->lower, VF_MAX_RANK);
    vf_transfer_int64(t, group, "upper", argument->upper, VF_MAX_RANK);
    transfer_place(t, group, argument, array_count);
    vf_transfer_int64(t, group, "first", &argument->first, 1);
    vf_capture_axes_transfer(t, group, argument);
  }
  vf_transfer_close(t, group);
}

static const char *array_item(char name[64], int number, const char *item)
{
  snprintf(name, 64, "arrays/%d%s%s", number + 1, *item ? "/" : "", item);
  return name;
}

static void transfer_array(vf_transfer *t, int number, vf_captured_array *array)
{
  char name[64];
  int written = array->written;
  const hid_t group = vf_transfer_group(t, array_item(name, number, ""));
  vf_transfer_int(t, group, "written", &written, 1);
  vf_transfer_close(t, group);
  array->written = written != 0;
  vf_transfer_shape(t, array_item(name, number, "before"), &array->type, &array->rank, array->extents);
  if (!array->written) return;
  vf_captured_array after = *array;
  vf_transfer_shape(t, array_item(name, number, "after"), &after.type, &after.rank, after.extents);
  if (!t->status && (after.type != array->type || after.rank != array->rank ||
                     memcmp(after.extents, array->extents, (size_t)array->rank * sizeof array->extents[0]) != 0))
    t->status = vf_fail(VF_ERROR_ARGUMENT, "%s is inconsistent: before and after of array %d have different shapes",
                        t->path, number + 1);
}

static void transfer_boxes(vf_transfer *t, vf_captured_call *call)
{
  vf_type type = VF_INT32;
  int rank = 2;
  int64_t extents[VF_MAX_RANK] = { 6, call->box_count };
  vf_transfer_shape(t, "boxes", &type, &rank, extents);
  if (t->status) return;
  if (type != VF_INT32 || rank != 2 || extents[0] != 6 || extents[1] > INT32_MAX) {
    t->status = vf_fail(VF_ERROR_ARGUMENT, "%s is inconsistent: the list of boxes has another shape", t->path);
    return;
  }
  call->box_count = (int)extents[1];
  if (!t->write) call->boxes = calloc((size_t)call->box_count + 1, sizeof(vf_box));
  if (call->box_count && !call->boxes)
    t->status = vf_fail(VF_ERROR_MEMORY, "%s: no host memory for %d boxes", t->path, call->box_count);
  if (call->box_count) vf_transfer_values(t, "boxes", type, call->boxes);
}

static void transfer_count(vf_transfer *t, hid_t at, const char *name, int *count)
{
  vf_transfer_int(t, at, name, count, 1);
  if (t->status || (*count >= 0 && *count <= VF_MAX_ARGUMENTS)) return;
  t->status = vf_fail(VF_ERROR_ARGUMENT, "%s is inconsistent: %d %s", t->path, *count, name);
}

/* All items but the elements of the arrays and the result, which are there only later when a file is written. */
static void transfer_call(vf_transfer *t, vf_captured_call *call)
{
  const hid_t group = vf_transfer_group(t, "call");
  vf_transfer_text(t, group, "kernel", call->kernel, sizeof call->kernel);
  vf_transfer_text(t, group, "viewfab", call->version, sizeof call->version);
  vf_transfer_text(t, group, "device", call->device, sizeof call->device);
  vf_transfer_int64(t, group, "number", &call->number, 1);
  vf_transfer_int(t, group, "fma", &call->fused, 1);
  vf_transfer_int(t, group, "points", &call->points, 1);
  vf_transfer_int(t, group, "selector", &call->selector, 1);
  vf_transfer_int(t, group, "components", &call->components, 1);
  vf_transfer_int(t, group, "real_bytes", &call->real_bytes, 1);
  vf_transfer_int(t, group, "has_result", &call->result_count, 1);
  if (!t->status && (call->result_count < 0 || call->result_count > VF_MAX_RESULTS))
    t->status = vf_fail(VF_ERROR_ARGUMENT, "%s is inconsistent: %d results", t->path, call->result_count);
  transfer_count(t, group, "arguments", &call->argument_count);
  transfer_count(t, group, "arrays", &call->array_count);
  vf_transfer_close(t, group);
  transfer_boxes(t, call);
  vf_transfer_close(t, vf_transfer_group(t, "arguments"));
  vf_transfer_close(t, vf_transfer_group(t, "arrays"));
  for (int a = 0; !t->status && a < call->argument_count; a++)
    transfer_argument(t, a, &call->arguments[a], call->array_count);
  for (int a = 0; !t->status && a < call->array_count; a++) transfer_array(t, a, &call->arrays[a]);
}

/* Names and places are there only for a kernel with results of its own. */
static void transfer_result(vf_transfer *t, vf_captured_call *call)
{
  _Static_assert(sizeof(vf_place) == 5 * sizeof(int), "a place is five numbers");
  if (!call->result_count) return;
  const hid_t group = vf_transfer_group(t, "result");
  vf_transfer_double(t, group, "value", call->results, call->result_count);
  if (!t->write) call->placed = vf_transfer_has(t, group, "places");
  if (t->write ? call->result_names[0] != 0 : vf_transfer_has(t, group, "names"))
    vf_transfer_text(t, group, "names", call->result_names, sizeof call->result_names);
  if (call->placed) vf_transfer_int(t, group, "places", &call->places[0].box, 5 * call->result_count);
  vf_transfer_close(t, group);
}

vf_status vf_capture_file_create(vf_capture_file *file, vf_captured_call *call)
{
  const char *reason = vf_new_file_begin(&file->file, file->path);
  if (reason) /* there is room for the reason behind a name of any length */
    return vf_fail(VF_ERROR_STATE, "capture %.200s%s cannot be written: %s", file->path,
                   strlen(file->path) > 200 ? "..." : "", reason);
  vf_transfer *t = &file->transfer;
  vf_transfer_begin(t, file->file.part, true);
  transfer_call(t, call);
  const vf_status status = t->status;
  if (status) {
    vf_transfer_end(t);
    vf_new_file_drop(&file->file);
  } else {
    vf_transfer_pause(t);
  }
  return status;
}

vf_status vf_capture_file_values(vf_capture_file *file, int array, bool after, vf_type type, void *values)
{
  char name[64];
  vf_transfer_resume(&file->transfer);
  vf_transfer_values(&file->transfer, array_item(name, array, after ? "after" : "before"), type, values);
  vf_transfer_pause(&file->transfer);
  return file->transfer.status;
}

vf_status vf_capture_file_finish(vf_capture_file *file, vf_captured_call *call)
{
  vf_transfer_resume(&file->transfer);
  transfer_result(&file->transfer, call);
  vf_status status = vf_transfer_end(&file->transfer);
  if (!status) status = vf_capture_seal(file->file.part);
  if (status) {
    vf_new_file_drop(&file->file);
    return status;
  }
  const char *reason = vf_new_file_finish(&file->file);
  return reason ? vf_fail(VF_ERROR_STATE, "capture %s cannot be given its name: %s", file->path, reason) : VF_OK;
}

void vf_capture_file_discard(vf_capture_file *file)
{
  vf_transfer_resume(&file->transfer);
  vf_transfer_end(&file->transfer);
  vf_new_file_drop(&file->file);
}

static void *read_values(vf_transfer *t, int number, const char *item, const vf_captured_array *array)
{
  char name[64];
  if (t->status) return NULL;
  /* never empty, so that NULL means a failure */
  void *values = malloc(vf_captured_bytes(array) + 1);
  if (!values)
    t->status = vf_fail(VF_ERROR_MEMORY, "%s: no host memory for %zu bytes of array %d", t->path,
                        vf_captured_bytes(array), number + 1);
  else if (vf_captured_elements(array)) vf_transfer_values(t, array_item(name, number, item), array->type, values);
  return values;
}

vf_status vf_capture_file_read(const char *path, vf_captured_call *call)
{
  memset(call, 0, sizeof *call);
  vf_status status = vf_hdf5_load();
  if (!status) status = vf_capture_seal_check(path);
  if (status) return status;
  vf_transfer t;
  vf_transfer_begin(&t, path, false);
  transfer_call(&t, call);
  if (!t.status) t.status = vf_captured_call_check(path, call);
  for (int a = 0; !t.status && a < call->array_count; a++) {
    vf_captured_array *array = &call->arrays[a];
    array->before = read_values(&t, a, "before", array);
    if (array->written) array->after = read_values(&t, a, "after", array);
  }
  transfer_result(&t, call);
  return vf_transfer_end(&t);
}

void vf_captured_call_free(vf_captured_call *call)
{
  for (int a = 0; a < VF_MAX_ARGUMENTS; a++) {
    free(call->arrays[a].before);
    free(call->arrays[a].after);
  }
  free(call->boxes);
  memset(call, 0, sizeof *call);
}
