#define VF_KERNEL power
#define VF_SUMMARY "Whole powers: y = x^n"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, same, reach(0), "base")          \
  VALUE(int, exponent, "0 or more")              \
  WRITE(real, y, same, reach(0), "its power")

VF_BODY(i, j, k, n)
{
  real power = 1;
  for (int factor = 0; factor < exponent; factor++) power *= VF_AT(x, i, j, k, n);
  VF_AT(y, i, j, k, n) = power;
}
