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
#undef VF_LISTED_ARE_THERE
#if VF_RUNS == VF_RUNS_SWEEPS
#define VF_LISTED_ARE_THERE VF_SWEEPS(VF_AWAITED_SWEEP, VF_AWAITED_SWEEP)
#else
#define VF_LISTED_ARE_THERE                                                                                         \
  VF_EACH_BLOCK_PHASE(VF_AWAITED_POINTS, VF_AWAITED_LEVELS, VF_AWAITED_COLUMNS, VF_AWAITED_SWEEP, VF_AWAITED_SWEEP) \
  VF_PHASES(VF_AWAITED_POINTS, VF_AWAITED_LEVELS, VF_AWAITED_COLUMNS, VF_AWAITED_SWEEP, VF_AWAITED_SWEEP)
#endif
#line 1 VF_KERNEL_FILE
VF_LISTED_ARE_THERE
