/* Included by columns_of_block.h in a build with VIEWFAB_BOUNDS: the guards of an instance. Before each body the
 * instance is recorded, and after each body its writes are checked. */
#undef VF_IS_APART
#define VF_IS_APART VF_IS_ON(VF_INDEPENDENT_LEVELS)

/* Block and species of the arrays. */
#define VF_PLACE_GUARDS              \
  bundle.vfi_here.block = vfi_block; \
  bundle.vfi_here.species = vfi_species + 1;
#define VF_TAKE_GUARDS                    \
  bundle.vfi_here.levels = nlev;          \
  bundle.vfi_here.first_point = kidia;    \
  bundle.vfi_here.last_point = kfdia;     \
  bundle.vfi_here.is_apart = VF_IS_APART; \
  bundle.vfi_here.phase = 0;              \
  bundle.vfi_here.run = 0;                \
  VF_ARGUMENTS(VF_GUARD_READ, VF_GUARD_WRITE, VF_GUARD_UPDATE, VF_GUARD_NONE)
#define VF_GUARD_READ(type, name, map, reach, text) VF_GUARD_OF(READ, name, map, reach, NULL)
#define VF_GUARD_WRITE(type, name, map, reach, text) VF_GUARD_TRACED(WRITE, name, map, reach)
#define VF_GUARD_UPDATE(type, name, map, reach, text) VF_GUARD_TRACED(UPDATE, name, map, reach)
#define VF_GUARD_NONE(...)
#define VF_GUARD_TRACED(word, name, map, reach) \
  vfi_trace trace_##name;                       \
  trace_##name.count = 0;                       \
  VF_GUARD_OF(word, name, map, reach, &trace_##name)
#define VF_GUARD_OF(word, name, map, said, noted)               \
  {                                                             \
    const vfi_map row = VF_MAP(map);                            \
    const vfi_column_reach declared = VF_REACH_OF_COLUMN(said); \
    bundle.name.guard.scratch = NULL;                           \
    bundle.name.guard.intent = VF_ARGUMENT_##word;              \
    bundle.name.guard.shape = row.column;                       \
    bundle.name.guard.reach = declared;                         \
    bundle.name.guard.here = &bundle.vfi_here;                  \
    bundle.name.guard.trace = noted;                            \
    bundle.name.guard.shadow = NULL;                            \
  }

/* The guards of scratch and temporaries know their axes only. */
#define VF_GUARD_TEMPORARY(name, axes) VF_GUARD_INNER(name, VF_TEMPORARY_SHAPE_##axes)
#define VF_GUARD_SCRATCH(name, axes) VF_GUARD_INNER(name, VF_SCRATCH_SHAPE_##axes)
#define VF_GUARD_INNER(name, ...)                               \
  {                                                             \
    const vfi_column_shape shape = __VA_ARGS__;                 \
    const vfi_column_reach none = { { 0, 0, 0 }, { 0, 0, 0 } }; \
    name.guard.argument = -1;                                   \
    name.guard.scratch = #name;                                 \
    name.guard.intent = VF_ARGUMENT_UPDATE;                     \
    name.guard.shape = shape;                                   \
    name.guard.reach = none;                                    \
    name.guard.first_level = 1;                                 \
    name.guard.last_level = nlev + (shape.levels == 2);         \
    name.guard.here = &bundle.vfi_here;                         \
    name.guard.trace = NULL;                                    \
    name.guard.shadow = NULL;                                   \
  }
/* clang-format off */
#define VF_SCRATCH_SHAPE_points_levels { 1, 1, 1, 0, 0, 0, 0 }
#define VF_SCRATCH_SHAPE_points_half_levels { 1, 1, 2, 0, 0, 0, 0 }
#define VF_SCRATCH_SHAPE_points { 1, 1, 0, 0, 0, 0, 0 }
#define VF_SCRATCH_SHAPE_levels { 1, 0, 1, 0, 0, 0, 0 }
#define VF_TEMPORARY_SHAPE_levels { 1, 0, 1, 0, 0, 0, 0 }
#define VF_TEMPORARY_SHAPE_half_levels { 1, 0, 2, 0, 0, 0, 0 }
#define VF_TEMPORARY_SHAPE_levels_species(n) { 1, 0, 1, n, 0, 2, 0 }
#define VF_TEMPORARY_SHAPE_half_levels_species(n) { 1, 0, 2, n, 0, 2, 0 }
/* clang-format on */

#define VF_RUN_BODY(kind, name, point, level, ...)                                     \
  {                                                                                    \
    vfi_instance_begin(&bundle.vfi_here, VF_INSTANCE_##kind, name, point, level);      \
    __VA_ARGS__;                                                                       \
    VF_ARGUMENTS(VF_COMPARE_NONE, VF_COMPARE_ARRAY, VF_COMPARE_ARRAY, VF_COMPARE_NONE) \
    VF_SETTLE_SHADOWS                                                                  \
  }
#define VF_COMPARE_NONE(...)
#define VF_COMPARE_ARRAY(type, name, ...) vfi_column_compare(&bundle.name.guard, (int)sizeof *bundle.name.origin);
#undef VF_SETTLE_SHADOWS
#define VF_SETTLE_SHADOWS
