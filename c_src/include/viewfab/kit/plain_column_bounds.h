/* Elements in the generated loops of a kernel over columns or teams, in a build with VIEWFAB_BOUNDS: each access is compared
 * with the guard of its array, vfi_guard_of_x. Indices are as in plain_columns.h. The header is a system header, so that
 * the compiler reports a mistake at the author's line and not here. */
#ifndef VIEWFAB_KIT_PLAIN_COLUMN_BOUNDS_H
#define VIEWFAB_KIT_PLAIN_COLUMN_BOUNDS_H
#pragma GCC system_header

#include <viewfab/kit/bounds_columns.h>

#define VF_CHECKED_IN_COLUMN(x, i, k, c, beside, level, part, of_block) \
  (x[vfi_column_offset(vfi_guard_of_##x, x, (int)sizeof *x, i, k, c, beside, 1, level, part, of_block)])
#define VF_SURFACE_1(x, i) VF_CHECKED_IN_COLUMN(x, i, 0, 0, 0, 0, 0, 0)
#define VF_SURFACE_2(x, i, b) VF_CHECKED_IN_COLUMN(x, i, 0, 0, (b)-block, 0, 0, x##_block_stride)
#define VF_LEVEL_2(x, i, k) VF_CHECKED_IN_COLUMN(x, i, k, 0, 0, x##_level_stride, 0, 0)
#define VF_LEVEL_3(x, i, k, b) VF_CHECKED_IN_COLUMN(x, i, k, 0, (b)-block, x##_level_stride, 0, x##_block_stride)
#define VF_PART_2(x, i, c) VF_CHECKED_IN_COLUMN(x, i, 0, c, 0, 0, x##_part_stride, 0)
#define VF_PART_3(x, i, c, b) VF_CHECKED_IN_COLUMN(x, i, 0, c, (b)-block, 0, x##_part_stride, x##_block_stride)
#define VF_LEVEL_PART_3(x, i, k, c) VF_CHECKED_IN_COLUMN(x, i, k, c, 0, x##_level_stride, x##_part_stride, 0)
#define VF_LEVEL_PART_4(x, i, k, c, b) \
  VF_CHECKED_IN_COLUMN(x, i, k, c, (b)-block, x##_level_stride, x##_part_stride, x##_block_stride)
#define VF_PROFILE_1(x, k) VF_CHECKED_IN_COLUMN(x, 0, k, 0, 0, x##_level_stride, 0, 0)
#define VF_PROFILE_2(x, k, b) VF_CHECKED_IN_COLUMN(x, 0, k, 0, (b)-block, x##_level_stride, 0, x##_block_stride)
#define VF_TABLE(x, m, l) VF_CHECKED_IN_COLUMN(x, m, l, 0, 0, x##_column_stride, 0, 0)
#ifdef VIEWFAB_GPU
#define VF_TEMPORARY_AT(x, k) VF_CHECKED_IN_COLUMN(x, 0, k, 0, 0, x##_level_stride, 0, 0)
#define VF_TEMPORARY_OF(x, k, s) VF_CHECKED_IN_COLUMN(x, 0, k, s, 0, x##_level_stride, x##_number_stride, 0)
#else
#define VF_TEMPORARY_AT(x, k) \
  (x[vfi_column_offset(vfi_guard_of_##x, x, (int)sizeof *x, 0, k, 0, 0, 0, VF_LANES, 0, 0) - VF_LANES])
#define VF_TEMPORARY_OF(x, k, s)                                                                                    \
  (x[vfi_column_offset(vfi_guard_of_##x, x, (int)sizeof *x, 0, k, s, 0, 0, vfi_numbers_of_##x * VF_LANES, VF_LANES, \
                       0) -                                                                                         \
     (vfi_numbers_of_##x + 1) * VF_LANES])
#endif
#define VF_CARRIED_OF(name, s)                                                                                    \
  (name##_carried_numbers[vfi_column_offset(vfi_guard_of_##name, name##_carried_numbers,                          \
                                            (int)sizeof *name##_carried_numbers, 0, 0, s, 0, 0, 0, VF_LANES, 0) - \
                          VF_LANES])
#define VF_SCRATCH_AT_2(x, i, k) VF_CHECKED_IN_COLUMN(x, i, k, 0, 0, x##_level_stride, 0, 0)
#define VF_SCRATCH_POINT(x, i) VF_CHECKED_IN_COLUMN(x, i, 0, 0, 0, 0, 0, 0)
#define VF_SCRATCH_LEVEL(x, k) VF_CHECKED_IN_COLUMN(x, 0, k, 0, 0, 1, 0, 0)

/* The instance of a block and a species before its first body. */
VF_MAP_FUNCTION vfi_instance vfi_instance_in_block(const int levels, const int first_point, const int last_point,
                                                   const bool is_apart, vfi_bounds_record *record, const int block,
                                                   const int species)
{
  vfi_instance here;
  here.name = NULL;
  here.kind = VF_INSTANCE_SWEEP;
  here.phase = here.run = here.point = here.level = 0;
  here.levels = levels;
  here.first_point = first_point;
  here.last_point = last_point;
  here.block = block;
  here.species = species;
  here.is_apart = is_apart;
  here.record = record;
  return here;
}

/* The guard of an array. */
VF_MAP_FUNCTION vfi_column_guard vfi_guard_of_column(const int argument, const vfi_argument_intent intent,
                                                     const vfi_column_shape shape, const vfi_column_reach reach,
                                                     const int first_level, const int last_level,
                                                     const vfi_instance *here, vfi_trace *trace)
{
  vfi_column_guard guard;
  guard.argument = argument;
  guard.scratch = NULL;
  guard.intent = intent;
  guard.shape = shape;
  guard.reach = reach;
  guard.first_level = first_level;
  guard.last_level = last_level;
  guard.here = here;
  guard.trace = trace;
  guard.shadow = NULL;
  return guard;
}

/* The guard of a temporary or of scratch, which has the axes of its shape. */
VF_MAP_FUNCTION vfi_column_guard vfi_inner_guard(const char *name, const vfi_column_shape shape,
                                                 const vfi_instance *here)
{
  const vfi_column_reach none = { { 0, 0, 0 }, { 0, 0, 0 } };
  vfi_column_guard guard =
      vfi_guard_of_column(-1, VF_ARGUMENT_UPDATE, shape, none, 1, here->levels + (shape.levels == 2), here, NULL);
  guard.scratch = name;
  return guard;
}

#ifndef VIEWFAB_GPU
/* The instance of a call, for the points of a box. */
static inline vfi_instance vfi_instance_in_call(const vfi_launch *launch, const vf_box *box, const bool is_apart)
{
  return vfi_instance_in_block(launch->levels, box->lower[0], box->upper[0], is_apart, launch->bounds, 0, 0);
}

/* The next bodies are in a block and for a species. */
static inline void vfi_instance_moves(vfi_instance *here, const int block, const int species)
{
  here->block = block;
  here->species = species;
  here->phase = here->run = 0;
}

/* Makes the shadow of a guard in a pool; returns the pool behind the shadow. */
VF_UNUSED static inline char *vfi_shadow_beside(vfi_shadow *shadow, vfi_column_guard *guard, char *pool,
                                                const bool is_real)
{
  guard->shadow = shadow;
  vfi_shadow_lay(shadow, guard, pool, is_real);
  return pool + vfi_shadow_bytes_of(&guard->shape, guard->here->last_point - guard->here->first_point + 1,
                                    guard->here->levels);
}

#endif

#endif
