/* One ghost beside a face of the domain, typed by the pass like ghost_value.h, which it needs. */

/* The array of a span. The elements are checked when the plan is made: no guard has anything to record. */
VF_INLINE VF_WRITE_real vf_span_array(const vf_span *span)
{
  VF_WRITE_real array;
  array.origin = (VF_REAL *)span->origin;
  VF_SET_STRIDES_4(array, span, true);
  VF_ARRAY_LONE_GUARD(array, span);
  return array;
}

/* walls: NULL for 0. The same rule as in the kernels fill_ghosts and fill_ghosts_to. */
VF_INLINE void vf_wall_cell(const vf_span *span, const vf_span *walls, const vf_box box, const vf_boundary sides,
                            const int face, const int i, const int j, const int k, const int n)
{
  const VF_WRITE_real x = vf_span_array(span);
  VF_REAL wall = 0;
  if (walls) {
    const VF_WRITE_real values = vf_span_array(walls);
    wall = VF_AT(values, i, j, k, n);
  }
  VF_AT(x, i, j, k, n) = vf_ghost_value(x, sides, box, face, i, j, k, n, wall);
}
