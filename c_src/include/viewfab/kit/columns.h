/* Kernels over columns and teams: VF_SWEEP, the phases, and the declarations VF_CARRIED, VF_TEMPORARIES and VF_SCRATCH.
 * The header is a system header, so that the compiler reports a mistake at the author's line and not here.
 *
 *   VF_SWEEP(pressure, i, k) { ... }       one level of one column, in the order of VF_SWEEPS or of a phase DOWN or UP
 *   VF_POINTS_PHASE(flux, i, k) { ... }    each point of each level of a block
 *   VF_LEVELS_PHASE(limit, k) { ... }      each level of a block; the body loops over the points kidia .. kfdia
 *   VF_COLUMNS_PHASE(search, i) { ... }    each column of a block; the body loops over the levels 1 .. nlev */
#ifndef VIEWFAB_KIT_COLUMNS_H
#define VIEWFAB_KIT_COLUMNS_H
#pragma GCC system_header

/* Optional clauses of a file: X for each entry, or nothing. */
#define VF_HAS_CARRIED VF_SECOND(VF_CARRIED(VF_LISTED_ONE))
#define VF_HAS_TEMPORARIES VF_SECOND(VF_TEMPORARIES(VF_LISTED_ONE))
#define VF_HAS_SCRATCH VF_SECOND(VF_SCRATCH(VF_LISTED_ONE))
#define VF_LISTED_ONE(...) , 1
#define VF_EACH_CARRIED(X) VF_COLUMN_JOIN(VF_EACH_CARRIED_, VF_HAS_CARRIED)(X)
#define VF_EACH_CARRIED_0(X)
#define VF_EACH_CARRIED_1(X) VF_CARRIED(X)
#define VF_EACH_TEMPORARY(X) VF_COLUMN_JOIN(VF_EACH_TEMPORARY_, VF_HAS_TEMPORARIES)(X)
#define VF_EACH_TEMPORARY_0(X)
#define VF_EACH_TEMPORARY_1(X) VF_TEMPORARIES(X)
#define VF_EACH_SCRATCH(X) VF_COLUMN_JOIN(VF_EACH_SCRATCH_, VF_HAS_SCRATCH)(X)
#define VF_EACH_SCRATCH_0(X)
#define VF_EACH_SCRATCH_1(X) VF_SCRATCH(X)
#define VF_HAS_REPEATS VF_SECOND(VF_REPEATS(VF_LISTED_ONE))
/* Phases that run once in a block, before the phases of its species. */
#define VF_HAS_BLOCK_PHASES \
  VF_SECOND(VF_BLOCK_PHASES(VF_LISTED_ONE, VF_LISTED_ONE, VF_LISTED_ONE, VF_LISTED_ONE, VF_LISTED_ONE))
#define VF_EACH_BLOCK_PHASE(...) VF_COLUMN_JOIN(VF_EACH_BLOCK_PHASE_, VF_HAS_BLOCK_PHASES)(__VA_ARGS__)
#define VF_EACH_BLOCK_PHASE_0(...)
#define VF_EACH_BLOCK_PHASE_1(...) VF_BLOCK_PHASES(__VA_ARGS__)
#define VF_COLUMN_JOIN(a, b) VF_COLUMN_JOIN_(a, b)
#define VF_COLUMN_JOIN_(a, b) a##b

#define VF_LISTED_ELEMENT(type) VF_ELEMENT_OF(VF_ELEMENT_ROW_##type)

/* The carried values of VF_LANES columns or points at a time: CARRY(type, name, start), or CARRY(type, name, start, n) for n
 * numbers. */
#define VF_CARRY_MEMBER(type, name, ...) VF_LISTED_ELEMENT(type) name[VF_LANES * VF_CARRY_COUNT(__VA_ARGS__)];
#define VF_CARRY_FROM(start, ...) start
#define VF_CARRY_COUNT(...) VF_CARRY_COUNT_(__VA_ARGS__, 1, )
#define VF_CARRY_COUNT_(start, n, ...) n

/* For counting phases. */
#define VF_PHASE_ONE(...) +1
#define VF_NO_PHASE(...)

/* The parameters of every sweep and phase: the call's points and levels, carried values, temporaries, scratch. */
#define VF_COLUMN_PARAMETERS                                                                                      \
  VF_UNUSED const int nlev, VF_UNUSED const int kidia, VF_UNUSED const int kfdia, VF_UNUSED const int block,      \
      VF_UNUSED const int species VF_EACH_TEMPORARY(VF_TEMPORARY_PARAMETER) VF_EACH_SCRATCH(VF_SCRATCH_PARAMETER) \
          VF_PARAMETERS
#define VF_CARRIED_PARAMETERS VF_EACH_CARRIED(VF_CARRIED_PARAMETER)
#define VF_CARRIED_PARAMETER(type, name, ...) \
  , VF_UNUSED VF_LISTED_ELEMENT(type) *const VF_CAT(name##_carried, VF_CARRIED_END(__VA_ARGS__))
#define VF_CARRIED_END(...) VF_COLUMN_JOIN(VF_CARRIED_END_, VF_COUNT(__VA_ARGS__))
#define VF_CARRIED_END_1
#define VF_CARRIED_END_2 _numbers
#define VF_TEMPORARY_PARAMETER(type, name, axes, ...) , VF_UNUSED const VF_TEMPORARY_TYPE(type, axes) name
#define VF_TEMPORARY_TYPE(type, axes) VF_CAT(VF_TEMPORARY_KIND(axes), VF_LISTED_ELEMENT(type))
#define VF_TEMPORARY_KIND(axes) \
  VF_IF(VF_IS_ROW(VF_TEMPORARY_ROW_##axes))(VF_COLUMN_OF(VF_FIRST_OF_ROW, VF_TEMPORARY_ROW_##axes))(vfi_temporary_)
#define VF_FIRST_OF_ROW(first, ...) first
#define VF_THIRD_OF_ROW(first, second, third, ...) third
#define VF_SCRATCH_PARAMETER(type, name, axes, ...) \
  , VF_UNUSED const VF_CAT(VF_CAT(vfi_scratch_, VF_LISTED_ELEMENT(type)), VF_CAT(_, VF_SCRATCH_AXES(axes))) name
/* A wrong word counts as another word: the checks report it once. */
#define VF_SCRATCH_AXES(axes) VF_IF(VF_IS_ROW(VF_SCRATCH_ROW_##axes))(axes)(points_levels)
#define VF_SCRATCH_ROW_points_levels (points_levels)
#define VF_SCRATCH_ROW_points_half_levels (points_half_levels)
#define VF_SCRATCH_ROW_points (points)
#define VF_SCRATCH_ROW_levels (levels)
/* The axes of temporaries. Columns: beginning of the C type, member with the elements, numbers of a level. */
#define VF_TEMPORARY_ROW_levels (vfi_temporary_, at, 1)
#define VF_TEMPORARY_ROW_half_levels (vfi_temporary_, at, 1)
#define VF_TEMPORARY_ROW_levels_species(n) VF_IF(VF_IS_LENGTH(n))((vfi_temporary_species_, of, n))(VF_NO_ROW)
#define VF_TEMPORARY_ROW_half_levels_species(n) VF_IF(VF_IS_LENGTH(n))((vfi_temporary_species_, of, n))(VF_NO_ROW)

#define VF_CARRIED_VALUE(name) (*name##_carried)
#define VF_CARRIED_OF(name, s) (name##_carried_numbers[(s)-1])

/* The first function of a file checks the declarations. */
#define VF_COLUMN_CHECKS_ONCE VF_IF(VF_HAS_SWEEP)()(VF_IF(VF_HAS_PHASE)()(VF_COLUMN_CHECKS))
#define VF_COLUMN_CHECKS                                                                 \
  VF_CHECK_ARGUMENTS VF_EACH_CARRIED(VF_CHECK_CARRIED) VF_EACH_SCRATCH(VF_CHECK_SCRATCH) \
      VF_EACH_TEMPORARY(VF_CHECK_TEMPORARY) VF_OPTION_CONSTANTS
#define VF_CHECK_CARRIED(type, name, ...)                                          \
  VF_CHECK_LISTED("carried value ", type, name)                                    \
  VF_ASSERT(VF_CARRY_COUNT(__VA_ARGS__) >= 1 && VF_CARRY_COUNT(__VA_ARGS__) <= 64, \
            "carried value " #name ": a column carries 1 to 64 numbers by a name")
#define VF_CHECK_SCRATCH(type, name, axes, ...) \
  VF_CHECK_LISTED("scratch ", type, name)       \
  VF_ASSERT(VF_IS_ROW(VF_SCRATCH_ROW_##axes),   \
            "scratch " #name ": " #axes " is none of points_levels, points_half_levels, points, levels")
#define VF_CHECK_TEMPORARY(type, name, axes, ...)                                                    \
  VF_CHECK_LISTED("temporary ", type, name)                                                          \
  VF_ASSERT(VF_IS_ROW(VF_TEMPORARY_ROW_##axes),                                                      \
            "temporary " #name ": " #axes " is none of levels, half_levels, levels_species(1..16), " \
            "half_levels_species(1..16); a temporary has one column")
#define VF_CHECK_LISTED(word, type, name)     \
  VF_ASSERT(VF_IS_ROW(VF_ELEMENT_ROW_##type), \
            word #name ": " #type " is no type of elements, which are:" VF_ELEMENT_WORDS)
#define VF_WRONG_LISTED (0 VF_EACH_SCRATCH(VF_WRONG_SCRATCH) VF_EACH_TEMPORARY(VF_WRONG_TEMPORARY))
#define VF_WRONG_SCRATCH(type, name, axes, ...) +!(VF_IS_ROW(VF_ELEMENT_ROW_##type) && VF_IS_ROW(VF_SCRATCH_ROW_##axes))
#define VF_WRONG_TEMPORARY(type, name, axes, ...) \
  +!(VF_IS_ROW(VF_ELEMENT_ROW_##type) && VF_IS_ROW(VF_TEMPORARY_ROW_##axes))

#define VF_IS_THERE(kind, name) extern char vfi_has_##kind##_##name[1]; /* see columns_listed.h */
#define VF_SWEEP(name, i, k)                                                                                   \
  VF_COLUMN_CHECKS_ONCE VF_IF(VF_HAS_SWEEP)()(_Pragma("pop_macro(\"VF_HAS_SWEEP\")"))VF_ASSERT(                \
      VF_OVER_COLUMNS, "a kernel over " VF_STRING(VF_POINTS) " has no VF_SWEEP; VF_POINTS columns has sweeps") \
      VF_IS_THERE(sweep, name) VF_INLINE void vfi_sweep_##name(VF_SWEEP_PARAMETERS(i, k))
#define VF_PHASE(kind, name, ...)                                                                             \
  VF_COLUMN_CHECKS_ONCE VF_IF(VF_HAS_PHASE)()(_Pragma("pop_macro(\"VF_HAS_PHASE\")"))VF_ASSERT(               \
      VF_RUNS == VF_RUNS_PHASES, "a kernel over " VF_STRING(VF_POINTS) " has no phases; VF_POINTS teams has") \
      VF_IS_THERE(kind, name) VF_INLINE void vfi_##kind##_##name(__VA_ARGS__)
#define VF_POINTS_PHASE(name, i, k) VF_PHASE(points, name, VF_POINTS_PARAMETERS(i, k))
#define VF_LEVELS_PHASE(name, k) VF_PHASE(levels, name, VF_LEVELS_PARAMETERS(k))
#define VF_COLUMNS_PHASE(name, i) VF_PHASE(columns, name, VF_COLUMNS_PARAMETERS(i))
#define VF_SWEEP_PARAMETERS(i, k) VF_POINTS_PARAMETERS(i, k) VF_CARRIED_PARAMETERS
#define VF_POINTS_PARAMETERS(i, k) VF_UNUSED const int i, VF_UNUSED const int k, VF_COLUMN_PARAMETERS
#define VF_LEVELS_PARAMETERS(k) VF_UNUSED const int k, VF_COLUMN_PARAMETERS
#define VF_COLUMNS_PARAMETERS(i) VF_UNUSED const int i, VF_COLUMN_PARAMETERS

#endif
