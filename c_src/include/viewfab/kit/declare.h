/* What every pass over a kernel file makes of VF_ARGUMENTS: the parameters of the body, the bundle of arguments
 * that a launch hands to it, and the words for points and reductions. Included before the kernel file, once in
 * a translation unit, with VF_REAL defined as float or double. */
#include <viewfab/kernel.h>

#define real VF_REAL

/* typed by VF_REAL */
#define VF_READ_real VF_CAT(vf_read_, VF_REAL)
#define VF_READ_int vf_read_int
#define VF_WRITE_real VF_CAT(vf_write_, VF_REAL)
#define VF_WRITE_int vf_write_int
#define VF_VALUE_real VF_REAL
#define VF_VALUE_int int
#define VF_VALUE_real3 VF_CAT(vf_real3_, VF_REAL)
#define VF_VALUE_int3 vf_int3
#define VF_VALUE_box vf_box
#define VF_VALUE_boundary vf_boundary

#define VF_UNUSED __attribute__((unused))

/* , vf_read_double rhs   , const double h */
#define VF_PARAMETER_READ(type, name, map, reach, text) , VF_UNUSED const VF_READ_##type name
#define VF_PARAMETER_WRITE(type, name, map, reach, text) , VF_UNUSED const VF_WRITE_##type name
#define VF_PARAMETER_VALUE(type, name, text) , VF_UNUSED const VF_VALUE_##type name
#define VF_PARAMETERS VF_ARGUMENTS(VF_PARAMETER_READ, VF_PARAMETER_WRITE, VF_PARAMETER_WRITE, VF_PARAMETER_VALUE)

#define VF_POINT_PARAMETERS(i, j, k, n)                                                       \
  VF_UNUSED const int i, VF_UNUSED const int j, VF_UNUSED const int k, VF_UNUSED const int n, \
      VF_UNUSED const int direction, VF_UNUSED const int face, VF_UNUSED const vf_box box

#define VF_BODY(i, j, k, n) VF_INLINE void VF_TYPED(_body_)(VF_POINT_PARAMETERS(i, j, k, n) VF_PARAMETERS)
#define VF_TERM(i, j, k, n) VF_INLINE VF_REAL VF_TYPED(_body_)(VF_POINT_PARAMETERS(i, j, k, n) VF_PARAMETERS)

/* from 1, so that a word that is none of them is 0 */
#define VF_IS_all 1
#define VF_IS_coloured 2
#define VF_IS_faces 3
#define VF_IS_reduction 4
#define VF_IS_ghosts 5
#define VF_COMBINED_sum VF_REDUCTION_SUM
#define VF_COMBINED_max VF_REDUCTION_MAX
#define VF_REDUCTION_KIND VF_CAT(VF_COMBINED_, VF_REDUCE)

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
