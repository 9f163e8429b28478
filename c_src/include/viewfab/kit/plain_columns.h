/* Elements in the generated loops of a kernel over columns: array x is a pointer x to the element with the indices 0 in the
 * block of the body, and has its strides in x_level_stride, x_part_stride, x_column_stride and x_block_stride. Indices are
 * as in column_arrays.h. The header is a system header, so that the compiler reports a mistake at the author's line and
 * not here. */
#ifndef VIEWFAB_KIT_PLAIN_COLUMNS_H
#define VIEWFAB_KIT_PLAIN_COLUMNS_H
#pragma GCC system_header

#include <viewfab/backend/launch.h>
#include <viewfab/words/rows.h>

#ifdef VIEWFAB_GPU
enum { VF_LANES = 1 }; /* columns of a thread */
#endif

#ifdef VIEWFAB_KIT_PLAIN_BOUNDS_H
#include <viewfab/kit/plain_column_bounds.h>
#else
#define VF_SURFACE_1(x, i) (x[i])
#define VF_SURFACE_2(x, i, b) (x[(i) + ((b)-block) * x##_block_stride])
#define VF_LEVEL_2(x, i, k) (x[(i) + (k)*x##_level_stride])
#define VF_LEVEL_3(x, i, k, b) (x[(i) + (k)*x##_level_stride + ((b)-block) * x##_block_stride])
#define VF_PART_2(x, i, c) (x[(i) + (c)*x##_part_stride])
#define VF_PART_3(x, i, c, b) (x[(i) + (c)*x##_part_stride + ((b)-block) * x##_block_stride])
#define VF_LEVEL_PART_3(x, i, k, c) (x[(i) + (k)*x##_level_stride + (c)*x##_part_stride])
#define VF_LEVEL_PART_4(x, i, k, c, b) \
  (x[(i) + (k)*x##_level_stride + (c)*x##_part_stride + ((b)-block) * x##_block_stride])
#define VF_PROFILE_1(x, k) (x[(k)*x##_level_stride])
#define VF_PROFILE_2(x, k, b) (x[(k)*x##_level_stride + ((b)-block) * x##_block_stride])
#define VF_TABLE(x, m, l) (x[(m) + (l)*x##_column_stride])
#ifdef VIEWFAB_GPU /* levels and numbers lie apart, those of all threads side by side */
#define VF_TEMPORARY_AT(x, k) (x[(k)*x##_level_stride])
#define VF_TEMPORARY_OF(x, k, s) (x[(k)*x##_level_stride + (s)*x##_number_stride])
#else
#define VF_TEMPORARY_AT(x, k) (x[((k)-1) * VF_LANES])
#define VF_TEMPORARY_OF(x, k, s) (x[(((k)-1) * vfi_numbers_of_##x + (s)-1) * VF_LANES])
#endif
#define VF_CARRIED_OF(name, s) (name##_carried_numbers[((s)-1) * VF_LANES])
#define VF_SCRATCH_AT_2(x, i, k) (x[(i) + (k)*x##_level_stride])
#define VF_SCRATCH_POINT(x, i) (x[i])
#define VF_SCRATCH_LEVEL(x, k) (x[k])
#endif
#define VF_SCRATCH_HALF(x, i, k) VF_SCRATCH_AT_2(x, i, k)
#define VF_HALF_PROFILE(x, k) VF_PROFILE_1(x, k)
#define VF_SURFACE(x, ...) VF_CAT(VF_SURFACE_, VF_COUNT(__VA_ARGS__))(x, __VA_ARGS__)
#define VF_LEVEL(x, ...) VF_CAT(VF_LEVEL_, VF_COUNT(__VA_ARGS__))(x, __VA_ARGS__)
#define VF_HALF(x, ...) VF_CAT(VF_LEVEL_, VF_COUNT(__VA_ARGS__))(x, __VA_ARGS__)
#define VF_PART(x, ...) VF_CAT(VF_PART_, VF_COUNT(__VA_ARGS__))(x, __VA_ARGS__)
#define VF_LEVEL_PART(x, ...) VF_CAT(VF_LEVEL_PART_, VF_COUNT(__VA_ARGS__))(x, __VA_ARGS__)
#define VF_LEVEL_OF(x, ...) VF_CAT(VF_LEVEL_PART_, VF_COUNT(__VA_ARGS__))(x, __VA_ARGS__)
#define VF_PROFILE(x, ...) VF_CAT(VF_PROFILE_, VF_COUNT(__VA_ARGS__))(x, __VA_ARGS__)

/* The distance of an array's element with the indices 0 in a block, for a species, from the origin of its span. */
static inline ptrdiff_t vfi_block_offset(const vfi_span *span, const int block, const int species)
{
  return (ptrdiff_t)block * span->block_stride + (ptrdiff_t)species * span->stride[2];
}

/* Bytes of scratch; each scratch begins at a multiple of 16. */
VF_MAP_FUNCTION size_t vfi_scratch_room(const size_t count, const size_t size) { return (count * size + 15) / 16 * 16; }

/* Species of a team whose block has phases of its own: all species of a block if there are blocks for all threads; with
 * fewer blocks a share of the species. */
static inline int vfi_species_of_team(const int species, const int64_t blocks, const int threads)
{
  const int64_t teams = threads / (blocks ? blocks : 1) + 1; /* teams of a block */
  return blocks >= threads ? species : (int)((species + teams - 1) / teams);
}

#endif
