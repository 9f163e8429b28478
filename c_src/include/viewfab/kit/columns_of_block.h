/* Included by bundle.h for kernels over columns: the arguments in one block and for one species, and the calls of
 * sweeps. */

#ifdef VF_GUARDED
#include <viewfab/kit/bounds_of_block.h>
#else
#define VF_TAKE_GUARDS
#define VF_PLACE_GUARDS
#define VF_GUARD_TEMPORARY(name, axes)
#define VF_GUARD_SCRATCH(name, axes)
/* Runs a body; kind, name, point and level are for builds with VIEWFAB_BOUNDS. */
#define VF_RUN_BODY(kind, name, point, level, ...) __VA_ARGS__;
#endif

/* Moves the arrays to one block and species. Both count from 0 at the span's origin. */
#define VF_IN_BLOCK(type, name, ...) \
  bundle.name.origin +=              \
      (ptrdiff_t)vfi_block * bundle.name.block_stride + (ptrdiff_t)vfi_species * bundle.name.species_stride;
#define VF_IN_BLOCK_VALUE(...)
#define VF_IN_NEXT_SPECIES(type, name, ...) bundle.name.origin += bundle.name.species_stride;
#define VF_TAKE_NEXT_SPECIES VF_ARGUMENTS(VF_IN_NEXT_SPECIES, VF_IN_NEXT_SPECIES, VF_IN_NEXT_SPECIES, VF_IN_BLOCK_VALUE)
#define VF_TAKE_BLOCK VF_ARGUMENTS(VF_IN_BLOCK, VF_IN_BLOCK, VF_IN_BLOCK, VF_IN_BLOCK_VALUE) VF_PLACE_GUARDS

#define VF_USE_TEMPORARY(type, name, axes, ...) , VF_CAT(VF_TEMPORARY_TYPE(type, axes), _of)(name, vfi_lane)
#define VF_USE_SCRATCH(type, name, ...) , name
#define VF_COLUMN_PASS                                                            \
  nlev, kidia, kfdia, block,                                                      \
      species VF_EACH_TEMPORARY(VF_USE_TEMPORARY) VF_EACH_SCRATCH(VF_USE_SCRATCH) \
          VF_ARGUMENTS(VF_USE_ARRAY, VF_USE_ARRAY, VF_USE_ARRAY, VF_USE_VALUE)

/* The carried values of VF_LANES columns. */
#undef VF_LANES
#define VF_LANES 1
typedef struct vfi_carried_values {
  VF_EACH_CARRIED(VF_CARRY_MEMBER)
  char none; /* for files without carried values */
} vfi_carried_values;

/* The two directions through the levels. */
#define VF_SWEEP_DOWN(sweep, top, bottom) \
  for (int k = (top); k <= (bottom); k++) VF_RUN_SWEEP(vfi_sweep_##sweep, #sweep)
#define VF_SWEEP_UP(sweep, top, bottom) \
  for (int k = (bottom); k >= (top); k--) VF_RUN_SWEEP(vfi_sweep_##sweep, #sweep)

#if VF_HAS_REPEATS
#include <viewfab/kit/repeats.h>
#endif

/* Bytes of scratch of a team, and of the temporaries of one column; each list begins at a multiple of 16. */
#define VF_SCRATCH_ROOM(count, type) (((size_t)(count) * sizeof(VF_LISTED_ELEMENT(type)) + 15) / 16 * 16)
#define VF_SCRATCH_COUNT_points_levels ((size_t)vfi_scratch_stride(vfi_points) * (size_t)vfi_levels)
#define VF_SCRATCH_COUNT_points_half_levels ((size_t)vfi_scratch_stride(vfi_points) * ((size_t)vfi_levels + 1))
#define VF_SCRATCH_COUNT_points ((size_t)vfi_points)
#define VF_SCRATCH_COUNT_levels ((size_t)vfi_levels)
#define VF_ADD_SCRATCH(type, name, axes, text) +VF_SCRATCH_ROOM(VF_SCRATCH_COUNT_##axes, type)
#define VF_TEMPORARY_COUNT_levels ((size_t)vfi_levels)
#define VF_TEMPORARY_COUNT_half_levels ((size_t)vfi_levels + 1)
#define VF_TEMPORARY_COUNT_levels_species(n) ((size_t)(n) * (size_t)vfi_levels)
#define VF_TEMPORARY_COUNT_half_levels_species(n) ((size_t)(n) * ((size_t)vfi_levels + 1))
#define VF_ADD_TEMPORARY(type, name, axes, text) \
  +(size_t)VF_LANES *VF_TEMPORARY_COUNT_##axes * sizeof(VF_LISTED_ELEMENT(type))

/* Distance from a level of scratch to the next level. If threads of a GPU have a level each, this is an odd number of
 * elements, so that they use different banks of memory. */
#if VF_RUNS == VF_RUNS_PHASES
#define VF_LEVELS_PHASES                                                                   \
  (0 VF_EACH_BLOCK_PHASE(VF_NO_PHASE, VF_PHASE_ONE, VF_NO_PHASE, VF_NO_PHASE, VF_NO_PHASE) \
       VF_PHASES(VF_NO_PHASE, VF_PHASE_ONE, VF_NO_PHASE, VF_NO_PHASE, VF_NO_PHASE))
#else
#define VF_LEVELS_PHASES 0
#endif
VF_MAP_FUNCTION int vfi_scratch_stride(const int points) { return VF_LEVELS_PHASES ? points | 1 : points; }
VF_UNUSED static inline size_t vfi_scratch_bytes(VF_UNUSED const int vfi_points, VF_UNUSED const int vfi_levels)
{
  return 0 VF_EACH_SCRATCH(VF_ADD_SCRATCH);
}
VF_UNUSED static inline size_t vfi_temporary_bytes(VF_UNUSED const int vfi_levels)
{
  return (0 VF_EACH_TEMPORARY(VF_ADD_TEMPORARY) + (size_t)15) / 16 * 16;
}

/* Places the scratch of a team in a pool, for levels from vfi_top on. Element 0 of each axis may lie before the pool. */
#define VF_LAY_SCRATCH(type, name, axes, text)                                 \
  VF_CAT(VF_CAT(vfi_scratch_, VF_LISTED_ELEMENT(type)), VF_CAT(_, axes)) name; \
  VF_LAY_##axes(name, (VF_LISTED_ELEMENT(type) *)vfi_pool);                    \
  VF_GUARD_SCRATCH(name, axes)                                                 \
  vfi_pool += VF_SCRATCH_ROOM(VF_SCRATCH_COUNT_##axes, type);
#define VF_LAY_points_levels(name, begin)             \
  name.level_stride = vfi_scratch_stride(vfi_points); \
  name.points_levels = (begin)-kidia - vfi_top * name.level_stride
#define VF_LAY_points_half_levels(name, begin)        \
  name.level_stride = vfi_scratch_stride(vfi_points); \
  name.points_half_levels = (begin)-kidia - vfi_top * name.level_stride
#define VF_LAY_points(name, begin) name.points = (begin)-kidia
#define VF_LAY_levels(name, begin) name.levels = (begin)-vfi_top

/* Places the temporaries of columns; vfi_apart: distance from number to number of a column. */
#define VF_LAY_TEMPORARY(type, name, axes, text)                                                                       \
  VF_TEMPORARY_TYPE(type, axes) name;                                                                                  \
  name.level_stride = vfi_apart * VF_TEMPORARY_NUMBERS(axes);                                                          \
  name.number_stride = vfi_apart;                                                                                      \
  name.VF_TEMPORARY_MEMBER(axes) =                                                                                     \
      (VF_LISTED_ELEMENT(type) *)vfi_pool - name.level_stride - VF_LAY_NUMBERS(VF_TEMPORARY_MEMBER(axes)) * vfi_apart; \
  VF_GUARD_TEMPORARY(name, axes)                                                                                       \
  vfi_pool += (size_t)vfi_apart * VF_TEMPORARY_COUNT_##axes * sizeof(VF_LISTED_ELEMENT(type));

/* Species count from 1. */
#define VF_LAY_NUMBERS(member) VF_CAT(VF_LAY_NUMBERS_, member)
#define VF_LAY_NUMBERS_at 0
#define VF_LAY_NUMBERS_of 1

/* POINTS(phase) or POINTS(phase, top, bottom); the first form means all full levels. */
#define VF_POINTS_RANGE(X, ...) VF_COLUMN_JOIN(VF_POINTS_RANGE_, VF_COUNT(__VA_ARGS__))(X, __VA_ARGS__)
#define VF_POINTS_RANGE_1(X, phase) X(phase, vfi_top, vfi_top + vfi_levels - 1)
#define VF_POINTS_RANGE_3(X, phase, top, bottom) X(phase, top, bottom)

/* Moves a pool with temporaries of many columns to the temporaries of this thread. */
#define VF_MOVE_TEMPORARY(type, name, axes, ...) \
  name.VF_TEMPORARY_MEMBER(axes) += thread + (size_t)threads * blockIdx.y;

/* In a team only read arguments count as distinct: a thread reads elements that another thread wrote in an earlier
 * phase. */
#define VF_TEAM_ORIGINS VF_ARGUMENTS(VF_ORIGIN_READ, VF_ORIGIN_SHARED, VF_ORIGIN_SHARED, VF_ORIGIN_NONE)
#define VF_ORIGIN_SHARED(type, name, map, reach, text) , VF_ELEMENT_OF(VF_ELEMENT_ROW_##type) * name##_origin
