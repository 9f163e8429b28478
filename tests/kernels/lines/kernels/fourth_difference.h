/* Lines of both types. The body reads each line on a single side, and the two sides differ. */
#define VF_KERNEL fourth_difference
#define VF_SUMMARY "y = x + w (d(i-2) - d(i)) where d is the jump of x in y, halved for each dry cell ahead"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                                 \
  READ(real, x, same, reach(below(2, 1, 0), above(0, 1, 0)), "field; ghosts below")                              \
  READ(int, mask, shared(same), reach(below(0, 0, 1), above(3, 0, 1)), "1 in wet cells; ghosts above, and in z") \
  WRITE(real, y, same, reach(0), "smoothed field")                                                               \
  VALUE(real, w, "weight")
#define VF_LINES(LINE)                                          \
  LINE(real, jump, reach(below(2), above(0)), "jump of x in y") \
  LINE(int, dry, reach(below(0), above(3)), "dry cells above and below, 0 to 2")

VF_LINE(jump, i, j, k, n) { return VF_AT(x, i, j + 1, k, n) - VF_AT(x, i, j - 1, k, n); }
VF_LINE(dry, i, j, k, n) { return 2 - VF_AT(mask, i, j, k - 1, n) - VF_AT(mask, i, j, k + 1, n); }

VF_BODY(i, j, k, n)
{
  const int ahead = VF_LINE_AT(dry, i + 1) + VF_LINE_AT(dry, i + 2) + VF_LINE_AT(dry, i + 3);
  const real change = w * (VF_LINE_AT(jump, i - 2) - VF_LINE_AT(jump, i));
  VF_AT(y, i, j, k, n) = VF_AT(x, i, j, k, n) + change / (real)(1 << ahead);
}
