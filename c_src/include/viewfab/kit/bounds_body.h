/* Included by bundle.h for GPUs in a build with VIEWFAB_BOUNDS: the body, with a guard for each array. The guard knows the
 * elements that the point may touch. */
#undef VF_BODY_TRACE
#if VF_IS_ON(VF_RACE_INTENDED)
#define VF_BODY_TRACE(name) NULL
#else
#define VF_BODY_TRACE(name) &trace_##name
#endif

#undef VF_NEAR_HALO
#if VF_AROUND
#define VF_NEAR_HALO &vfi_here.halo
#else
#define VF_NEAR_HALO NULL
#endif
#define VF_NEAR_OF(intent, name, map, reach, trace)                                                               \
  {                                                                                                               \
    const vfi_map row = VF_MAP(map);                                                                              \
    const vfi_reach around = VF_REACH(reach);                                                                     \
    near_##name = vfi_near_of(intent, &row, &around, VF_NEAR_HALO, VF_STEP == 1 && VF_AROUND == 0 ? selector : 0, \
                              VF_OF_ROW(VF_ROW_SHIFT, map), VF_OF_ROW(VF_ROW_WITHIN, map), point, &box, trace);   \
    bundle.name.guard.near = &near_##name;                                                                        \
  }
#define VF_NEAR_READ(type, name, ...) \
  vfi_near near_##name;               \
  VF_NEAR_OF(VF_ARGUMENT_READ, name, VF_MAP_IN(__VA_ARGS__), VF_REACH_IN(__VA_ARGS__), NULL)
#define VF_NEAR_WRITE(type, name, ...) \
  vfi_near near_##name;                \
  VF_NEAR_OF(VF_ARGUMENT_WRITE, name, VF_MAP_IN(__VA_ARGS__), VF_REACH_IN(__VA_ARGS__), NULL)
#define VF_NEAR_UPDATE(type, name, ...) \
  vfi_near near_##name;                 \
  vfi_trace trace_##name;               \
  trace_##name.count = 0;               \
  VF_NEAR_OF(VF_ARGUMENT_UPDATE, name, VF_MAP_IN(__VA_ARGS__), VF_REACH_IN(__VA_ARGS__), VF_BODY_TRACE(name))
#define VF_NEAR_VALUE(type, name, text)
#define VF_TRACE_NONE(type, name, ...)
#define VF_TRACE_UPDATE(type, name, ...) vfi_trace_compare(&bundle.name.guard, (int)sizeof *bundle.name.origin);

#undef VF_BODY_RESULT
#undef VF_BODY_KEEP
#undef VF_BODY_GIVE
#if VF_RUNS == VF_RUNS_TERM
#define VF_BODY_RESULT VF_REAL
#define VF_BODY_KEEP const VF_REAL result =
#define VF_BODY_GIVE return result;
#else
#define VF_BODY_RESULT void
#define VF_BODY_KEEP
#define VF_BODY_GIVE
#endif

VF_ONE_COPY VF_BODY_RESULT VF_TYPED(_guarded_)(const int i, const int j, const int k, const int n,
                                               VF_UNUSED const int selector, const vf_box box,
                                               vfi_bundle bundle VF_HERE_PARAMETER VF_GIVEN_PARAMETER)
{
  const int point[3] = { i, j, k };
  VF_ARGUMENTS(VF_NEAR_READ, VF_NEAR_WRITE, VF_NEAR_UPDATE, VF_NEAR_VALUE)
  VF_LINES_AROUND
  VF_BODY_KEEP VF_BODY_CALL(i, j, k, n, selector, box);
  VF_ARGUMENTS(VF_TRACE_NONE, VF_TRACE_NONE, VF_TRACE_UPDATE, VF_NEAR_VALUE)
  VF_BODY_GIVE
}
#define VF_BODY_AT(i, j, k, n, selector, box) \
  VF_TYPED(_guarded_)(i, j, k, n, selector, box, bundle VF_HERE_PASS VF_USE_GIVEN)
