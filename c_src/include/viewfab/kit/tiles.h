/* Kernels over tiles: the functions of their phases. A tile is a piece of a line of points. Its scratch has an element
 * for each point, and for a halo of points on each side of the tile. The header is a system header, so that the
 * compiler reports a mistake at the author's line and not here.
 *
 *   VF_HALO_PHASE(fill, j, n) { ... }       each point j of the tile and of a halo on each side; writes scratch
 *   VF_WINDOW_PHASE(add, i, j, n) { ... }   for point i each j = i - m .. i + m, one after the other; carries values
 *   VF_TILE_PHASE(store, i, n) { ... }      each point i of the tile, with the carried values of its windows */
#ifndef VIEWFAB_KIT_TILES_H
#define VIEWFAB_KIT_TILES_H
#pragma GCC system_header

/* halo(m) -> m: elements on each side. Another word gives 0, and is refused. */
#define VF_IS_HALO(axes) VF_SECOND(VF_HALO_PROBE_##axes)
#define VF_HALO_PROBE_halo(...) ~, 1
#define VF_HALO_OF(axes) VF_IF(VF_IS_HALO(axes))(VF_HALO_AROUND_##axes)(0)
#define VF_HALO_AROUND_halo(around) (around)

/* The parameters of phases beside the arguments. Only halo phases write scratch. Halo phases get no written array: the
 * owner of a point in the halo may change its elements at the same time. */
#define VF_TILE_BOX VF_UNUSED const vf_box box
#define VF_HALO_SCRATCH VF_EACH_SCRATCH(VF_HALO_SCRATCH_PARAMETER)
#define VF_HALO_SCRATCH_PARAMETER(type, name, ...) \
  , VF_UNUSED const VF_CAT(VF_CAT(vfi_scratch_, VF_LISTED_ELEMENT(type)), _halo) name
#define VF_FILLED_SCRATCH VF_EACH_SCRATCH(VF_FILLED_SCRATCH_PARAMETER)
#define VF_FILLED_SCRATCH_PARAMETER(type, name, ...) \
  , VF_UNUSED const VF_CAT(VF_CAT(vfi_filled_, VF_LISTED_ELEMENT(type)), _halo) name
#define VF_HALO_WRITTEN(type, name, ...) , VF_UNUSED const vfi_written_in_a_tile_phase name
#define VF_HALO_ARGUMENTS VF_ARGUMENTS(VF_PARAMETER_READ, VF_HALO_WRITTEN, VF_HALO_WRITTEN, VF_PARAMETER_VALUE)

/* The first phase of a file checks the declarations of the file. */
#define VF_TILE_FUNCTION(kind, name)    \
  VF_TILE_FIRST(VF_HAS_BODY)            \
  enum { vfi_has_##kind##_##name = 1 }; \
  VF_INLINE void vfi_##kind##_##name
#define VF_TILE_FIRST(after) VF_TILE_FIRST_OF(after)
#define VF_TILE_FIRST_OF(after) VF_TILE_FIRST_##after
#define VF_TILE_FIRST_1
#define VF_TILE_FIRST_0                                                                            \
  _Pragma("pop_macro(\"VF_HAS_BODY\")") VF_CHECK_ARGUMENTS VF_ASSERT(                              \
      VF_RUNS == VF_RUNS_WINDOWS, "a kernel over " VF_STRING(VF_POINTS) " has no phases of tiles") \
      VF_EACH_SCRATCH(VF_CHECK_HALO) VF_OPTION_CONSTANTS                                           \
      VF_IF(VF_GIVES)(VF_DECLARE_GIVEN)() VF_IF(VF_HAS_TILE_PHASES)(VF_CHECK_PHASES)()
#define VF_CHECK_HALO(type, name, axes, ...) \
  VF_ASSERT(VF_IS_HALO(axes), "scratch " #name ": " #axes " is not halo(m), the elements on each side of a tile")

/* Phases are numbered: all halo phases come first if their numbers are 0, 1, ... */
#define VF_HAS_TILE_PHASES VF_SECOND(VF_PHASES(VF_LISTED_ONE, VF_LISTED_ONE, VF_LISTED_ONE))
#define VF_CHECK_PHASES                                                                  \
  enum { VF_PHASES(VF_PHASE_NUMBER, VF_PHASE_NUMBER, VF_PHASE_NUMBER) vfi_phase_count }; \
  VF_ASSERT((0 VF_PHASES(VF_PHASE_SUM, VF_NO_PHASE, VF_NO_PHASE)) * 2 ==                 \
                (0 VF_PHASES(VF_PHASE_ONE, VF_NO_PHASE, VF_NO_PHASE)) *                  \
                    (0 VF_PHASES(VF_PHASE_ONE, VF_NO_PHASE, VF_NO_PHASE) - 1),           \
            "VF_PHASES: all HALO phases come before WINDOW and POINTS, which go through the tile point by point")
#define VF_PHASE_NUMBER(name, ...) vfi_phase_number_##name,
#define VF_PHASE_SUM(name, ...) +vfi_phase_number_##name

/* 0 only if the checks above have no message. */
#define VF_WRONG_TILES (VF_RUNS == VF_RUNS_WINDOWS && (0 VF_EACH_SCRATCH(VF_WRONG_HALO)))
#define VF_WRONG_HALO(type, name, axes, ...) +!VF_IS_HALO(axes)

#define VF_HALO_PHASE(name, j, n) \
  VF_TILE_FUNCTION(halo, name)    \
  (VF_UNUSED const int j, VF_UNUSED const int n, VF_TILE_BOX VF_HALO_SCRATCH VF_HALO_ARGUMENTS)
#define VF_WINDOW_PHASE(name, i, j, n)                                  \
  VF_TILE_FUNCTION(window, name)                                        \
  (VF_UNUSED const int i, VF_UNUSED const int j, VF_UNUSED const int n, \
   VF_TILE_BOX VF_FILLED_SCRATCH VF_PARAMETERS VF_CARRIED_PARAMETERS)
#define VF_TILE_PHASE(name, i, n) \
  VF_TILE_FUNCTION(tile, name)    \
  (VF_UNUSED const int i, VF_UNUSED const int n, VF_TILE_BOX VF_FILLED_SCRATCH VF_PARAMETERS VF_CARRIED_PARAMETERS)

#endif
