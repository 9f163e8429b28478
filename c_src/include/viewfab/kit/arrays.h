/* Arrays in bodies: one type for reading and one for writing, for each element type and number of indices. A read type
 * gives a const element, so a body cannot write a READ argument. The header is a system header, so that the compiler
 * reports a mistake at the author's line and not here. */
#ifndef VIEWFAB_KIT_ARRAYS_H
#define VIEWFAB_KIT_ARRAYS_H
#pragma GCC system_header

#include <viewfab/kit/vocabulary.h>

#define VF_AT_4(array, i, j, k, n)                                                              \
  ((array).origin[(i) + (ptrdiff_t)(j) * (array).takes_4_indices + (k) * (array).third_stride + \
                  (n) * (array).fourth_stride])
#define VF_AT_3(array, a, b, c) \
  ((array).origin[(a) + (ptrdiff_t)(b) * (array).takes_3_indices + (c) * (array).third_stride])
#define VF_AT_2(array, a, b) ((array).origin[(a) + (ptrdiff_t)(b) * (array).takes_2_indices])
#define VF_AT_1(array, a) ((array).origin[(a) * (array).takes_1_index])

#define VF_AT(array, ...) VF_CAT(VF_AT_, VF_COUNT(__VA_ARGS__))(array, __VA_ARGS__)

/* The member for the stride of the second index is named after the number of indices: with another number of indices
 * the compiler's message shows this name. The type for four indices is vfi_read_double, the type for three
 * vfi_read_double_in_3. */
#define VF_ARRAY(name, element, takes)     \
  typedef struct name {                    \
    element *origin;                       \
    ptrdiff_t third_stride, fourth_stride; \
    VF_ROW_STRIDE takes;                   \
  } name;
/* Arrays of columns: an access with an axis that the array does not have fails to compile, because the member is
 * missing. */
#define VF_COLUMN_ARRAY(name, element, ...) \
  typedef struct name {                     \
    element *origin;                        \
    ptrdiff_t block_stride, species_stride; \
    VF_ROW_STRIDE __VA_ARGS__;              \
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
#define VF_ARRAYS(c)                                      \
  VF_COLUMN_ARRAYS(vfi_read_##c, const c)                 \
  VF_COLUMN_ARRAYS(vfi_write_##c, c)                      \
  VF_ARRAY(vfi_read_##c, const c, takes_4_indices)        \
  VF_ARRAY(vfi_read_##c##_in_3, const c, takes_3_indices) \
  VF_ARRAY(vfi_read_##c##_in_2, const c, takes_2_indices) \
  VF_ARRAY(vfi_read_##c##_in_1, const c, takes_1_index)   \
  VF_ARRAY(vfi_write_##c, c, takes_4_indices)             \
  VF_ARRAY(vfi_write_##c##_in_3, c, takes_3_indices)      \
  VF_ARRAY(vfi_write_##c##_in_2, c, takes_2_indices)      \
  VF_ARRAY(vfi_write_##c##_in_1, c, takes_1_index)        \
  VF_LINE_ARRAY(vfi_line_##c, c)
/* The values of a line, of points first, first + 1, ..., for the body of a point. */
#define VF_LINE_ARRAY(name, element) \
  typedef struct name {              \
    const element *values;           \
    int first, point, below, above;  \
  } name;
#define VF_REAL_ARRAYS(NAME, word, number, c, epsilon) VF_ARRAYS(c)
VF_REAL_TYPE_LIST(VF_REAL_ARRAYS)
VF_ARRAYS(int)
VF_ARRAYS(int64_t)
#undef VF_REAL_ARRAYS
#undef VF_ARRAYS
#undef VF_ARRAY

#include <viewfab/kit/column_arrays.h>

#endif
