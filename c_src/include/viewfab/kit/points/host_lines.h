/* Included by host_rows.h for a kernel with lines: one row, whose lines are computed before its bodies. Its arguments are
 * copies, so that compilers keep them in registers. */
VF_INLINE void VF_TYPED(_host_row_)(const vf_bundle bundle, const int lower, const int upper, const int j, const int k,
                                    const int n, const int selector, const vf_box box)
{
  VF_LINES_ROOM
  for (int64_t part = lower; part <= upper; part += VF_LINE_PART) {
    const int first = (int)part;
    const int last = upper - part < VF_LINE_PART ? upper : first + (VF_LINE_PART - 1);
    VF_LINES_FILLED
#pragma omp simd
    for (int i = first; i <= last; i++) {
      VF_LINES_OF_PART
      VF_BODY_CALL(i, j, k, n, selector, box);
    }
  }
}

/* Rows begin .. end - 1 of a box, in the order of memory; where they begin is divided for once, and not in each row. */
static void VF_TYPED(_host_rows_)(const vf_launch *launch, const vf_bundle bundle, int b, int64_t begin, int64_t end)
{
  const vf_box box = launch->boxes[b], domain = launch->domains ? launch->domains[b] : box;
  const int64_t rows_j = (int64_t)box.upper[1] - box.lower[1] + 1;
  const int64_t rows_k = (int64_t)box.upper[2] - box.lower[2] + 1;
  int j = box.lower[1] + (int)(begin % rows_j), k = box.lower[2] + (int)(begin / rows_j % rows_k);
  int n = (int)(begin / rows_j / rows_k);
  for (int64_t row = begin; row < end; row++) {
    VF_TYPED(_host_row_)(bundle, box.lower[0], box.upper[0], j, k, n, launch->selector, domain);
    if (j++ < box.upper[1]) continue;
    j = box.lower[1];
    if (k++ < box.upper[2]) continue;
    k = box.lower[2];
    n++;
  }
}
