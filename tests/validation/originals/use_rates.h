/* Two structures of constants: a type of the code, and a type that the build writes. */
#include "rates.h"
#define VF_KERNEL use_rates
#define VF_SUMMARY "y = (melt x + a speed + steps + levels + shift + more) size"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, same, reach(0), "field")         \
  VALUE(constants(rates), ydrates, "rates")      \
  WRITE(real, y, same, reach(0), "field")        \
  VALUE(constants(extra), more, "others")

VF_BODY(i, j, k, n)
{
  real sum = ydrates.frozen ? 0 : ydrates.melt * VF_AT(x, i, j, k, n);
  sum = sum + ydrates.speed.at[n];
  sum = sum + (real)(ydrates.steps + ydrates.levels.at[0] + 2 * ydrates.levels.at[1] + more.more);
  sum = sum + more.shift.at[1];
  VF_AT(y, i, j, k, n) = (more.twice ? 2 * sum : sum) * more.size;
}
