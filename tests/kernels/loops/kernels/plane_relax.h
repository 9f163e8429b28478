#define VF_KERNEL plane_relax
#define VF_SUMMARY "x = (x + mean of its four neighbours) / 2 on one colour of a plane"
#define VF_RANK 2
#define VF_POINTS coloured
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) UPDATE(real, x, same, reach(1), "field of rank 2")

VF_BODY(i, j, n)
{
  const real mean =
      (VF_AT(x, i - 1, j, n) + VF_AT(x, i + 1, j, n) + VF_AT(x, i, j - 1, n) + VF_AT(x, i, j + 1, n)) * (real)0.25;
  VF_AT(x, i, j, n) = (VF_AT(x, i, j, n) + mean) * (real)0.5;
}
