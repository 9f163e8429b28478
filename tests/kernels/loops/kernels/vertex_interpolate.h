#define VF_KERNEL vertex_interpolate
#define VF_SUMMARY "Linear interpolation to a line of twice the points: u(2i-1) += z(i), u(2i) += (z(i) + z(i+1)) / 2"
#define VF_RANK 1
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)           \
  READ(real, z, same, reach(below(0), above(1)), "coarse") \
  UPDATE(real, u, refined_by(2, -1), reach(0), "fine")

VF_BODY(i, n)
{
  VF_AT(u, 2 * i - 1, n) += VF_AT(z, i, n);
  VF_AT(u, 2 * i, n) += (VF_AT(z, i, n) + VF_AT(z, i + 1, n)) * (real)0.5;
}
