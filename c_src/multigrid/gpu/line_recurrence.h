/* What goes along a line: value(m) += part(m) value(m - 1) from its low end up, or value(m + 1) from the high end down. */
#ifndef VIEWFAB_MULTIGRID_GPU_LINE_RECURRENCE_H
#define VIEWFAB_MULTIGRID_GPU_LINE_RECURRENCE_H

#include "level.h"

namespace VF_LEVELS {

/* By one thread. Numbers of the next cells are loaded before those of these are done, so that each cell waits for the
 * one before it alone. A single group of threads does this while others wait, so that instructions count: fixed, where
 * it is not 0, is the distance of places in both arrays. */
template <int fixed, bool back>
__device__ __forceinline__ void recur(double *value, int step, const double *part, int apart, int n)
{
  constexpr int ahead = 4;
  const int way = (fixed ? fixed : step) * (back ? -1 : 1), way_of_part = (fixed ? fixed : apart) * (back ? -1 : 1);
  double near = 0, x[ahead], c[ahead];
  int left = n;
  if (back) {
    value -= (n - 1) * way;
    part -= (n - 1) * way_of_part;
  }
  if (left >= ahead) {
#pragma unroll
    for (int a = 0; a < ahead; a++) {
      x[a] = value[a * way];
      c[a] = part[a * way_of_part];
    }
  }
#pragma unroll 2
  for (; left >= 2 * ahead; left -= ahead) {
    double next_x[ahead], next_c[ahead];
    double *const here = value;
    value += ahead * way;
    part += ahead * way_of_part;
#pragma unroll
    for (int a = 0; a < ahead; a++) {
      next_x[a] = value[a * way];
      next_c[a] = part[a * way_of_part];
    }
#pragma unroll
    for (int a = 0; a < ahead; a++) here[a * way] = near = x[a] + c[a] * near;
#pragma unroll
    for (int a = 0; a < ahead; a++) {
      x[a] = next_x[a];
      c[a] = next_c[a];
    }
  }
  if (left >= ahead) {
#pragma unroll
    for (int a = 0; a < ahead; a++) value[a * way] = near = x[a] + c[a] * near;
    value += ahead * way;
    part += ahead * way_of_part;
    left -= ahead;
  }
  for (; left > 0; left--, value += way, part += way_of_part) *value = near = *value + *part * near;
}

} // namespace VF_LEVELS

#endif
