/* The names of elements in bodies of kernels over columns. Points i are the code's own; levels, half levels, parts and
 * the numbers of tables count from 1. Half level k is the top of layer k. The last index may be a block in the code's
 * own counting, such as block + 1; without this index the element is in the block of the body. The header is a system
 * header, so that the compiler reports a mistake at the author's line and not here. */
#ifndef VIEWFAB_KIT_COLUMN_ARRAYS_H
#define VIEWFAB_KIT_COLUMN_ARRAYS_H
#pragma GCC system_header

#define VF_SURFACE(array, ...) VF_CAT(VF_SURFACE_, VF_COUNT(__VA_ARGS__))(array, __VA_ARGS__)
#define VF_SURFACE_1(array, i) VF_COLUMN_AT(array, i, 0, 0, 0, (array).is_surface, 0)
#define VF_SURFACE_2(array, i, b) VF_COLUMN_AT(array, i, 0, 0, (b)-block, (array).is_surface, 0)
#define VF_LEVEL(array, ...) VF_CAT(VF_LEVEL_, VF_COUNT(__VA_ARGS__))(array, __VA_ARGS__)
#define VF_LEVEL_2(array, i, k) VF_COLUMN_AT(array, i, k, 0, 0, (array).level_stride, 0)
#define VF_LEVEL_3(array, i, k, b) VF_COLUMN_AT(array, i, k, 0, (b)-block, (array).level_stride, 0)
#define VF_HALF(array, ...) VF_CAT(VF_HALF_, VF_COUNT(__VA_ARGS__))(array, __VA_ARGS__)
#define VF_HALF_2(array, i, k) VF_COLUMN_AT(array, i, k, 0, 0, (array).half_level_stride, 0)
#define VF_HALF_3(array, i, k, b) VF_COLUMN_AT(array, i, k, 0, (b)-block, (array).half_level_stride, 0)
#define VF_PART(array, ...) VF_CAT(VF_PART_, VF_COUNT(__VA_ARGS__))(array, __VA_ARGS__)
#define VF_PART_2(array, i, c) VF_COLUMN_AT(array, i, 0, c, 0, 0, (array).part_stride)
#define VF_PART_3(array, i, c, b) VF_COLUMN_AT(array, i, 0, c, (b)-block, 0, (array).part_stride)
#define VF_LEVEL_PART(array, ...) VF_CAT(VF_LEVEL_PART_, VF_COUNT(__VA_ARGS__))(array, __VA_ARGS__)
#define VF_LEVEL_PART_3(array, i, k, c) VF_LEVEL_PART_BESIDE(array, i, k, c, 0)
#define VF_LEVEL_PART_4(array, i, k, c, b) VF_LEVEL_PART_BESIDE(array, i, k, c, (b)-block)
#define VF_LEVEL_PART_BESIDE(array, i, k, c, beside) \
  VF_COLUMN_AT(array, i, k, c, beside, (array).part_level_stride, (array).level_part_stride)
#define VF_LEVEL_OF(array, ...) VF_CAT(VF_LEVEL_PART_, VF_COUNT(__VA_ARGS__))(array, __VA_ARGS__)
#define VF_PROFILE(array, ...) VF_CAT(VF_PROFILE_, VF_COUNT(__VA_ARGS__))(array, __VA_ARGS__)
#define VF_PROFILE_1(array, k) VF_COLUMN_AT(array, 0, k, 0, 0, (array).profile_stride, 0)
#define VF_PROFILE_2(array, k, b) VF_COLUMN_AT(array, 0, k, 0, (b)-block, (array).profile_stride, 0)
#define VF_HALF_PROFILE(array, k) VF_COLUMN_AT(array, 0, k, 0, 0, (array).half_profile_stride, 0)
#define VF_TABLE(array, m, l) VF_COLUMN_AT(array, m, l, 0, 0, (array).column_stride, 0)
#define VF_COLUMN_AT(array, i, k, c, beside, level_stride, part_stride) \
  VF_COLUMN_ELEMENT((array).origin, i, k, c, beside, 1, level_stride, part_stride, (array).block_stride)
#define VF_COLUMN_ELEMENT(begin, i, k, c, beside, stride_i, stride_k, stride_c, stride_b) \
  ((begin)[(i) * (stride_i) + (k) * (stride_k) + (c) * (stride_c) + (beside) * (stride_b)])

/* Scratch and temporaries, for each type of elements: their member names show the axes. */
#define VF_SCRATCH_AT(scratch, ...) VF_CAT(VF_SCRATCH_AT_, VF_COUNT(__VA_ARGS__))(scratch, __VA_ARGS__)
#define VF_SCRATCH_AT_1(scratch, j) ((scratch).halo[j])
#define VF_SCRATCH_AT_2(scratch, i, k) \
  VF_COLUMN_ELEMENT((scratch).points_levels, i, k, 0, 0, 1, (scratch).level_stride, 0, 0)
#define VF_SCRATCH_HALF(scratch, i, k) \
  VF_COLUMN_ELEMENT((scratch).points_half_levels, i, k, 0, 0, 1, (scratch).level_stride, 0, 0)
#define VF_SCRATCH_POINT(scratch, i) VF_COLUMN_ELEMENT((scratch).points, i, 0, 0, 0, 1, 0, 0, 0)
#define VF_SCRATCH_LEVEL(scratch, k) VF_COLUMN_ELEMENT((scratch).levels, 0, k, 0, 0, 0, 1, 0, 0)
#define VF_TEMPORARY_AT(temporary, k) VF_COLUMN_ELEMENT((temporary).at, 0, k, 0, 0, 0, (temporary).level_stride, 0, 0)
#define VF_TEMPORARY_OF(temporary, k, s) \
  VF_COLUMN_ELEMENT((temporary).of, 0, k, s, 0, 0, (temporary).level_stride, (temporary).number_stride, 0)
typedef struct vfi_written_in_a_tile_phase { /* the type of a written array in a halo phase: it has no elements */
  char none;
} vfi_written_in_a_tile_phase;
#define VF_SCRATCH_TYPES(c)                                                                      \
  typedef struct vfi_scratch_##c##_points_levels {                                               \
    c *points_levels;                                                                            \
    VF_ROW_STRIDE level_stride;                                                                  \
  } vfi_scratch_##c##_points_levels;                                                             \
  typedef struct vfi_scratch_##c##_points_half_levels {                                          \
    c *points_half_levels;                                                                       \
    VF_ROW_STRIDE level_stride;                                                                  \
  } vfi_scratch_##c##_points_half_levels;                                                        \
  typedef struct vfi_scratch_##c##_points {                                                      \
    c *points;                                                                                   \
  } vfi_scratch_##c##_points;                                                                    \
  typedef struct vfi_scratch_##c##_levels {                                                      \
    c *levels;                                                                                   \
  } vfi_scratch_##c##_levels;                                                                    \
  typedef struct vfi_scratch_##c##_halo {                                                        \
    c *halo;                                                                                     \
  } vfi_scratch_##c##_halo;                                                                      \
  typedef struct vfi_filled_##c##_halo {                                                         \
    const c *halo;                                                                               \
  } vfi_filled_##c##_halo;                                                                       \
  VF_INLINE vfi_filled_##c##_halo vfi_filled_##c##_halo_of(const vfi_scratch_##c##_halo scratch) \
  {                                                                                              \
    vfi_filled_##c##_halo filled;                                                                \
    filled.halo = scratch.halo;                                                                  \
    return filled;                                                                               \
  }                                                                                              \
  VF_TEMPORARY_STRUCT(vfi_temporary_##c, c, at)                                                  \
  VF_TEMPORARY_STRUCT(vfi_temporary_species_##c, c, of)
#define VF_TEMPORARY_STRUCT(kind, c, member)               \
  typedef struct kind {                                    \
    c *member;                                             \
    ptrdiff_t level_stride, number_stride;                 \
  } kind;                                                  \
  VF_INLINE kind kind##_of(kind temporary, const int lane) \
  {                                                        \
    temporary.member += lane;                              \
    return temporary;                                      \
  }
#define VF_REAL_SCRATCH_TYPES(NAME, word, number, c, epsilon) VF_SCRATCH_TYPES(c)
VF_REAL_TYPE_LIST(VF_REAL_SCRATCH_TYPES)
VF_SCRATCH_TYPES(int)
#undef VF_REAL_SCRATCH_TYPES
#undef VF_SCRATCH_TYPES
#undef VF_TEMPORARY_STRUCT

#endif
