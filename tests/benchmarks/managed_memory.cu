#include "managed_memory.h"

#include <cuda_runtime.h>

extern "C" double *bench_managed_take(size_t bytes)
{
  void *address = nullptr;
  return cudaMallocManaged(&address, bytes) == cudaSuccess ? (double *)address : nullptr;
}

extern "C" void bench_managed_give(double *values) { (void)cudaFree(values); }
