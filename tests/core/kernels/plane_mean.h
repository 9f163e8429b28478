/* A stencil in a plane, weighted by a profile. */
#define VF_KERNEL plane_mean
#define VF_SUMMARY "w = weight(j) (u(i-1) + u(i+1) + u(j-1) + u(j+1)) + shift"
#define VF_RANK 2
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)           \
  READ(real, u, same, reach(1), "field with one ghost")    \
  READ(real, weight, along(j), reach(0), "of the row")     \
  WRITE(real, w, same, reach(0), "mean of the neighbours") \
  VALUE(real, shift, "in units of u")

VF_BODY(i, j, n)
{
  VF_AT(w, i, j, n) = VF_AT(weight, j) * (VF_AT(u, i - 1, j, n) + VF_AT(u, i + 1, j, n) + VF_AT(u, i, j - 1, n) +
                                          VF_AT(u, i, j + 1, n)) +
                      shift;
}
