/* Shared by the hand-written kernels: an end at the first error, and reductions over all threads. */
#ifndef VIEWFAB_BENCHMARKS_CUDA_SUPPORT_H
#define VIEWFAB_BENCHMARKS_CUDA_SUPPORT_H

#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime.h>

#define CHECKED(call) stop_at_error((call), #call, __FILE__, __LINE__)

static inline void stop_at_error(cudaError_t error, const char *call, const char *file, int line)
{
  if (error == cudaSuccess) return;
  fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
  exit(1);
}

/* The number of blocks that cover the points. */
static inline unsigned covering(int points, int of_block) { return (unsigned)((points + of_block - 1) / of_block); }

/* A type T of results needs these overloads: joined(T, T), T of_lane_above(T, int step), T fetched(const T *) and a
 * member function none(). fetched reads values written by other blocks. */

/* The joined result of all threads of a block, in its first thread. Blocks have full warps. */
template <typename T> __device__ T of_block(T mine)
{
  __shared__ T of_warp[32];
  const int thread = (int)(threadIdx.x + blockDim.x * threadIdx.y), warps = (int)(blockDim.x * blockDim.y) / 32;
  for (int step = 16; step > 0; step /= 2) mine = joined(mine, of_lane_above(mine, step));
  __syncthreads(); /* a thread may still read the result of an earlier call */
  if (thread % 32 == 0) of_warp[thread / 32] = mine;
  __syncthreads();
  if (thread < 32) {
    mine = thread < warps ? of_warp[thread] : T::none();
    for (int step = 16; step > 0; step /= 2) mine = joined(mine, of_lane_above(mine, step));
  }
  return mine;
}

/* Memory of a reduction. The result lies on the host; the kernel writes it there directly. */
template <typename T> struct reduction_memory {
  enum { MOST_BLOCKS = 65536 };
  T *of_blocks = NULL, *result = NULL;
  unsigned *blocks_done = NULL;
  void make()
  {
    if (result) return;
    CHECKED(cudaMalloc((void **)&of_blocks, MOST_BLOCKS * sizeof(T)));
    CHECKED(cudaMalloc((void **)&blocks_done, sizeof(unsigned)));
    CHECKED(cudaMemset(blocks_done, 0, sizeof(unsigned)));
    CHECKED(cudaHostAlloc((void **)&result, sizeof(T), cudaHostAllocMapped));
    CHECKED(cudaDeviceSynchronize());
  }
};

/* Joins the values of all threads of a grid of blocks in x and y. The last block to finish joins the values of all
 * blocks in their order, so a sum always has the same bits. */
template <typename T> __device__ void give_result(T mine, T *of_blocks, unsigned *blocks_done, T *result)
{
  __shared__ bool last;
  const unsigned blocks = gridDim.x * gridDim.y, threads = blockDim.x * blockDim.y;
  const unsigned thread = threadIdx.x + blockDim.x * threadIdx.y;
  mine = of_block(mine);
  if (thread == 0) {
    of_blocks[blockIdx.x + gridDim.x * blockIdx.y] = mine;
    __threadfence();
    last = atomicAdd(blocks_done, 1u) == blocks - 1;
  }
  __syncthreads();
  if (!last) return;
  __threadfence();
  mine = T::none();
  for (unsigned block = thread; block < blocks; block += threads) mine = joined(mine, fetched(of_blocks + block));
  mine = of_block(mine);
  if (thread == 0) {
    *result = mine;
    *blocks_done = 0;
  }
}

#endif
