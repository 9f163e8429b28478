/* Included after the kernel file: its declaration as data, vf_<kernel>_description. */
#define VF_MAP_same           \
  {                           \
    VF_MAP_SAME, false, 0, "" \
  }
#define VF_MAP_refined           \
  {                              \
    VF_MAP_REFINED, false, 0, "" \
  }
#define VF_MAP_coarsened           \
  {                                \
    VF_MAP_COARSENED, false, 0, "" \
  }
#define VF_MAP_face(d)        \
  {                           \
    VF_MAP_FACE, false, d, "" \
  }
#define VF_MAP_face_of_point           \
  {                                    \
    VF_MAP_FACE_OF_POINT, false, 0, "" \
  }
#define VF_MAP_cells_of_face           \
  {                                    \
    VF_MAP_CELLS_OF_FACE, false, 0, "" \
  }
#define VF_MAP_shifted(value)        \
  {                                  \
    VF_MAP_SHIFTED, false, 0, #value \
  }
#define VF_MAP_shared(map) VF_SHARED_MAP_##map
#define VF_SHARED_MAP_same   \
  {                          \
    VF_MAP_SAME, true, 0, "" \
  }
#define VF_SHARED_MAP_refined   \
  {                             \
    VF_MAP_REFINED, true, 0, "" \
  }
#define VF_SHARED_MAP_coarsened   \
  {                               \
    VF_MAP_COARSENED, true, 0, "" \
  }
#define VF_SHARED_MAP_face(d) \
  {                           \
    VF_MAP_FACE, true, d, ""  \
  }
#define VF_SHARED_MAP_face_of_point   \
  {                                   \
    VF_MAP_FACE_OF_POINT, true, 0, "" \
  }
#define VF_SHARED_MAP_cells_of_face   \
  {                                   \
    VF_MAP_CELLS_OF_FACE, true, 0, "" \
  }
#define VF_SHARED_MAP_shifted(value) \
  {                                  \
    VF_MAP_SHIFTED, true, 0, #value  \
  }

#define VF_DESCRIBE_READ(type, name, map, reach, text)                                                                 \
  {                                                                                                                    \
    #name, VF_ARGUMENT_READ, VF_COLUMN_OF(VF_VALUE_NAME, VF_VALUE_ROW_##type), VF_MAP_##map, VF_ELEMENTS_##reach, text \
  },
#define VF_DESCRIBE_WRITE(type, name, map, reach, text)                                                                 \
  {                                                                                                                     \
    #name, VF_ARGUMENT_WRITE, VF_COLUMN_OF(VF_VALUE_NAME, VF_VALUE_ROW_##type), VF_MAP_##map, VF_ELEMENTS_##reach, text \
  },
#define VF_DESCRIBE_UPDATE(type, name, map, reach, text)                                                                 \
  {                                                                                                                      \
    #name, VF_ARGUMENT_UPDATE, VF_COLUMN_OF(VF_VALUE_NAME, VF_VALUE_ROW_##type), VF_MAP_##map, VF_ELEMENTS_##reach, text \
  },
#define VF_DESCRIBE_VALUE(type, name, text) \
  { #name, VF_ARGUMENT_VALUE, VF_COLUMN_OF(VF_VALUE_NAME, VF_VALUE_ROW_##type), VF_MAP_same, 0, text },

#ifndef VF_SAFE_IN_PLACE
#define VF_SAFE_IN_PLACE 0
#endif

static const vf_argument_description VF_NAME(_arguments)[] = { VF_ARGUMENTS(VF_DESCRIBE_READ, VF_DESCRIBE_WRITE,
                                                                            VF_DESCRIBE_UPDATE, VF_DESCRIBE_VALUE) };

#define VF_CHECK_REACH(type, name, map, reach, text) \
  _Static_assert(VF_ELEMENTS_##reach >= 0, "the reach of argument " #name " is negative");
VF_ARGUMENTS(VF_CHECK_REACH, VF_CHECK_REACH, VF_CHECK_REACH, VF_ADD_NONE)

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
