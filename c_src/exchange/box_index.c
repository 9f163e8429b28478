#include "plan_parts.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "../core/region.h"

static int64_t bin_of(const vfi_box_index *index, int d, int64_t at)
{
  const int64_t from = at - index->corners.lower[d];
  const int64_t bin = from < 0 ? 0 : from / index->size[d];
  return bin < index->bins[d] ? bin : index->bins[d] - 1;
}

static int64_t bin_of_box(const vfi_box_index *index, const vf_box *box)
{
  int64_t bin = 0;
  for (int d = 2; d >= 0; d--) bin = bin * index->bins[d] + bin_of(index, d, box->lower[d]);
  return bin;
}

/* Bins are as long as the longest box, or longer if there would be many more bins than boxes. */
static void choose_bins(vfi_box_index *index, int count)
{
  for (int d = 0; d < 3; d++) {
    index->corners.lower[d] = INT_MAX;
    index->corners.upper[d] = INT_MIN;
    index->size[d] = 1;
  }
  for (int b = 0; b < count; b++)
    for (int d = 0; d < 3; d++) {
      const vf_box *box = &index->boxes[b];
      const int64_t length = (int64_t)box->upper[d] - box->lower[d] + 1;
      if (length > index->size[d]) index->size[d] = length;
      if (box->lower[d] < index->corners.lower[d]) index->corners.lower[d] = box->lower[d];
      if (box->lower[d] > index->corners.upper[d]) index->corners.upper[d] = box->lower[d];
    }
  for (;;) {
    double total = 1;
    for (int d = 0; d < 3; d++) {
      const int64_t span = count ? (int64_t)index->corners.upper[d] - index->corners.lower[d] : 0;
      index->bins[d] = span / index->size[d] + 1;
      total *= (double)index->bins[d];
    }
    if (total <= 8.0 * count + 64) return;
    for (int d = 0; d < 3; d++) index->size[d] *= 2;
  }
}

vf_status vfi_box_index_make(const vf_box *boxes, int count, vfi_box_index *index)
{
  *index = (vfi_box_index){ .boxes = boxes };
  choose_bins(index, count);
  const size_t bins = (size_t)(index->bins[0] * index->bins[1] * index->bins[2]);
  index->first = calloc(bins + 1, sizeof *index->first);
  index->order = malloc((count ? (size_t)count : 1) * sizeof *index->order);
  int *next = calloc(bins + 1, sizeof *next);
  if (!index->first || !index->order || !next) {
    free(next);
    vfi_box_index_free(index);
    return vfi_fail(VF_ERROR_MEMORY, "no host memory for an index of %d boxes", count);
  }
  for (int b = 0; b < count; b++) index->first[bin_of_box(index, &boxes[b]) + 1]++;
  for (size_t bin = 0; bin < bins; bin++) index->first[bin + 1] += index->first[bin];
  memcpy(next, index->first, (bins + 1) * sizeof *next);
  for (int b = 0; b < count; b++) index->order[next[bin_of_box(index, &boxes[b])]++] = b;
  free(next);
  return VF_OK;
}

void vfi_box_index_free(vfi_box_index *index)
{
  free(index->first);
  free(index->order);
  index->first = index->order = NULL;
}

static vf_box common_cells(const vf_box *p, const vf_box *q)
{
  vf_box common;
  for (int d = 0; d < 3; d++) {
    common.lower[d] = p->lower[d] > q->lower[d] ? p->lower[d] : q->lower[d];
    common.upper[d] = p->upper[d] < q->upper[d] ? p->upper[d] : q->upper[d];
  }
  return common;
}

static vf_status visit_bin(const vfi_box_index *index, int64_t bin, const vf_box *region, vfi_box_visit visit,
                           void *data)
{
  vf_status status = VF_OK;
  for (int p = index->first[bin]; p < index->first[bin + 1] && !status; p++) {
    const vf_box common = common_cells(&index->boxes[index->order[p]], region);
    if (!vfi_box_is_empty(&common)) status = visit(index->order[p], &common, data);
  }
  return status;
}

vf_status vfi_box_index_visit(const vfi_box_index *index, const vf_box *region, vfi_box_visit visit, void *data)
{
  int64_t low[3], high[3];
  vf_status status = VF_OK;
  /* A box that meets the region begins at most its own length before the region. */
  for (int d = 0; d < 3; d++) {
    low[d] = bin_of(index, d, region->lower[d] - (index->size[d] - 1));
    high[d] = bin_of(index, d, region->upper[d]);
  }
  for (int64_t z = low[2]; z <= high[2] && !status; z++)
    for (int64_t y = low[1]; y <= high[1] && !status; y++)
      for (int64_t x = low[0]; x <= high[0] && !status; x++)
        status = visit_bin(index, x + index->bins[0] * (y + index->bins[1] * z), region, visit, data);
  return status;
}
