/* The same in three directions, with a result and an option. */
#define VF_KERNEL second_along
#define VF_AXES x, y, z
#define VF_SUMMARY "d = (x(-1) - 2 x + x(+1)) / h(axis)^2, or its magnitude; and the largest of them"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, same, reach_along(1), "field")   \
  WRITE(real, d, "second difference")            \
  VALUE(real3, h, "widths of cells")             \
  VALUE(option(with_sign, magnitude), form, "of the result")
#define VF_RESULTS(SUM, MIN, MAX) MAX(largest, "largest second difference", place)

VF_BODY(i, j, k, n)
{
  const real middle = VF_AT(x, i, j, k, n);
  const real sum = VF_AT_ALONG(x, -1, i, j, k, n) - 2 * middle + VF_AT_ALONG(x, 1, i, j, k, n);
  const real d2 = sum / (h.at[VF_AXIS] * h.at[VF_AXIS]);
  const real result = form == vf_second_along_magnitude ? VF_ABS(d2) : d2;
  VF_AT(d, i, j, k, n) = result;
  VF_GIVE(largest, result);
}
