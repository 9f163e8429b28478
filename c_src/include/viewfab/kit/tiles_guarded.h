/* Included by tiles_of_box.h: what a build with VIEWFAB_BOUNDS adds to the phases of tiles, and nothing in another one. */
#undef VF_TILE_HERE
#undef VF_TILE_SIMD
#undef VF_TILE_BUNDLE
#undef VF_GUARD_TILE
#undef VF_RUN_IN_HALO
#undef VF_RUN_AT_POINT
#ifndef VIEWFAB_BOUNDS
#define VF_TILE_HERE
#define VF_TILE_SIMD _Pragma("omp simd")
#define VF_TILE_BUNDLE const vf_bundle &
#define VF_GUARD_TILE(name, axes)
#define VF_RUN_IN_HALO(point, ...) __VA_ARGS__;
#define VF_RUN_AT_POINT(point, ...) __VA_ARGS__;
#else
#define VF_TILE_HERE \
  int *here;         \
  vf_bounds_record *record;
#define VF_TILE_SIMD
#define VF_TILE_BUNDLE vf_bundle
#define VF_GUARD_TILE(name, axes)                                              \
  name.guard.first = vf_first - VF_TILE_SIDE(VF_HALO_OF(axes));                \
  name.guard.last = vf_first + vf_points - 1 + VF_TILE_SIDE(VF_HALO_OF(axes)); \
  name.guard.number = ++vf_number;                                             \
  name.guard.here = vf_scratch.here;                                           \
  name.guard.record = vf_scratch.record;

/* What the arrays may be asked for: at a point what the declaration gives it; in a halo, what it gives to any point. */
#define VF_TILE_NEAR(intent, name, map, reach, in_halo)                                                          \
  vf_near near_##name;                                                                                           \
  {                                                                                                              \
    const vf_map row = VF_MAP(map);                                                                              \
    const vf_reach around = VF_REACH(reach);                                                                     \
    const int *const by = VF_OF_ROW(VF_ROW_SHIFT, map);                                                          \
    const vf_box *const within = VF_OF_ROW(VF_ROW_WITHIN, map);                                                  \
    near_##name = vf_near_of(VF_ARGUMENT_##intent, &row, &around, NULL, 0, by, within, vf_at, &vf_domain, NULL); \
    if (in_halo) {                                                                                               \
      const vf_mapping mapping = vf_mapping_of(&row, 0, by);                                                     \
      near_##name.cells = near_##name.allowed =                                                                  \
          vf_near_box(&mapping, &around, within, vf_domain.lower, vf_domain.upper);                              \
    }                                                                                                            \
    bundle.name.guard.near = &near_##name;                                                                       \
  }
#define VF_HALO_NEAR_READ(type, name, ...) \
  VF_TILE_NEAR(READ, name, VF_MAP_IN(__VA_ARGS__), VF_REACH_IN(__VA_ARGS__), true)
#define VF_POINT_NEAR_READ(type, name, ...) \
  VF_TILE_NEAR(READ, name, VF_MAP_IN(__VA_ARGS__), VF_REACH_IN(__VA_ARGS__), false)
#define VF_POINT_NEAR_WRITE(type, name, ...) \
  VF_TILE_NEAR(WRITE, name, VF_MAP_IN(__VA_ARGS__), VF_REACH_IN(__VA_ARGS__), false)
#define VF_POINT_NEAR_UPDATE(type, name, ...) \
  VF_TILE_NEAR(UPDATE, name, VF_MAP_IN(__VA_ARGS__), VF_REACH_IN(__VA_ARGS__), false)
#define VF_NO_NEAR(...)
#define VF_RUN_GUARDED(point, nears, ...)                                             \
  {                                                                                   \
    VF_UNUSED const int vf_at[3] = { point, vf_domain.lower[1], vf_domain.lower[2] }; \
    *vf_scratch.here = point;                                                         \
    nears __VA_ARGS__;                                                                \
  }
#define VF_RUN_IN_HALO(point, ...) \
  VF_RUN_GUARDED(point, VF_ARGUMENTS(VF_HALO_NEAR_READ, VF_NO_NEAR, VF_NO_NEAR, VF_NO_NEAR), __VA_ARGS__)
#define VF_RUN_AT_POINT(point, ...)                                                                              \
  VF_RUN_GUARDED(point, VF_ARGUMENTS(VF_POINT_NEAR_READ, VF_POINT_NEAR_WRITE, VF_POINT_NEAR_UPDATE, VF_NO_NEAR), \
                 __VA_ARGS__)
#endif
