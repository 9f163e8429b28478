/* Included by columns_of_block.h in a build with VIEWFAB_BOUNDS: guards of what an instance touches, and bodies between
 * the notes of what they are run for and the looks at what they wrote. */
#undef VF_IS_APART
#define VF_IS_APART VF_IS_ON(VF_INDEPENDENT_LEVELS)

/* Of the arrays of a block: whose they are. */
#define VF_PLACE_GUARDS            \
  bundle.vf_here.block = vf_block; \
  bundle.vf_here.species = vf_species + 1;
#define VF_TAKE_GUARDS                   \
  bundle.vf_here.levels = nlev;          \
  bundle.vf_here.first_point = kidia;    \
  bundle.vf_here.last_point = kfdia;     \
  bundle.vf_here.is_apart = VF_IS_APART; \
  bundle.vf_here.phase = 0;              \
  bundle.vf_here.run = 0;                \
  VF_ARGUMENTS(VF_GUARD_READ, VF_GUARD_WRITE, VF_GUARD_UPDATE, VF_GUARD_NONE)
#define VF_GUARD_READ(type, name, map, reach, text) VF_GUARD_OF(READ, name, map, reach, NULL)
#define VF_GUARD_WRITE(type, name, map, reach, text) VF_GUARD_TRACED(WRITE, name, map, reach)
#define VF_GUARD_UPDATE(type, name, map, reach, text) VF_GUARD_TRACED(UPDATE, name, map, reach)
#define VF_GUARD_NONE(...)
#define VF_GUARD_TRACED(word, name, map, reach) \
  vf_trace trace_##name;                        \
  trace_##name.count = 0;                       \
  VF_GUARD_OF(word, name, map, reach, &trace_##name)
#define VF_GUARD_OF(word, name, map, said, noted)              \
  {                                                            \
    const vf_map row = VF_MAP(map);                            \
    const vf_column_reach declared = VF_REACH_OF_COLUMN(said); \
    bundle.name.guard.scratch = NULL;                          \
    bundle.name.guard.intent = VF_ARGUMENT_##word;             \
    bundle.name.guard.shape = row.column;                      \
    bundle.name.guard.reach = declared;                        \
    bundle.name.guard.here = &bundle.vf_here;                  \
    bundle.name.guard.trace = noted;                           \
    bundle.name.guard.shadow = NULL;                           \
  }

/* Of scratch and temporaries: their axes alone. */
#define VF_GUARD_TEMPORARY(name, axes) VF_GUARD_INNER(name, VF_TEMPORARY_SHAPE_##axes)
#define VF_GUARD_SCRATCH(name, axes) VF_GUARD_INNER(name, VF_SCRATCH_SHAPE_##axes)
#define VF_GUARD_INNER(name, ...)                              \
  {                                                            \
    const vf_column_shape shape = __VA_ARGS__;                 \
    const vf_column_reach none = { { 0, 0, 0 }, { 0, 0, 0 } }; \
    name.guard.argument = -1;                                  \
    name.guard.scratch = #name;                                \
    name.guard.intent = VF_ARGUMENT_UPDATE;                    \
    name.guard.shape = shape;                                  \
    name.guard.reach = none;                                   \
    name.guard.first_level = 1;                                \
    name.guard.last_level = nlev + (shape.levels == 2);        \
    name.guard.here = &bundle.vf_here;                         \
    name.guard.trace = NULL;                                   \
    name.guard.shadow = NULL;                                  \
  }
/* clang-format off */
#define VF_SCRATCH_SHAPE_points_levels { 1, 1, 1, 0, 0, 0, 0 }
#define VF_SCRATCH_SHAPE_points_half_levels { 1, 1, 2, 0, 0, 0, 0 }
#define VF_SCRATCH_SHAPE_points { 1, 1, 0, 0, 0, 0, 0 }
#define VF_SCRATCH_SHAPE_levels { 1, 0, 1, 0, 0, 0, 0 }
#define VF_TEMPORARY_SHAPE_levels { 1, 0, 1, 0, 0, 0, 0 }
#define VF_TEMPORARY_SHAPE_half_levels { 1, 0, 2, 0, 0, 0, 0 }
/* clang-format on */

/* One body after the other, since they share what is noted. */
#define VF_SIMD
#define VF_NEXT_PHASE bundle.vf_here.phase++;
#define VF_RUN_BODY(kind, name, point, level, ...)                                     \
  {                                                                                    \
    vf_instance_begin(&bundle.vf_here, VF_INSTANCE_##kind, name, point, level);        \
    __VA_ARGS__;                                                                       \
    VF_ARGUMENTS(VF_COMPARE_NONE, VF_COMPARE_ARRAY, VF_COMPARE_ARRAY, VF_COMPARE_NONE) \
    VF_SETTLE_SHADOWS                                                                  \
  }
#define VF_COMPARE_NONE(...)
#define VF_COMPARE_ARRAY(type, name, ...) vf_column_compare(&bundle.name.guard, (int)sizeof *bundle.name.origin);
#undef VF_SETTLE_SHADOWS
#define VF_SETTLE_SHADOWS
