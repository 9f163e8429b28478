/* What every pass over a kernel file makes of VF_ARGUMENTS: the parameters of the body, the bundle of arguments
 * that a launch hands to it, and the words for points and reductions. Included before the kernel file, once in
 * a translation unit, with VF_REAL defined as float or double. */
#include <viewfab/kernel.h>
#include <viewfab/kit/body.h>

#define real VF_REAL

/* For functions that kernel files share. */
#define VF_WRITE_real VF_CAT(vf_write_, VF_REAL)
#define VF_VALUE_real3 VF_VALUE_OF(VF_VALUE_ROW_real3)

/* Whether the file has a body, a term, sweeps and phases: what they become takes the 1 from below the 0. */
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
