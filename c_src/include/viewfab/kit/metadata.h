/* Included after the kernel file: its declaration as data, vf_<kernel>_description. */
#define VF_DESCRIBE_READ(type, name, map, reach, text) \
  { #name, VF_ARGUMENT_READ, VF_COLUMN_OF(VF_VALUE_NAME, VF_VALUE_ROW_##type), VF_MAP(map), VF_REACH(reach), text },
#define VF_DESCRIBE_WRITE(type, name, map, reach, text) \
  { #name, VF_ARGUMENT_WRITE, VF_COLUMN_OF(VF_VALUE_NAME, VF_VALUE_ROW_##type), VF_MAP(map), VF_REACH(reach), text },
#define VF_DESCRIBE_UPDATE(type, name, map, reach, text) \
  { #name, VF_ARGUMENT_UPDATE, VF_COLUMN_OF(VF_VALUE_NAME, VF_VALUE_ROW_##type), VF_MAP(map), VF_REACH(reach), text },
#define VF_DESCRIBE_VALUE(type, name, text)                                                                            \
  {                                                                                                                    \
    #name, VF_ARGUMENT_VALUE, VF_COLUMN_OF(VF_VALUE_NAME, VF_VALUE_ROW_##type), VF_MAP(same), VF_REACH(reach(0)), text \
  },

#ifndef VF_SAFE_IN_PLACE
#define VF_SAFE_IN_PLACE 0
#endif

static const vf_argument_description VF_NAME(_arguments)[] = { VF_ARGUMENTS(VF_DESCRIBE_READ, VF_DESCRIBE_WRITE,
                                                                            VF_DESCRIBE_UPDATE, VF_DESCRIBE_VALUE) };

_Static_assert(sizeof VF_NAME(_arguments) / sizeof VF_NAME(_arguments)[0] <= VF_MAX_ARGUMENTS,
               VF_KERNEL_FILE ": the kernel has more than VF_MAX_ARGUMENTS arguments");

/* clang-format off */
#define VF_DESCRIPTION                                                                                   \
  { VF_STRING(VF_KERNEL), VF_SUMMARY, VF_COLUMN_OF(VF_POINTS_NAME, VF_POINTS_ROW), VF_REDUCTION_DECLARED,               \
    VF_SAFE_IN_PLACE, (int)(sizeof VF_NAME(_arguments) / sizeof VF_NAME(_arguments)[0]), VF_NAME(_arguments) }
/* clang-format on */
#ifdef VF_REDUCE
#define VF_REDUCTION_DECLARED VF_REDUCTION_KIND
#else
#define VF_REDUCTION_DECLARED VF_REDUCTION_NONE
#endif
