/* Values of several numbers, logical values and choices, arrays of each type of elements, and functions. */
#define VF_KERNEL decay_marked
#define VF_SUMMARY "Decay of x in wet cells, faster by choice; counts all cells and marks dried cells"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                           \
  UPDATE(real, x, same, reach(0), "decaying field")                        \
  VALUE(reals(4), a, "rates")                                              \
  READ(logical, wet, shared(same), reach(0), "true: x decays in the cell") \
  VALUE(ints(5), steps, "numbers to count")                                \
  READ(float, f, same, reach(0), "in single precision")                    \
  VALUE(logical, up, "true: counts upwards")                               \
  READ(double, d, same, reach(0), "in double precision")                   \
  VALUE(option(slow = 2, fast), how, "how fast")                           \
  UPDATE(int64, count, same, reach(0), "counter of the cell")              \
  WRITE(logical, dried, same, reach(0), "true: f is small")

VF_BODY(i, j, k, n)
{
  const real rate = how == vf_decay_marked_fast ? a.at[3] : a.at[0];
  if (VF_AT(wet, i, j, k, n))
    VF_AT(x, i, j, k, n) *= VF_EXP(rate * (real)VF_AT(f, i, j, k, n)) * VF_SIN(a.at[1] * (real)VF_AT(d, i, j, k, n)) *
                            VF_POW((real)VF_AT(d, i, j, k, n), a.at[2]);
  VF_AT(count, i, j, k, n) += up ? steps.at[4] : -steps.at[0];
  VF_AT(dried, i, j, k, n) = VF_AT(f, i, j, k, n) < 0.5f;
}
