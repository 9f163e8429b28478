/* Arrays by value, a logical, an option, and arrays of each element type in a single call. */
#define VF_KERNEL mixed
#define VF_SUMMARY "A flux by three formulas, chosen by an option, with a mask, a counter and a sum in double precision"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                          \
  VALUE(reals(4), a, "coefficients")                                      \
  VALUE(ints(2), counts, "added to visits in dry cells and in wet cells") \
  VALUE(logical, upwind, "true: the low side counts")                     \
  VALUE(option(linear = 1, inverse, scaled = 5), scheme, "formula")       \
  READ(logical, wet, same, reach(1, 0, 0), "true: the cell has water")    \
  READ(float, depth, same, reach(0), "in single precision")               \
  UPDATE(int64, visits, same, reach(0), "numbers beyond 32 bits")         \
  WRITE(logical, edge, same, reach(0), "dry cells below wet cells")       \
  UPDATE(double, total, same, reach(0), "in double precision")            \
  WRITE(real, flux, same, reach(0), "in the type of the pass")

VF_BODY(i, j, k, n)
{
  const bool low = VF_AT(wet, i - 1, j, k, n), high = VF_AT(wet, i + 1, j, k, n);
  const real h = (real)VF_AT(depth, i, j, k, n);
  real f = a.at[0];
  if (scheme == vf_mixed_linear) f = a.at[1] * h;
  else if (scheme == vf_mixed_inverse) f = a.at[2] / h;
  else f = f * a.at[3];
  if (upwind ? low : high) f = -f;
  VF_AT(flux, i, j, k, n) = f;
  VF_AT(total, i, j, k, n) += VF_AT(depth, i, j, k, n);
  VF_AT(visits, i, j, k, n) += 2147483648 * counts.at[VF_AT(wet, i, j, k, n) ? 1 : 0];
  VF_AT(edge, i, j, k, n) = !VF_AT(wet, i, j, k, n) && high;
}
