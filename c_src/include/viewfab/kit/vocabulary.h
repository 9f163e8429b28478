/* Words of kernel files that do not depend on the declaration, and the types of values with several numbers. */
#ifndef VIEWFAB_KIT_VOCABULARY_H
#define VIEWFAB_KIT_VOCABULARY_H

#include <viewfab/kit/along_axis.h>
#include <viewfab/words/elements.h>
#include <viewfab/words/values.h>

#if defined(__CUDACC__) || defined(__HIPCC__)
#define VF_INLINE static __device__ __forceinline__
#else
#define VF_INLINE static inline __attribute__((always_inline, unused))
#endif

/* Before a loop of a body whose turns do not depend on each other: compilers for hosts make vectors of the turns. */
#if defined(__CUDACC__) || defined(__HIPCC__)
#define VF_SIMD
#else
#define VF_SIMD _Pragma("omp simd")
#endif

#if defined(VIEWFAB_GPU)
#define VF_ON_GPU 1
#else
#define VF_ON_GPU 0
#endif

#define VF_COARSEN(i) ((i) >> 1) /* every supported compiler shifts negative numbers arithmetically */
#define VF_UNIT(d, direction) ((d) == (direction))
#define VF_INWARD(d, face) ((face) == (d) ? 1 : (face) == (d) + 3 ? -1 : 0)

#define VF_REAL3(NAME, word, number, c, epsilon) \
  typedef struct vf_real3_##c {                  \
    c at[3];                                     \
  } vf_real3_##c;
VF_REAL_TYPE_LIST(VF_REAL3)
#undef VF_REAL3
typedef struct vf_int3 {
  int at[3];
} vf_int3;

/* VF_1_float .. VF_16_int: arrays by value. */
#define VF_NUMBERS(c, count)                 \
  typedef struct VF_NUMBERS_TYPE(c, count) { \
    c at[count];                             \
  } VF_NUMBERS_TYPE(c, count);
#define VF_REAL_NUMBERS(NAME, word, number, c, epsilon) VF_LENGTH_LIST(VF_NUMBERS, c)
VF_REAL_TYPE_LIST(VF_REAL_NUMBERS)
VF_LENGTH_LIST(VF_NUMBERS, int)
#undef VF_REAL_NUMBERS
#undef VF_NUMBERS

#endif
