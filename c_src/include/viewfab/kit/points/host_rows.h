/* Included by host.h: the points of a box row by row, of which those of one colour lie 2 apart. */
#if VF_STEP == 1 && VF_HAS_LINES && !defined(VIEWFAB_BOUNDS)
#include <viewfab/kit/points/host_lines.h>
#define VF_ROW_ORIGINS
#else
/* The points of one row. A function, so that its arrays are distinct for the compiler, which then reads once what is the
 * same in the whole row; and not an inline one, of which gcc forgets it. */
static void VF_TYPED(_host_row_)(vf_bundle bundle, const int first, const int last, const int j, const int k,
                                 const int n, VF_UNUSED const int selector, VF_UNUSED const vf_box box VF_ORIGINS)
{
  VF_TAKE_ORIGINS
#pragma omp simd
  for (int i = first; i <= last; i += VF_STEP) VF_BODY_AT(i, j, k, n, VF_STEP == 2 ? 0 : selector, box);
}
#define VF_ROW_ORIGINS VF_PASS_ORIGINS

/* Kernels that follow lists run over arrays of few directions: where all rows have one point, the inner loop is along j. */
#define VF_FREE_ARRAY(type, name, ...) +(VF_OF_ROW(VF_ROW_IS_FREE, VF_MAP_IN(__VA_ARGS__)))
#define VF_ROW_IS_FREE(axes, ...) VF_IS_FREE_##axes
#define VF_IS_FREE_own 0
#define VF_IS_FREE_free 1
#define VF_IS_FREE_remote 0
#define VF_IS_FREE_listed(...) 0
#define VF_IS_FREE_column(...) 0
#if VF_STEP == 1 && VF_DIMENSIONS > 1 && (0 VF_ARGUMENTS(VF_FREE_ARRAY, VF_FREE_ARRAY, VF_FREE_ARRAY, VF_ADD_NONE)) > 0
#define VF_ALONG_J
static void VF_TYPED(_host_along_j_)(vf_bundle bundle, const int i, const int first, const int last, const int k,
                                     const int n, VF_UNUSED const int selector, VF_UNUSED const vf_box box VF_ORIGINS)
{
  VF_TAKE_ORIGINS
#pragma omp simd
  for (int j = first; j <= last; j++) VF_BODY_AT(i, j, k, n, selector, box);
}
#endif
#endif

/* Rows begin .. end - 1 of a box, in the order of memory; where they begin is divided for once, and not in each row. */
static void VF_TYPED(_host_rows_)(const vf_launch *launch, const vf_bundle bundle, int b, int64_t begin, int64_t end)
{
  const vf_box box = launch->boxes[b], domain = launch->domains ? launch->domains[b] : box;
  const int64_t rows_j = (int64_t)box.upper[1] - box.lower[1] + 1;
  const int64_t rows_k = (int64_t)box.upper[2] - box.lower[2] + 1;
  const int selector = launch->selector;
  int j = box.lower[1] + (int)(begin % rows_j), k = box.lower[2] + (int)(begin / rows_j % rows_k);
  int n = (int)(begin / rows_j / rows_k);
#ifdef VF_ALONG_J
  if (box.lower[0] == box.upper[0]) {
    for (int64_t row = begin; row < end;) {
      const int last = box.upper[1] - j < end - row ? box.upper[1] : j + (int)(end - row) - 1;
      VF_TYPED(_host_along_j_)(bundle, box.lower[0], j, last, k, n, selector, domain VF_ROW_ORIGINS);
      row += last - j + 1;
      j = box.lower[1];
      n += k == box.upper[2];
      k = k < box.upper[2] ? k + 1 : box.lower[2];
    }
    return;
  }
#endif
  for (int64_t row = begin; row < end; row++) {
    const int first = box.lower[0] + (VF_STEP == 2 ? (box.lower[0] + VF_PARITY(j, k) + selector) & 1 : 0);
    VF_TYPED(_host_row_)(bundle, first, box.upper[0], j, k, n, selector, domain VF_ROW_ORIGINS);
    if (j < box.upper[1]) {
      j++;
    } else {
      j = box.lower[1];
      n += k == box.upper[2];
      k = k < box.upper[2] ? k + 1 : box.lower[2];
    }
  }
}

/* No clause `if` for few points: OpenMP makes a team of one thread then, which takes half a microsecond. */
static void VF_TYPED(_host_box_)(const vf_launch *launch, const vf_bundle bundle, int b)
{
  const vf_box box = launch->boxes[b];
  const int64_t rows =
      ((int64_t)box.upper[1] - box.lower[1] + 1) * ((int64_t)box.upper[2] - box.lower[2] + 1) * launch->components;
  if (rows * ((int64_t)box.upper[0] - box.lower[0] + 1) < VF_PARALLEL_POINTS) {
    VF_TYPED(_host_rows_)(launch, bundle, b, 0, rows);
    return;
  }
  const int parts = vf_thread_count();
#pragma omp parallel for schedule(static)
  for (int part = 0; part < parts; part++)
    VF_TYPED(_host_rows_)(launch, bundle, b, rows * part / parts, rows * (part + 1) / parts);
}
#include <viewfab/kit/host_boxes.h>
