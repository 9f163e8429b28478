/* Functions in the type of the pass, named as Fortran names them: included once in a pass. They are those of C, which
 * gfortran calls too; on a GPU those of the device. */

/* X(name, function): of one number, and of two. */
#define VF_FUNCTIONS_OF_ONE(X) \
  X(vf_pass_exp, exp)          \
  X(vf_pass_log, log)          \
  X(vf_pass_log10, log10)      \
  X(vf_pass_sin, sin)          \
  X(vf_pass_cos, cos)          \
  X(vf_pass_tan, tan)          \
  X(vf_pass_asin, asin)        \
  X(vf_pass_acos, acos)        \
  X(vf_pass_atan, atan)        \
  X(vf_pass_sinh, sinh)        \
  X(vf_pass_cosh, cosh)        \
  X(vf_pass_tanh, tanh)        \
  X(vf_pass_erf, erf)          \
  X(vf_pass_erfc, erfc)        \
  X(vf_pass_sqrt, sqrt)        \
  X(vf_pass_abs, fabs)         \
  X(vf_pass_aint, trunc)       \
  X(vf_pass_anint, round)
#define VF_FUNCTIONS_OF_TWO(X) \
  X(vf_pass_pow, pow)          \
  X(vf_pass_atan2, atan2)      \
  X(vf_pass_hypot, hypot)      \
  X(vf_pass_mod, fmod)         \
  X(vf_pass_sign, copysign)

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
VF_FUNCTIONS_OF_ONE(VF_DEFINE_OF_ONE)
VF_FUNCTIONS_OF_TWO(VF_DEFINE_OF_TWO)

/* A NaN on either side stays. */
VF_INLINE VF_REAL vf_larger(VF_REAL a, VF_REAL b) { return a > b || a != a ? a : b; }
VF_INLINE VF_REAL vf_smaller(VF_REAL a, VF_REAL b) { return a < b || a != a ? a : b; }

/* The remainder with the sign of p; a zero has that sign too, as with gfortran. */
VF_INLINE VF_REAL vf_pass_modulo(VF_REAL a, VF_REAL p)
{
  const VF_REAL rest = vf_pass_mod(a, p);
  if (rest == 0) return vf_pass_sign(rest, p);
  return (rest < 0) != (p < 0) ? rest + p : rest;
}

/* Whole numbers as int, which has to have them. Without a call, so that loops on the host are vectorised. */
VF_INLINE int vf_pass_floor(VF_REAL x)
{
  const VF_REAL cut = (VF_REAL)(int)x;
  return (int)(x < cut ? cut - 1 : cut);
}
VF_INLINE int vf_pass_ceiling(VF_REAL x)
{
  const VF_REAL cut = (VF_REAL)(int)x;
  return (int)(x > cut ? cut + 1 : cut);
}
VF_INLINE int vf_pass_nint(VF_REAL x)
{
  const VF_REAL cut = (VF_REAL)(int)x, rest = x - cut;
  return (int)(rest >= (VF_REAL)0.5 ? cut + 1 : rest <= (VF_REAL)-0.5 ? cut - 1 : cut);
}

#define VF_ABS(x) vf_pass_abs(x)
#define VF_MAX(a, b) vf_larger(a, b)
#define VF_MIN(a, b) vf_smaller(a, b)
#define VF_SQRT(x) vf_pass_sqrt(x)
#define VF_EXP(x) vf_pass_exp(x)
#define VF_LOG(x) vf_pass_log(x)
#define VF_LOG10(x) vf_pass_log10(x)
#define VF_SIN(x) vf_pass_sin(x)
#define VF_COS(x) vf_pass_cos(x)
#define VF_TAN(x) vf_pass_tan(x)
#define VF_ASIN(x) vf_pass_asin(x)
#define VF_ACOS(x) vf_pass_acos(x)
#define VF_ATAN(x) vf_pass_atan(x)
#define VF_SINH(x) vf_pass_sinh(x)
#define VF_COSH(x) vf_pass_cosh(x)
#define VF_TANH(x) vf_pass_tanh(x)
#define VF_ERF(x) vf_pass_erf(x)
#define VF_ERFC(x) vf_pass_erfc(x)
#define VF_POW(x, y) vf_pass_pow(x, y)
#define VF_ATAN2(y, x) vf_pass_atan2(y, x)
#define VF_HYPOT(x, y) vf_pass_hypot(x, y)
#define VF_MOD(a, p) vf_pass_mod(a, p)
#define VF_MODULO(a, p) vf_pass_modulo(a, p)
#define VF_SIGN(a, b) vf_pass_sign(a, b)
#define VF_AINT(x) vf_pass_aint(x)
#define VF_ANINT(x) vf_pass_anint(x)

#define VF_INT(x) ((int)(VF_REAL)(x))
#define VF_NINT(x) vf_pass_nint(x)
#define VF_FLOOR(x) vf_pass_floor(x)
#define VF_CEILING(x) vf_pass_ceiling(x)
