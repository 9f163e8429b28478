/* Included by host.h for a kernel over ghosts: the layer beside each face of a box, all faces in one parallel region.
 * The inner loop runs along the first direction of the layer, which for the faces in x is j. */
static void VF_TYPED(_host_box_)(const vf_launch *launch, const vf_bundle bundle, int b)
{
  const vf_box box = launch->boxes[b];
  const int64_t x = (int64_t)box.upper[0] - box.lower[0] + 1;
  const int64_t y = (int64_t)box.upper[1] - box.lower[1] + 1;
  const int64_t z = (int64_t)box.upper[2] - box.lower[2] + 1;
  const int64_t points = 2 * (x * y + y * z + z * x) * launch->components;
#pragma omp parallel if (points >= VF_PARALLEL_POINTS)
  for (int face = 0; face < 6; face++) {
    const int d = face % 3, inner = d == 0, outer = d == 2 ? 1 : 2;
    const int layer = face < 3 ? box.lower[d] - 1 : box.upper[d] + 1;
    const int64_t rows = (int64_t)box.upper[outer] - box.lower[outer] + 1;
#pragma omp for schedule(static) nowait
    for (int64_t row = 0; row < rows * launch->components; row++) {
      const int across = box.lower[outer] + (int)(row % rows), n = (int)(row / rows);
      for (int along = box.lower[inner]; along <= box.upper[inner]; along++)
        VF_BODY_AT(d == 0 ? layer : along,
                   d == 1   ? layer
                   : d == 0 ? along
                            : across,
                   d == 2 ? layer : across, n, face, box);
    }
  }
}
#include <viewfab/kit/host_boxes.h>
