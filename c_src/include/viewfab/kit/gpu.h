/* Included after the kernel file and bundle.h in a GPU translation unit: the kernel and its launcher. The
 * includer has opened a namespace of its own for the type of the pass. */
#if VF_POINT_KIND == VF_IS_reduction
#include <viewfab/kit/gpu_reduction.h>
#elif VF_POINT_KIND == VF_IS_ghosts
#include <viewfab/kit/gpu_ghosts.h>
#else

/* One thread a point of a plane; planes and rows beyond the largest grid are reached by striding. */
static __global__ void __launch_bounds__(VF_MAX_TILE)
    VF_TYPED(_points_)(const vf_box box, const int components, const int selector, const vf_bundle bundle)
{
  const int x = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  for (int n = 0; n < components; n++)
    for (int k = box.lower[2] + (int)(blockIdx.z * blockDim.z + threadIdx.z); k <= box.upper[2];
         k += (int)(gridDim.z * blockDim.z))
      for (int j = box.lower[1] + (int)(blockIdx.y * blockDim.y + threadIdx.y); j <= box.upper[1];
           j += (int)(gridDim.y * blockDim.y)) {
#if VF_POINT_KIND == VF_IS_coloured
        const int i = box.lower[0] + 2 * x + ((box.lower[0] + j + k + selector) & 1);
#else
        const int i = box.lower[0] + x;
#endif
        if (i <= box.upper[0]) VF_BODY_AT(i, j, k, n, selector, box);
      }
}

static int VF_TYPED(_launch_)(const vf_launch *launch)
{
  const vf_bundle bundle = vf_bundle_of(launch);
  const dim3 block((unsigned)launch->tile[0], (unsigned)launch->tile[1], (unsigned)launch->tile[2]);
  for (int b = 0; b < launch->box_count; b++) {
    const vf_box *box = &launch->boxes[b];
    const int64_t length = (int64_t)box->upper[0] - box->lower[0] + 1;
    const int64_t size[3] = { VF_POINT_KIND == VF_IS_coloured ? (length + 1) / 2 : length,
                              (int64_t)box->upper[1] - box->lower[1] + 1,
                              (int64_t)box->upper[2] - box->lower[2] + 1 };
    const int64_t largest[3] = { 2147483647, 65535, 65535 };
    unsigned grid[3];
    for (int d = 0; d < 3; d++) {
      const int64_t blocks = (size[d] + launch->tile[d] - 1) / launch->tile[d];
      grid[d] = (unsigned)(blocks < largest[d] ? blocks : largest[d]);
    }
    VF_TYPED(_points_)<<<dim3(grid[0], grid[1], grid[2]), block, 0, (VF_GPU(Stream_t))launch->queue>>>(
        *box, launch->components, launch->selector, bundle);
    const VF_GPU(Error_t) error = VF_GPU(GetLastError)();
    if (error != VF_GPU(Success)) return (int)error;
  }
  return 0;
}
#endif
