/* The largest of the values of all threads of all blocks. */
#ifndef VIEWFAB_MULTIGRID_GPU_LARGEST_H
#define VIEWFAB_MULTIGRID_GPU_LARGEST_H

#include "level.h"

namespace VF_LEVELS {

__device__ __forceinline__ double larger(double a, double b) { return b > a || b != b ? b : a; }

/* For blocks of 32 x block_rows threads. Results are not negative, so their bits have the order of the numbers, and the
 * bits of a NaN are above all others. */
template <int block_rows> __device__ __forceinline__ void note_largest(double value, unsigned long long *result)
{
  __shared__ double largest[block_rows][32];
  const int lane = (int)threadIdx.x, thread = (int)threadIdx.y * 32 + lane;
  double *const all = &largest[0][0];
  all[thread] = value;
  for (int half = block_rows * 16; half > 0; half /= 2) {
    __syncthreads();
    if (thread < half) all[thread] = larger(all[thread], all[thread + half]);
  }
  if (thread != 0) return;
  const unsigned long long bits = (unsigned long long)__double_as_longlong(all[0]) & 0x7fffffffffffffffull;
  if (bits > *(volatile unsigned long long *)result) atomicMax(result, bits);
}

} // namespace VF_LEVELS

#endif
