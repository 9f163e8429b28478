// Copies between runs of an array and a packed copy of them, on the device. Included in the namespace of gpu.cu.

// Rows of threads take runs in turn.
template <typename Word, bool packs>
__global__ void move_runs(Word *array, Word *packed, const vf_run *runs, int64_t count)
{
  for (int64_t r = blockIdx.x * (int64_t)blockDim.y + threadIdx.y; r < count; r += gridDim.x * (int64_t)blockDim.y) {
    const vf_run run = runs[r];
    for (int64_t e = threadIdx.x; e < run.count; e += blockDim.x) {
      if (packs) packed[run.packed + e] = array[run.begin + e];
      else array[run.begin + e] = packed[run.packed + e];
    }
  }
}

template <bool packs>
int move_runs_of(void *array, void *packed, size_t size, const vf_run *runs, int64_t count, void *queue)
{
  const dim3 block(32, 8);
  const int64_t wanted = (count + 7) / 8;
  const unsigned blocks = wanted < 4096 ? (unsigned)wanted : 4096;
  if (count == 0) return 0;
  if (size == 8)
    move_runs<uint64_t, packs>
        <<<blocks, block, 0, (vf_stream)queue>>>((uint64_t *)array, (uint64_t *)packed, runs, count);
  else
    move_runs<uint32_t, packs>
        <<<blocks, block, 0, (vf_stream)queue>>>((uint32_t *)array, (uint32_t *)packed, runs, count);
  return result_of(VF_GPU(GetLastError)());
}

int pack(void *packed, const void *array, size_t size, const vf_run *runs, int64_t count, void *queue)
{
  return move_runs_of<true>((void *)array, packed, size, runs, count, queue);
}

int unpack(void *array, const void *packed, size_t size, const vf_run *runs, int64_t count, void *queue)
{
  return move_runs_of<false>(array, (void *)packed, size, runs, count, queue);
}
