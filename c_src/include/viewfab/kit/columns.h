/* Kernels over columns and teams: what VF_SWEEP and the phases become, and what VF_CARRIED, VF_TEMPORARIES and VF_SCRATCH
 * declare. As a system header to the compiler, so that it reports a mistake at the author's line and not here.
 *
 *   VF_SWEEP(pressure, i, k) { ... }       one level of one column, in the order of VF_SWEEPS or of a phase DOWN or UP
 *   VF_POINTS_PHASE(flux, i, k) { ... }    each point of each level of a block
 *   VF_LEVELS_PHASE(limit, k) { ... }      each level of a block; the body loops over the points kidia .. kfdia
 *   VF_COLUMNS_PHASE(search, i) { ... }    each column of a block; the body loops over the levels 1 .. nlev */
#ifndef VIEWFAB_KIT_COLUMNS_H
#define VIEWFAB_KIT_COLUMNS_H
#pragma GCC system_header

/* What a file may leave out: X for each, or nothing. */
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
#define VF_COLUMN_JOIN(a, b) VF_COLUMN_JOIN_(a, b)
#define VF_COLUMN_JOIN_(a, b) a##b

#define VF_LISTED_ELEMENT(type) VF_ELEMENT_OF(VF_ELEMENT_ROW_##type)

/* What every function of a sweep or phase knows: the call's points and levels, carried values, temporaries, scratch. */
#define VF_COLUMN_PARAMETERS                                                                                  \
  VF_UNUSED const int nlev, VF_UNUSED const int kidia, VF_UNUSED const int kfdia, VF_UNUSED const int species \
  VF_EACH_TEMPORARY(VF_TEMPORARY_PARAMETER) VF_EACH_SCRATCH(VF_SCRATCH_PARAMETER) VF_PARAMETERS
#define VF_CARRIED_PARAMETERS VF_EACH_CARRIED(VF_CARRIED_PARAMETER)
#define VF_CARRIED_PARAMETER(type, name, ...) , VF_UNUSED VF_LISTED_ELEMENT(type) *const name##_carried
#define VF_TEMPORARY_PARAMETER(type, name, ...) \
  , VF_UNUSED const VF_CAT(vf_temporary_, VF_LISTED_ELEMENT(type)) name
#define VF_SCRATCH_PARAMETER(type, name, axes, ...) \
  , VF_UNUSED const VF_CAT(VF_CAT(vf_scratch_, VF_LISTED_ELEMENT(type)), VF_CAT(_, axes)) name

#define VF_CARRIED_VALUE(name) (*name##_carried)

/* The first of a file checks the arguments. */
#define VF_COLUMN_FUNCTION(kind, name) \
  VF_COLUMN_CHECKS_ONCE                \
  _Pragma("pop_macro(\"VF_HAS_BODY\")") enum { vf_has_##kind##_##name = 1 }; VF_INLINE void vf_##kind##_##name
#define VF_COLUMN_CHECKS_ONCE VF_IF(VF_HAS_BODY)()(VF_CHECK_ARGUMENTS VF_CHECK_OVER_COLUMNS VF_OPTION_CONSTANTS)
#define VF_CHECK_OVER_COLUMNS \
  VF_ASSERT(VF_OVER_COLUMNS, "a kernel over " VF_STRING(VF_POINTS) " has no sweeps and no phases")

#define VF_SWEEP(name, i, k) \
  VF_COLUMN_FUNCTION(sweep, name)(VF_UNUSED const int i, VF_UNUSED const int k, VF_COLUMN_PARAMETERS VF_CARRIED_PARAMETERS)
#define VF_POINTS_PHASE(name, i, k) \
  VF_COLUMN_FUNCTION(points, name)(VF_UNUSED const int i, VF_UNUSED const int k, VF_COLUMN_PARAMETERS)
#define VF_LEVELS_PHASE(name, k) VF_COLUMN_FUNCTION(levels, name)(VF_UNUSED const int k, VF_COLUMN_PARAMETERS)
#define VF_COLUMNS_PHASE(name, i) VF_COLUMN_FUNCTION(columns, name)(VF_UNUSED const int i, VF_COLUMN_PARAMETERS)

#endif
