/* The forms for vectors of functions of the C library: see kit/each_number.h. Letters b, c, d and e of their names are vectors of SSE2,
 * AVX, AVX2 and AVX-512; a loop calls the forms of the processor that it is compiled for. */
#include <math.h>

#define VF_DEFINES_EACH_NUMBER
#include <viewfab/kit/each_number.h>
#include <viewfab/backend.h>

#if defined(__GNUC__) && defined(__x86_64__)

/* Calls without the jump of a linkage table. */
#ifdef __clang__
#define WITHOUT_JUMP
#else
#define WITHOUT_JUMP __attribute__((noplt))
#endif

typedef float floats_4 __attribute__((vector_size(16)));
typedef float floats_8 __attribute__((vector_size(32)));
typedef float floats_16 __attribute__((vector_size(64)));
typedef double doubles_2 __attribute__((vector_size(16)));
typedef double doubles_4 __attribute__((vector_size(32)));
typedef double doubles_8 __attribute__((vector_size(64)));

/* The numbers of a vector, in memory: a compiler that sees a vector in its parts takes two instructions for each part. */
#define NUMBERS_OF(type, numbers, x) \
  __asm__("" : "+m"(x));             \
  const type *const numbers = (const type *)&x

#define NUMBERS_2(each, first) each[first], each[first + 1]
#define NUMBERS_4(each, first) NUMBERS_2(each, first), NUMBERS_2(each, first + 2)
#define NUMBERS_8(each, first) NUMBERS_4(each, first), NUMBERS_4(each, first + 4)
#define NUMBERS_16(each, first) NUMBERS_8(each, first), NUMBERS_8(each, first + 8)

#define OF_ONE(letter, lanes, vector, type, target, function)                                            \
  VF_API target vector _ZGV##letter##N##lanes##v_vfi_each_##function(vector x);                          \
  target vector _ZGV##letter##N##lanes##v_vfi_each_##function(vector x)                                  \
  {                                                                                                      \
    type each[lanes];                                                                                    \
    NUMBERS_OF(type, of_x, x);                                                                           \
    _Pragma("GCC unroll 16") for (int lane = 0; lane < lanes; lane++) each[lane] = function(of_x[lane]); \
    return (vector){ NUMBERS_##lanes(each, 0) };                                                         \
  }
#define OF_TWO(letter, lanes, vector, type, target, function)                                                        \
  VF_API target vector _ZGV##letter##N##lanes##vv_vfi_each_##function(vector x, vector y);                           \
  target vector _ZGV##letter##N##lanes##vv_vfi_each_##function(vector x, vector y)                                   \
  {                                                                                                                  \
    type each[lanes];                                                                                                \
    NUMBERS_OF(type, of_x, x);                                                                                       \
    NUMBERS_OF(type, of_y, y);                                                                                       \
    _Pragma("GCC unroll 16") for (int lane = 0; lane < lanes; lane++) each[lane] = function(of_x[lane], of_y[lane]); \
    return (vector){ NUMBERS_##lanes(each, 0) };                                                                     \
  }

#define SSE2
#define AVX __attribute__((target("avx")))
#define AVX2 __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512f")))
#define OF_TYPES(form, function)                                                                        \
  form(b, 4, floats_4, float, SSE2, function##f) form(c, 8, floats_8, float, AVX, function##f)          \
      form(d, 8, floats_8, float, AVX2, function##f) form(e, 16, floats_16, float, AVX512, function##f) \
          form(b, 2, doubles_2, double, SSE2, function) form(c, 4, doubles_4, double, AVX, function)    \
              form(d, 4, doubles_4, double, AVX2, function) form(e, 8, doubles_8, double, AVX512, function)

#define DEFINE_OF_ONE(name, function)                              \
  extern WITHOUT_JUMP float function##f(float);                    \
  extern WITHOUT_JUMP double function(double);                     \
  float vfi_each_##function##f(float x) { return function##f(x); } \
  double vfi_each_##function(double x) { return function(x); }     \
  OF_TYPES(OF_ONE, function)
#define DEFINE_OF_TWO(name, function)                                          \
  extern WITHOUT_JUMP float function##f(float, float);                         \
  extern WITHOUT_JUMP double function(double, double);                         \
  float vfi_each_##function##f(float x, float y) { return function##f(x, y); } \
  double vfi_each_##function(double x, double y) { return function(x, y); }    \
  OF_TYPES(OF_TWO, function)

VF_FUNCTIONS_OF_ONE(DEFINE_OF_ONE)
VF_FUNCTIONS_OF_TWO(DEFINE_OF_TWO)

#endif
