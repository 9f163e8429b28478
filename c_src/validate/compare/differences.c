#include "compare.h"

#include <math.h>

/* Numbers of the kind in between; the order of the bits is the order of the numbers, for negative numbers in
 * reverse. */
static double ulp_between(vf_type type, uint64_t a, uint64_t b)
{
  if (type == VF_REAL64) {
    const int64_t x = (int64_t)a < 0 ? INT64_MIN - (int64_t)a : (int64_t)a;
    const int64_t y = (int64_t)b < 0 ? INT64_MIN - (int64_t)b : (int64_t)b;
    return fabs((double)x - (double)y) < 9e15 ? fabs((double)(x - y)) : fabs((double)x - (double)y);
  }
  if (type == VF_REAL32) {
    const int32_t s = (int32_t)a, t = (int32_t)b;
    const int64_t x = s < 0 ? (int64_t)INT32_MIN - s : s, y = t < 0 ? (int64_t)INT32_MIN - t : t;
    return fabs((double)(x - y));
  }
  if (type == VF_INT64) {
    const int64_t x = (int64_t)a, y = (int64_t)b;
    return (double)(x > y ? a - b : b - a);
  }
  /* there are many numbers for true */
  if (vfi_type_is_logical(type)) return fabs((double)(a != 0) - (double)(b != 0));
  return fabs((double)(int32_t)a - (double)(int32_t)b);
}

void vfi_differences_of(vf_type type, uint64_t port, uint64_t original, const vfi_worst *pair,
                        double errors[VF_MEASURES])
{
  for (int m = 0; m < VF_MEASURES; m++) errors[m] = HUGE_VAL;
  if (!isfinite(pair->port) || !isfinite(pair->original)) return;
  errors[VF_ULP] = ulp_between(type, port, original);
  /* as doubles, neighbours among large integers are one number */
  errors[VF_ABSOLUTE] = vfi_type_is_real(type) ? fabs(pair->port - pair->original) : errors[VF_ULP];
  errors[VF_RELATIVE] =
      errors[VF_ABSOLUTE] == 0 ? 0 : errors[VF_ABSOLUTE] / fmax(fabs(pair->port), fabs(pair->original));
}

/* A NaN or an infinity beside anything else is within no tolerance, however large. */
bool vfi_differences_allowed(const double errors[VF_MEASURES], const vf_tolerance *allowed, double magnitude)
{
  return isfinite(errors[VF_ULP]) &&
         (errors[VF_ULP] <= allowed->ulp || errors[VF_RELATIVE] <= allowed->relative ||
          errors[VF_ABSOLUTE] <= allowed->absolute || errors[VF_ABSOLUTE] <= allowed->scaled * magnitude);
}

void vfi_differences_count(vfi_tally *tally, const double errors[VF_MEASURES], const vfi_worst *pair)
{
  const int decade = errors[VF_ULP] < 1 ? 0 : (int)fmin(log10(errors[VF_ULP]), VF_ULP_DECADES - 1);
  tally->different++;
  tally->decades[decade]++;
  for (int m = 0; m < VF_MEASURES; m++)
    if (errors[m] > tally->worst[m].error) {
      tally->worst[m] = *pair;
      tally->worst[m].error = errors[m];
    }
}
