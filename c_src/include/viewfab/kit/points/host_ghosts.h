/* Included by host.h for a kernel over ghosts: the layer beside each face of a box, face by face. The inner loop runs
 * along the first direction of the layer, which for the faces in x is j. */
static void VF_TYPED(_host_box_)(const vf_launch *launch, const vf_bundle bundle, int b)
{
  const vf_box box = launch->boxes[b];
  for (int face = 0; face < 6; face++) {
    const int d = face % 3, inner = d == 0, outer = d == 2 ? 1 : 2;
    const int layer = face < 3 ? box.lower[d] - 1 : box.upper[d] + 1;
    const int64_t rows = (int64_t)box.upper[outer] - box.lower[outer] + 1;
    const int64_t points = rows * ((int64_t)box.upper[inner] - box.lower[inner] + 1) * launch->components;
#pragma omp parallel for schedule(static) if (points >= VF_PARALLEL_POINTS)
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
