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

static __global__ void __launch_bounds__(256)
    VF_TYPED(_ghosts_)(const vf_box box, const int components, const vf_bundle arguments VF_ORIGINS)
{
  vf_bundle bundle = arguments;
  VF_TAKE_ORIGINS
  switch (blockIdx.y) {
    case 0: return VF_TYPED(_layer_)<0>(box, components, bundle);
    case 1: return VF_TYPED(_layer_)<1>(box, components, bundle);
    case 2: return VF_TYPED(_layer_)<2>(box, components, bundle);
    case 3: return VF_TYPED(_layer_)<3>(box, components, bundle);
    case 4: return VF_TYPED(_layer_)<4>(box, components, bundle);
    default: return VF_TYPED(_layer_)<5>(box, components, bundle);
  }
}

static int VF_TYPED(_launch_)(const vf_launch *launch)
{
  const vf_bundle bundle = vf_bundle_of(launch);
  for (int b = 0; b < launch->box_count; b++) {
    const vf_box *box = &launch->boxes[b];
    int64_t largest = 1;
    for (int d = 0; d < 3; d++) {
      const int64_t cells = vf_box_points(box) / ((int64_t)box->upper[d] - box->lower[d] + 1);
      if (cells > largest) largest = cells;
    }
    const int64_t blocks = (largest + 255) / 256;
    VF_TYPED(_ghosts_)<<<dim3((unsigned)(blocks < 1048576 ? blocks : 1048576), 6), 256, 0,
                         (VF_GPU(Stream_t))launch->queue>>>(*box, launch->components, bundle VF_PASS_ORIGINS);
    const VF_GPU(Error_t) error = VF_GPU(GetLastError)();
    if (error != VF_GPU(Success)) return (int)error;
  }
  return 0;
}
