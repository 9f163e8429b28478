/* Values of several numbers, of truth and of a choice, arrays of each type of elements, and functions. */
#define VF_KERNEL decay_marked
#define VF_SUMMARY "x decays where wet is true, faster by choice; count and dried tell where"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                \
  UPDATE(real, x, same, reach(0), "what decays")                \
  VALUE(reals(4), a, "rates")                                   \
  READ(logical, wet, shared(same), reach(0), "where it decays") \
  VALUE(ints(5), steps, "what is counted")                      \
  READ(float, f, same, reach(0), "in single precision")         \
  VALUE(logical, up, "whether it counts upwards")               \
  READ(double, d, same, reach(0), "in double precision")        \
  VALUE(option(slow = 2, fast), how, "how fast")                \
  UPDATE(int64, count, same, reach(0), "what is counted")       \
  WRITE(logical, dried, same, reach(0), "where f is small")

VF_BODY(i, j, k, n)
{
  const real rate = how == vf_decay_marked_fast ? a.at[3] : a.at[0];
  if (VF_AT(wet, i, j, k, n))
    VF_AT(x, i, j, k, n) *= VF_EXP(rate * (real)VF_AT(f, i, j, k, n)) * VF_SIN(a.at[1] * (real)VF_AT(d, i, j, k, n)) *
                            VF_POW((real)VF_AT(d, i, j, k, n), a.at[2]);
  VF_AT(count, i, j, k, n) += up ? steps.at[4] : -steps.at[0];
  VF_AT(dried, i, j, k, n) = VF_AT(f, i, j, k, n) < 0.5f;
}
