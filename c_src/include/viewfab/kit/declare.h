/* The macros of every pass over a kernel file for VF_ARGUMENTS: the parameters of the body, the bundle of arguments of
 * a launch, and the words for points and reductions. Included before the kernel file, once in a translation unit, with
 * VF_REAL defined as float or double. */
#include <viewfab/kernel.h>
#include <viewfab/kit/body.h>

#define real VF_REAL

/* Types for functions that kernel files share. */
#define VF_WRITE_real VF_CAT(vfi_write_, VF_REAL)
#define VF_ARRAY_PARAMETER(x) const VF_WRITE_real x
#define VF_ARRAY_ARGUMENT(x) x
#define VF_VALUE_real3 VF_VALUE_OF(VF_VALUE_ROW_real3)

/* VF_HAS_BODY is 0, with a 1 below it on the stack of the macro. VF_BODY pops the 0, so the value is 1 behind a body.
 * The same holds for a term, sweeps and phases. */
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
#undef VF_HAS_SWEEP
#define VF_HAS_SWEEP 1
#pragma push_macro("VF_HAS_SWEEP")
#undef VF_HAS_SWEEP
#define VF_HAS_SWEEP 0
#undef VF_HAS_PHASE
#define VF_HAS_PHASE 1
#pragma push_macro("VF_HAS_PHASE")
#undef VF_HAS_PHASE
#define VF_HAS_PHASE 0

#include <viewfab/kit/math.h>
