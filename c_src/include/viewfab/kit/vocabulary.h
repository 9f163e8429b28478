/* Words of kernel files that do not depend on the declaration, and the types of values with several numbers. */
#ifndef VIEWFAB_KIT_VOCABULARY_H
#define VIEWFAB_KIT_VOCABULARY_H

#include <viewfab/kit/along_axis.h>
#include <viewfab/kit/constants.h>
#include <viewfab/words/elements.h>
#include <viewfab/words/values.h>

#if defined(__CUDACC__) || defined(__HIPCC__)
#define VF_INLINE static __device__ __forceinline__
#else
#define VF_INLINE static inline __attribute__((always_inline, unused))
#endif

/* The stride of the second index. On a GPU the stride has 32 bits, which saves registers and a multiplication in 64
 * bits. The other strides exceed 2^31 elements in large arrays. A launcher tests the stride. */
#if (defined(__CUDACC__) || defined(__HIPCC__)) && !defined(VIEWFAB_BOUNDS)
#define VF_ROW_STRIDE int
#else
#define VF_ROW_STRIDE ptrdiff_t
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

/* An element of a small array of the body by a variable index: VF_PICK(a, s), VF_PICK(a, s, t), and VF_PUT(a, s, value),
 * VF_PUT(a, s, t, value). A GPU has no index among registers: a selection among all elements keeps the array in registers. */
#define VF_PUT(a, ...) VF_CAT(VF_PUT_BY_, VF_COUNT(__VA_ARGS__))(a, __VA_ARGS__)
#if VF_ON_GPU
#define VF_PICK(a, ...) vfi_pick(a, __VA_ARGS__)
#define VF_PUT_BY_2(a, s, value) vfi_put(a, s, value)
#define VF_PUT_BY_3(a, s, t, value) vfi_put(a, s, t, value)
template <typename T, int n> VF_INLINE T vfi_pick(const T (&a)[n], const int s)
{
  T x = a[0];
#pragma unroll
  for (int m = 1; m < n; m++) x = m == s ? a[m] : x;
  return x;
}
template <typename T, int n, int o> VF_INLINE T vfi_pick(const T (&a)[n][o], const int s, const int t)
{
  T x = vfi_pick(a[0], t);
#pragma unroll
  for (int m = 1; m < n; m++) x = m == s ? vfi_pick(a[m], t) : x;
  return x;
}
template <typename T, int n, typename U> VF_INLINE void vfi_put(T (&a)[n], const int s, const U value)
{
#pragma unroll
  for (int m = 0; m < n; m++) a[m] = m == s ? (T)value : a[m];
}
template <typename T, int n, int o, typename U>
VF_INLINE void vfi_put(T (&a)[n][o], const int s, const int t, const U value)
{
#pragma unroll
  for (int m = 0; m < n; m++)
#pragma unroll
    for (int l = 0; l < o; l++) a[m][l] = m == s && l == t ? (T)value : a[m][l];
}
#else
#define VF_PICK(a, ...) VF_CAT(VF_PICKED_BY_, VF_COUNT(__VA_ARGS__))(a, __VA_ARGS__)
#define VF_PICKED_BY_1(a, s) ((a)[s])
#define VF_PICKED_BY_2(a, s, t) ((a)[s][t])
#define VF_PUT_BY_2(a, s, value) ((void)((a)[s] = (value)))
#define VF_PUT_BY_3(a, s, t, value) ((void)((a)[s][t] = (value)))
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
