/* Included by host.h for a kernel that gives results: one row of partial results a tile, by the fixed tree. */
#include <string.h>

#include <viewfab/kit/reduction_tree.h>

/* The lanes of one tile, with the round in which each found its extremum. */
typedef struct vf_lanes {
  double value[vf_results_count][VF_REDUCTION_LANES];
  vf_round at[vf_results_count][VF_REDUCTION_LANES];
} vf_lanes;

#define VF_LANE_START(name, ...)                                                                \
  for (int lane = 0; lane < VF_REDUCTION_LANES; lane++) {                                       \
    lanes.value[vf_index_##name][lane] = vf_reduction_start(VF_REDUCTION_OF(vf_result_##name)); \
    if (VF_IS_PLACED_RESULT(vf_result_##name)) lanes.at[vf_index_##name][lane] = -1;            \
  }
#define VF_LANE_TAKE(name, ...)                                          \
  given.value[vf_index_##name] = lanes.value[vf_index_##name][lane + x]; \
  if (VF_IS_PLACED_RESULT(vf_result_##name)) given.at[vf_index_##name] = lanes.at[vf_index_##name][lane + x];
#define VF_LANE_PUT(name, ...)                                           \
  lanes.value[vf_index_##name][lane + x] = given.value[vf_index_##name]; \
  if (VF_IS_PLACED_RESULT(vf_result_##name)) lanes.at[vf_index_##name][lane + x] = given.at[vf_index_##name];
#define VF_LANE_REDUCE(name, ...)                                                                              \
  if (VF_IS_PLACED_RESULT(vf_result_##name))                                                                   \
    vf_lanes_first(VF_REDUCTION_OF(vf_result_##name), lanes.value[vf_index_##name], lanes.at[vf_index_##name], \
                   tile *VF_REDUCTION_TILE, &row[vf_index_##name], &row[vf_place_at_##name]);                  \
  else row[vf_index_##name].value = vf_reduction_lanes(VF_REDUCTION_OF(vf_result_##name), lanes.value[vf_index_##name]);

/* The extremum of some lanes, and its place: the first cell that has it.
 *   before  cells of the tiles before this one */
VF_UNUSED static void vf_lanes_first(vf_reduction reduction, const double *lanes, const vf_round *rounds,
                                     int64_t before, vf_partial *value, vf_partial *place)
{
  double copy[VF_REDUCTION_LANES], first = VF_REDUCTION_TILE;
  memcpy(copy, lanes, sizeof copy);
  const double best = vf_reduction_lanes(reduction, copy);
  value->value = best;
  place->place = VF_NO_PLACE;
  if (best == vf_reduction_start(reduction)) return;
  if (best != best) {
    for (int lane = 0; lane < VF_REDUCTION_LANES; lane++)
      if (lanes[lane] != lanes[lane]) first = fmin(first, rounds[lane] * VF_REDUCTION_LANES + lane);
  } else {
#pragma omp simd reduction(min : first)
    for (int lane = 0; lane < VF_REDUCTION_LANES; lane++) {
      const double cell = rounds[lane] * VF_REDUCTION_LANES + lane, found = lanes[lane] == best ? cell : first;
      first = found < first ? found : first;
    }
  }
  place->place = before + (int64_t)first;
  value->value = lanes[(int)first % VF_REDUCTION_LANES];
}

/* Runs the points of cells first .. last - 1 of a box, in column order, and leaves the row of the tile. One round of
 * lanes after the other: two at once would read less of the lanes, but memory out of order.
 *   tile  its number in the call */
static void VF_TYPED(_tile_)(const vf_bundle bundle, const vf_box *box, VF_UNUSED const vf_box domain, int n,
                             VF_UNUSED int selector, int64_t first, int64_t last, VF_UNUSED int64_t tile,
                             vf_partial *row)
{
  vf_lanes lanes;
  VF_RESULTS_OF(VF_LANE_START)
  const int64_t row_length = (int64_t)box->upper[0] - box->lower[0] + 1;
  const int64_t rows_j = (int64_t)box->upper[1] - box->lower[1] + 1;
  int64_t along = first % row_length;
  int j = box->lower[1] + (int)(first / row_length % rows_j);
  int k = box->lower[2] + (int)(first / row_length / rows_j);
  int lane = 0;
  vf_round round = 0;
  for (int64_t cell = first; cell < last;) {
    const int i = box->lower[0] + (int)along;
    int64_t run = row_length - along;
    if (run > last - cell) run = last - cell;
    if (run > VF_REDUCTION_LANES - lane) run = VF_REDUCTION_LANES - lane;
#pragma omp simd
    for (int x = VF_STEP == 2 ? (i + VF_PARITY(j, k) + selector) & 1 : 0; x < (int)run; x += VF_STEP) {
      vf_lane given, *const vf_given = &given;
      given.here = round;
      VF_RESULTS_OF(VF_LANE_TAKE)
      VF_POINT_AT(i + x, j, k, n, VF_STEP == 2 ? 0 : selector, domain);
      VF_RESULTS_OF(VF_LANE_PUT)
    }
    cell += run;
    lane += (int)run;
    if (lane == VF_REDUCTION_LANES) {
      lane = 0;
      round++;
    }
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

/* Runs a box, whose tiles begin at number done of the call; returns how many they are. */
static int64_t VF_TYPED(_box_tiles_)(const vf_launch *launch, const vf_bundle bundle, int b, int64_t done)
{
  enum { LENGTH = vf_results_count + vf_placed_count };
  const vf_box box = launch->boxes[b];
  if (!vf_has_points(&box)) return 0;
  const vf_box domain = launch->domains ? launch->domains[b] : box;
  const int64_t cells = vf_box_points(&box);
  const int64_t tiles = vf_reduction_tiles(cells);
  const int64_t count = tiles * launch->components;
#pragma omp parallel for schedule(static) if (count > 2)
  for (int64_t t = 0; t < count; t++) {
    const int64_t first = t % tiles * VF_REDUCTION_TILE;
    const int64_t last = first + VF_REDUCTION_TILE < cells ? first + VF_REDUCTION_TILE : cells;
    VF_TYPED(_tile_)
    (bundle, &box, domain, (int)(t / tiles), launch->selector, first, last, done + t,
     launch->partials + (done + t) * LENGTH);
  }
  return count;
}

/* The same of a set: where its tiles begin is known. */
static void VF_TYPED(_set_tiles_)(const vf_launch *launch, const vf_bundle bundle, int b)
{
  const vf_bundle of_box = vf_bundle_placed(bundle, *launch->sets, b);
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
