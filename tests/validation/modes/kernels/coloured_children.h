#define VF_KERNEL coloured_children
#define VF_SUMMARY "Gives the children of cells of one colour their parent's value"
#define VF_POINTS coloured
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, coarse, same, reach(0), "parents")  \
  WRITE(real, fine, refined, reach(0), "children")

VF_BODY(i, j, k, n)
{
  for (int c = 0; c < 2; c++)
    for (int b = 0; b < 2; b++)
      for (int a = 0; a < 2; a++) VF_AT(fine, 2 * i + a, 2 * j + b, 2 * k + c, n) = VF_AT(coarse, i, j, k, n);
}
