#include "results.h"

#include <string.h>

#include <viewfab/kit/reduction_tree.h>

#include "region.h"

static const vf_place nowhere = { .box = -1 };

bool vf_results_wanted(const vf_call *call)
{
  for (int r = 0; r < call->kernel->description.result_count; r++)
    if (call->results[r] || call->places[r]) return true;
  return false;
}

void vf_results_of_nothing(const vf_kernel_description *kernel, const vf_partial_row *row, vf_partial *words)
{
  for (int r = 0; r < row->results; r++) {
    words[r].value = kernel->results[r].of_nothing;
    if (row->places[r] >= 0) words[row->places[r]].place = VF_NO_PLACE;
  }
}

/* The cell with a number among those of all tiles of the call. */
static vf_place place_of(const vf_call *call, int components, int64_t cell)
{
  vf_place place = nowhere;
  if (cell == VF_NO_PLACE) return place;
  for (int b = 0; b < call->box_count; b++) {
    const vf_box *box = &call->boxes[b];
    if (vf_box_is_empty(box)) continue;
    const int64_t of_component = vf_reduction_tiles(vf_box_points(box)) * VF_REDUCTION_TILE;
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

void vf_results_of_row(const vf_call *call, int components, const vf_partial_row *row, const vf_partial *words,
                       vf_results *results)
{
  for (int r = 0; r < row->results; r++) {
    results->values[r] = words[r].value;
    results->places[r] = row->places[r] < 0 ? nowhere : place_of(call, components, words[row->places[r]].place);
  }
}

void vf_results_ask(vf_call *call, vf_results *results)
{
  for (int r = 0; r < call->kernel->description.result_count; r++) {
    results->places[r] = nowhere;
    call->results[r] = &results->values[r];
    call->places[r] = call->kernel->description.results[r].placed ? &results->places[r] : NULL;
  }
}

void vf_results_put(const vf_call *call, const vf_results *results)
{
  for (int r = 0; r < call->kernel->description.result_count; r++) {
    if (call->results[r]) *call->results[r] = results->values[r];
    if (call->places[r]) *call->places[r] = results->places[r];
  }
}

void vf_results_begin(const vf_kernel_description *kernel, bool points, vf_results *results)
{
  for (int r = 0; r < kernel->result_count; r++) {
    const vf_result_description *result = &kernel->results[r];
    results->values[r] = points ? vf_reduction_start(result->reduction) : result->of_nothing;
    results->places[r] = nowhere;
  }
}

void vf_results_add(const vf_kernel_description *kernel, const vf_results *of_box, int box, vf_results *results)
{
  for (int r = 0; r < kernel->result_count; r++) {
    const vf_reduction reduction = kernel->results[r].reduction;
    double *value = &results->values[r];
    if (!kernel->results[r].placed) {
      *value = vf_reduction_combine(reduction, *value, of_box->values[r]);
      continue;
    }
    if (!vf_reduction_is_beyond(reduction, *value, of_box->values[r])) continue;
    *value = of_box->values[r];
    results->places[r] = of_box->places[r];
    if (results->places[r].box >= 0) results->places[r].box = box;
  }
}
