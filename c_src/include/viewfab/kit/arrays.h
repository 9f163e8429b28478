/* Arrays as bodies see them: one type for reading and one for writing, for each element type and number of indices.
 * Reading through a read type gives a const element, so that a body cannot write a READ argument. As a system header to
 * the compiler, so that it reports a mistake at the author's line and not here. */
#ifndef VIEWFAB_KIT_ARRAYS_H
#define VIEWFAB_KIT_ARRAYS_H
#pragma GCC system_header

/* The stride of the second index. On a GPU in 32 bits, which save registers and a multiplication in 64 bits; the other
 * strides pass 2^31 elements where arrays are large. vf_span has it fit. */
#if (defined(__CUDACC__) || defined(__HIPCC__)) && !defined(VIEWFAB_BOUNDS)
#define VF_ROW_STRIDE int
#else
#define VF_ROW_STRIDE ptrdiff_t
#endif

#ifdef VIEWFAB_BOUNDS
#include <viewfab/kit/bounds_columns.h>
#define VF_ARRAY_GUARD vf_guard guard;
#define VF_COLUMN_GUARD vf_column_guard guard;
#define VF_ARRAY_SET_GUARD(array, span, index, launch) (array).guard = vf_guard_of(span, index, (launch)->bounds)
#define VF_ARRAY_LONE_GUARD(array, span) (array).guard = vf_guard_lone(span)
#define VF_ARRAY_PLACE_GUARD(array, from, span, box) \
  (array).guard = (from).guard;                      \
  vf_guard_move(&(array).guard, span, box)
#define VF_LINE_GUARD    \
  const vf_guard *guard; \
  int number;
#define VF_ELEMENT_AT(array, a, b, c, d, second, third, fourth)                                                  \
  (*((array).origin + vf_guarded_offset(&(array).guard, (array).origin, (int)sizeof *(array).origin, a, b, c, d, \
                                        second, third, fourth)))
#define VF_AT_4(array, i, j, k, n) \
  VF_ELEMENT_AT(array, i, j, k, n, (array).takes_4_indices, (array).third_stride, (array).fourth_stride)
#define VF_AT_3(array, a, b, c) VF_ELEMENT_AT(array, a, b, c, 0, (array).takes_3_indices, (array).third_stride, 0)
#define VF_AT_2(array, a, b) VF_ELEMENT_AT(array, a, b, 0, 0, (array).takes_2_indices, 0, 0)
#define VF_AT_1(array, a) VF_ELEMENT_AT(array, a, 0, 0, 0, 0 * (array).takes_1_index, 0, 0)
#else
#define VF_ARRAY_GUARD
#define VF_COLUMN_GUARD
#define VF_ARRAY_SET_GUARD(array, span, index, launch) (void)0
#define VF_ARRAY_LONE_GUARD(array, span) (void)0
#define VF_ARRAY_PLACE_GUARD(array, from, span, box) (void)0
#define VF_LINE_GUARD
#define VF_AT_4(array, i, j, k, n)                                                              \
  ((array).origin[(i) + (ptrdiff_t)(j) * (array).takes_4_indices + (k) * (array).third_stride + \
                  (n) * (array).fourth_stride])
#define VF_AT_3(array, a, b, c) \
  ((array).origin[(a) + (ptrdiff_t)(b) * (array).takes_3_indices + (c) * (array).third_stride])
#define VF_AT_2(array, a, b) ((array).origin[(a) + (ptrdiff_t)(b) * (array).takes_2_indices])
#define VF_AT_1(array, a) ((array).origin[(a) * (array).takes_1_index])
#endif

#define VF_AT(array, ...) VF_CAT(VF_AT_, VF_COUNT(__VA_ARGS__))(array, __VA_ARGS__)

/* The stride of the second index is named after how many there are: with another number the compiler says which. The
 * type for four is vf_read_double, that for three vf_read_double_in_3. */
#define VF_ARRAY(name, element, takes)     \
  typedef struct name {                    \
    element *origin;                       \
    ptrdiff_t third_stride, fourth_stride; \
    VF_ROW_STRIDE takes;                   \
    VF_ARRAY_GUARD                         \
  } name;
/* Arrays of columns: an access that names an axis which the array has not has no such member. */
#define VF_COLUMN_ARRAY(name, element, ...) \
  typedef struct name {                     \
    element *origin;                        \
    ptrdiff_t block_stride, species_stride; \
    VF_ROW_STRIDE __VA_ARGS__;              \
    VF_COLUMN_GUARD                         \
  } name;
#define VF_COLUMN_ARRAYS(prefix, element)                                               \
  VF_COLUMN_ARRAY(prefix##_surface, element, is_surface)                                \
  VF_COLUMN_ARRAY(prefix##_levels, element, level_stride)                               \
  VF_COLUMN_ARRAY(prefix##_half_levels, element, half_level_stride)                     \
  VF_COLUMN_ARRAY(prefix##_parts, element, part_stride)                                 \
  VF_COLUMN_ARRAY(prefix##_levels_parts, element, part_level_stride, level_part_stride) \
  VF_COLUMN_ARRAY(prefix##_profile, element, profile_stride)                            \
  VF_COLUMN_ARRAY(prefix##_half_profile, element, half_profile_stride)                  \
  VF_COLUMN_ARRAY(prefix##_table, element, column_stride)
#define VF_ARRAYS(c)                                     \
  VF_COLUMN_ARRAYS(vf_read_##c, const c)                 \
  VF_COLUMN_ARRAYS(vf_write_##c, c)                      \
  VF_ARRAY(vf_read_##c, const c, takes_4_indices)        \
  VF_ARRAY(vf_read_##c##_in_3, const c, takes_3_indices) \
  VF_ARRAY(vf_read_##c##_in_2, const c, takes_2_indices) \
  VF_ARRAY(vf_read_##c##_in_1, const c, takes_1_index)   \
  VF_ARRAY(vf_write_##c, c, takes_4_indices)             \
  VF_ARRAY(vf_write_##c##_in_3, c, takes_3_indices)      \
  VF_ARRAY(vf_write_##c##_in_2, c, takes_2_indices)      \
  VF_ARRAY(vf_write_##c##_in_1, c, takes_1_index)        \
  VF_LINE_ARRAY(vf_line_##c, c)
/* The values of a line, of points first, first + 1, ..., as the body of a point reads them. */
#define VF_LINE_ARRAY(name, element) \
  typedef struct name {              \
    const element *values;           \
    int first, point, below, above;  \
    VF_LINE_GUARD                    \
  } name;
#define VF_REAL_ARRAYS(NAME, word, number, c, epsilon) VF_ARRAYS(c)
VF_REAL_TYPE_LIST(VF_REAL_ARRAYS)
VF_ARRAYS(int)
VF_ARRAYS(int64_t)
#undef VF_REAL_ARRAYS
#undef VF_ARRAYS
#undef VF_ARRAY

/* Strides of an array with so many indices, from a span. has_components: else the stride of the last one is 0, which a
 * declaration says and which saves registers on GPUs. */
#define VF_SET_STRIDES_4(array, span, has_components)         \
  (array).takes_4_indices = (VF_ROW_STRIDE)(span)->stride[0]; \
  (array).third_stride = (span)->stride[1];                   \
  (array).fourth_stride = (has_components) ? (span)->stride[2] : 0
#define VF_SET_STRIDES_3(array, span, has_components)         \
  (array).takes_3_indices = (VF_ROW_STRIDE)(span)->stride[0]; \
  (array).third_stride = (span)->stride[1]
#define VF_SET_STRIDES_2(array, span, has_components) (array).takes_2_indices = (VF_ROW_STRIDE)(span)->stride[0]
#define VF_SET_STRIDES_1(array, span, has_components) (array).takes_1_index = 1

/* What a declaration says about strides that a launch has set. */
#define VF_FIX_STRIDES_4(array, has_components) \
  if (!(has_components)) (array).fourth_stride = 0
#define VF_FIX_STRIDES_3(array, has_components) (void)0
#define VF_FIX_STRIDES_2(array, has_components) (void)0
#define VF_FIX_STRIDES_1(array, has_components) (array).takes_1_index = 1
#define VF_FIX_STRIDES_remote(array, has_components) (void)0

#include <viewfab/kit/column_arrays.h>

#endif
