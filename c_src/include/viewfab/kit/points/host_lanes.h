/* Included by host loops that take what points give: the lanes of a tile of reductions. */
#ifndef VF_HOST_LANES /* again with loops of another form, see remote_forms.h */
#define VF_HOST_LANES
#include <viewfab/kit/reduction_tree.h>

/* The lanes of one tile. Those of a result with a place hold what each point of a row gave, and the best of all rows
 * stands by itself: it is better only now and then. */
typedef struct vf_lanes {
  double value[vf_results_count][VF_REDUCTION_LANES];
} vf_lanes;
/* Points of a row that are asked together whether one of them is better. Sums have no such question. */
enum { VF_ASKED_TOGETHER = vf_count_of_placed > 0 ? 32 : VF_REDUCTION_LANES };
typedef struct vf_extremum {
  double value;
  int64_t cell; /* of the tile: the first that has it; VF_NO_PLACE: none has given anything else than the start */
} vf_extremum;

#define VF_LANE_START(name, ...)                                                         \
  if (VF_IS_PLACED_RESULT(vf_result_##name)) {                                           \
    best[vf_index_##name].value = vf_reduction_start(VF_REDUCTION_OF(vf_result_##name)); \
    best[vf_index_##name].cell = VF_NO_PLACE;                                            \
  } else {                                                                               \
    vf_lanes_start(VF_REDUCTION_OF(vf_result_##name), lanes.value[vf_index_##name]);     \
  }
#define VF_LANE_TAKE(name, ...)                                                                   \
  given.best[vf_index_##name].value = VF_IS_PLACED_RESULT(vf_result_##name)                       \
                                          ? vf_reduction_start(VF_REDUCTION_OF(vf_result_##name)) \
                                          : lanes.value[vf_index_##name][lane + x];               \
  given.best[vf_index_##name].round = -1;
#define VF_LANE_PUT(name, ...) lanes.value[vf_index_##name][lane + x] = given.best[vf_index_##name].value;
#define VF_LANE_FIRST(name, ...)                                                                                   \
  if (VF_IS_PLACED_RESULT(vf_result_##name))                                                                       \
    vf_take_first(VF_REDUCTION_OF(vf_result_##name), &lanes.value[vf_index_##name][lane], part, end, cell - first, \
                  &best[vf_index_##name]);
#define VF_LANE_REDUCE(name, ...)                                                                                     \
  if (VF_IS_PLACED_RESULT(vf_result_##name)) {                                                                        \
    const vf_extremum *of_tile = &best[vf_index_##name];                                                              \
    row[vf_index_##name].value = of_tile->value;                                                                      \
    row[vf_place_at_##name].place =                                                                                   \
        of_tile->cell == VF_NO_PLACE ? VF_NO_PLACE : tile * VF_REDUCTION_TILE + of_tile->cell;                        \
  } else {                                                                                                            \
    row[vf_index_##name].value = vf_reduction_lanes(VF_REDUCTION_OF(vf_result_##name), lanes.value[vf_index_##name]); \
  }

static inline void vf_lanes_start(const vf_reduction reduction, double *lanes)
{
  for (int lane = 0; lane < VF_REDUCTION_LANES; lane++) lanes[lane] = vf_reduction_start(reduction);
}

/* Whether one of points start, start + VF_STEP, ... of a row, before end, is beyond the best before them. Counted in four
 * numbers side by side, which are vectors for gcc; a clause `reduction` keeps its own in memory. */
VF_UNUSED static inline bool vf_some_beyond(const vf_reduction reduction, const double before, const double *values,
                                            int start, int end)
{
  enum { PARTS = 4 };
  double beyond[PARTS] = { 0 };
  int x = start;
  for (; x + (PARTS - 1) * VF_STEP < end; x += PARTS * VF_STEP)
    for (int part = 0; part < PARTS; part++)
      beyond[part] += vf_extremum_holds(reduction, before, values[x + part * VF_STEP]) ? 0.0 : 1.0;
  for (; x < end; x += VF_STEP) beyond[0] += vf_extremum_holds(reduction, before, values[x]) ? 0.0 : 1.0;
  return beyond[0] + beyond[1] + beyond[2] + beyond[3] > 0;
}

/* Takes from such points the best, where it is beyond the one before.
 *   cell  of the tile, where the run begins */
VF_UNUSED static inline void vf_take_first(const vf_reduction reduction, const double *values, int start, int end,
                                           int64_t cell, vf_extremum *best)
{
  if (!vf_some_beyond(reduction, best->value, values, start, end)) return;
  for (int x = start; x < end; x += VF_STEP)
    if (vf_reduction_is_beyond(reduction, best->value, values[x])) {
      best->value = values[x];
      best->cell = cell + x;
    }
}
#endif
