/* Included by host.h for a kernel that gives results: one row of partial results a tile, by the fixed tree. */
#include <viewfab/kit/points/host_lanes.h>

/* Runs the points of cells first .. last - 1 of a box, in column order, and leaves the row of the tile. One round of
 * lanes after the other: two at once would read less of the lanes, but memory out of order.
 *   tile  its number in the call */
static void VF_TYPED(_tile_)(const vf_bundle bundle, const vf_box *box, VF_UNUSED const vf_box domain, int n,
                             VF_UNUSED int selector, int64_t first, int64_t last, VF_UNUSED int64_t tile,
                             vf_partial *row)
{
  vf_lanes lanes;
  VF_UNUSED vf_extremum best[vf_results_count];
  VF_RESULTS_OF(VF_LANE_START)
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
    const int start = VF_STEP == 2 ? (i + VF_PARITY(j, k) + selector) & 1 : 0;
    for (int part = start; part < (int)run; part += VF_ASKED_TOGETHER) {
      const int end = (int)run - part < VF_ASKED_TOGETHER ? (int)run : part + VF_ASKED_TOGETHER;
#pragma omp simd
      for (int x = part; x < end; x += VF_STEP) {
        vf_lane given, *const vf_given = &given;
        given.round = 0;
        VF_RESULTS_OF(VF_LANE_TAKE)
        VF_POINT_AT(i + x, j, k, n, VF_STEP == 2 ? 0 : selector, domain);
        VF_RESULTS_OF(VF_LANE_PUT)
      }
      VF_RESULTS_OF(VF_LANE_FIRST)
    }
    cell += run;
    lane += (int)run;
    if (lane == VF_REDUCTION_LANES) lane = 0;
    along += run;
    if (along == row_length) {
      along = 0;
      if (j++ == box->upper[1]) {
        j = box->lower[1];
        k++;
      }
    }
  }
  VF_RESULTS_OF(VF_LANE_REDUCE)
}

/* Runs tile t of a box, whose tiles begin at number done of the call. */
static void VF_TYPED(_tile_of_box_)(const vf_launch *launch, const vf_bundle bundle, int b, int64_t done, int64_t t)
{
  enum { LENGTH = vf_results_count + vf_count_of_placed };
  const vf_box box = launch->boxes[b], domain = launch->domains ? launch->domains[b] : box;
  const int64_t cells = vf_box_points(&box);
  const int64_t tiles = vf_reduction_tiles(cells);
  const int64_t first = t % tiles * VF_REDUCTION_TILE;
  const int64_t last = first + VF_REDUCTION_TILE < cells ? first + VF_REDUCTION_TILE : cells;
  VF_TYPED(_tile_)
  (bundle, &box, domain, (int)(t / tiles), launch->selector, first, last, done + t,
   launch->partials + (done + t) * LENGTH);
}

/* The same of all its tiles; returns how many they are. */
static int64_t VF_TYPED(_box_tiles_)(const vf_launch *launch, const vf_bundle bundle, int b, int64_t done)
{
  const vf_box box = launch->boxes[b];
  if (!vf_has_points(&box)) return 0;
  const int64_t count = vf_reduction_tiles(vf_box_points(&box)) * launch->components;
  if (count <= 2) { /* no clause `if`: see host_rows.h */
    for (int64_t t = 0; t < count; t++) VF_TYPED(_tile_of_box_)(launch, bundle, b, done, t);
    return count;
  }
#pragma omp parallel for schedule(static)
  for (int64_t t = 0; t < count; t++) VF_TYPED(_tile_of_box_)(launch, bundle, b, done, t);
  return count;
}

/* The same of a set: where its tiles begin is known. */
static void VF_TYPED(_set_tiles_)(const vf_launch *launch, const vf_bundle bundle, int b)
{
  const vf_bundle of_box = vf_bundle_placed(bundle, vf_sets_of(launch->sets), b);
  VF_TYPED(_box_tiles_)(launch, of_box, b, launch->sets->first_tiles[b] * launch->components);
}

int VF_TYPED(_host_)(const vf_launch *launch);
int VF_TYPED(_host_)(const vf_launch *launch)
{
  const vf_bundle bundle = vf_bundle_of(launch);
  if (!launch->sets) {
    int64_t done = 0;
    for (int b = 0; b < launch->box_count; b++) done += VF_TYPED(_box_tiles_)(launch, bundle, b, done);
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
