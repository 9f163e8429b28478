#include "results.h"

#include <string.h>

#include <viewfab/kit/reduction_tree.h>

#include "region.h"

static const vf_place nowhere = { .box = -1 };

bool vfi_results_wanted(const vfi_call *call)
{
  for (int r = 0; r < call->kernel->description.result_count; r++)
    if (call->results[r] || call->places[r]) return true;
  return false;
}

void vfi_results_of_nothing(const vfi_kernel_description *kernel, const vf_partial_row *row, vf_partial *words)
{
  for (int r = 0; r < row->results; r++) {
    words[r].value = kernel->results[r].of_nothing;
    if (row->places[r] >= 0) words[row->places[r]].place = VF_NO_PLACE;
  }
}

/* The cell with a number among those of all tiles of the call. */
static vf_place place_of(const vfi_call *call, int components, int64_t cell)
{
  vf_place place = nowhere;
  if (cell == VF_NO_PLACE) return place;
  for (int b = 0; b < call->box_count; b++) {
    const vf_box *box = &call->boxes[b];
    if (vfi_box_is_empty(box)) continue;
    const int64_t of_component = vfi_reduction_tiles(vfi_box_points(box)) * VF_REDUCTION_TILE;
    if (cell >= of_component * components) {
      cell -= of_component * components;
      continue;
    }
    const int64_t length = (int64_t)box->upper[0] - box->lower[0] + 1;
    const int64_t rows = (int64_t)box->upper[1] - box->lower[1] + 1;
    const int64_t at = cell % of_component;
    place.box = b;
    place.component = (int)(cell / of_component);
    place.index[0] = (int)(box->lower[0] + at % length);
    place.index[1] = (int)(box->lower[1] + at / length % rows);
    place.index[2] = (int)(box->lower[2] + at / length / rows);
    for (int d = call->kernel->description.rank; d < 3; d++) place.index[d] = 0;
    break;
  }
  return place;
}

void vfi_results_of_row(const vfi_call *call, int components, const vf_partial_row *row, const vf_partial *words,
                        vfi_results *results)
{
  for (int r = 0; r < row->results; r++) {
    results->values[r] = words[r].value;
    results->places[r] = row->places[r] < 0 ? nowhere : place_of(call, components, words[row->places[r]].place);
  }
}

/* The number of the cell at a place of a box in the call. */
static int64_t cell_at(const vfi_call *call, int components, const vf_place *place)
{
  int64_t tiles = 0;
  for (int b = 0; b < place->box; b++)
    if (!vfi_box_is_empty(&call->boxes[b])) tiles += vfi_reduction_tiles(vfi_box_points(&call->boxes[b])) * components;
  const vf_box *box = &call->boxes[place->box];
  int64_t at = 0;
  for (int d = call->kernel->description.rank - 1; d >= 0; d--)
    at = at * ((int64_t)box->upper[d] - box->lower[d] + 1) + ((int64_t)place->index[d] - box->lower[d]);
  tiles += vfi_reduction_tiles(vfi_box_points(box)) * place->component;
  return tiles * VF_REDUCTION_TILE + at;
}

void vfi_results_to_rows(const vfi_call *call, int components, const vf_partial_row *row, const vfi_results *results,
                         int64_t tiles, vf_partial *rows)
{
  for (int r = 0; r < row->results && tiles; r++) {
    const int place = row->places[r];
    int64_t cell = VF_UNKNOWN_PLACE, tile = 0;
    for (int64_t t = 0; t < tiles; t++) {
      rows[t * row->length + r].value = vfi_reduction_start(row->reductions[r]);
      if (place >= 0) rows[t * row->length + place].place = VF_NO_PLACE;
    }
    if (place >= 0 && results->places[r].box >= 0) {
      cell = cell_at(call, components, &results->places[r]);
      tile = cell / VF_REDUCTION_TILE;
      if (cell < 0 || tile >= tiles) { /* the place that an original has set is not a point of the call */
        cell = VF_UNKNOWN_PLACE;
        tile = 0;
      }
    }
    vf_partial *to = rows + tile * row->length;
    const bool given = results->values[r] != to[r].value;
    to[r].value = results->values[r];
    if (place >= 0 && (given || cell != VF_UNKNOWN_PLACE)) to[place].place = cell;
  }
}

void vfi_results_ask(vfi_call *call, vfi_results *results)
{
  for (int r = 0; r < call->kernel->description.result_count; r++) {
    results->places[r] = nowhere;
    call->results[r] = &results->values[r];
    call->places[r] = call->kernel->description.results[r].placed ? &results->places[r] : NULL;
  }
}

void vfi_results_put(const vfi_call *call, const vfi_results *results)
{
  for (int r = 0; r < call->kernel->description.result_count; r++) {
    if (call->results[r]) *call->results[r] = results->values[r];
    if (call->places[r]) *call->places[r] = results->places[r];
  }
}

void vfi_results_begin(const vfi_kernel_description *kernel, bool points, vfi_results *results)
{
  for (int r = 0; r < kernel->result_count; r++) {
    const vfi_result_description *result = &kernel->results[r];
    results->values[r] = points ? vfi_reduction_start(result->reduction) : result->of_nothing;
    results->places[r] = nowhere;
  }
}

void vfi_results_add(const vfi_kernel_description *kernel, const vfi_results *of_box, int box, vfi_results *results)
{
  for (int r = 0; r < kernel->result_count; r++) {
    const vfi_reduction reduction = kernel->results[r].reduction;
    double *value = &results->values[r];
    if (!kernel->results[r].placed) {
      *value = vfi_reduction_combine(reduction, *value, of_box->values[r]);
      continue;
    }
    if (!vfi_reduction_is_beyond(reduction, *value, of_box->values[r])) continue;
    *value = of_box->values[r];
    results->places[r] = of_box->places[r];
    if (results->places[r].box >= 0) results->places[r].box = box;
  }
}
