/* Included after the kernel file: its declaration as data, vf_<kernel>_description. */
/* The words of a declaration are joined here: as arguments of another macro they would be expanded, as real is. */
/* clang-format off */
#define VF_DESCRIBE_READ(type, name, ...) \
  { #name, VF_ARGUMENT_READ, VF_COLUMN_OF(VF_VALUE_NAME, VF_ELEMENT_ROW_##type), VF_MAP(VF_MAP_IN(__VA_ARGS__)), VF_DESCRIBED_REACH(VF_REACH_IN(__VA_ARGS__)), \
    VF_TEXT_IN(__VA_ARGS__), 1, NULL, VF_DESCRIBED_LEVELS(VF_REACH_IN(__VA_ARGS__)), NULL },
#define VF_DESCRIBE_WRITE(type, name, ...) \
  { #name, VF_ARGUMENT_WRITE, VF_COLUMN_OF(VF_VALUE_NAME, VF_ELEMENT_ROW_##type), VF_MAP(VF_MAP_IN(__VA_ARGS__)), VF_DESCRIBED_REACH(VF_REACH_IN(__VA_ARGS__)), \
    VF_TEXT_IN(__VA_ARGS__), 1, NULL, VF_DESCRIBED_LEVELS(VF_REACH_IN(__VA_ARGS__)), NULL },
#define VF_DESCRIBE_UPDATE(type, name, ...) \
  { #name, VF_ARGUMENT_UPDATE, VF_COLUMN_OF(VF_VALUE_NAME, VF_ELEMENT_ROW_##type), VF_MAP(VF_MAP_IN(__VA_ARGS__)), VF_DESCRIBED_REACH(VF_REACH_IN(__VA_ARGS__)), \
    VF_TEXT_IN(__VA_ARGS__), 1, NULL, VF_DESCRIBED_LEVELS(VF_REACH_IN(__VA_ARGS__)), NULL },
/* clang-format on */
/* The reach of arrays of columns in levels stands beside the reach in the box, because levels belong to a column as a
 * whole. */
#if VF_OVER_COLUMNS
#define VF_DESCRIBED_REACH(said) VF_REACH_BESIDE(said)
#define VF_DESCRIBED_LEVELS(said) VF_REACH_IN_LEVELS(said)
#define VF_DESCRIBED_RANK 2
#else
#define VF_DESCRIBED_REACH(said) VF_REACH(said)
#define VF_DESCRIBED_LEVELS(said) VF_REACH(reach(0))
#define VF_DESCRIBED_RANK VF_DIMENSIONS
#endif
#define VF_DESCRIBE_VALUE(type, name, text)                            \
  { #name,                                                             \
    VF_ARGUMENT_VALUE,                                                 \
    VF_COLUMN_OF(VF_VALUE_NAME, VF_VALUE_ROW_##type),                  \
    VF_MAP(same),                                                      \
    VF_REACH(reach(0)),                                                \
    text,                                                              \
    VF_COLUMN_OF(VF_VALUE_COUNT, VF_VALUE_ROW_##type),                 \
    VF_IF(VF_SECOND(VF_OPTION_PROBE_##type))(VF_TEXT_OF_##type)(NULL), \
    VF_REACH(reach(0)),                                                \
    VF_IF(VF_SECOND(VF_CONSTANTS_PROBE_##type))(VF_STRUCTURE_OF_##type)(NULL) },

#define VF_TEXT_OF_option(...) #__VA_ARGS__
/* clang-format off */
#define VF_STRUCTURE_OF_constants(name)                                                   \
  &(const vfi_structure) { #name, VF_STRING(VF_MODULE_##name),                            \
    (const vfi_constant[]) { VF_CONSTANTS_##name(VF_DESCRIBE_MEMBER) { NULL, VF_ARGUMENT_REAL, 0, NULL } } }
/* clang-format on */
#define VF_DESCRIBE_MEMBER(type, name, text)                                                                        \
  { #name, VF_MEMBER_OF(VF_MEMBER_NAME, VF_MEMBER_ROW_##type), VF_MEMBER_OF(VF_MEMBER_COUNT, VF_MEMBER_ROW_##type), \
    text },

#ifndef VF_SAFE_IN_PLACE
#define VF_SAFE_IN_PLACE 0
#endif

static const vfi_argument_description VF_NAME(_arguments)[] = { VF_ARGUMENTS(VF_DESCRIBE_READ, VF_DESCRIBE_WRITE,
                                                                             VF_DESCRIBE_UPDATE, VF_DESCRIBE_VALUE) };

_Static_assert((int)vfi_argument_count <= (int)VF_MAX_ARGUMENTS,
               VF_KERNEL_FILE ": the kernel has more than 256 arguments");

/* The results. A kernel over reduction has one result, named result. */
#define VF_DESCRIBE_RESULT(name, row, of_nothing, placed, text) \
  { #name, VF_COLUMN_OF(VF_REDUCTION_NAME, row), placed, VF_COLUMN_OF(of_nothing, row), text },
#define VF_DESCRIBE_EXTREMUM(name, row, ...) \
  VF_DESCRIBE_RESULT(name, row, VF_REDUCTION_START, VF_GIVES_PLACE(__VA_ARGS__), VF_FIRST_OF(__VA_ARGS__, ))
#define VF_DESCRIBE_SUM(name, ...) VF_DESCRIBE_EXTREMUM(name, VF_REDUCTION_ROW_sum, __VA_ARGS__)
#define VF_DESCRIBE_MIN(name, ...) VF_DESCRIBE_EXTREMUM(name, VF_REDUCTION_ROW_min, __VA_ARGS__)
#define VF_DESCRIBE_MAX(name, ...) VF_DESCRIBE_EXTREMUM(name, VF_REDUCTION_ROW_max, __VA_ARGS__)
#define VF_FIRST_OF(text, ...) text
#if VF_RUNS == VF_RUNS_TERM
static const vfi_result_description
    VF_NAME(_results)[] = { VF_DESCRIBE_RESULT(result, VF_REDUCTION_ROW, VF_REDUCTION_OF_NOTHING, false, "result") };
#define VF_RESULTS_DECLARED vfi_results_count, VF_NAME(_results)
#elif VF_GIVES
static const vfi_result_description VF_NAME(_results)[] = { VF_RESULTS(VF_DESCRIBE_SUM, VF_DESCRIBE_MIN,
                                                                       VF_DESCRIBE_MAX) };
#define VF_RESULTS_DECLARED vfi_results_count, VF_NAME(_results)
#else
#define VF_RESULTS_DECLARED 0, NULL
#endif

#define VF_DESCRIBE_LINE(type, name, reach, text) \
  { #name, VF_LINE_BELOW(reach), VF_LINE_ABOVE(reach), text, VF_COLUMN_OF(VF_VALUE_NAME, VF_ELEMENT_ROW_##type) },
#undef VF_DESCRIBED_LINES
#if VF_RUNS == VF_RUNS_WINDOWS /* scratch; a call gives its extents */
#define VF_DESCRIBE_SCRATCH(type, name, axes, text) \
  { #name, -1, -1, text, VF_COLUMN_OF(VF_VALUE_NAME, VF_ELEMENT_ROW_##type) },
#define VF_DESCRIBED_LINES VF_EACH_SCRATCH(VF_DESCRIBE_SCRATCH)
#else
#define VF_DESCRIBED_LINES VF_EACH_LINE(VF_DESCRIBE_LINE)
#endif
static const vfi_line_description VF_NAME(_lines)[] = { VF_DESCRIBED_LINES{ NULL, 0, 0, NULL, VF_ARGUMENT_REAL } };

#ifdef VF_POINTS_ON
#define VF_ON_WORD VF_STRING(VF_POINTS_ON)
#else
#define VF_ON_WORD NULL
#endif

#ifdef VIEWFAB_BOUNDS
#define VF_CHECKS_BOUNDS true
#else
#define VF_CHECKS_BOUNDS false
#endif

#define VF_BY_BOX VF_IS_ON(VF_VALUES_BY_BOX)

#ifdef VF_REMOTE_FORMS
#ifdef VIEWFAB_NVSHMEM
#define VF_DESCRIBED_FORMS (VF_REMOTE_BITS | (VF_REMOTE_BITS & 4 ? VF_REMOTE_HANDLE_ON_GPUS : 0))
#else
#define VF_DESCRIBED_FORMS VF_REMOTE_BITS
#endif
#else
#define VF_DESCRIBED_FORMS (VF_REMOTE_COUNT ? 1u : 0u)
#endif

#ifdef VF_SIDE
#define VF_DESCRIBED_SIDE (VF_SIDE)
#else
#define VF_DESCRIBED_SIDE 0
#endif

/* clang-format off */
#define VF_DESCRIPTION                                                                                   \
  { VF_STRING(VF_KERNEL_NAME), VF_SUMMARY, VF_DESCRIBED_RANK, VF_ON_WORD, VF_COLUMN_OF(VF_POINTS_NAME, VF_POINTS_ROW), VF_SAFE_IN_PLACE,     \
    (int)(sizeof VF_NAME(_arguments) / sizeof VF_NAME(_arguments)[0]), VF_NAME(_arguments), VF_RESULTS_DECLARED,          \
    VF_SAID_CLAUSE, VF_NAME(_lines), VF_BY_BOX, VF_CHECKS_BOUNDS, VF_DESCRIBED_FORMS, VF_DESCRIBED_SIDE, \
    VF_IS_ON(VF_RACE_INTENDED) }
/* clang-format on */
