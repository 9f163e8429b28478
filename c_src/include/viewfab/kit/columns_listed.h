/* Included by accepted.h: checks for all listed sweeps and phases in the file. Messages point to the first line
 * of the kernel file. A missing function has a declaration all the same, so the compiler reports the function only
 * once. */

#pragma GCC system_header

#define VF_AWAITED(kind, word, name, ...)                                                \
  VF_INLINE void vfi_##kind##_##name(__VA_ARGS__);                                       \
  extern char vfi_has_##kind##_##name[];                                                 \
  VF_ASSERT(!__builtin_types_compatible_p(__typeof__(vfi_has_##kind##_##name), char[2]), \
            "the kernel file has no " #word "(" #name ", ...) { ... }")
#define VF_AWAITED_SWEEP(name, ...) VF_AWAITED(sweep, VF_SWEEP, name, VF_SWEEP_PARAMETERS(i, k))
#define VF_AWAITED_POINTS(name, ...) VF_AWAITED(points, VF_POINTS_PHASE, name, VF_POINTS_PARAMETERS(i, k))
#define VF_AWAITED_LEVELS(name) VF_AWAITED(levels, VF_LEVELS_PHASE, name, VF_LEVELS_PARAMETERS(k))
#define VF_AWAITED_COLUMNS(name) VF_AWAITED(columns, VF_COLUMNS_PHASE, name, VF_COLUMNS_PARAMETERS(i))
/* Checks of VF_REPEATS: sweeps and carried values exist, the sweeps of a group follow the order of the list, and no
 * sweep is in two groups. */
#undef VF_REPEATS_ARE_THERE
#if VF_HAS_REPEATS
/* Sweeps have numbers: fall_is_a_sweep, flux_is_a_sweep, ... */
#define VF_NUMBER_SWEEP(sweep, ...) sweep##_is_a_sweep,
#define VF_NUMBER_SWEEPS enum { VF_SWEEPS(VF_NUMBER_SWEEP, VF_NUMBER_SWEEP) vfi_sweep_count };
#define VF_LANES 1
typedef struct vfi_carried_values {
  VF_EACH_CARRIED(VF_CARRY_MEMBER)
  char none; /* for files without carried values */
} vfi_carried_values;
#define VF_REPEATS_ARE_THERE                                                         \
  VF_UNUSED VF_INLINE void VF_TYPED(_repeats_)(VF_UNUSED vfi_carried_values carried) \
  {                                                                                  \
    VF_NUMBER_SWEEPS                                                                 \
    VF_REPEATS(VF_CHECK_REPEAT) VF_SWEEPS(VF_CHECK_REPEATED, VF_CHECK_REPEATED)      \
  }
#define VF_CHECK_REPEAT(first, last, goes_on)                             \
  VF_ASSERT((int)first##_is_a_sweep <= (int)last##_is_a_sweep,            \
            "VF_REPEATS: " #last " comes before " #first " in VF_SWEEPS") \
  (void)sizeof carried.goes_on;
#define VF_CHECK_REPEATED(sweep, ...)                                                                       \
  {                                                                                                         \
    enum { vfi_at = sweep##_is_a_sweep };                                                                   \
    VF_ASSERT((0 VF_REPEATS(VF_IN_GROUP)) <= 1, "sweep " #sweep " is in more than one group of VF_REPEATS") \
  }
#define VF_IN_GROUP(first, last, goes_on) \
  +((int)vfi_at >= (int)first##_is_a_sweep && (int)vfi_at <= (int)last##_is_a_sweep)
#else
#define VF_REPEATS_ARE_THERE
#endif
/* VF_SIDE is in range: its square is a number of points, with scratch for each point. */
#undef VF_SIDE_IS_SOUND
#ifdef VF_SIDE
#define VF_SIDE_IS_SOUND \
  VF_ASSERT((VF_SIDE) >= 1 && (VF_SIDE) <= 1024, "VF_SIDE is " VF_STRING(VF_SIDE) ", which is none of 1 to 1024")
#else
#define VF_SIDE_IS_SOUND
#endif
#undef VF_LISTED_ARE_THERE
#if VF_RUNS == VF_RUNS_SWEEPS
#define VF_LISTED_ARE_THERE VF_SWEEPS(VF_AWAITED_SWEEP, VF_AWAITED_SWEEP) VF_REPEATS_ARE_THERE
#else
#define VF_LISTED_ARE_THERE                                                                                         \
  VF_EACH_BLOCK_PHASE(VF_AWAITED_POINTS, VF_AWAITED_LEVELS, VF_AWAITED_COLUMNS, VF_AWAITED_SWEEP, VF_AWAITED_SWEEP) \
  VF_PHASES(VF_AWAITED_POINTS, VF_AWAITED_LEVELS, VF_AWAITED_COLUMNS, VF_AWAITED_SWEEP, VF_AWAITED_SWEEP)
#endif
#line 1 VF_KERNEL_FILE
VF_LISTED_ARE_THERE VF_SIDE_IS_SOUND
