#include "slices.h"

#include <stdlib.h>

#include "../hierarchy.h"
#include "robust.h"

enum { long_row = 16 }; /* average elements of a row above which rows are summed in parts */

static vf_status upload(vf_multigrid *solver, const void *from, size_t bytes, void **to)
{
  return vfi_hierarchy_upload(solver, from, bytes, "levels of the robust method", to);
}

static int place_of(const vfi_scaled_lists *from, int column) { return from->places ? from->places[column] : column; }

/* Makes start[s + 1] the length of slice s, and base its lowest column; returns the largest distance
 * of two columns of a slice. */
static int measure_slices(const vfi_scaled_lists *from, int slices, int64_t *start, int *base)
{
  const vfi_row_lists *lists = from->lists;
  int widest = 0;
#pragma omp parallel for schedule(static) reduction(max : widest)
  for (int s = 0; s < slices; s++) {
    const int first = s * VF_SPARSE_SLICE, left = lists->rows - first;
    const int end = first + (left < VF_SPARSE_SLICE ? left : VF_SPARSE_SLICE);
    int64_t longest = 0;
    int low = INT32_MAX, high = 0;
    for (int row = first; row < end; row++) {
      const int64_t length = lists->start[row + 1] - lists->start[row];
      longest = length > longest ? length : longest;
    }
    for (int64_t e = lists->start[first]; e < lists->start[end]; e++) {
      const int place = place_of(from, lists->column[e]);
      low = place < low ? place : low;
      high = place > high ? place : high;
    }
    start[s + 1] = longest * VF_SPARSE_SLICE;
    base[s] = low < high ? low : high;
    widest = high - base[s] > widest ? high - base[s] : widest;
  }
  for (int s = 0; s < slices; s++) start[s + 1] += start[s];
  return widest;
}

/* Also fills the places of the last slice beyond the last row. */
static void fill_slices(const vfi_scaled_lists *from, int slices, const int64_t *start, const int *base, uint16_t *near,
                        int *far, float *value)
{
  const vfi_row_lists *lists = from->lists;
#pragma omp parallel for schedule(static)
  for (int row = 0; row < slices * VF_SPARSE_SLICE; row++) {
    const int slice = row / VF_SPARSE_SLICE;
    const bool is_row = row < lists->rows;
    const int64_t end = is_row ? lists->start[row + 1] : 0;
    const double of_row = is_row && from->of_row ? from->of_row[row] : 1;
    int64_t to = start[slice] + row % VF_SPARSE_SLICE;
    for (int64_t e = is_row ? lists->start[row] : 0; to < start[slice + 1]; e++, to += VF_SPARSE_SLICE) {
      const int column = e < end ? lists->column[e] : 0, offset = e < end ? place_of(from, column) - base[slice] : 0;
      const double of_column = from->of_column ? from->of_column[column] : 1;
      if (near) near[to] = (uint16_t)offset;
      else far[to] = offset;
      value[to] = e < end ? (float)(from->of_all * lists->value[e] * of_row * of_column) : 0;
    }
  }
}

/* The number of sums of a row: a matrix with few long rows needs many threads. */
static int parts_for(int rows, int64_t elements)
{
  if (elements <= (int64_t)long_row * rows) return 1;
  return rows > 65536 ? 4 : rows > 8192 ? 8 : 32;
}

vf_status vfi_slice_lists(vf_multigrid *solver, const vfi_scaled_lists *from, vfi_sparse *m)
{
  const int rows = from->lists->rows, slices = (rows + VF_SPARSE_SLICE - 1) / VF_SPARSE_SLICE;
  int64_t *start = calloc((size_t)slices + 1, sizeof *start);
  int *base = malloc((size_t)(slices + 1) * sizeof *base);
  vf_status status = start && base ? VF_OK : vfi_robust_no_memory(solver);
  const bool is_near = !status && measure_slices(from, slices, start, base) <= UINT16_MAX;
  const size_t elements = status ? 0 : (size_t)start[slices], of_column = is_near ? sizeof(uint16_t) : sizeof(int);
  void *column = malloc((elements + 1) * of_column), *at[4] = { NULL };
  float *value = malloc((elements + 1) * sizeof *value);
  if (!status && !(column && value)) status = vfi_robust_no_memory(solver);
  if (!status) fill_slices(from, slices, start, base, is_near ? column : NULL, is_near ? NULL : column, value);
  if (!status) status = upload(solver, start, ((size_t)slices + 1) * sizeof *start, &at[0]);
  if (!status) status = upload(solver, base, (size_t)slices * sizeof *base, &at[1]);
  if (!status) status = upload(solver, column, (elements + 1) * of_column, &at[2]);
  if (!status) status = upload(solver, value, (elements + 1) * sizeof *value, &at[3]);
  *m = (vfi_sparse){
    rows, parts_for(rows, (int64_t)elements), at[0], at[1], is_near ? at[2] : NULL, is_near ? NULL : at[2], at[3]
  };
  free(start);
  free(base);
  free(column);
  free(value);
  return status;
}
