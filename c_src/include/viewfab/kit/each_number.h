/* Functions of the C library, and their forms for vectors.
 *
 * gcc makes no vectors of a loop with calls of exp. vfi_each_exp is exp with forms for vectors. The names of the forms follow the vector
 * function interface of x86-64: _ZGVdN4v_vfi_each_exp takes four numbers. Each form calls exp for one number after the other, so a loop
 * keeps the bits of exp, and has vectors around the call. backends/each_number.c has the forms. */
#ifndef VIEWFAB_KIT_EACH_NUMBER_H
#define VIEWFAB_KIT_EACH_NUMBER_H

/* X(name, function): functions of one number and of two. */
#define VF_FUNCTIONS_OF_ONE(X) \
  X(vfi_pass_exp, exp)         \
  X(vfi_pass_log, log)         \
  X(vfi_pass_log10, log10)     \
  X(vfi_pass_sin, sin)         \
  X(vfi_pass_cos, cos)         \
  X(vfi_pass_tan, tan)         \
  X(vfi_pass_asin, asin)       \
  X(vfi_pass_acos, acos)       \
  X(vfi_pass_atan, atan)       \
  X(vfi_pass_sinh, sinh)       \
  X(vfi_pass_cosh, cosh)       \
  X(vfi_pass_tanh, tanh)       \
  X(vfi_pass_erf, erf)         \
  X(vfi_pass_erfc, erfc)
#define VF_FUNCTIONS_OF_TWO(X) \
  X(vfi_pass_pow, pow)         \
  X(vfi_pass_atan2, atan2)     \
  X(vfi_pass_hypot, hypot)     \
  X(vfi_pass_mod, fmod)

#if defined(__GNUC__) && defined(__x86_64__) && !defined(__cplusplus)
#if !defined(__clang__) && defined(__OPTIMIZE__) && \
    !defined(VF_DEFINES_EACH_NUMBER) /* gcc makes such forms of its own for a function that it compiles */
#define VF_HAS_EACH_NUMBER
#define VF_IN_VECTORS __attribute__((const, visibility("default"), simd("notinbranch")))
#else
#define VF_IN_VECTORS __attribute__((const, visibility("default")))
#endif
#define VF_DECLARE_EACH_OF_ONE(name, function)                \
  extern VF_IN_VECTORS float vfi_each_##function##f(float x); \
  extern VF_IN_VECTORS double vfi_each_##function(double x);
#define VF_DECLARE_EACH_OF_TWO(name, function)                         \
  extern VF_IN_VECTORS float vfi_each_##function##f(float x, float y); \
  extern VF_IN_VECTORS double vfi_each_##function(double x, double y);
VF_FUNCTIONS_OF_ONE(VF_DECLARE_EACH_OF_ONE) VF_FUNCTIONS_OF_TWO(VF_DECLARE_EACH_OF_TWO)
#endif

#endif
