/* Included by host_rows.h for a kernel with lines: the points of one row, whose lines are computed before its bodies. Its
 * arguments are copies, so that compilers keep them in registers. */
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
