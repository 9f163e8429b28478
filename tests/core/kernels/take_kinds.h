/* Values of several numbers, logical values, options, and elements of each type in the same
 * call. */
#define VF_KERNEL take_kinds
#define VF_SUMMARY "wide = weighted sum of all values and elements; the others from what they are"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                             \
  VALUE(reals(1), one, "a weight")                                           \
  VALUE(reals(16), many, "weights")                                          \
  VALUE(ints(5), steps, "numbers")                                           \
  VALUE(logical, doubled, "whether the sum is doubled")                      \
  VALUE(option(none, first = 7, second, last = -2), choice, "what is added") \
  READ(logical, mask, same, reach(0), "true or false")                       \
  READ(float, narrow, same, reach(0), "in single precision")                 \
  UPDATE(int64, count, same, reach(0), "large numbers")                      \
  WRITE(logical, positive, same, reach(0), "whether the sum is above 0")     \
  WRITE(double, wide, same, reach(0), "in double precision")                 \
  WRITE(real, x, same, reach(0), "in the type of the pass")

VF_BODY(i, j, k, n)
{
  double sum = VF_AT(narrow, i, j, k, n) + one.at[0];
  for (int m = 0; m < 16; m++) sum += (m + 1) * (double)many.at[m];
  for (int m = 0; m < 5; m++) sum += (m + 1) * 100 * steps.at[m];
  if (doubled) sum *= 2;
  if (choice == vf_take_kinds_first) sum += 0.125;
  if (choice == vf_take_kinds_second) sum -= 0.25;
  if (choice == vf_take_kinds_last) sum = -sum;
  VF_AT(count, i, j, k, n) += VF_AT(mask, i, j, k, n) ? 3000000000 : 1;
  VF_AT(positive, i, j, k, n) = sum > 0 && VF_AT(mask, i, j, k, n);
  VF_AT(wide, i, j, k, n) = sum;
  VF_AT(x, i, j, k, n) = (real)sum / 3;
}
