/* Arrays in the generated loops of a kernel: array x is a pointer x to its element with indices 0, and has its strides
 * in x_stride2, x_stride3 and x_stride4. The header is a system header, so that the compiler reports a mistake at the
 * author's line and not here. */
#ifndef VIEWFAB_KIT_PLAIN_ARRAYS_H
#define VIEWFAB_KIT_PLAIN_ARRAYS_H
#pragma GCC system_header

#include <viewfab/words/rows.h>

#define VF_UNUSED __attribute__((unused))

/* Scratch of a tile at j; of a team at point i and level k. */
#define VF_SCRATCH_AT(x, ...) VF_CAT(VF_SCRATCH_AT_, VF_COUNT(__VA_ARGS__))(x, __VA_ARGS__)

/* The carried value of a column or of a point. */
#define VF_CARRIED_VALUE(name) (*name##_carried)

#define VF_AT(array, ...) VF_CAT(VF_AT_, VF_COUNT(__VA_ARGS__))(array, __VA_ARGS__)
#ifndef VIEWFAB_KIT_PLAIN_BOUNDS_H
#define VF_AT_4(x, i, j, k, n) (x[(i) + (ptrdiff_t)(j)*x##_stride2 + (k)*x##_stride3 + (n)*x##_stride4])
#define VF_AT_3(x, i, j, k) (x[(i) + (ptrdiff_t)(j)*x##_stride2 + (k)*x##_stride3])
#define VF_AT_2(x, i, j) (x[(i) + (ptrdiff_t)(j)*x##_stride2])
#define VF_AT_1(x, i) (x[i])

/* An array with three directions and components as parameter and as argument of a function that kernel files share. */
#define VF_ARRAY_PARAMETER(x) \
  VF_REAL *const x, const VF_ROW_STRIDE x##_stride2, const ptrdiff_t x##_stride3, const ptrdiff_t x##_stride4
#define VF_ARRAY_ARGUMENT(x) x, x##_stride2, x##_stride3, x##_stride4
#endif

#endif
