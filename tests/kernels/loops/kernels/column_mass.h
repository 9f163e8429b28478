#define VF_KERNEL column_mass
#define VF_SUMMARY "mass(i,j) = sum of rho(i,j,k) dz(k) over k = first .. last, from below"
#define VF_RANK 2
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                \
  READ(real, rho, along(i, j, any), reach(0), "density")        \
  READ(real, dz, along(any), reach(0), "heights of the levels") \
  WRITE(real, mass, shared(same), reach(0), "of the columns")   \
  VALUE(int, first, "first level")                              \
  VALUE(int, last, "last level")

VF_BODY(i, j, n)
{
  real sum = 0;
  for (int k = first; k <= last; k++) sum += VF_AT(rho, i, j, k) * VF_AT(dz, k);
  VF_AT(mass, i, j, n) = sum;
}
