#include <stdlib.h>
#include <string.h>

#include <viewfab/validate.h>

#include "../core/error.h"
#include "../core/region.h"
#include "../core/seconds.h"
#include "../validate/capture/file.h"
#include "replay.h"

static vf_kernel *find_kernel(const char *name, struct vf_kernel *const *const *tables)
{
  for (; *tables; tables++)
    for (vf_kernel *const *kernel = *tables; *kernel; kernel++)
      if (!strcmp((*kernel)->description.name, name)) return *kernel;
  return NULL;
}

/* Wraps the whole range first, so that views on parts can join. */
static vf_status wrap_array(vf_replay *r, int number)
{
  const vfi_captured_array *array = &r->captured.arrays[number];
  const int64_t elements = vfi_captured_elements(array);
  const char *label = "array";
  for (int a = r->captured.argument_count - 1; a >= 0; a--)
    if (vfi_captured_is_array(&r->captured.arguments[a]) && r->captured.arguments[a].array == number)
      label = r->captured.arguments[a].label;
  r->buffers[number] = malloc(vfi_captured_bytes(array) + 1);
  if (!r->buffers[number])
    return vfi_fail(VF_ERROR_MEMORY, "%s: no host memory for the %zu bytes of '%s'", r->path, vfi_captured_bytes(array),
                    label);
  memcpy(r->buffers[number], array->before, vfi_captured_bytes(array));
  return vf_view_wrap(r->context, r->buffers[number], array->type, 1, &elements, NULL, label, VF_WRAP_DISTINCT,
                      &r->anchors[number]);
}

/* Selects the same indices of axes as the captured view. An axis may be refused before another axis is selected, so the
 * loop starts again after each success. */
static vf_status select_axes(const vfi_axes *axes, vf_view **view)
{
  bool done[VF_MAX_AXES] = { false };
  vf_status status = VF_OK;
  for (int a = 0; a < axes->rank; a++) {
    if (!axes->fixed[a] || done[a]) continue;
    const char name[2] = { axes->name[a], 0 };
    vf_view *selected = NULL;
    status = vf_view_select(*view, name, (int)axes->index[a], &selected);
    if (status) continue;
    done[a] = true;
    status = vf_view_release(view, false);
    *view = selected;
    if (status) return status;
    a = -1;
  }
  for (int a = 0; a < axes->rank; a++)
    if (axes->fixed[a] && !done[a]) return status;
  return VF_OK;
}

static vf_status wrap_axes(vf_replay *r, const vfi_captured_argument *argument, void *first, vf_view **view)
{
  const vfi_axes *axes = &argument->axes;
  char names[2 * VF_MAX_AXES + 1] = "";
  int lower[VF_MAX_AXES];
  for (int a = 0; a < axes->rank; a++) {
    lower[a] = (int)axes->lower[a];
    names[2 * a] = axes->name[a];
    names[2 * a + 1] = a + 1 < axes->rank ? ' ' : 0;
  }
  const vf_status status = vf_view_wrap_axes(r->context, first, (vf_type)argument->kind, axes->rank, axes->extent,
                                             lower, names, argument->label, VF_WRAP_JOIN, view);
  return status ? status : select_axes(axes, view);
}

static vf_status wrap_argument(vf_replay *r, int number)
{
  const vfi_captured_argument *argument = &r->captured.arguments[number];
  r->arguments[number].value = argument->value;
  r->arguments[number].unread = argument->unread;
  if (!vfi_captured_is_array(argument)) return VF_OK;
  int64_t extents[VF_MAX_RANK];
  int lower[VF_MAX_RANK];
  for (int d = 0; d < VF_MAX_RANK; d++) {
    extents[d] = argument->upper[d] - argument->lower[d] + 1;
    lower[d] = (int)argument->lower[d];
  }
  const vf_type type = (vf_type)argument->kind;
  char *first = (char *)r->buffers[argument->array] + (size_t)argument->first * vfi_type_size(type);
  if (argument->axes.rank) return wrap_axes(r, argument, first, &r->arguments[number].view);
  return vf_view_wrap(r->context, first, type, argument->rank, extents, lower, argument->label, VF_WRAP_JOIN,
                      &r->arguments[number].view);
}

vf_status vfi_replay_open(vf_replay *r, const char *path, struct vf_kernel *const *const *tables, const char *device)
{
  memset(r, 0, sizeof *r);
  r->path = path;
  vf_status status = vfi_capture_file_read(path, &r->captured);
  if (status) return status;
  r->kernel = find_kernel(r->captured.kernel, tables);
  if (!r->kernel)
    return vfi_fail(VF_ERROR_ARGUMENT,
                    "%s is of kernel %s, which this program does not have (use the kernel's own program, "
                    "see viewfab/replay.h)",
                    path, r->captured.kernel);
  status = vfi_captured_call_match(path, &r->captured, &r->kernel->description);
  /* the replay runs the port, even if the environment asks for originals and checks */
  if (!status) status = vf_validate_mode(r->captured.kernel, VF_MODE_DEVICE);
  if (!status) status = vf_context_create(device, &r->context);
  for (int a = 0; !status && a < r->captured.array_count; a++) status = wrap_array(r, a);
  for (int a = 0; !status && a < r->captured.argument_count; a++) status = wrap_argument(r, a);
  return status;
}

void vfi_replay_close(vf_replay *r)
{
  if (r->context) vf_context_destroy(r->context); /* with its views */
  for (int a = 0; a < VF_MAX_ARGUMENTS; a++) free(r->buffers[a]);
  vfi_captured_call_free(&r->captured);
}

/* Sets the inputs, from copies on the device, so that no transfer is timed. */
static vf_status reset(vf_replay *r)
{
  vf_status status = VF_OK;
  for (int a = 0; !status && a < r->captured.array_count; a++) {
    const vfi_captured_array *array = &r->captured.arrays[a];
    if (array->written) {
      status = vf_view_to_host(r->anchors[a], VF_WRITE);
      if (!status) memcpy(r->buffers[a], array->before, vfi_captured_bytes(array));
    }
    if (!status) status = vf_view_to_device(r->anchors[a], VF_READ);
  }
  if (!status) status = vf_context_wait(r->context);
  return status;
}

static vf_status dispatch(vf_replay *r)
{
  vfi_call call = { .kernel = r->kernel,
                    .boxes = r->captured.boxes,
                    .box_count = r->captured.box_count,
                    .arguments = r->arguments,
                    .selector = r->captured.selector };
  vfi_results_ask(&call, &r->results);
  const vf_status status = vfi_dispatch(&call);
  return status ? status : vf_context_wait(r->context);
}

vf_status vfi_replay_run(vf_replay *r)
{
  vf_status status = reset(r);
  if (status) return status;
  status = dispatch(r);
  if (status && status != VF_ERROR_MEMORY && status != VF_ERROR_DEVICE && status != VF_ERROR_STATE) {
    char text[900];
    snprintf(text, sizeof text, "%s", vf_last_error());
    return vfi_fail(status, "%s is inconsistent: %s", r->path, text);
  }
  for (int a = 0; !status && a < r->captured.array_count; a++)
    if (r->captured.arrays[a].written) status = vf_view_to_host(r->anchors[a], VF_READ);
  return status;
}

static int ascending(const void *p, const void *q)
{
  const double x = *(const double *)p, y = *(const double *)q;
  return (x > y) - (x < y);
}

/* The bytes of the elements that the points reach without neighbours, each read and written once: ghosts are few. A kernel
 * that works on ghosts gives 0, since its boxes do not tell the number of ghosts. */
static double least_bytes(const vf_replay *r)
{
  vfi_argument_description arguments[VF_MAX_ARGUMENTS];
  vfi_kernel_description kernel = r->kernel->description;
  if (vfi_layers_around(&kernel)) return 0;
  memcpy(arguments, kernel.arguments, (size_t)kernel.argument_count * sizeof *arguments);
  kernel.arguments = arguments;
  double bytes = 0;
  for (int a = 0; a < kernel.argument_count; a++) {
    const vfi_captured_argument *captured = &r->captured.arguments[a];
    if (!vfi_captured_is_array(captured)) continue;
    arguments[a].reach = (vfi_reach){ { 0 }, { 0 } };
    const double times = captured->intent == VF_ARGUMENT_UPDATE ? 2 : 1;
    const double components = arguments[a].map.shared ? 1 : r->captured.components;
    for (int b = 0; b < r->captured.box_count; b++) {
      const vf_box *box = &r->captured.boxes[b];
      if (vfi_box_is_empty(box)) continue;
      const vfi_use use = { &kernel, a, r->arguments, r->captured.selector, captured->lower, captured->upper };
      const vf_box region = vfi_region_of(&use, box);
      double elements = times * components * captured->kind_bytes;
      for (int d = 0; d < arguments[a].map.rank; d++) elements *= (double)region.upper[d] - region.lower[d] + 1;
      bytes += elements;
    }
  }
  return bytes;
}

vf_status vfi_replay_time(vf_replay *r, int repeat, vfi_replay_times *times)
{
  double *seconds = malloc((size_t)repeat * sizeof *seconds);
  if (!seconds) return vfi_fail(VF_ERROR_MEMORY, "no host memory for %d times", repeat);
  vf_status status = VF_OK;
  for (int n = 0; !status && n < repeat; n++) {
    status = reset(r);
    const double start = vfi_seconds();
    if (!status) status = dispatch(r);
    seconds[n] = vfi_seconds() - start;
  }
  if (!status) {
    qsort(seconds, (size_t)repeat, sizeof *seconds, ascending);
    times->least = seconds[0];
    times->median = 0.5 * (seconds[repeat / 2] + seconds[(repeat - 1) / 2]);
    times->bytes = least_bytes(r);
  }
  free(seconds);
  return status;
}
