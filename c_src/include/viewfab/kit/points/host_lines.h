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

/* One loop over all rows, of which a thread has a part: where it begins is divided for once, and not in each row. */
static void VF_TYPED(_host_box_)(const vf_launch *launch, const vf_bundle bundle, int b)
{
  const vf_box box = launch->boxes[b], domain = launch->domains ? launch->domains[b] : box;
  const int components = launch->components, selector = launch->selector;
  const int64_t rows =
      ((int64_t)box.upper[1] - box.lower[1] + 1) * ((int64_t)box.upper[2] - box.lower[2] + 1) * components;
  const int64_t points = rows * ((int64_t)box.upper[0] - box.lower[0] + 1);
#pragma omp parallel for collapse(3) schedule(static) if (points >= VF_PARALLEL_POINTS)
  for (int n = 0; n < components; n++)
    for (int k = box.lower[2]; k <= box.upper[2]; k++)
      for (int j = box.lower[1]; j <= box.upper[1]; j++)
        VF_TYPED(_host_row_)(bundle, box.lower[0], box.upper[0], j, k, n, selector, domain);
}
