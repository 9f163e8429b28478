/* Included after the kernel file and bundle.h in a GPU translation unit: the kernel and its launcher. The
 * includer has opened a namespace of its own for the type of the pass. */

/* Arguments are distinct arrays (the dispatch refuses others), which a compiler believes of kernel parameters only:
 *   , const double *__restrict__ rhs_origin, double *__restrict__ phi_origin */
#if defined(VF_SAFE_IN_PLACE) && VF_SAFE_IN_PLACE
#define VF_DISTINCT
#else
#define VF_DISTINCT __restrict__
#endif
#define VF_ORIGIN_READ(type, name, map, reach, text) , const VF_ELEMENT_##type *VF_DISTINCT name##_origin
#define VF_ORIGIN_WRITE(type, name, map, reach, text) , VF_ELEMENT_##type *VF_DISTINCT name##_origin
#define VF_ORIGIN_NONE(type, name, text)
#define VF_ORIGINS VF_ARGUMENTS(VF_ORIGIN_READ, VF_ORIGIN_WRITE, VF_ORIGIN_WRITE, VF_ORIGIN_NONE)
#define VF_PASS_ORIGIN(type, name, map, reach, text) , bundle.name.origin
#define VF_PASS_ORIGINS VF_ARGUMENTS(VF_PASS_ORIGIN, VF_PASS_ORIGIN, VF_PASS_ORIGIN, VF_ORIGIN_NONE)
/* An array without component index has the stride 0 by its declaration, which saves registers. */
#define VF_HAS_COMPONENTS_same true
#define VF_HAS_COMPONENTS_refined true
#define VF_HAS_COMPONENTS_coarsened true
#define VF_HAS_COMPONENTS_face(d) true
#define VF_HAS_COMPONENTS_face_of_point true
#define VF_HAS_COMPONENTS_cells_of_face true
#define VF_HAS_COMPONENTS_shifted(value) true
#define VF_HAS_COMPONENTS_shared(map) false
#define VF_TAKE_ORIGIN(type, name, map, reach, text) \
  bundle.name.origin = name##_origin;                \
  if (!VF_HAS_COMPONENTS_##map) bundle.name.stride_n = 0;
#define VF_TAKE_ORIGINS VF_ARGUMENTS(VF_TAKE_ORIGIN, VF_TAKE_ORIGIN, VF_TAKE_ORIGIN, VF_ORIGIN_NONE)

#if VF_POINT_KIND == VF_IS_reduction
#include <viewfab/kit/gpu_reduction.h>
#elif VF_POINT_KIND == VF_IS_ghosts
#include <viewfab/kit/gpu_ghosts.h>
#else

/* Loads of several points of a thread are under way at once where a point needs few registers. */
static constexpr int vf_unroll = VF_POINT_KIND == VF_IS_coloured ? 1 : VF_LARGEST_REACH > 0 ? 2 : 4;

/* One thread a column of depth points in k: the planes that a stencil shares between them stay in the first-level
 * cache. Four blocks a multiprocessor: more registers a thread cost more than they bring. */
static __global__ void __launch_bounds__(VF_MAX_TILE, 4)
    VF_TYPED(_points_)(const vf_box box, const vf_box domain, const int components, const int selector, const int depth,
                       const vf_bundle arguments VF_ORIGINS)
{
  vf_bundle bundle = arguments;
  VF_TAKE_ORIGINS
  const int x = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  const int first_k = box.lower[2] + (int)blockIdx.z * depth;
  const int last_k = first_k + depth - 1 < box.upper[2] ? first_k + depth - 1 : box.upper[2];
  for (int n = 0; n < components; n++)
    for (int j = box.lower[1] + (int)(blockIdx.y * blockDim.y + threadIdx.y); j <= box.upper[1];
         j += (int)(gridDim.y * blockDim.y)) {
#pragma unroll vf_unroll
      for (int k = first_k; k <= last_k; k++) {
#if VF_POINT_KIND == VF_IS_coloured
        const int i = box.lower[0] + 2 * x + ((box.lower[0] + j + k + selector) & 1);
#else
        const int i = box.lower[0] + x;
#endif
        if (i <= box.upper[0]) VF_BODY_AT(i, j, k, n, selector, domain);
      }
    }
}

static int VF_TYPED(_launch_)(const vf_launch *launch)
{
  const vf_bundle bundle = vf_bundle_of(launch);
  for (int b = 0; b < launch->box_count; b++) {
    const vf_box *box = &launch->boxes[b];
    const vf_grid grid = vf_grid_of(box, VF_POINT_KIND == VF_IS_coloured, launch->tile);
    VF_TYPED(_points_)<<<dim3(grid.blocks[0], grid.blocks[1], grid.blocks[2]), dim3(grid.threads[0], grid.threads[1]),
                         0, (VF_GPU(Stream_t))launch->queue>>>(*box, launch->domains ? launch->domains[b] : *box,
                                                               launch->components, launch->selector, grid.depth,
                                                               bundle VF_PASS_ORIGINS);
    const VF_GPU(Error_t) error = VF_GPU(GetLastError)();
    if (error != VF_GPU(Success)) return (int)error;
  }
  return 0;
}
#endif
