/* The smallest kernels with repeats: a single sweep, and a group of sweeps behind it with a later entry. */
#define VF_KERNEL count_down
#define VF_SUMMARY \
  "x is halved on all levels until its sum is below bound, and then doubled on its first level as often as said"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)     \
  READ(int, often, surface, reach(0), "how often")   \
  UPDATE(real, x, levels, reach(0), "halved values") \
  VALUE(real, bound, "of the sum")
#define VF_CARRIED(CARRY) CARRY(real, sum, 1) CARRY(real, beyond, 1) CARRY(int, left, 0)
#define VF_SWEEPS(DOWN, UP) UP(halve, 1, nlev) DOWN(take, 1, 1) DOWN(twice, 1, 1)
#define VF_REPEATS(REPEAT) REPEAT(halve, halve, beyond) REPEAT(twice, twice, left)

VF_SWEEP(halve, i, k)
{
  if (k == nlev) VF_CARRIED_VALUE(sum) = 0;
  VF_LEVEL(x, i, k) = VF_LEVEL(x, i, k) / 2;
  VF_CARRIED_VALUE(sum) = VF_CARRIED_VALUE(sum) + VF_LEVEL(x, i, k);
  if (k == 1) VF_CARRIED_VALUE(beyond) = VF_CARRIED_VALUE(sum) < bound ? (real)0 : VF_CARRIED_VALUE(sum);
}
VF_SWEEP(take, i, k) { VF_CARRIED_VALUE(left) = VF_SURFACE(often, i); }
VF_SWEEP(twice, i, k)
{
  VF_LEVEL(x, i, k) = 2 * VF_LEVEL(x, i, k);
  VF_CARRIED_VALUE(left) = VF_CARRIED_VALUE(left) - 1;
}
