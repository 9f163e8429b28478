/* Included by columns_of_block.h: that the file has the sweeps and phases which it lists, at its first line. One that nobody
 * wrote has a declaration all the same, so that it is said once. */

#pragma GCC system_header

#define VF_AWAITED(kind, word, name, ...)                                               \
  VF_INLINE void vf_##kind##_##name(__VA_ARGS__);                                       \
  extern char vf_has_##kind##_##name[];                                                 \
  VF_ASSERT(!__builtin_types_compatible_p(__typeof__(vf_has_##kind##_##name), char[2]), \
            "the kernel file has no " #word "(" #name ", ...) { ... }")
#define VF_AWAITED_SWEEP(name, ...) VF_AWAITED(sweep, VF_SWEEP, name, VF_SWEEP_PARAMETERS(i, k))
#define VF_AWAITED_POINTS(name, ...) VF_AWAITED(points, VF_POINTS_PHASE, name, VF_POINTS_PARAMETERS(i, k))
#define VF_AWAITED_LEVELS(name) VF_AWAITED(levels, VF_LEVELS_PHASE, name, VF_LEVELS_PARAMETERS(k))
#define VF_AWAITED_COLUMNS(name) VF_AWAITED(columns, VF_COLUMNS_PHASE, name, VF_COLUMNS_PARAMETERS(i))
/* Of VF_REPEATS: sweeps and carried values that there are, in the order of the list, and in one group alone. */
#undef VF_REPEATS_ARE_THERE
#if VF_HAS_REPEATS
#define VF_REPEATS_ARE_THERE                                                        \
  VF_UNUSED VF_INLINE void VF_TYPED(_repeats_)(VF_UNUSED vf_carried_values carried) \
  {                                                                                 \
    VF_NUMBER_SWEEPS                                                                \
    VF_REPEATS(VF_CHECK_REPEAT) VF_SWEEPS(VF_CHECK_REPEATED, VF_CHECK_REPEATED)     \
  }
#define VF_CHECK_REPEAT(first, last, goes_on)                             \
  VF_ASSERT((int)first##_is_a_sweep <= (int)last##_is_a_sweep,            \
            "VF_REPEATS: " #last " comes before " #first " in VF_SWEEPS") \
  (void)sizeof carried.goes_on;
#define VF_CHECK_REPEATED(sweep, ...)                                                                       \
  {                                                                                                         \
    enum { vf_at = sweep##_is_a_sweep };                                                                    \
    VF_ASSERT((0 VF_REPEATS(VF_IN_GROUP)) <= 1, "sweep " #sweep " is in more than one group of VF_REPEATS") \
  }
#define VF_IN_GROUP(first, last, goes_on) \
  +((int)vf_at >= (int)first##_is_a_sweep && (int)vf_at <= (int)last##_is_a_sweep)
#else
#define VF_REPEATS_ARE_THERE
#endif
/* The square of the side is a number of points, and scratch has room for each of them. */
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
