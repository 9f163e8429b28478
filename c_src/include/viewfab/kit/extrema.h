/* Lanes of results, and extrema with their places. The header is a system header, so that the compiler reports a
 * mistake at the author's line. */
#ifndef VIEWFAB_KIT_EXTREMA_H
#define VIEWFAB_KIT_EXTREMA_H
#pragma GCC system_header

#include <viewfab/kit/reduction_tree.h>
#include <viewfab/kit/vocabulary.h>

/* The values of one result from the points of a lane. With an extremum a GPU keeps the round in which the lane found
 * it. The host looks for the place when a row has a better value, and round tells if the point has given a value.
 * -1: no value. */
typedef struct vfi_best {
  double value;
  int round;
} vfi_best;

#if !defined(__CUDACC__) && !defined(__HIPCC__)
/* True if a value is not beyond the best value before it, in one comparison: gcc does not vectorise the conjunction
 * in vfi_reduction_is_beyond. */
VF_INLINE bool vfi_extremum_holds(const vfi_reduction reduction, const double before, const double value)
{
  return reduction == VF_REDUCTION_MAX ? before >= value : before <= value;
}
#endif

VF_INLINE void vfi_give_extremum(vfi_best *best, const vfi_reduction reduction, const double value, const int round)
{
#if defined(__CUDACC__) || defined(__HIPCC__)
  const bool taken = vfi_reduction_is_beyond(reduction, best->value, value);
  best->value = taken ? value : best->value;
  best->round = taken ? round : best->round;
#else
  const double before = best->value;
  const double next = vfi_extremum_holds(reduction, before, value) ? before : value;
  best->value = best->round < 0 ? value : before == before ? next : before;
  best->round = round;
#endif
}

#if !defined(__CUDACC__) && !defined(__HIPCC__)
/* Points of a row that are tested together for a better value of a result with a place. Sums need no such test. */
enum { VF_ASKED_TOGETHER = 32 };

typedef struct vfi_extremum {
  double value;
  int64_t cell; /* first cell of the tile with this value; VF_NO_PLACE: no value
                   beside the start */
} vfi_extremum;

static inline void vfi_lanes_start(const vfi_reduction reduction, double *lanes)
{
  for (int lane = 0; lane < VF_REDUCTION_LANES; lane++) lanes[lane] = vfi_reduction_start(reduction);
}

/* True if one of the points start, start + step, ... of a row, before end, is beyond the former best value.
 * Counts in four numbers side by side, which gcc makes vectors; with a clause `reduction` gcc keeps the count in
 * memory. */
static inline bool vfi_some_beyond(const vfi_reduction reduction, const double before, const double *values, int start,
                                   int end, const int step)
{
  enum { PARTS = 4 };
  double beyond[PARTS] = { 0 };
  int x = start;
  for (; x + (PARTS - 1) * step < end; x += PARTS * step)
    for (int part = 0; part < PARTS; part++)
      beyond[part] += vfi_extremum_holds(reduction, before, values[x + part * step]) ? 0.0 : 1.0;
  for (; x < end; x += step) beyond[0] += vfi_extremum_holds(reduction, before, values[x]) ? 0.0 : 1.0;
  return beyond[0] + beyond[1] + beyond[2] + beyond[3] > 0;
}

/* Takes the best of such points, if its value is beyond the best before.
 *   cell  cell of the tile at the beginning of the run */
static inline void vfi_take_first(const vfi_reduction reduction, const double *values, int start, int end, int64_t cell,
                                  const int step, vfi_extremum *best)
{
  if (!vfi_some_beyond(reduction, best->value, values, start, end, step)) return;
  for (int x = start; x < end; x += step)
    if (vfi_reduction_is_beyond(reduction, best->value, values[x])) {
      best->value = values[x];
      best->cell = cell + x;
    }
}

/* The place of a cell of a tile in the call; VF_NO_PLACE: no place. */
static inline int64_t vfi_place_in_tile(const int64_t tile, const int64_t cell)
{
  return cell == VF_NO_PLACE ? VF_NO_PLACE : tile * VF_REDUCTION_TILE + cell;
}
#endif

#endif
