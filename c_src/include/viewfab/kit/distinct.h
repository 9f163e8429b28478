/* Arguments are distinct arrays (the dispatch refuses others), which compilers believe of a function's parameters only:
 *   , const double *__restrict__ rhs_origin, double *__restrict__ phi_origin */
#if defined(VF_SAFE_IN_PLACE) && VF_SAFE_IN_PLACE
#define VF_DISTINCT
#else
#define VF_DISTINCT __restrict__
#endif
#define VF_ORIGIN_READ(type, name, map, reach, text) \
  , const VF_ELEMENT_OF(VF_ELEMENT_ROW_##type) * VF_DISTINCT name##_origin
#define VF_ORIGIN_WRITE(type, name, map, reach, text) , VF_ELEMENT_OF(VF_ELEMENT_ROW_##type) * VF_DISTINCT name##_origin
#define VF_ORIGIN_NONE(type, name, text)
#define VF_ORIGINS VF_ARGUMENTS(VF_ORIGIN_READ, VF_ORIGIN_WRITE, VF_ORIGIN_WRITE, VF_ORIGIN_NONE)
#define VF_ORIGIN_NAME(type, name, map, reach, text) , name##_origin
#define VF_ORIGIN_NAMES VF_ARGUMENTS(VF_ORIGIN_NAME, VF_ORIGIN_NAME, VF_ORIGIN_NAME, VF_ORIGIN_NONE)
#define VF_PASS_ORIGIN(type, name, map, reach, text) , bundle.name.origin
#define VF_PASS_ORIGINS VF_ARGUMENTS(VF_PASS_ORIGIN, VF_PASS_ORIGIN, VF_PASS_ORIGIN, VF_ORIGIN_NONE)
#define VF_TAKE_ORIGIN(type, name, map, reach, text) \
  bundle.name.origin = name##_origin;                \
  VF_FIX_STRIDES(map)(bundle.name, VF_HAS_COMPONENTS(map));
#define VF_TAKE_ORIGINS VF_ARGUMENTS(VF_TAKE_ORIGIN, VF_TAKE_ORIGIN, VF_TAKE_ORIGIN, VF_ORIGIN_NONE)
