/* Included by gpu.h for a kernel over ghosts: one launch for the six faces. blockIdx.y is the face; in x the layer's
 * cells are numbered in column order. */

/* The face is a constant here: what a body indexes with it would have to lie in memory otherwise. */
template <int face>
static __device__ __forceinline__ void VF_TYPED(_layer_)(const vf_box &box, const int components,
                                                         const vf_bundle &bundle)
{
  constexpr int d = face % 3;
  constexpr int a = d == 0 ? 1 : 0, b = d == 2 ? 1 : 2; /* the other directions */
  const int layer = face < 3 ? box.lower[d] - 1 : box.upper[d] + 1;
  const int64_t length = (int64_t)box.upper[a] - box.lower[a] + 1;
  const int64_t cells = length * ((int64_t)box.upper[b] - box.lower[b] + 1);
  for (int64_t cell = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; cell < cells;
       cell += (int64_t)gridDim.x * blockDim.x) {
    const int along = box.lower[a] + (int)(cell % length), across = box.lower[b] + (int)(cell / length);
    const int i = d == 0 ? layer : along;
    const int j = d == 1 ? layer : d == 0 ? along : across;
    const int k = d == 2 ? layer : across;
    for (int n = 0; n < components; n++) VF_BODY_AT(i, j, k, n, face, box);
  }
}

static __device__ __forceinline__ void VF_TYPED(_layers_)(const vf_box &box, const int components, vf_bundle bundle,
                                                          const int face VF_ORIGINS)
{
  VF_TAKE_ORIGINS
  switch (face) {
    case 0: return VF_TYPED(_layer_)<0>(box, components, bundle);
    case 1: return VF_TYPED(_layer_)<1>(box, components, bundle);
    case 2: return VF_TYPED(_layer_)<2>(box, components, bundle);
    case 3: return VF_TYPED(_layer_)<3>(box, components, bundle);
    case 4: return VF_TYPED(_layer_)<4>(box, components, bundle);
    default: return VF_TYPED(_layer_)<5>(box, components, bundle);
  }
}

static __global__ void __launch_bounds__(256)
    VF_TYPED(_ghosts_)(const vf_box box, const int components, const vf_bundle bundle VF_ORIGINS)
{
  VF_TYPED(_layers_)(box, components, bundle, (int)blockIdx.y VF_ORIGIN_NAMES);
}

/* The same on sets: blockIdx.y is the box, blockIdx.z the face. */
static __global__ void __launch_bounds__(256) VF_TYPED(_set_ghosts_)(const vf_launch_sets sets, const int box_count,
                                                                     const int components, const vf_bundle arguments)
{
  for (int b = (int)blockIdx.y; b < box_count; b += (int)gridDim.y) {
    const vf_box box = sets.boxes[b];
    if (box.upper[0] < box.lower[0] || box.upper[1] < box.lower[1] || box.upper[2] < box.lower[2]) continue;
    const vf_bundle bundle = vf_bundle_placed(arguments, sets, b);
    VF_TYPED(_layers_)(box, components, bundle, (int)blockIdx.z VF_PASS_ORIGINS);
  }
}

/* Blocks for the largest face of a box. */
static int64_t VF_TYPED(_ghost_blocks_)(const vf_box *box)
{
  int64_t largest = 1;
  for (int d = 0; d < 3; d++) {
    const int64_t cells = vf_box_points(box) / ((int64_t)box->upper[d] - box->lower[d] + 1);
    if (cells > largest) largest = cells;
  }
  const int64_t blocks = (largest + 255) / 256;
  return blocks < 1048576 ? blocks : 1048576;
}

static int VF_TYPED(_launch_)(const vf_launch *launch)
{
  const vf_bundle bundle = vf_bundle_of(launch);
  if (launch->sets) {
    const vf_box largest = vf_largest_box(launch->boxes, launch->box_count);
    dim3 blocks = vf_set_blocks(VF_TYPED(_ghost_blocks_)(&largest), launch->box_count);
    blocks.z = 6;
    VF_TYPED(_set_ghosts_)<<<blocks, 256, 0, (VF_GPU(Stream_t))launch->queue>>>(*launch->sets, launch->box_count,
                                                                                launch->components, bundle);
    return (int)VF_GPU(GetLastError)();
  }
  for (int b = 0; b < launch->box_count; b++) {
    const vf_box *box = &launch->boxes[b];
    VF_TYPED(_ghosts_)<<<dim3((unsigned)VF_TYPED(_ghost_blocks_)(box), 6), 256, 0, (VF_GPU(Stream_t))launch->queue>>>(
        *box, launch->components, bundle VF_PASS_ORIGINS);
    const VF_GPU(Error_t) error = VF_GPU(GetLastError)();
    if (error != VF_GPU(Success)) return (int)error;
  }
  return 0;
}
