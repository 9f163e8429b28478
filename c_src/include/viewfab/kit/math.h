/* Functions in the type of the pass, with the names of Fortran: included once in a pass. The host calls the functions
 * of C, as gfortran does; a GPU calls the functions of the device. */

#include <viewfab/kit/each_number.h>

/* X(name, function): functions of one number that processors compute. */
#define VF_OPERATIONS_OF_ONE(X) \
  X(vfi_pass_sqrt, sqrt)        \
  X(vfi_pass_abs, fabs)         \
  X(vfi_pass_aint, trunc)       \
  X(vfi_pass_anint, round)

#define VF_DEFINE_OF_ONE(name, function)                                                               \
  VF_INLINE VF_REAL name(VF_REAL x)                                                                    \
  {                                                                                                    \
    return sizeof(x) == sizeof(float) ? (VF_REAL)function##f((float)x) : (VF_REAL)function((double)x); \
  }
#define VF_DEFINE_OF_TWO(name, function)                                         \
  VF_INLINE VF_REAL name(VF_REAL x, VF_REAL y)                                   \
  {                                                                              \
    return sizeof(x) == sizeof(float) ? (VF_REAL)function##f((float)x, (float)y) \
                                      : (VF_REAL)function((double)x, (double)y); \
  }
VF_OPERATIONS_OF_ONE(VF_DEFINE_OF_ONE)
VF_DEFINE_OF_TWO(vfi_pass_sign, copysign)

#ifdef VF_HAS_EACH_NUMBER
/* gcc computes functions of constants, and powers such as x^2, itself; these stay. */
#define VF_DEFINE_EACH_OF_ONE(name, function)                                     \
  VF_DEFINE_OF_ONE(name##_alone, function)                                        \
  VF_INLINE VF_REAL name(VF_REAL x)                                               \
  {                                                                               \
    if (__builtin_constant_p(x)) return name##_alone(x);                          \
    return sizeof(x) == sizeof(float) ? (VF_REAL)vfi_each_##function##f((float)x) \
                                      : (VF_REAL)vfi_each_##function((double)x);  \
  }
#define VF_DEFINE_EACH_OF_TWO(name, function)                                               \
  VF_DEFINE_OF_TWO(name##_alone, function)                                                  \
  VF_INLINE VF_REAL name(VF_REAL x, VF_REAL y)                                              \
  {                                                                                         \
    const int known = __builtin_constant_p(y) && (y == 0 || y == 1 || y == 2 || y == -1);   \
    if (known || __builtin_constant_p(x)) return name##_alone(x, y);                        \
    return sizeof(x) == sizeof(float) ? (VF_REAL)vfi_each_##function##f((float)x, (float)y) \
                                      : (VF_REAL)vfi_each_##function((double)x, (double)y); \
  }
VF_FUNCTIONS_OF_ONE(VF_DEFINE_EACH_OF_ONE)
VF_FUNCTIONS_OF_TWO(VF_DEFINE_EACH_OF_TWO)
#else
VF_FUNCTIONS_OF_ONE(VF_DEFINE_OF_ONE)
VF_FUNCTIONS_OF_TWO(VF_DEFINE_OF_TWO)
#endif

/* A NaN on either side stays. */
VF_INLINE VF_REAL vfi_larger(VF_REAL a, VF_REAL b) { return a > b || a != a ? a : b; }
VF_INLINE VF_REAL vfi_smaller(VF_REAL a, VF_REAL b) { return a < b || a != a ? a : b; }

/* The remainder with the sign of p; a zero has that sign too, as with gfortran. */
VF_INLINE VF_REAL vfi_pass_modulo(VF_REAL a, VF_REAL p)
{
  const VF_REAL rest = vfi_pass_mod(a, p);
  if (rest == 0) return vfi_pass_sign(rest, p);
  return (rest < 0) != (p < 0) ? rest + p : rest;
}

/* Whole numbers as int; x has to be in the range of int. The functions contain no call, so loops on the host are
 * vectorised. */
VF_INLINE int vfi_pass_floor(VF_REAL x)
{
  const VF_REAL cut = (VF_REAL)(int)x;
  return (int)(x < cut ? cut - 1 : cut);
}
VF_INLINE int vfi_pass_ceiling(VF_REAL x)
{
  const VF_REAL cut = (VF_REAL)(int)x;
  return (int)(x > cut ? cut + 1 : cut);
}
VF_INLINE int vfi_pass_nint(VF_REAL x)
{
  const VF_REAL cut = (VF_REAL)(int)x, rest = x - cut;
  return (int)(rest >= (VF_REAL)0.5 ? cut + 1 : rest <= (VF_REAL)-0.5 ? cut - 1 : cut);
}

#define VF_ABS(x) vfi_pass_abs(x)
#define VF_MAX(a, b) vfi_larger(a, b)
#define VF_MIN(a, b) vfi_smaller(a, b)
#define VF_SQRT(x) vfi_pass_sqrt(x)
#define VF_EXP(x) vfi_pass_exp(x)
#define VF_LOG(x) vfi_pass_log(x)
#define VF_LOG10(x) vfi_pass_log10(x)
#define VF_SIN(x) vfi_pass_sin(x)
#define VF_COS(x) vfi_pass_cos(x)
#define VF_TAN(x) vfi_pass_tan(x)
#define VF_ASIN(x) vfi_pass_asin(x)
#define VF_ACOS(x) vfi_pass_acos(x)
#define VF_ATAN(x) vfi_pass_atan(x)
#define VF_SINH(x) vfi_pass_sinh(x)
#define VF_COSH(x) vfi_pass_cosh(x)
#define VF_TANH(x) vfi_pass_tanh(x)
#define VF_ERF(x) vfi_pass_erf(x)
#define VF_ERFC(x) vfi_pass_erfc(x)
#define VF_POW(x, y) vfi_pass_pow(x, y)
#define VF_ATAN2(y, x) vfi_pass_atan2(y, x)
#define VF_HYPOT(x, y) vfi_pass_hypot(x, y)
#define VF_MOD(a, p) vfi_pass_mod(a, p)
#define VF_MODULO(a, p) vfi_pass_modulo(a, p)
#define VF_SIGN(a, b) vfi_pass_sign(a, b)
#define VF_AINT(x) vfi_pass_aint(x)
#define VF_ANINT(x) vfi_pass_anint(x)

#define VF_INT(x) ((int)(VF_REAL)(x))
#define VF_NINT(x) vfi_pass_nint(x)
#define VF_FLOOR(x) vfi_pass_floor(x)
#define VF_CEILING(x) vfi_pass_ceiling(x)
