/* Points on faces, with a stencil for each direction. */
#define VF_KERNEL face_totals
#define VF_SUMMARY "Gives the differences of x across faces"
#define VF_POINTS faces
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) READ(real, x, cells_of_face, reach(0), "field")
#define VF_RESULTS(SUM, MIN, MAX)               \
  MIN(steepest_down, "least difference", place) \
  SUM(steps, "sum of the differences")

VF_BODY(i, j, k, n)
{
  const real step = VF_AT(x, i, j, k, n) -
                    VF_AT(x, i - VF_UNIT(0, direction), j - VF_UNIT(1, direction), k - VF_UNIT(2, direction), n);
  VF_GIVE(steps, step);
  VF_GIVE(steepest_down, step);
}
