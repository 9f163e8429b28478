/* Included after the kernel file: its declaration as data, vf_<kernel>_description. */
#define VF_TYPE_real VF_ARGUMENT_REAL
#define VF_TYPE_int VF_ARGUMENT_INT
#define VF_TYPE_real3 VF_ARGUMENT_REAL3
#define VF_TYPE_int3 VF_ARGUMENT_INT3
#define VF_TYPE_box VF_ARGUMENT_BOX
#define VF_TYPE_boundary VF_ARGUMENT_BOUNDARY

#define VF_DESCRIBE_READ(type, name, map, reach, text) \
  { #name, VF_ARGUMENT_READ, VF_TYPE_##type, VF_MAP(map), VF_REACH(reach), text },
#define VF_DESCRIBE_WRITE(type, name, map, reach, text) \
  { #name, VF_ARGUMENT_WRITE, VF_TYPE_##type, VF_MAP(map), VF_REACH(reach), text },
#define VF_DESCRIBE_UPDATE(type, name, map, reach, text) \
  { #name, VF_ARGUMENT_UPDATE, VF_TYPE_##type, VF_MAP(map), VF_REACH(reach), text },
#define VF_DESCRIBE_VALUE(type, name, text) \
  { #name, VF_ARGUMENT_VALUE, VF_TYPE_##type, VF_MAP(same), VF_REACH(reach(0)), text },

#define VF_KIND_all VF_POINTS_ALL
#define VF_KIND_coloured VF_POINTS_COLOURED
#define VF_KIND_faces VF_POINTS_FACES
#define VF_KIND_reduction VF_POINTS_REDUCTION
#define VF_KIND_ghosts VF_POINTS_GHOSTS

#ifndef VF_SAFE_IN_PLACE
#define VF_SAFE_IN_PLACE 0
#endif

static const vf_argument_description VF_NAME(_arguments)[] = { VF_ARGUMENTS(VF_DESCRIBE_READ, VF_DESCRIBE_WRITE,
                                                                            VF_DESCRIBE_UPDATE, VF_DESCRIBE_VALUE) };

_Static_assert(sizeof VF_NAME(_arguments) / sizeof VF_NAME(_arguments)[0] <= VF_MAX_ARGUMENTS,
               VF_KERNEL_FILE ": the kernel has more than VF_MAX_ARGUMENTS arguments");

/* clang-format off */
#define VF_DESCRIPTION                                                                                   \
  { VF_STRING(VF_KERNEL), VF_SUMMARY, VF_CAT(VF_KIND_, VF_POINTS), VF_REDUCTION_DECLARED,               \
    VF_SAFE_IN_PLACE, (int)(sizeof VF_NAME(_arguments) / sizeof VF_NAME(_arguments)[0]), VF_NAME(_arguments) }
/* clang-format on */
#ifdef VF_REDUCE
#define VF_REDUCTION_DECLARED VF_REDUCTION_KIND
#else
#define VF_REDUCTION_DECLARED VF_REDUCTION_NONE
#endif
