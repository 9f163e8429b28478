#include "check_call.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "images/images.h"
#include "old_values.h"

/* ---- Numbers ----------------------------------------------------------------------------------------------------- */

/* Source of the numbers of an array, or of a value: the seed, the call and its place among the arguments. */
static uint64_t source_of(const vfi_ledger *ledger, int argument)
{
  const uint64_t seed = (uint64_t)ledger->settings.perturb;
  return vfi_sampling_mix(vfi_sampling_mix(seed, (uint64_t)ledger->calls), (uint64_t)argument);
}

/* Between -1 and 1, the same in each run. */
static double number_at(uint64_t source, int64_t element)
{
  uint64_t mixed = source + ((uint64_t)element + 1) * 0x9e3779b97f4a7c15u;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
  return (double)((mixed ^ (mixed >> 31)) >> 11) * 0x1p-52 - 1;
}

static double at(vf_type type, const char *memory, int64_t element) { return vfi_element_value(type, memory, element); }

/* Zeros stay, because zeros often mean something; in fields of nothing else they become small numbers. */
static void perturb_run(char *memory, vf_type type, vf_run run, uint64_t source, double size, bool zeros)
{
#pragma omp parallel for schedule(static) if (run.count > 65536)
  for (int64_t e = run.begin; e < run.begin + run.count; e++) {
    const double by = size * number_at(source, e), from = at(type, memory, e), to = zeros ? by : from * (1 + by);
    if (type == VF_REAL64) ((double *)memory)[e] = to;
    else ((float *)memory)[e] = (float)to;
  }
}

static bool all_zero(const vfi_image *image, const char *memory, const vf_run *runs, int64_t count)
{
  for (int64_t r = 0; r < count; r++)
    for (int64_t e = runs[r].begin; e < runs[r].begin + runs[r].count; e++)
      if (at(image->array->type, memory, e) != 0) return false;
  return true;
}

/* Changes the window of an array in memory of the array's size. Integers and logicals stay. */
static void perturb_array(const vfi_image *image, char *memory, uint64_t source, double size)
{
  const vf_type type = image->array->type;
  const vf_run all = { .begin = 0, .count = (int64_t)(image->array->bytes / image->size) };
  const vf_run *runs = image->window.runs ? image->window.runs : &all;
  const int64_t count = image->window.runs ? image->window.count : 1;
  if (!vfi_type_is_real(type)) return;
  const bool zeros = all_zero(image, memory, runs, count);
  for (int64_t r = 0; r < count; r++) perturb_run(memory, type, runs[r], source, size, zeros);
}

static void perturb_value(const vfi_argument_description *argument, vf_value *value, uint64_t source, double size)
{
  const vfi_value_traits *traits = vfi_value_traits_of(argument->type);
  if (traits->numbers != VF_NUMBERS_REAL) return;
  double *numbers = traits->shape == VF_SHAPE_SCALAR ? &value->number : value->numbers;
  for (int n = 0; n < (traits->shape == VF_SHAPE_SCALAR ? 1 : argument->count); n++)
    numbers[n] *= 1 + size * number_at(source, n);
}

/* A member of the code's own type may be real32 in a call of real64, so both sides get a number that real32 has too. */
static double of_any_kind(double number)
{
  const float narrow = (float)number;
  return fabsf(narrow) >= FLT_MIN && isfinite(narrow) ? narrow : number;
}

/* Copies the constants, so that the call keeps its own, and changes the members that are real. NULL: no memory. */
static double *perturbed_constants(const vfi_argument_description *argument, const double *from, uint64_t source,
                                   double size)
{
  double *const numbers = malloc((size_t)argument->count * sizeof *numbers);
  if (!numbers) return NULL;
  int n = 0;
  for (const vfi_constant *member = argument->structure->members; member->name; member++)
    for (int m = 0; m < member->count; m++, n++)
      numbers[n] = vfi_constant_is_real(member) ? of_any_kind(from[n] * (1 + size * number_at(source, n))) : from[n];
  return numbers;
}

/* ---- Arrays ------------------------------------------------------------------------------------------------------- */

static vf_status read_newest(vfi_image *image, char *to)
{
  const vfi_array *array = image->array;
  if (vfi_state_valid(array->state, VF_HOST)) {
    vfi_image_copy(image, to, array->host);
    return VF_OK;
  }
  return image->window.runs ? vfi_window_bring(image, to) : vfi_array_peek(array, 0, array->bytes, to);
}

/* Behind a call the device has all of its arrays. The host may have other values of its read-only arrays, if it has
 * written them without an announcement. */
static vf_status read_device(vfi_image *image, char *to)
{
  const vfi_array *array = image->array;
  if (array->context->backend->aliases_host) return read_newest(image, to);
  return image->window.runs ? vfi_window_bring(image, to) : vfi_array_peek_device(array, to);
}

vf_status vfi_perturbed_take(vfi_perturbed *perturbed, const vfi_call *call, const vfi_checked *checked,
                             const vfi_box_list *list, const vfi_ledger *ledger)
{
  vfi_images *images = &perturbed->images;
  perturbed->ledger = calloc(1, sizeof *perturbed->ledger);
  if (!perturbed->ledger) return vfi_fail(VF_ERROR_MEMORY, "no host memory to check on perturbed inputs");
  vf_status status = vfi_images_plan(images, call, checked, list, !ledger->reads_beyond);
  for (int i = 0; i < images->count && !status; i++) {
    vfi_image *image = &images->at[i];
    status = vfi_image_memory(image, false, &perturbed->inputs[i]);
    if (!status) status = vfi_image_memory(image, false, &perturbed->outputs[i]);
    if (!status && image->window.runs && !image->array->context->backend->aliases_host)
      status = vfi_window_device_take(image);
    if (!status) status = read_newest(image, perturbed->inputs[i]);
  }
  return status;
}

void vfi_perturbed_give(vfi_perturbed *perturbed)
{
  vfi_images *images = &perturbed->images;
  for (int i = 0; i < images->count; i++) {
    vfi_image_memory_give(&images->at[i], false, perturbed->inputs[i]);
    vfi_image_memory_give(&images->at[i], false, perturbed->outputs[i]);
  }
  vfi_images_give(images);
  if (perturbed->ledger) vfi_ledger_forget(perturbed->ledger);
  free(perturbed->ledger);
}

/* The properties of an array beside its values. */
typedef struct array_state {
  vfi_state state;
  bool on_device_before;
  int64_t written, writes;
} array_state;

static vf_status put_back(const vfi_perturbed *perturbed, const array_state *saved)
{
  vf_status status = VF_OK;
  for (int i = 0; i < perturbed->images.count; i++) {
    const vfi_image *image = &perturbed->images.at[i];
    const vf_status failed = vfi_image_put(image, perturbed->outputs[i]);
    if (failed) status = failed;
    vfi_array_put_state(image->array, saved[i].state);
    image->array->on_device_before = saved[i].on_device_before;
    image->array->written = saved[i].written;
    image->array->writes = saved[i].writes;
  }
  return status;
}

/* ---- The check ------------------------------------------------------------------------------------------------------ */

/* The settings of the kernel, for one check and its findings. */
static void settle(vfi_ledger *ledger, const vfi_ledger *own)
{
  memcpy(ledger->name, own->name, sizeof ledger->name);
  ledger->settings = own->settings;
  ledger->settings.order = false;
  ledger->settings.keep = VF_KEEP_PORT;
  ledger->kernel = own->kernel;
  memcpy(ledger->originals, own->originals, sizeof ledger->originals);
  memcpy(ledger->users, own->users, sizeof ledger->users);
  ledger->calls = own->calls;
  ledger->reads_beyond = own->reads_beyond;
  ledger->seen_whole = own->seen_whole;
}

/* The arguments of the call with perturbed values; their constants belong to them. */
static vf_status perturb_values(const vfi_call *call, const vfi_ledger *own, vfi_argument *to)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  vf_status status = VF_OK;
  memcpy(to, call->arguments, (size_t)kernel->argument_count * sizeof *to);
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *argument = &kernel->arguments[a];
    if (argument->intent != VF_ARGUMENT_VALUE) continue;
    const double size = own->settings.perturb_size;
    if (!argument->structure) {
      perturb_value(argument, &to[a].value, source_of(own, a), size);
      continue;
    }
    to[a].value.constants = perturbed_constants(argument, call->arguments[a].value.constants, source_of(own, a), size);
    if (!to[a].value.constants)
      status = vfi_fail(VF_ERROR_MEMORY, "no host memory for perturbed constants of argument %s", argument->name);
  }
  return status;
}

/* The call with perturbed values, whose results go nowhere. */
static vf_status check_values(const vfi_images *images, const vfi_ledger *own, vfi_ledger *ledger)
{
  const vfi_kernel_description *kernel = &images->call->kernel->description;
  vfi_argument arguments[VF_MAX_ARGUMENTS];
  vfi_results results;
  vfi_call call = *images->call;
  vfi_checked checked = *images->checked;
  vfi_box_list list = *images->list;
  vf_status status = perturb_values(&call, own, arguments);
  call.arguments = arguments;
  vfi_results_ask(&call, &results);
  call.result_view = NULL;
  checked.result = NULL;
  list.rows = NULL;
  list.rows_alone = false;
  if (!status) status = vfi_check_once(&call, &checked, &list, ledger);
  for (int a = 0; a < kernel->argument_count; a++)
    if (kernel->arguments[a].structure) free((double *)arguments[a].value.constants);
  return status;
}

/* Findings on perturbed inputs are noted separately from findings on the true inputs. */
static void take_over(const vfi_ledger *from, vfi_ledger *ledger)
{
  const size_t name = strlen(from->name) + 2; /* "relax: " */
  for (int f = 0; f < from->finding_count; f++) {
    const vfi_finding *finding = &from->findings[f];
    if (!vfi_finding_fails(finding->kind)) continue;
    vfi_ledger_note(ledger, VF_FINDING_PERTURBED, (int)finding->kind * 4 * VF_MAX_ARGUMENTS + finding->argument,
                    "on perturbed inputs (seed %lld): %s", (long long)ledger->settings.perturb, finding->text + name);
  }
}

static vf_status perturb_arrays(const vfi_perturbed *perturbed, const vfi_ledger *ledger)
{
  vf_status status = VF_OK;
  for (int i = 0; i < perturbed->images.count && !status; i++) {
    const vfi_image *image = &perturbed->images.at[i];
    perturb_array(image, perturbed->inputs[i], source_of(ledger, image->layout.argument),
                  ledger->settings.perturb_size);
    status = vfi_image_put(image, perturbed->inputs[i]);
  }
  return status;
}

void vfi_perturbed_unchecked(vfi_ledger *ledger, const char *why)
{
  vfi_ledger_note(ledger, VF_FINDING_UNCHECKED, -1, "call %lld could not be checked on perturbed inputs: %s",
                  (long long)ledger->calls, why);
}

vf_status vfi_perturbed_check(vfi_perturbed *perturbed, vfi_ledger *ledger)
{
  array_state saved[VF_MAX_ARGUMENTS];
  vfi_images *images = &perturbed->images;
  vfi_ledger *own = perturbed->ledger;
  vf_status status = VF_OK;
  settle(own, ledger);
  for (int i = 0; i < images->count && !status; i++) {
    const vfi_array *array = images->at[i].array;
    saved[i] = (array_state){ array->state, array->on_device_before, array->written, array->writes };
    status = read_device(&images->at[i], perturbed->outputs[i]);
  }
  if (!status) {
    const int looking = vfi_old_values_look_away();
    status = perturb_arrays(perturbed, ledger);
    if (!status) status = check_values(images, ledger, own);
    char text[VF_FINDING_TEXT];
    strncpy(text, status ? vf_last_error() : "", sizeof text - 1);
    text[sizeof text - 1] = 0;
    const vf_status failed = put_back(perturbed, saved);
    vfi_old_values_look_again(looking);
    if (failed) status = failed;
    else if (!status) take_over(own, ledger);
    else if (status != VF_ERROR_DEVICE) {
      vfi_perturbed_unchecked(ledger, text);
      status = VF_OK;
    }
  }
  return status;
}
