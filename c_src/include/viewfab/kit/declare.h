/* What every pass over a kernel file makes of VF_ARGUMENTS: the parameters of the body, the bundle of arguments
 * that a launch hands to it, and the words for points and reductions. Included before the kernel file, once in
 * a translation unit, with VF_REAL defined as float or double. */
#include <viewfab/kernel.h>
#include <viewfab/kit/body.h>

#define real VF_REAL

/* For functions that kernel files share. */
#define VF_WRITE_real VF_ARRAY_OF(write, VF_ELEMENT_ROW_real)
#define VF_VALUE_real3 VF_VALUE_OF(VF_VALUE_ROW_real3)

/* Whether the file has a body and a term: what they become takes the 1 from below the 0. */
#undef VF_HAS_BODY
#define VF_HAS_BODY 1
#pragma push_macro("VF_HAS_BODY")
#undef VF_HAS_BODY
#define VF_HAS_BODY 0
#undef VF_HAS_TERM
#define VF_HAS_TERM 1
#pragma push_macro("VF_HAS_TERM")
#undef VF_HAS_TERM
#define VF_HAS_TERM 0

/* Magnitude, extrema and root in the type of the pass. */
VF_INLINE VF_REAL vf_magnitude(VF_REAL x)
{
  return sizeof(x) == sizeof(float) ? (VF_REAL)fabsf((float)x) : (VF_REAL)fabs((double)x);
}
VF_INLINE VF_REAL vf_larger(VF_REAL a, VF_REAL b) { return a > b || a != a ? a : b; }
VF_INLINE VF_REAL vf_smaller(VF_REAL a, VF_REAL b) { return a < b || a != a ? a : b; }
VF_INLINE VF_REAL vf_root(VF_REAL x)
{
  return sizeof(x) == sizeof(float) ? (VF_REAL)sqrtf((float)x) : (VF_REAL)sqrt((double)x);
}
#define VF_ABS(x) vf_magnitude(x)
#define VF_MAX(a, b) vf_larger(a, b)
#define VF_MIN(a, b) vf_smaller(a, b)
#define VF_SQRT(x) vf_root(x)
