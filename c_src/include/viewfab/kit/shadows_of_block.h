/* Included by host_teams.h in a build with VIEWFAB_BOUNDS: the shadows of scratch and of the arrays that a team writes,
 * behind its scratch. */
#define VF_TAKE_SHADOWS \
  VF_EACH_SCRATCH(VF_SHADOW_OF_SCRATCH) VF_ARGUMENTS(VF_NO_SHADOW, VF_SHADOW_OF_ARRAY, VF_SHADOW_OF_ARRAY, VF_NO_SHADOW)
#define VF_NO_SHADOW(...)
#define VF_IS_REAL(type) ((VF_LISTED_ELEMENT(type))0.5 != 0)
#define VF_SHADOW_OF_SCRATCH(type, name, axes, text)                                                                   \
  vf_shadow shadow_##name;                                                                                             \
  name.guard.shadow = &shadow_##name;                                                                                  \
  vf_scratch_unwrite((char *)(name.axes + VF_BEGIN_OF_##axes(name)), VF_SCRATCH_COUNT_##axes, (int)sizeof *name.axes); \
  vf_shadow_lay(&shadow_##name, &name.guard, vf_pool, VF_IS_REAL(type));                                               \
  vf_pool += vf_shadow_bytes_of(&name.guard.shape, vf_points, vf_levels);
#define VF_BEGIN_OF_points_levels(name) kidia + vf_top *name.level_stride
#define VF_BEGIN_OF_points_half_levels(name) kidia + vf_top *name.level_stride
#define VF_BEGIN_OF_points(name) kidia
#define VF_BEGIN_OF_levels(name) vf_top
/* It sees all that the body writes, where a trace has no room for more. */
#define VF_SHADOW_OF_ARRAY(type, name, ...)                          \
  vf_shadow shadow_##name;                                           \
  bundle.name.guard.shadow = &shadow_##name;                         \
  bundle.name.guard.trace = NULL;                                    \
  vf_shadow_lay(&shadow_##name, &bundle.name.guard, vf_pool, false); \
  vf_pool += vf_shadow_bytes_of(&bundle.name.guard.shape, vf_points, vf_levels);

#undef VF_SETTLE_SHADOWS
#define VF_SETTLE_SHADOWS            \
  VF_EACH_SCRATCH(VF_SETTLE_SCRATCH) \
  VF_ARGUMENTS(VF_COMPARE_NONE, VF_SETTLE_ARRAY, VF_SETTLE_ARRAY, VF_COMPARE_NONE)
#define VF_SETTLE_SCRATCH(type, name, axes, ...) vf_shadow_settle(&name.guard, (int)sizeof *name.axes);
#define VF_SETTLE_ARRAY(type, name, ...) vf_shadow_settle(&bundle.name.guard, (int)sizeof *bundle.name.origin);

#define VF_ADD_SCRATCH_SHADOW(type, name, axes, text) \
  +vf_shadow_bytes_of(&(const vf_column_shape)VF_SCRATCH_SHAPE_##axes, points, levels)
#define VF_ADD_ARRAY_SHADOW(type, name, map, ...) +vf_shadow_bytes_of(&(const vf_map)VF_MAP(map).column, points, levels)
#define VF_SHADOW_BYTES(points, levels) VF_TYPED(_shadow_bytes_)(points, levels)
static inline size_t VF_TYPED(_shadow_bytes_)(const int points, const int levels)
{
  return (size_t)0 VF_EACH_SCRATCH(VF_ADD_SCRATCH_SHADOW)
      VF_ARGUMENTS(VF_NO_SHADOW, VF_ADD_ARRAY_SHADOW, VF_ADD_ARRAY_SHADOW, VF_NO_SHADOW);
}
