#define VF_KERNEL diffuse
#define VF_SUMMARY "A step of the diffusion: next = u + number * (sum of the six neighbours - 6 u)"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)      \
  VALUE(real, number, "diffusivity * dt / h**2")      \
  READ(real, u, same, reach(1), "field, with ghosts") \
  WRITE(real, next, same, reach(0), "after the step")

VF_BODY(i, j, k, n)
{
  const real x = VF_AT(u, i - 1, j, k, n) + VF_AT(u, i + 1, j, k, n);
  const real y = VF_AT(u, i, j - 1, k, n) + VF_AT(u, i, j + 1, k, n);
  const real z = VF_AT(u, i, j, k - 1, n) + VF_AT(u, i, j, k + 1, n);
  VF_AT(next, i, j, k, n) = VF_AT(u, i, j, k, n) + number * (x + y + z - (real)6 * VF_AT(u, i, j, k, n));
}
