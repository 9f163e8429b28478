#include "file.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/error.h"
#include "../../core/text.h"
#include "seal.h"

int64_t vfi_captured_elements(const vfi_captured_array *array)
{
  int64_t elements = 1;
  for (int d = 0; d < array->rank; d++) elements *= array->extents[d];
  return elements;
}

int64_t vfi_captured_window(const vfi_captured_argument *argument)
{
  int64_t elements = 1;
  for (int d = 0; argument->axes.rank == 0 && d < argument->rank; d++)
    elements *= argument->upper[d] - argument->lower[d] + 1;
  for (int a = 0; a < argument->axes.rank; a++) elements *= argument->axes.extent[a];
  return elements;
}

size_t vfi_captured_bytes(const vfi_captured_array *array)
{
  return (size_t)vfi_captured_elements(array) * vfi_type_size(array->type);
}

static void transfer_length(vfi_transfer *t, hid_t group, vfi_captured_argument *argument)
{
  vfi_transfer_int(t, group, "count", &argument->count, 1);
  if (t->status || (argument->count >= 1 && argument->count <= VF_MOST_NUMBERS)) return;
  t->status = vfi_fail(VF_ERROR_ARGUMENT, "%s is inconsistent: argument %s has %d numbers", t->path, argument->name,
                       argument->count);
}

/* The numbers of a structure of constants; the call that was read owns its numbers. */
static void transfer_constants(vfi_transfer *t, hid_t group, vfi_captured_argument *argument)
{
  vfi_transfer_int(t, group, "count", &argument->count, 1);
  if (t->status) return;
  if (argument->count < 1 || argument->count > VF_MOST_CONSTANTS) {
    t->status = vfi_fail(VF_ERROR_ARGUMENT, "%s is inconsistent: argument %s has %d constants", t->path, argument->name,
                         argument->count);
    return;
  }
  double *const numbers = malloc((size_t)argument->count * sizeof *numbers);
  if (!numbers) {
    t->status =
        vfi_fail(VF_ERROR_MEMORY, "%s: no host memory for the constants of argument %s", t->path, argument->name);
    return;
  }
  if (t->write) memcpy(numbers, argument->value.constants, (size_t)argument->count * sizeof *numbers);
  vfi_transfer_double(t, group, "value", numbers, argument->count);
  if (t->write) free(numbers);
  else argument->value.constants = numbers;
}

static void transfer_value(vfi_transfer *t, hid_t group, vfi_captured_argument *argument)
{
  vf_value *value = &argument->value;
  int truth = argument->type == VF_ARGUMENT_LOGICAL && value->truth; /* other types are no bool */
  switch ((vfi_argument_type)argument->type) {
    case VF_ARGUMENT_REAL: vfi_transfer_double(t, group, "value", &value->number, 1); break;
    case VF_ARGUMENT_OPTION:
    case VF_ARGUMENT_INT: vfi_transfer_int(t, group, "value", &value->integer, 1); break;
    case VF_ARGUMENT_REAL3: vfi_transfer_double(t, group, "value", value->numbers, 3); break;
    case VF_ARGUMENT_INT3: vfi_transfer_int(t, group, "value", value->integers, 3); break;
    case VF_ARGUMENT_REALS:
      transfer_length(t, group, argument);
      vfi_transfer_double(t, group, "value", value->numbers, argument->count);
      break;
    case VF_ARGUMENT_INTS:
      transfer_length(t, group, argument);
      vfi_transfer_int(t, group, "value", value->integers, argument->count);
      break;
    case VF_ARGUMENT_LOGICAL:
      vfi_transfer_int(t, group, "value", &truth, 1);
      value->truth = truth != 0;
      break;
    case VF_ARGUMENT_BOX:
      vfi_transfer_int(t, group, "lower", value->box.lower, 3);
      vfi_transfer_int(t, group, "upper", value->box.upper, 3);
      break;
    case VF_ARGUMENT_BOUNDARY:
      vfi_transfer_int(t, group, "kind", value->boundary.kind, 6);
      vfi_transfer_int(t, group, "order", &value->boundary.order, 1);
      vfi_transfer_double(t, group, "distance", value->boundary.distance, 6);
      break;
    case VF_ARGUMENT_CONSTANTS: transfer_constants(t, group, argument); break;
    default:
      t->status = vfi_fail(VF_ERROR_ARGUMENT, "%s is inconsistent: argument %s has type %d, which no value has",
                           t->path, argument->name, argument->type);
  }
}

/* Files have this attribute for such arrays alone. */
static void transfer_unread(vfi_transfer *t, hid_t group, vfi_captured_argument *argument)
{
  int unread = argument->unread;
  if (t->write ? argument->unread : vfi_transfer_has(t, group, "unread"))
    vfi_transfer_int(t, group, "unread", &unread, 1);
  argument->unread = unread != 0;
}

/* The array of an argument is counted as its group is, from 1. */
static void transfer_place(vfi_transfer *t, hid_t group, vfi_captured_argument *argument, int array_count)
{
  int array = t->write ? argument->array + 1 : 0;
  vfi_transfer_int(t, group, "array", &array, 1);
  if (t->status) return;
  if (array < 1 || array > array_count)
    t->status = vfi_fail(VF_ERROR_ARGUMENT, "%s is inconsistent: '%s' (argument %s) lies in array %d of %d", t->path,
                         argument->label, argument->name, array, array_count);
  else argument->array = array - 1;
}

/* The axes of a view with their selection, in the form of the file: one number for each axis, 0 beyond them. */
typedef struct stored {
  char names[2 * VF_MAX_AXES + 1];
  int64_t lower[VF_MAX_AXES], extent[VF_MAX_AXES], index[VF_MAX_AXES];
  int selected[VF_MAX_AXES];
} stored;

static void store(const vfi_axes *axes, stored *to)
{
  vfi_text names = { .buffer = to->names, .size = sizeof to->names };
  for (int a = 0; a < axes->rank; a++) {
    vfi_text_add(&names, "%s%c", a ? " " : "", axes->name[a]);
    to->lower[a] = axes->lower[a];
    to->extent[a] = axes->extent[a];
    to->index[a] = axes->index[a];
    to->selected[a] = axes->fixed[a];
  }
}

static bool restore(const stored *from, const vfi_captured_argument *argument, vfi_axes *axes)
{
  int lower[VF_MAX_AXES], rank = 0;
  for (const char *c = from->names; *c; c++) rank += *c != ' ';
  for (int a = 0; a < VF_MAX_AXES; a++) {
    if (from->lower[a] < INT_MIN || from->lower[a] > INT_MAX) return false;
    lower[a] = (int)from->lower[a];
  }
  if (!vfi_type_is_known(argument->kind)) return false;
  if (vfi_axes_read(rank, from->extent, lower, from->names, vfi_type_size((vf_type)argument->kind), argument->label,
                    axes))
    return false;
  for (int a = 0; a < rank; a++) {
    axes->fixed[a] = from->selected[a] != 0;
    axes->index[a] = from->index[a];
    if (axes->fixed[a] && (from->index[a] < lower[a] || from->index[a] > lower[a] + from->extent[a] - 1)) return false;
  }
  vfi_directions directions;
  if (vfi_axes_directions(axes, argument->label, &directions)) return false;
  for (int d = 0; d < VF_MAX_RANK; d++)
    if (directions.lower[d] != argument->lower[d] ||
        directions.lower[d] + directions.extent[d] - 1 != argument->upper[d])
      return false;
  return true;
}

/* Attributes of the group of an argument; a view without axes has none. Attributes that were read are sound then, and
 * the view's directions have the bounds of the argument. */
static void transfer_axes(vfi_transfer *t, hid_t group, vfi_captured_argument *argument)
{
  stored all = { .names = "" };
  if (t->write ? argument->axes.rank == 0 : !vfi_transfer_has(t, group, "axes")) return;
  if (t->write) store(&argument->axes, &all);
  vfi_transfer_text(t, group, "axes", all.names, sizeof all.names);
  vfi_transfer_int64(t, group, "axes_lower", all.lower, VF_MAX_AXES);
  vfi_transfer_int64(t, group, "axes_extent", all.extent, VF_MAX_AXES);
  vfi_transfer_int(t, group, "axes_selected", all.selected, VF_MAX_AXES);
  vfi_transfer_int64(t, group, "axes_index", all.index, VF_MAX_AXES);
  if (t->status || t->write || restore(&all, argument, &argument->axes)) return;
  t->status = vfi_fail(VF_ERROR_ARGUMENT, "%s is inconsistent: '%s' (argument %s) has axes that do not give its bounds",
                       t->path, argument->label, argument->name);
}

static void transfer_argument(vfi_transfer *t, int number, vfi_captured_argument *argument, int array_count)
{
  char name[64];
  snprintf(name, sizeof name, "arguments/%d", number + 1);
  const hid_t group = vfi_transfer_group(t, name);
  vfi_transfer_text(t, group, "name", argument->name, sizeof argument->name);
  vfi_transfer_int(t, group, "intent", &argument->intent, 1);
  vfi_transfer_int(t, group, "type", &argument->type, 1);
  transfer_unread(t, group, argument);
  if (argument->intent == VF_ARGUMENT_VALUE) {
    transfer_value(t, group, argument);
  } else if (!argument->unread) {
    vfi_transfer_text(t, group, "label", argument->label, sizeof argument->label);
    vfi_transfer_int(t, group, "kind", &argument->kind, 1);
    vfi_transfer_int(t, group, "kind_bytes", &argument->kind_bytes, 1);
    vfi_transfer_int(t, group, "rank", &argument->rank, 1);
    vfi_transfer_int64(t, group, "lower", argument->lower, VF_MAX_RANK);
    vfi_transfer_int64(t, group, "upper", argument->upper, VF_MAX_RANK);
    transfer_place(t, group, argument, array_count);
    vfi_transfer_int64(t, group, "first", &argument->first, 1);
    transfer_axes(t, group, argument);
  }
  vfi_transfer_close(t, group);
}

static const char *array_item(char name[64], int number, const char *item)
{
  snprintf(name, 64, "arrays/%d%s%s", number + 1, *item ? "/" : "", item);
  return name;
}

static void transfer_array(vfi_transfer *t, int number, vfi_captured_array *array)
{
  char name[64];
  int written = array->written;
  const hid_t group = vfi_transfer_group(t, array_item(name, number, ""));
  vfi_transfer_int(t, group, "written", &written, 1);
  vfi_transfer_close(t, group);
  array->written = written != 0;
  vfi_transfer_shape(t, array_item(name, number, "before"), &array->type, &array->rank, array->extents);
  if (!array->written) return;
  vfi_captured_array after = *array;
  vfi_transfer_shape(t, array_item(name, number, "after"), &after.type, &after.rank, after.extents);
  if (!t->status && (after.type != array->type || after.rank != array->rank ||
                     memcmp(after.extents, array->extents, (size_t)array->rank * sizeof array->extents[0]) != 0))
    t->status = vfi_fail(VF_ERROR_ARGUMENT, "%s is inconsistent: before and after of array %d have different shapes",
                         t->path, number + 1);
}

static void transfer_boxes(vfi_transfer *t, vfi_captured_call *call)
{
  vf_type type = VF_INT32;
  int rank = 2;
  int64_t extents[VF_MAX_RANK] = { 6, call->box_count };
  vfi_transfer_shape(t, "boxes", &type, &rank, extents);
  if (t->status) return;
  if (type != VF_INT32 || rank != 2 || extents[0] != 6 || extents[1] > INT32_MAX) {
    t->status = vfi_fail(VF_ERROR_ARGUMENT, "%s is inconsistent: the list of boxes has another shape", t->path);
    return;
  }
  call->box_count = (int)extents[1];
  if (!t->write) call->boxes = calloc((size_t)call->box_count + 1, sizeof(vf_box));
  if (call->box_count && !call->boxes)
    t->status = vfi_fail(VF_ERROR_MEMORY, "%s: no host memory for %d boxes", t->path, call->box_count);
  if (call->box_count) vfi_transfer_values(t, "boxes", type, call->boxes);
}

static void transfer_count(vfi_transfer *t, hid_t at, const char *name, int *count)
{
  vfi_transfer_int(t, at, name, count, 1);
  if (t->status || (*count >= 0 && *count <= VF_MAX_ARGUMENTS)) return;
  t->status = vfi_fail(VF_ERROR_ARGUMENT, "%s is inconsistent: %d %s", t->path, *count, name);
}

/* All items but the elements of the arrays and the result, which are there only later when a file is written. */
static void transfer_call(vfi_transfer *t, vfi_captured_call *call)
{
  const hid_t group = vfi_transfer_group(t, "call");
  vfi_transfer_text(t, group, "kernel", call->kernel, sizeof call->kernel);
  vfi_transfer_text(t, group, "viewfab", call->version, sizeof call->version);
  vfi_transfer_text(t, group, "device", call->device, sizeof call->device);
  vfi_transfer_int64(t, group, "number", &call->number, 1);
  vfi_transfer_int(t, group, "fma", &call->fused, 1);
  vfi_transfer_int(t, group, "points", &call->points, 1);
  vfi_transfer_int(t, group, "selector", &call->selector, 1);
  vfi_transfer_int(t, group, "components", &call->components, 1);
  vfi_transfer_int(t, group, "real_bytes", &call->real_bytes, 1);
  vfi_transfer_int(t, group, "has_result", &call->result_count, 1);
  if (!t->status && (call->result_count < 0 || call->result_count > VF_MAX_RESULTS))
    t->status = vfi_fail(VF_ERROR_ARGUMENT, "%s is inconsistent: %d results", t->path, call->result_count);
  transfer_count(t, group, "arguments", &call->argument_count);
  transfer_count(t, group, "arrays", &call->array_count);
  vfi_transfer_close(t, group);
  transfer_boxes(t, call);
  vfi_transfer_close(t, vfi_transfer_group(t, "arguments"));
  vfi_transfer_close(t, vfi_transfer_group(t, "arrays"));
  for (int a = 0; !t->status && a < call->argument_count; a++)
    transfer_argument(t, a, &call->arguments[a], call->array_count);
  for (int a = 0; !t->status && a < call->array_count; a++) transfer_array(t, a, &call->arrays[a]);
}

/* Names and places are there only for a kernel with results of its own. */
static void transfer_result(vfi_transfer *t, vfi_captured_call *call)
{
  _Static_assert(sizeof(vf_place) == 5 * sizeof(int), "a place is five numbers");
  if (!call->result_count) return;
  const hid_t group = vfi_transfer_group(t, "result");
  vfi_transfer_double(t, group, "value", call->results, call->result_count);
  if (!t->write) call->placed = vfi_transfer_has(t, group, "places");
  if (t->write ? call->result_names[0] != 0 : vfi_transfer_has(t, group, "names"))
    vfi_transfer_text(t, group, "names", call->result_names, sizeof call->result_names);
  if (call->placed) vfi_transfer_int(t, group, "places", &call->places[0].box, 5 * call->result_count);
  vfi_transfer_close(t, group);
}

vf_status vfi_capture_file_create(vfi_capture_file *file, vfi_captured_call *call)
{
  const char *reason = vfi_new_file_begin(&file->file, file->path);
  if (reason) /* there is room for the reason behind a name of any length */
    return vfi_fail(VF_ERROR_STATE, "capture %.200s%s cannot be written: %s", file->path,
                    strlen(file->path) > 200 ? "..." : "", reason);
  vfi_transfer *t = &file->transfer;
  vfi_transfer_begin(t, file->file.part, true);
  transfer_call(t, call);
  const vf_status status = t->status;
  if (status) {
    vfi_transfer_end(t);
    vfi_new_file_drop(&file->file);
  } else {
    vfi_transfer_pause(t);
  }
  return status;
}

vf_status vfi_capture_file_values(vfi_capture_file *file, int array, bool after, vf_type type, void *values)
{
  char name[64];
  vfi_transfer_resume(&file->transfer);
  vfi_transfer_values(&file->transfer, array_item(name, array, after ? "after" : "before"), type, values);
  vfi_transfer_pause(&file->transfer);
  return file->transfer.status;
}

vf_status vfi_capture_file_finish(vfi_capture_file *file, vfi_captured_call *call)
{
  vfi_transfer_resume(&file->transfer);
  transfer_result(&file->transfer, call);
  vf_status status = vfi_transfer_end(&file->transfer);
  if (!status) status = vfi_capture_seal(file->file.part);
  if (status) {
    vfi_new_file_drop(&file->file);
    return status;
  }
  const char *reason = vfi_new_file_finish(&file->file);
  return reason ? vfi_fail(VF_ERROR_STATE, "capture %s cannot be given its name: %s", file->path, reason) : VF_OK;
}

void vfi_capture_file_discard(vfi_capture_file *file)
{
  vfi_transfer_resume(&file->transfer);
  vfi_transfer_end(&file->transfer);
  vfi_new_file_drop(&file->file);
}

static void *read_values(vfi_transfer *t, int number, const char *item, const vfi_captured_array *array)
{
  char name[64];
  if (t->status) return NULL;
  /* never empty, so that NULL means a failure */
  void *values = malloc(vfi_captured_bytes(array) + 1);
  if (!values)
    t->status = vfi_fail(VF_ERROR_MEMORY, "%s: no host memory for %zu bytes of array %d", t->path,
                         vfi_captured_bytes(array), number + 1);
  else if (vfi_captured_elements(array)) vfi_transfer_values(t, array_item(name, number, item), array->type, values);
  return values;
}

vf_status vfi_capture_file_read(const char *path, vfi_captured_call *call)
{
  memset(call, 0, sizeof *call);
  vf_status status = vfi_hdf5_load();
  if (!status) status = vfi_capture_seal_check(path);
  if (status) return status;
  vfi_transfer t;
  vfi_transfer_begin(&t, path, false);
  transfer_call(&t, call);
  if (!t.status) t.status = vfi_captured_call_check(path, call);
  for (int a = 0; !t.status && a < call->array_count; a++) {
    vfi_captured_array *array = &call->arrays[a];
    array->before = read_values(&t, a, "before", array);
    if (array->written) array->after = read_values(&t, a, "after", array);
  }
  transfer_result(&t, call);
  return vfi_transfer_end(&t);
}

void vfi_captured_call_free(vfi_captured_call *call)
{
  for (int a = 0; a < VF_MAX_ARGUMENTS; a++) {
    free(call->arrays[a].before);
    free(call->arrays[a].after);
    if (call->arguments[a].intent == VF_ARGUMENT_VALUE && call->arguments[a].type == VF_ARGUMENT_CONSTANTS)
      free((double *)call->arguments[a].value.constants);
  }
  free(call->boxes);
  memset(call, 0, sizeof *call);
}
