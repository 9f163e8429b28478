#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "../core/region.h"
#include "../core/text.h"
#include "replay.h"

enum { ABSOLUTE, RELATIVE, ULP, MEASURES };
static const char *const measure_names[] = { "absolute", "relative", "ULP" };

typedef struct worst {
  double error;
  int64_t element;
  double captured, replayed;
} worst;

typedef struct tally {
  int64_t differing, beyond;
  int64_t outside, first_outside; /* elements outside of the boxes: they may not change */
  worst worst[MEASURES];
} tally;

static double value_of(const void *values, vf_type type, int64_t element)
{
  switch (type) {
#define VALUE(NAME, word, number, c, epsilon) \
  case VF_##NAME: return (double)((const c *)values)[element];
    VF_TYPE_LIST(VALUE)
#undef VALUE
  }
  return 0;
}

/* An integer as integer: as doubles, neighbours among large integers are equal. */
static int64_t integer_of(const void *values, vf_type type, int64_t element)
{
  if (type == VF_INT64) return ((const int64_t *)values)[element];
  const int32_t number = ((const int32_t *)values)[element];
  return vfi_type_is_logical(type) ? number != 0 : number;
}

/* Place of a number among all numbers of its kind. */
static int64_t rank_of(const void *values, vf_type type, int64_t element)
{
  if (type == VF_REAL32) {
    int32_t bits;
    memcpy(&bits, (const char *)values + 4 * element, sizeof bits);
    return bits < 0 ? -(int64_t)(bits & INT32_MAX) : bits;
  }
  int64_t bits;
  memcpy(&bits, (const char *)values + 8 * element, sizeof bits);
  return bits < 0 ? -(bits & INT64_MAX) : bits;
}

/* The difference of ranks, as integers: as doubles, ranks of neighbours are equal. */
static double between(int64_t p, int64_t q)
{
  return (double)(p > q ? (uint64_t)p - (uint64_t)q : (uint64_t)q - (uint64_t)p);
}

static void measure(const void *captured, const void *replayed, vf_type type, int64_t element, double error[MEASURES])
{
  const double x = value_of(captured, type, element), y = value_of(replayed, type, element);
  const bool real = vfi_type_is_real(type);
  if (isnan(x) || isnan(y)) {
    const bool both = isnan(x) && isnan(y);
    for (int m = 0; m < MEASURES; m++) error[m] = both ? 0 : INFINITY;
    return;
  }
  const double largest = fabs(x) > fabs(y) ? fabs(x) : fabs(y);
  error[ABSOLUTE] = x == y ? 0 : fabs(x - y);
  if (!real) error[ABSOLUTE] = between(integer_of(captured, type, element), integer_of(replayed, type, element));
  error[RELATIVE] = error[ABSOLUTE] > 0 ? error[ABSOLUTE] / largest : 0;
  error[ULP] = error[ABSOLUTE];
  if (isinf(largest) && x != y) error[RELATIVE] = INFINITY;
  if (real) error[ULP] = between(rank_of(captured, type, element), rank_of(replayed, type, element));
}

static void add(tally *t, const vfi_replay_options *options, const void *captured, const void *replayed, vf_type type,
                int64_t element, bool inside)
{
  const size_t size = vfi_type_size(type), at = (size_t)element * size;
  if (!memcmp((const char *)captured + at, (const char *)replayed + at, size)) return;
  double error[MEASURES];
  measure(captured, replayed, type, element, error);
  t->differing++;
  if (!inside && t->outside++ == 0) t->first_outside = element;
  if (!inside ||
      !(error[ABSOLUTE] <= options->absolute || error[RELATIVE] <= options->relative || error[ULP] <= options->ulp))
    t->beyond++;
  for (int m = 0; m < MEASURES; m++)
    if (t->differing == 1 || error[m] > t->worst[m].error)
      t->worst[m] = (worst){ error[m], element, value_of(captured, type, element), value_of(replayed, type, element) };
}

enum { INDEX_TEXT = VF_AXES_TEXT + VF_RANGE_TEXT };

/* An element of a view in the user's indices; with axes, the indices of all axes. */
static const char *index_text(char text[INDEX_TEXT], const vfi_captured_argument *argument, int64_t element)
{
  if (argument->axes.rank) return vfi_axes_text(text, &argument->axes, element);
  int used = snprintf(text, VF_RANGE_TEXT, "(");
  for (int d = 0; d < argument->rank; d++) {
    const int64_t extent = argument->upper[d] - argument->lower[d] + 1;
    used += snprintf(text + used, (size_t)(VF_RANGE_TEXT - used), "%s%" PRId64, d ? ", " : "",
                     argument->lower[d] + element % extent);
    element /= extent;
  }
  snprintf(text + used, (size_t)(VF_RANGE_TEXT - used), ")");
  return text;
}

/* The elements of an argument in three directions: the extent in memory, and the number of elements before the view. */
typedef struct frame {
  int64_t extent[3], before[3];
} frame;

static frame frame_of(const vfi_captured_argument *argument)
{
  frame of;
  vfi_directions directions = { .first = 0 };
  if (argument->axes.rank) vfi_axes_directions(&argument->axes, argument->label, &directions);
  for (int d = 0; d < 3; d++) {
    of.extent[d] = argument->axes.rank ? directions.pitch[d] : argument->upper[d] - argument->lower[d] + 1;
    of.before[d] = of.extent[d] ? directions.first % of.extent[d] : 0;
    directions.first = of.extent[d] ? directions.first / of.extent[d] : 0;
  }
  return of;
}

/* Marks the cells of a view that the boxes reach, once for all components. */
static void mark(const vf_replay *r, int number, const frame *frame, char *inside)
{
  const vfi_captured_argument *argument = &r->captured.arguments[number];
  const vfi_use use = { &r->kernel->description, number,          r->arguments,
                        r->captured.selector,    argument->lower, argument->upper };
  int64_t first[3]; /* the index of the frame's first element */
  for (int d = 0; d < 3; d++) first[d] = argument->lower[d] - frame->before[d];
  for (int b = 0; b < r->captured.box_count; b++) {
    if (vfi_box_is_empty(&r->captured.boxes[b])) continue;
    const vf_box region = vfi_region_of(&use, &r->captured.boxes[b]);
    const int64_t width = (int64_t)region.upper[0] - region.lower[0] + 1;
    for (int64_t k = region.lower[2]; k <= region.upper[2]; k++)
      for (int64_t j = region.lower[1]; j <= region.upper[1]; j++) {
        const int64_t row = j - first[1] + frame->extent[1] * (k - first[2]);
        memset(inside + region.lower[0] - first[0] + frame->extent[0] * row, 1, (size_t)width);
      }
  }
}

static bool is_shared(const vfi_captured_call *call, int array)
{
  int views = 0;
  for (int a = 0; a < call->argument_count; a++)
    views += vfi_captured_is_array(&call->arguments[a]) && call->arguments[a].array == array;
  return views > 1;
}

static vfi_verdict print(const tally *t, const vfi_captured_argument *argument, int64_t elements)
{
  char text[INDEX_TEXT];
  printf("  %s '%s': %" PRId64 " elements, ", argument->name, argument->label, elements);
  if (!t->differing) {
    printf("same bits\n");
    return VF_SAME_BITS;
  }
  printf("%" PRId64 " differ, %" PRId64 " of them beyond the tolerance\n", t->differing, t->beyond);
  for (int m = 0; m < MEASURES; m++)
    printf("    largest %s difference %.3g at %s: captured %.17g, replayed %.17g\n", measure_names[m],
           t->worst[m].error, index_text(text, argument, t->worst[m].element), t->worst[m].captured,
           t->worst[m].replayed);
  if (t->outside)
    printf("    %" PRId64 " lie outside the boxes, the first at %s\n", t->outside,
           index_text(text, argument, t->first_outside));
  return t->beyond ? VF_DIFFERS : VF_WITHIN_TOLERANCE;
}

static vf_status compare_argument(const vf_replay *r, int number, const vfi_replay_options *options,
                                  vfi_verdict *verdict)
{
  const vfi_captured_argument *argument = &r->captured.arguments[number];
  const vfi_captured_array *array = &r->captured.arrays[argument->array];
  const size_t offset = (size_t)argument->first * vfi_type_size(array->type);
  const char *captured = (const char *)array->after + offset;
  const char *replayed = (const char *)r->buffers[argument->array] + offset;
  const int64_t elements = vfi_captured_window(argument);
  const frame frame = frame_of(argument);
  const int64_t cells = frame.extent[0] * frame.extent[1] * frame.extent[2];
  tally found = { 0 };
  if (elements) {
    char *inside = calloc((size_t)cells, 1);
    if (!inside) return vfi_fail(VF_ERROR_MEMORY, "%s: no host memory to compare '%s'", r->path, argument->label);
    /* an element outside for one argument may be written through another argument */
    if (is_shared(&r->captured, argument->array)) memset(inside, 1, (size_t)cells);
    else mark(r, number, &frame, inside);
    for (int64_t e = 0; e < elements; e++)
      add(&found, options, captured, replayed, array->type, e, inside[e % cells] != 0);
    free(inside);
  }
  const vfi_verdict here = print(&found, argument, elements);
  if (here > *verdict) *verdict = here;
  return VF_OK;
}

/* "(3, -1, 7) of component 1 of box 1", or "none". */
static const char *place_text(char text[VF_RANGE_TEXT], const vf_place *place)
{
  if (place->box < 0) return "none";
  snprintf(text, VF_RANGE_TEXT, "(%d, %d, %d) of component %d of box %d", place->index[0], place->index[1],
           place->index[2], place->component + 1, place->box + 1);
  return text;
}

static void compare_result(const vf_replay *r, int number, const vfi_replay_options *options, vfi_verdict *verdict)
{
  const vfi_kernel_description *kernel = &r->kernel->description;
  const double *captured = &r->captured.results[number], *replayed = &r->results.values[number];
  const vf_place *was = &r->captured.places[number], *is = &r->results.places[number];
  char label[VF_CAPTURE_TEXT] = "result", texts[2][VF_RANGE_TEXT];
  if (!vfi_is_reduction(kernel)) snprintf(label, sizeof label, "result %.100s", kernel->results[number].name);
  tally found = { 0 };
  add(&found, options, captured, replayed, VF_REAL64, 0, true);
  const worst *w = found.worst;
  const bool moved = kernel->results[number].placed && memcmp(was, is, sizeof *was) != 0;
  if (!found.differing) printf("  %s %.17g: same bits\n", label, *replayed);
  else
    printf("  %s: captured %.17g, replayed %.17g, which differ by %.3g, relative %.3g, ULP %.3g\n", label, *captured,
           *replayed, w[ABSOLUTE].error, w[RELATIVE].error, w[ULP].error);
  if (moved)
    printf("  place of %s: captured %s, replayed %s\n", label, place_text(texts[0], was), place_text(texts[1], is));
  /* another place of a value within the tolerance is no difference */
  const bool far = found.beyond || (moved && !found.differing);
  const vfi_verdict here = far ? VF_DIFFERS : found.differing ? VF_WITHIN_TOLERANCE : VF_SAME_BITS;
  if (here > *verdict) *verdict = here;
}

vf_status vfi_replay_compare(const vf_replay *r, const vfi_replay_options *options, vfi_verdict *verdict)
{
  *verdict = VF_SAME_BITS;
  vf_status status = VF_OK;
  for (int a = 0; !status && a < r->captured.argument_count; a++)
    if (vfi_captured_is_array(&r->captured.arguments[a]) && r->captured.arguments[a].intent != VF_ARGUMENT_READ)
      status = compare_argument(r, a, options, verdict);
  for (int number = 0; !status && number < r->captured.result_count; number++)
    compare_result(r, number, options, verdict);
  return status;
}
