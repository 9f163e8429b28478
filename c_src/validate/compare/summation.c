#include "rounding.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include <viewfab/kit/reduction_tree.h>

#include "../original_rerun.h"

enum { PIECES = 256, PARTIALS = 1024 }; /* of one launch */
static const double roundings = 16;     /* of a term, in epsilon */

/* The port on the originals' memory, or, if the port writes arrays, on copies of their former contents. */
typedef struct evaluation {
  vfi_launcher launcher;
  vfi_launch launch;
  vfi_span spans[VF_MAX_ARGUMENTS];
  vf_value values[VF_MAX_ARGUMENTS];
  vf_partial_row row;
  int number; /* of the result */
  vfi_rerun copies;
} evaluation;

/* Give it back in either case. */
static vf_status prepare(vfi_images *images, int number, evaluation *port)
{
  const vfi_call *call = images->call;
  const vfi_checked *checked = images->checked;
  char *memory[VF_MAX_ARGUMENTS];
  const vf_status status = vfi_rerun_take(images, false, &port->copies);
  if (status) return status;
  vfi_images_memory(images, memory);
  for (int a = 0; a < call->kernel->description.argument_count; a++) {
    const vfi_record *record = vfi_checked_record(checked, a, 0);
    if (!record) {
      port->values[a] = call->arguments[a].value;
      continue;
    }
    char *copy = port->copies.copies[images->of[a]];
    if (copy) memory[a] = copy + record->offset;
    vfi_record_span(record, &call->kernel->description.arguments[a].map, &port->spans[a]);
    port->spans[a].origin = (void *)((uintptr_t)port->spans[a].origin -
                                     (uintptr_t)vfi_record_address(record, VF_DEVICE) + (uintptr_t)memory[a]);
  }
  port->row = vfi_partial_row_of(&call->kernel->description);
  port->number = number;
  port->launcher = call->kernel->launchers[VF_BACKEND_HOST][vfi_type_traits_of(checked->type).pass];
  port->launch = (vfi_launch){
    .components = checked->components, .selector = call->selector, .spans = port->spans, .values = port->values
  };
  return VF_OK;
}

/* Scratch of a launch, kept for the next launch of the same thread. */
typedef struct scratch {
  char *memory;
  size_t bytes;
} scratch;

static void *borrow(void *from, size_t bytes)
{
  scratch *lender = from;
  if (lender->bytes >= bytes) return lender->memory;
  free(lender->memory);
  lender->memory = malloc(bytes);
  lender->bytes = lender->memory ? bytes : 0;
  return lender->memory;
}

/* True if rows of all components fit into the room for partial results. */
static bool fits(const evaluation *port)
{
  return port->launcher && port->launch.components <= PARTIALS / port->row.length;
}

/* Adds the magnitudes of the sums over pieces of one row; each piece is a box of its own, and so has results of its
 * own. */
static double magnitudes_of_row(const evaluation *port, const vf_box *row, int64_t length)
{
  vf_box pieces[PIECES], domains[PIECES];
  vf_partial partials[PARTIALS];
  double sum = 0;
  vfi_bounds_record bounds = { 0 };
  vfi_launch launch = port->launch;
  scratch lender = { .memory = NULL };
  launch.borrow = borrow;
  launch.lender = &lender;
  const int fitting = PARTIALS / port->row.length / launch.components;
  const int most = fitting < PIECES ? fitting : PIECES;
  launch.boxes = pieces;
  launch.domains = domains;
  launch.partials = partials;
  launch.bounds = &bounds;
  for (int64_t i = row->lower[0]; i <= row->upper[0];) {
    launch.box_count = 0;
    for (; launch.box_count < most && i <= row->upper[0]; i += length) {
      domains[launch.box_count] = *port->launch.domains;
      vf_box *piece = &pieces[launch.box_count++];
      *piece = *row;
      piece->lower[0] = (int)i;
      if (i + length - 1 < row->upper[0]) piece->upper[0] = (int)(i + length - 1);
    }
    if (port->launcher(&launch)) {
      sum = HUGE_VAL;
      break;
    }
    for (int p = 0; p < launch.box_count * launch.components; p++)
      sum += fabs(partials[p * port->row.length + port->number].value);
  }
  free(lender.memory);
  return sum;
}

/* Sum of the magnitudes of all pieces of this length, at most a tile. */
static double magnitudes(const vfi_images *images, const evaluation *port, int64_t length)
{
  double sum = 0;
  for (int b = 0; b < images->list->count; b++) {
    const vf_box box = images->list->boxes[b];
    evaluation of_box = *port;
    of_box.launch.domains = &images->list->boxes[b];
    const int64_t rows = vfi_box_rows(&box), rows_j = (int64_t)box.upper[1] - box.lower[1] + 1;
#pragma omp parallel for schedule(static) reduction(+ : sum) if (vfi_box_points(&box) > 4096)
    for (int64_t r = 0; r < rows; r++) {
      vf_box row = box;
      row.lower[1] = row.upper[1] = box.lower[1] + (int)(r % rows_j);
      row.lower[2] = row.upper[2] = box.lower[2] + (int)(r / rows_j);
      sum += magnitudes_of_row(&of_box, &row, length);
    }
  }
  return sum;
}

vf_status vfi_summation_bound(vfi_images *images, int number, double result, double needed, double *bound)
{
  double terms = 0;
  for (int b = 0; b < images->list->count; b++) terms += (double)vfi_box_points(&images->list->boxes[b]);
  terms *= images->checked->components;
  const double epsilon = vfi_type_traits_of(images->checked->type).epsilon;
  const double factor = (terms / 2 + roundings) * epsilon;
  *bound = factor * fabs(result);
  static const int64_t lengths[] = { VF_REDUCTION_TILE, 1 };
  for (int step = 0; step < 2 && *bound < needed; step++) {
    evaluation port;
    const vf_status status = prepare(images, number, &port);
    if (!status && fits(&port)) {
      const double sum = magnitudes(images, &port, lengths[step]);
      *bound = isfinite(sum) ? factor * sum : 0;
    }
    vfi_rerun_give(images, &port.copies);
    if (status) return status;
  }
  return VF_OK;
}

vf_status vfi_summation_term(vfi_images *images, int number, const vf_place *place, double *term)
{
  evaluation port;
  *term = NAN;
  const vf_status status = prepare(images, number, &port);
  if (!status && fits(&port)) {
    vf_partial partials[PARTIALS];
    vfi_bounds_record bounds = { 0 };
    vf_box point;
    scratch lender = { .memory = NULL };
    for (int d = 0; d < 3; d++) {
      const bool known = d < images->call->kernel->description.rank;
      point.lower[d] = point.upper[d] = known ? place->index[d] : images->call->boxes[place->box].lower[d];
    }
    port.launch.boxes = &point;
    port.launch.domains = &images->call->boxes[place->box];
    port.launch.box_count = 1;
    port.launch.partials = partials;
    port.launch.bounds = &bounds;
    port.launch.borrow = borrow;
    port.launch.lender = &lender;
    if (!port.launcher(&port.launch)) *term = partials[place->component * port.row.length + number].value;
    free(lender.memory);
  }
  vfi_rerun_give(images, &port.copies);
  return status;
}
