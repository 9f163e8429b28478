/* Included by host.h for a reduction: one result a tile, by the fixed tree. */
#include <viewfab/kit/reduction_tree.h>

/* Reduces cells first .. last - 1 of a box, in column order. */
static double VF_TYPED(_tile_)(const vf_bundle bundle, const vf_box *box, int n, int64_t first, int64_t last)
{
  double lanes[VF_REDUCTION_LANES];
  for (int lane = 0; lane < VF_REDUCTION_LANES; lane++) lanes[lane] = vf_reduction_start(VF_REDUCTION_KIND);
  const int64_t row_length = (int64_t)box->upper[0] - box->lower[0] + 1;
  const int64_t rows_j = (int64_t)box->upper[1] - box->lower[1] + 1;
  int64_t along = first % row_length;
  int j = box->lower[1] + (int)(first / row_length % rows_j);
  int k = box->lower[2] + (int)(first / row_length / rows_j);
  int lane = 0;
  for (int64_t cell = first; cell < last;) {
    const int i = box->lower[0] + (int)along;
    int64_t run = row_length - along;
    if (run > last - cell) run = last - cell;
    if (run > VF_REDUCTION_LANES - lane) run = VF_REDUCTION_LANES - lane;
#pragma omp simd
    for (int x = 0; x < (int)run; x++)
      lanes[lane + x] =
          vf_reduction_combine(VF_REDUCTION_KIND, lanes[lane + x], (double)VF_BODY_AT(i + x, j, k, n, 0, *box));
    cell += run;
    lane = (lane + (int)run) % VF_REDUCTION_LANES;
    along += run;
    if (along == row_length) {
      along = 0;
      if (j++ == box->upper[1]) {
        j = box->lower[1];
        k++;
      }
    }
  }
  return vf_reduction_lanes(VF_REDUCTION_KIND, lanes);
}

/* Reduces the tiles of a box; returns how many results that are. */
static int64_t VF_TYPED(_box_tiles_)(const vf_launch *launch, const vf_bundle bundle, int b, double *partials)
{
  const vf_box box = launch->boxes[b];
  if (!vf_has_points(&box)) return 0;
  const int64_t cells = vf_box_points(&box);
  const int64_t tiles = vf_reduction_tiles(cells);
  const int64_t count = tiles * launch->components;
#pragma omp parallel for schedule(static) if (count > 2)
  for (int64_t t = 0; t < count; t++) {
    const int64_t first = t % tiles * VF_REDUCTION_TILE;
    const int64_t last = first + VF_REDUCTION_TILE < cells ? first + VF_REDUCTION_TILE : cells;
    partials[t] = VF_TYPED(_tile_)(bundle, &box, (int)(t / tiles), first, last);
  }
  return count;
}

/* The same of a set: where its results begin is known. */
static void VF_TYPED(_set_tiles_)(const vf_launch *launch, const vf_bundle bundle, int b)
{
  const vf_bundle of_box = vf_bundle_placed(bundle, *launch->sets, b);
  VF_TYPED(_box_tiles_)(launch, of_box, b, launch->partials + launch->sets->first_tiles[b] * launch->components);
}

int VF_TYPED(_host_)(const vf_launch *launch);
int VF_TYPED(_host_)(const vf_launch *launch)
{
  const vf_bundle bundle = vf_bundle_of(launch);
  if (!launch->sets) {
    double *partials = launch->partials;
    for (int b = 0; b < launch->box_count; b++) partials += VF_TYPED(_box_tiles_)(launch, bundle, b, partials);
    return 0;
  }
  if (launch->box_count < VF_PARALLEL_BOXES) { /* no clause `if`: see host_boxes.h */
    for (int b = 0; b < launch->box_count; b++) VF_TYPED(_set_tiles_)(launch, bundle, b);
    return 0;
  }
#pragma omp parallel for schedule(dynamic)
  for (int b = 0; b < launch->box_count; b++) VF_TYPED(_set_tiles_)(launch, bundle, b);
  return 0;
}
