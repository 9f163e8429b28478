/* Included by host.h: the points of a box row by row, of which those of one colour lie 2 apart. */
#if VF_STEP == 1 && VF_HAS_LINES && !defined(VIEWFAB_BOUNDS)
#include <viewfab/kit/points/host_lines.h>
#else
static void VF_TYPED(_host_box_)(const vf_launch *launch, const vf_bundle bundle, int b)
{
  const vf_box box = launch->boxes[b];
  VF_UNUSED const vf_box domain = launch->domains ? launch->domains[b] : box;
  const int64_t rows_j = (int64_t)box.upper[1] - box.lower[1] + 1;
  const int64_t rows_k = (int64_t)box.upper[2] - box.lower[2] + 1;
  const int64_t rows = rows_j * rows_k * launch->components;
  const int64_t points = rows * ((int64_t)box.upper[0] - box.lower[0] + 1);
  VF_UNUSED const int selector = launch->selector;
#pragma omp parallel for schedule(static) if (points >= VF_PARALLEL_POINTS)
  for (int64_t row = 0; row < rows; row++) {
    const int j = box.lower[1] + (int)(row % rows_j);
    const int k = box.lower[2] + (int)(row / rows_j % rows_k);
    const int n = (int)(row / rows_j / rows_k);
#if VF_STEP == 2
    const int first = box.lower[0] + ((box.lower[0] + VF_PARITY(j, k) + selector) & 1);
#pragma omp simd
    for (int i = first; i <= box.upper[0]; i += 2) VF_BODY_AT(i, j, k, n, 0, domain);
#else
#pragma omp simd
    for (int i = box.lower[0]; i <= box.upper[0]; i++) VF_BODY_AT(i, j, k, n, selector, domain);
#endif
  }
}
#endif
#include <viewfab/kit/host_boxes.h>
