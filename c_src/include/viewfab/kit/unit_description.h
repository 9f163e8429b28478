/* Translation unit of the generator: the declaration of one kernel, and its file. Needs VF_KERNEL_FILE (in quotes) and
 * VF_FILE_IS_<kernel> 1. */
#include <viewfab/backend/column_description.h>
#define VF_REAL double
#include <viewfab/kit/declare.h>
#include VF_KERNEL_FILE
#include <viewfab/kit/accepted.h>
#ifdef VF_ACCEPTED
#include <viewfab/kit/metadata.h>
extern const vfi_kernel_description VF_NAME(_description);
const vfi_kernel_description VF_NAME(_description) = VF_DESCRIPTION;

#define VF_DESCRIBE_DOWN(name, top, bottom) { #name, VF_WORK_DOWN, #top, #bottom },
#define VF_DESCRIBE_UP(name, top, bottom) { #name, VF_WORK_UP, #top, #bottom },
#define VF_DESCRIBE_POINTS(...) VF_COLUMN_JOIN(VF_DESCRIBE_POINTS_, VF_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define VF_DESCRIBE_POINTS_1(name) { #name, VF_WORK_POINTS, "1", "nlev" },
#define VF_DESCRIBE_POINTS_3(name, top, bottom) { #name, VF_WORK_POINTS, #top, #bottom },
#define VF_DESCRIBE_LEVELS(name) { #name, VF_WORK_LEVELS, "1", "nlev" },
#define VF_DESCRIBE_COLUMNS(name) { #name, VF_WORK_COLUMNS, "1", "nlev" },
#define VF_DESCRIBE_HALO(name, around) { #name, VF_WORK_HALO, #around, "" },
#define VF_DESCRIBE_WINDOW(name, around) { #name, VF_WORK_WINDOW, #around, "" },
#define VF_DESCRIBE_TILE(name) { #name, VF_WORK_TILE, "", "" },
#define VF_DESCRIBE_REPEAT(first, last, goes_on) { #first, #last, #goes_on },
#define VF_DESCRIBE_VALUE_OF_COLUMN(type, name, text, ...) \
  { #name, VF_COLUMN_OF(VF_VALUE_NAME, VF_ELEMENT_ROW_##type), #text, 0 },
#define VF_DESCRIBE_CARRIED(type, name, ...)                                                            \
  { #name, VF_COLUMN_OF(VF_VALUE_NAME, VF_ELEMENT_ROW_##type), VF_STRING(VF_CARRY_FROM(__VA_ARGS__, )), \
    VF_COLUMN_JOIN(VF_DESCRIBE_COUNT_, VF_COUNT(__VA_ARGS__))(__VA_ARGS__) },
#define VF_DESCRIBE_COUNT_1(start) 0
#define VF_DESCRIBE_COUNT_2(start, n) n
#define VF_DESCRIBE_TEMPORARY(type, name, axes, text)                 \
  { #name, VF_COLUMN_OF(VF_VALUE_NAME, VF_ELEMENT_ROW_##type), #axes, \
    VF_COLUMN_OF(VF_THIRD_OF_ROW, VF_TEMPORARY_ROW_##axes) },
#define VF_DESCRIBE_HALO_OF_SCRATCH(type, name, axes, ...) \
  { #name, VF_COLUMN_OF(VF_VALUE_NAME, VF_ELEMENT_ROW_##type), VF_STRING(VF_HALO_OF(axes)), 0 },
/* clang-format off */
#define VF_NO_PHASE_FOLLOWS { NULL, VF_WORK_DOWN, NULL, NULL }
#define VF_NO_VALUE_FOLLOWS { NULL, VF_ARGUMENT_REAL, NULL, 0 }
/* clang-format on */

static const vfi_phase_description phases[] = {
#if VF_RUNS == VF_RUNS_SWEEPS
  VF_SWEEPS(VF_DESCRIBE_DOWN, VF_DESCRIBE_UP)
#elif VF_RUNS == VF_RUNS_PHASES
  VF_PHASES(VF_DESCRIBE_POINTS, VF_DESCRIBE_LEVELS, VF_DESCRIBE_COLUMNS, VF_DESCRIBE_DOWN, VF_DESCRIBE_UP)
#elif VF_RUNS == VF_RUNS_WINDOWS
  VF_PHASES(VF_DESCRIBE_HALO, VF_DESCRIBE_WINDOW, VF_DESCRIBE_TILE)
#endif
      VF_NO_PHASE_FOLLOWS
};
static const vfi_phase_description block_phases[] = {
#if VF_RUNS == VF_RUNS_PHASES
  VF_EACH_BLOCK_PHASE(VF_DESCRIBE_POINTS, VF_DESCRIBE_LEVELS, VF_DESCRIBE_COLUMNS, VF_DESCRIBE_DOWN, VF_DESCRIBE_UP)
#endif
      VF_NO_PHASE_FOLLOWS
};
static const vfi_repeat_description repeats[] = {
#if VF_RUNS == VF_RUNS_SWEEPS && VF_HAS_REPEATS
  VF_REPEATS(VF_DESCRIBE_REPEAT)
#endif
      { NULL, NULL, NULL }
};
static const vfi_column_value_description carried[] = { VF_EACH_CARRIED(VF_DESCRIBE_CARRIED) VF_NO_VALUE_FOLLOWS };
static const vfi_column_value_description temporaries[] = { VF_EACH_TEMPORARY(VF_DESCRIBE_TEMPORARY)
                                                                VF_NO_VALUE_FOLLOWS };
static const vfi_column_value_description scratch[] = {
#if VF_RUNS == VF_RUNS_WINDOWS
  VF_EACH_SCRATCH(VF_DESCRIBE_HALO_OF_SCRATCH)
#else
  VF_EACH_SCRATCH(VF_DESCRIBE_VALUE_OF_COLUMN)
#endif
      VF_NO_VALUE_FOLLOWS
};
extern const vfi_column_description VF_NAME(_columns);
const vfi_column_description VF_NAME(_columns) = {
  phases, block_phases, carried, temporaries, scratch, repeats, VF_IS_ON(VF_INDEPENDENT_LEVELS)
};
extern const char VF_NAME(_file)[];
const char VF_NAME(_file)[] = VF_KERNEL_FILE;
#endif
