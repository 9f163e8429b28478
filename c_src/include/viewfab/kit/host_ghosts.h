/* Included by host.h for a kernel over ghosts: the layer beside each face of a box, face by face. */
int VF_TYPED(_host_)(const vf_launch *launch);
int VF_TYPED(_host_)(const vf_launch *launch)
{
  const vf_bundle bundle = vf_bundle_of(launch);
  for (int b = 0; b < launch->box_count; b++) {
    const vf_box box = launch->boxes[b];
    for (int face = 0; face < 6; face++) {
      const int d = face % 3;
      vf_box layer = box;
      layer.lower[d] = layer.upper[d] = face < 3 ? box.lower[d] - 1 : box.upper[d] + 1;
      const int64_t rows_j = (int64_t)layer.upper[1] - layer.lower[1] + 1;
      const int64_t rows_k = (int64_t)layer.upper[2] - layer.lower[2] + 1;
      const int64_t rows = rows_j * rows_k * launch->components;
#pragma omp parallel for schedule(static) if (rows >= 512)
      for (int64_t row = 0; row < rows; row++) {
        const int j = layer.lower[1] + (int)(row % rows_j);
        const int k = layer.lower[2] + (int)(row / rows_j % rows_k);
        const int n = (int)(row / rows_j / rows_k);
        for (int i = layer.lower[0]; i <= layer.upper[0]; i++) VF_BODY_AT(i, j, k, n, face, box);
      }
    }
  }
  return 0;
}
