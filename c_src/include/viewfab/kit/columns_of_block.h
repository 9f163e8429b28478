/* Included by bundle.h for kernels over columns: what the arguments are in one block and for one species, and the calls of
 * sweeps. */

#ifdef VIEWFAB_BOUNDS
#include <viewfab/kit/bounds_of_block.h>
#else
#define VF_TAKE_GUARDS
#define VF_PLACE_GUARDS
#define VF_GUARD_TEMPORARY(name, axes)
#define VF_GUARD_SCRATCH(name, axes)
#define VF_NEXT_PHASE
#define VF_SIMD _Pragma("omp simd")
/* A body that is run; kind, name, point and level are for builds with VIEWFAB_BOUNDS. */
#define VF_RUN_BODY(kind, name, point, level, ...) __VA_ARGS__;
#endif

/* Of the arrays, those of one block and species; both are counted from 0 at the span's origin. */
#define VF_IN_BLOCK(type, name, ...) \
  bundle.name.origin +=              \
      (ptrdiff_t)vf_block * bundle.name.block_stride + (ptrdiff_t)vf_species * bundle.name.species_stride;
#define VF_IN_BLOCK_VALUE(...)
#define VF_IN_NEXT_SPECIES(type, name, ...) bundle.name.origin += bundle.name.species_stride;
#define VF_TAKE_NEXT_SPECIES VF_ARGUMENTS(VF_IN_NEXT_SPECIES, VF_IN_NEXT_SPECIES, VF_IN_NEXT_SPECIES, VF_IN_BLOCK_VALUE)
#define VF_TAKE_BLOCK VF_ARGUMENTS(VF_IN_BLOCK, VF_IN_BLOCK, VF_IN_BLOCK, VF_IN_BLOCK_VALUE) VF_PLACE_GUARDS

#define VF_USE_TEMPORARY(type, name, ...) , VF_CAT(VF_CAT(vf_temporary_, VF_LISTED_ELEMENT(type)), _of)(name, vf_lane)
#define VF_USE_SCRATCH(type, name, ...) , name
#define VF_COLUMN_PASS                                                            \
  nlev, kidia, kfdia, block,                                                      \
      species VF_EACH_TEMPORARY(VF_USE_TEMPORARY) VF_EACH_SCRATCH(VF_USE_SCRATCH) \
          VF_ARGUMENTS(VF_USE_ARRAY, VF_USE_ARRAY, VF_USE_ARRAY, VF_USE_VALUE)

/* What is carried, of so many columns at a time. */
#undef VF_LANES
#if defined(__CUDACC__) || defined(__HIPCC__)
#define VF_LANES 1
#else
#define VF_LANES VF_IF(VF_HAS_TEMPORARIES)(32)(128) /* arrays are then read in pieces of a kilobyte */
#endif
typedef struct vf_carried_values {
  VF_EACH_CARRIED(VF_CARRY_MEMBER)
  char none; /* where nothing is carried */
} vf_carried_values;

/* The two ways through the levels. */
#define VF_SWEEP_DOWN(sweep, top, bottom) \
  for (int k = (top); k <= (bottom); k++) VF_RUN_SWEEP(vf_sweep_##sweep, #sweep)
#define VF_SWEEP_UP(sweep, top, bottom) \
  for (int k = (bottom); k >= (top); k--) VF_RUN_SWEEP(vf_sweep_##sweep, #sweep)

#if VF_HAS_REPEATS
#include <viewfab/kit/repeats.h>
#endif

/* Bytes of scratch of a team, and of the temporaries of one column; each list begins at a multiple of 16. */
#define VF_SCRATCH_ROOM(count, type) (((size_t)(count) * sizeof(VF_LISTED_ELEMENT(type)) + 15) / 16 * 16)
#define VF_SCRATCH_COUNT_points_levels ((size_t)vf_scratch_stride(vf_points) * (size_t)vf_levels)
#define VF_SCRATCH_COUNT_points_half_levels ((size_t)vf_scratch_stride(vf_points) * ((size_t)vf_levels + 1))
#define VF_SCRATCH_COUNT_points ((size_t)vf_points)
#define VF_SCRATCH_COUNT_levels ((size_t)vf_levels)
#define VF_ADD_SCRATCH(type, name, axes, text) +VF_SCRATCH_ROOM(VF_SCRATCH_COUNT_##axes, type)
#define VF_TEMPORARY_COUNT_levels ((size_t)vf_levels)
#define VF_TEMPORARY_COUNT_half_levels ((size_t)vf_levels + 1)
#define VF_ADD_TEMPORARY(type, name, axes, text) \
  +(size_t)VF_LANES *VF_TEMPORARY_COUNT_##axes * sizeof(VF_LISTED_ELEMENT(type))

/* From a level of scratch to the next one. Where threads of a GPU have a level each, an odd number of elements, so that they
 * ask different banks of memory. */
#if VF_RUNS == VF_RUNS_PHASES && (defined(__CUDACC__) || defined(__HIPCC__))
#define VF_LEVELS_PHASES                                                                   \
  (0 VF_EACH_BLOCK_PHASE(VF_NO_PHASE, VF_PHASE_ONE, VF_NO_PHASE, VF_NO_PHASE, VF_NO_PHASE) \
       VF_PHASES(VF_NO_PHASE, VF_PHASE_ONE, VF_NO_PHASE, VF_NO_PHASE, VF_NO_PHASE))
#else
#define VF_LEVELS_PHASES 0
#endif
VF_MAP_FUNCTION int vf_scratch_stride(const int points) { return VF_LEVELS_PHASES ? points | 1 : points; }
VF_UNUSED static inline size_t vf_scratch_bytes(VF_UNUSED const int vf_points, VF_UNUSED const int vf_levels)
{
  return 0 VF_EACH_SCRATCH(VF_ADD_SCRATCH);
}
VF_UNUSED static inline size_t vf_temporary_bytes(VF_UNUSED const int vf_levels)
{
  return (0 VF_EACH_TEMPORARY(VF_ADD_TEMPORARY) + (size_t)15) / 16 * 16;
}

/* The scratch of a team in a pool, for levels from vf_top on: element 0 of each axis may lie before it. */
#define VF_LAY_SCRATCH(type, name, axes, text)                                \
  VF_CAT(VF_CAT(vf_scratch_, VF_LISTED_ELEMENT(type)), VF_CAT(_, axes)) name; \
  VF_LAY_##axes(name, (VF_LISTED_ELEMENT(type) *)vf_pool);                    \
  VF_GUARD_SCRATCH(name, axes)                                                \
  vf_pool += VF_SCRATCH_ROOM(VF_SCRATCH_COUNT_##axes, type);
#define VF_LAY_points_levels(name, begin)           \
  name.level_stride = vf_scratch_stride(vf_points); \
  name.points_levels = (begin)-kidia - vf_top * name.level_stride
#define VF_LAY_points_half_levels(name, begin)      \
  name.level_stride = vf_scratch_stride(vf_points); \
  name.points_half_levels = (begin)-kidia - vf_top * name.level_stride
#define VF_LAY_points(name, begin) name.points = (begin)-kidia
#define VF_LAY_levels(name, begin) name.levels = (begin)-vf_top

/* The temporaries of columns that lie so far apart from level to level. */
#define VF_LAY_TEMPORARY(type, name, axes, text)           \
  VF_CAT(vf_temporary_, VF_LISTED_ELEMENT(type)) name;     \
  name.level_stride = vf_apart;                            \
  name.at = (VF_LISTED_ELEMENT(type) *)vf_pool - vf_apart; \
  VF_GUARD_TEMPORARY(name, axes)                           \
  vf_pool += (size_t)vf_apart * VF_TEMPORARY_COUNT_##axes * sizeof(VF_LISTED_ELEMENT(type));

/* POINTS(phase) or POINTS(phase, top, bottom), of which the first means all full levels. */
#define VF_POINTS_RANGE(X, ...) VF_COLUMN_JOIN(VF_POINTS_RANGE_, VF_COUNT(__VA_ARGS__))(X, __VA_ARGS__)
#define VF_POINTS_RANGE_1(X, phase) X(phase, vf_top, vf_top + vf_levels - 1)
#define VF_POINTS_RANGE_3(X, phase, top, bottom) X(phase, top, bottom)

/* Of a pool with temporaries of many columns, those of this thread. */
#define VF_MOVE_TEMPORARY(type, name, ...) name.at += thread + (size_t)threads * blockIdx.y;

/* Only what is read alone may be taken as distinct in a team: of what one thread writes others read in a later phase. */
#define VF_TEAM_ORIGINS VF_ARGUMENTS(VF_ORIGIN_READ, VF_ORIGIN_SHARED, VF_ORIGIN_SHARED, VF_ORIGIN_NONE)
#define VF_ORIGIN_SHARED(type, name, map, reach, text) , VF_ELEMENT_OF(VF_ELEMENT_ROW_##type) * name##_origin

#ifndef __cplusplus
#include <viewfab/kit/columns_listed.h>
#endif
