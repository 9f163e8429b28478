/* Included by gpu.h for a kernel over ghosts: one launch for the six faces. blockIdx.y is the face; in x the layer's
 * cells are numbered in column order. */
static __global__ void __launch_bounds__(256)
    VF_TYPED(_ghosts_)(const vf_box box, const int components, const vf_bundle arguments VF_ORIGINS)
{
  vf_bundle bundle = arguments;
  VF_TAKE_ORIGINS
  const int face = (int)blockIdx.y, d = face % 3;
  int lower[3] = { box.lower[0], box.lower[1], box.lower[2] };
  int64_t size[3] = { (int64_t)box.upper[0] - box.lower[0] + 1, (int64_t)box.upper[1] - box.lower[1] + 1,
                      (int64_t)box.upper[2] - box.lower[2] + 1 };
  lower[d] = face < 3 ? box.lower[d] - 1 : box.upper[d] + 1;
  size[d] = 1;
  const int64_t cells = size[0] * size[1] * size[2];
  for (int64_t cell = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; cell < cells;
       cell += (int64_t)gridDim.x * blockDim.x) {
    const int i = lower[0] + (int)(cell % size[0]);
    const int j = lower[1] + (int)(cell / size[0] % size[1]);
    const int k = lower[2] + (int)(cell / size[0] / size[1]);
    for (int n = 0; n < components; n++) VF_BODY_AT(i, j, k, n, face, box);
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
