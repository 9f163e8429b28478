/* Included by tiles_of_box.h: the additions of a build with VIEWFAB_BOUNDS to the phases of tiles; empty in other
 * builds. */
#undef VF_TILE_HERE
#undef VF_TILE_BUNDLE
#undef VF_GUARD_TILE
#undef VF_RUN_IN_HALO
#undef VF_RUN_AT_POINT
#ifndef VIEWFAB_BOUNDS
#define VF_TILE_HERE
#define VF_TILE_BUNDLE const vfi_bundle &
#define VF_GUARD_TILE(name, axes)
#define VF_RUN_IN_HALO(point, ...) __VA_ARGS__;
#define VF_RUN_AT_POINT(point, ...) __VA_ARGS__;
#else
#define VF_TILE_HERE \
  int *here;         \
  vfi_bounds_record *record;
#define VF_TILE_BUNDLE vfi_bundle
#define VF_GUARD_TILE(name, axes)                                                \
  name.guard.first = vfi_first - VF_TILE_SIDE(VF_HALO_OF(axes));                 \
  name.guard.last = vfi_first + vfi_points - 1 + VF_TILE_SIDE(VF_HALO_OF(axes)); \
  name.guard.number = ++vfi_number;                                              \
  name.guard.here = vfi_scratch.here;                                            \
  name.guard.record = vfi_scratch.record;

/* The allowed elements of arrays: at a point its declared elements; in a halo the declared elements of all points. */
#define VF_TILE_NEAR(intent, name, map, reach, in_halo)                                                             \
  vfi_near near_##name;                                                                                             \
  {                                                                                                                 \
    const vfi_map row = VF_MAP(map);                                                                                \
    const vfi_reach around = VF_REACH(reach);                                                                       \
    const int *const by = VF_OF_ROW(VF_ROW_SHIFT, map);                                                             \
    const vf_box *const within = VF_OF_ROW(VF_ROW_WITHIN, map);                                                     \
    near_##name = vfi_near_of(VF_ARGUMENT_##intent, &row, &around, NULL, 0, by, within, vfi_at, &vfi_domain, NULL); \
    if (in_halo) {                                                                                                  \
      const vfi_mapping mapping = vfi_mapping_of(&row, 0, by);                                                      \
      near_##name.cells = near_##name.allowed =                                                                     \
          vfi_near_box(&mapping, &around, within, vfi_domain.lower, vfi_domain.upper);                              \
    }                                                                                                               \
    bundle.name.guard.near = &near_##name;                                                                          \
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
#define VF_RUN_GUARDED(point, nears, ...)                                                \
  {                                                                                      \
    VF_UNUSED const int vfi_at[3] = { point, vfi_domain.lower[1], vfi_domain.lower[2] }; \
    *vfi_scratch.here = point;                                                           \
    nears __VA_ARGS__;                                                                   \
  }
#define VF_RUN_IN_HALO(point, ...) \
  VF_RUN_GUARDED(point, VF_ARGUMENTS(VF_HALO_NEAR_READ, VF_NO_NEAR, VF_NO_NEAR, VF_NO_NEAR), __VA_ARGS__)
#define VF_RUN_AT_POINT(point, ...)                                                                              \
  VF_RUN_GUARDED(point, VF_ARGUMENTS(VF_POINT_NEAR_READ, VF_POINT_NEAR_WRITE, VF_POINT_NEAR_UPDATE, VF_NO_NEAR), \
                 __VA_ARGS__)
#endif
