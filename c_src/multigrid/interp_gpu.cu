// Prolongation on a GPU. Neighbouring threads own neighbouring fine cells, so rows are written in full; with the
// general launcher each thread would write pairs. A thread has the four children at its x. Blocks are as long as rows:
// rows with ghosts start between the sectors of memory, and every end of a block costs a sector twice.
#include <viewfab/kit/gpu_names.h>
#include <viewfab/backend.h>

namespace {

constexpr int block_threads = 512;

template <typename T>
__global__ void __launch_bounds__(block_threads)
    interp_columns(const vf_box box, const int components, const T *__restrict__ coarse, const vfi_span coarse_span,
                   T *__restrict__ fine, const vfi_span fine_span)
{
  const int x = 2 * box.lower[0] + (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (x > 2 * box.upper[0] + 1) return;
  for (int n = 0; n < components; n++)
    for (int k = box.lower[2] + (int)blockIdx.z; k <= box.upper[2]; k += (int)gridDim.z)
      for (int j = box.lower[1] + (int)(blockIdx.y * blockDim.y + threadIdx.y); j <= box.upper[1];
           j += (int)(gridDim.y * blockDim.y)) {
        const T correction =
            coarse[(x >> 1) + j * coarse_span.stride[0] + k * coarse_span.stride[1] + n * coarse_span.stride[2]];
        T *first = fine + x + 2 * j * fine_span.stride[0] + 2 * k * fine_span.stride[1] + n * fine_span.stride[2];
        T *second = first + fine_span.stride[0], *third = first + fine_span.stride[1];
        T *fourth = third + fine_span.stride[0];
        const T a = *first, b = *second, c = *third, d = *fourth;
        *first = a + correction;
        *second = b + correction;
        *third = c + correction;
        *fourth = d + correction;
      }
}

// The arguments of the kernel, in the order of its declaration.
enum { COARSE, FINE };

template <typename T> int launch_columns(const vfi_launch *launch)
{
  if (launch->bounds) return VF_LAUNCH_DECLINED; // only the general launcher checks element accesses
  for (int b = 0; b < launch->box_count; b++) {
    const vf_box *box = &launch->boxes[b];
    const int64_t length = 2 * ((int64_t)box->upper[0] - box->lower[0] + 1);
    unsigned x = 32;
    while (x < block_threads && x < length) x *= 2;
    const dim3 block(x, block_threads / x);
    const int64_t rows = ((int64_t)box->upper[1] - box->lower[1] + block.y) / block.y;
    const int64_t planes = (int64_t)box->upper[2] - box->lower[2] + 1;
    const dim3 grid((unsigned)((length + x - 1) / x), (unsigned)(rows < 65535 ? rows : 65535),
                    (unsigned)(planes < 65535 ? planes : 65535));
    interp_columns<<<grid, block, 0, (VF_GPU(Stream_t))launch->queue>>>(
        *box, launch->components, (const T *)launch->spans[COARSE].origin, launch->spans[COARSE],
        (T *)launch->spans[FINE].origin, launch->spans[FINE]);
    const VF_GPU(Error_t) error = VF_GPU(GetLastError)();
    if (error != VF_GPU(Success)) return (int)error;
  }
  return 0;
}

} // namespace

#define VF_TUNED_(backend, type) vf_interp_tuned_##backend##_##type
#define VF_TUNED(backend, type) VF_TUNED_(backend, type)
extern "C" int VF_TUNED(VF_GPU_NAME, float)(const vfi_launch *launch) { return launch_columns<float>(launch); }
extern "C" int VF_TUNED(VF_GPU_NAME, double)(const vfi_launch *launch) { return launch_columns<double>(launch); }
