/* A file with axes: names, maps and a reach of the direction. */
#define VF_KERNEL swept_along
#define VF_AXES y
#define VF_SUMMARY "x = x + flux(+1) - flux, along one direction"
#define VF_RANK 2
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                 \
  READ(real, flux, face(VF_AXIS), reach_along(1, 0), "along it") \
  READ(real, other, face(VF_OTHER_AXIS), reach(0), "across it")  \
  READ(real, width, along(VF_AXIS), reach(0), "of cells")        \
  UPDATE(real, x, "field")

VF_BODY(i, j, n)
{
  VF_AT(x, i, j, n) += (VF_AT_ALONG(flux, 1, i, j, n) - VF_AT_ALONG(flux, -1, i, j, n)) / VF_AT(width, VF_ON_AXIS(i, j)) +
                       VF_AT_ACROSS(other, 1, i, j, n);
}
