/* The words of templates for kernels over columns and teams on GPUs. A thread has a column, or points of a team's phases. */
#include <stdio.h>
#include <string.h>

#include "columns.h"

#define EACH(values, value) \
  for (const vfi_column_value_description *value = columns_of(kernel)->values; value->name; value++)

/* ---- Columns ---- */

/* The temporaries of all threads in the pool; those of a thread begin at its number. Levels and species count from 1. */
static void put_temporaries(const vfi_kernel_description *kernel, const char *real)
{
  EACH(temporaries, value)
  {
    const char *const type = element_in_c(value->type, real), *const name = value->name;
    if (has_species(value)) put("  const ptrdiff_t %s_number_stride = vfi_apart;\n", name);
    put("  const ptrdiff_t %s_level_stride = vfi_apart * %d;\n", name, numbers_of(value));
    put("  %s *const %s = (%s *)vfi_pool - %s_level_stride%s + (vfi_thread + (size_t)vfi_threads * blockIdx.y);\n",
        type, name, type, name, has_species(value) ? " - vfi_apart" : "");
    put("  vfi_pool += (size_t)vfi_apart * %d * ((size_t)nlev%s) * sizeof(%s);\n", numbers_of(value),
        has_half_levels(value) ? " + 1" : "", type);
    if (kernel->checks_bounds) put_guard_of_temporary(value);
  }
}

static void put_carried_of_thread(const vfi_kernel_description *kernel, const char *real)
{
  EACH(carried, value)
  {
    put("  %s %s_of_column[%d];\n", element_in_c(value->type, real), value->name, numbers_of(value));
    for (int number = 0; number < numbers_of(value); number++)
      put("  %s_of_column[%d] = (%s)(%s);\n", value->name, number, element_in_c(value->type, real), value->text);
    if (value->count && kernel->checks_bounds) put_guard_of_carried(value);
  }
}

/* A sweep of a column. */
static void put_sweep_of_thread(const vfi_kernel_description *kernel, const char *real,
                                const vfi_phase_description *sweep, const char *instance)
{
  const body_kind kind = { "vfi_sweep", "vfi_i, k", instance, "vfi_i", "k", true };
  if (sweep->work == VF_WORK_UP) put("  for (int k = (%s); k >= (%s); k--)\n", sweep->bottom, sweep->top);
  else put("  for (int k = (%s); k <= (%s); k++)\n", sweep->top, sweep->bottom);
  put_checked_call(kernel, real, sweep, &kind);
}

/* The sweeps in their order. A group runs as long as its carried value is neither 0 nor a NaN. */
static void put_sweeps_of_thread(const vfi_kernel_description *kernel, const char *real)
{
  const vfi_repeat_description *group = NULL;
  for (const vfi_phase_description *sweep = columns_of(kernel)->phases; sweep->name; sweep++) {
    if (group_that(kernel, sweep->name, true)) {
      group = group_that(kernel, sweep->name, true);
      put("  while (%s_of_column[0] < 0 || %s_of_column[0] > 0) { /* again while %s is not 0 */\n", group->goes_on,
          group->goes_on, group->goes_on);
    }
    put("#pragma unroll vfi_at_once\n");
    put_sweep_of_thread(kernel, real, sweep, "SWEEP");
    if (group && !strcmp(group->last, sweep->name)) {
      put("  }\n");
      group = NULL;
    }
  }
}

static int levels_together(const vfi_kernel_description *kernel)
{
  int arrays = 0;
  for (int a = 0; a < kernel->argument_count; a++) arrays += is_array(&kernel->arguments[a]);
  return arrays <= 16 ? 4 : 1;
}

/* ---- Teams ---- */

static bool has_levels_phases(const vfi_kernel_description *kernel)
{
  for (const vfi_phase_description *phase = columns_of(kernel)->block_phases; phase->name; phase++)
    if (phase->work == VF_WORK_LEVELS) return true;
  for (const vfi_phase_description *phase = columns_of(kernel)->phases; phase->name; phase++)
    if (phase->work == VF_WORK_LEVELS) return true;
  return false;
}

/* The distance from a level of scratch to the next level. If threads have a level each, this is an odd number of elements, so
 * that they use different banks of memory. */
static const char *scratch_stride(const vfi_kernel_description *kernel)
{
  return has_levels_phases(kernel) ? "(vfi_points | 1)" : "vfi_points";
}

/* The number of elements, as an expression of vfi_points and vfi_levels; valid until the next call. */
static const char *scratch_count(const vfi_kernel_description *kernel, const vfi_column_value_description *value)
{
  static char text[96];
  if (!strcmp(value->text, "points")) return "(size_t)vfi_points";
  if (!strcmp(value->text, "levels")) return "(size_t)vfi_levels";
  snprintf(text, sizeof text, "(size_t)%s * ((size_t)vfi_levels%s)", scratch_stride(kernel),
           (strstr(value->text, "half") != NULL) ? " + 1" : "");
  return text;
}

/* The scratch of a team in its pool; element 0 of each axis may lie before the pool. Levels are those of a part from vfi_top
 * on. */
static void put_scratch(const vfi_kernel_description *kernel, const char *real)
{
  EACH(scratch, value)
  {
    const char *const type = element_in_c(value->type, real), *const name = value->name;
    const bool points = !strncmp(value->text, "points", 6), levels = strcmp(value->text, "points") != 0;
    if (levels)
      put("  const %s %s_level_stride = %s;\n", stride_in_c(kernel, 2), name, points ? scratch_stride(kernel) : "1");
    put("  %s *const %s = (%s *)vfi_pool%s", type, name, type, points ? " - kidia" : "");
    if (levels) put(points ? " - vfi_top * %s_level_stride" : " - vfi_top", name);
    put(";\n  vfi_pool += vfi_scratch_room(%s, sizeof(%s));\n", scratch_count(kernel, value), type);
    if (kernel->checks_bounds) put_guard_of_scratch(value);
  }
}

static void put_scratch_bytes(const vfi_kernel_description *kernel, const char *real)
{
  put("(size_t)0");
  EACH(scratch, value)
  put(" + vfi_scratch_room(%s, sizeof(%s))", scratch_count(kernel, value), element_in_c(value->type, real));
}

/* A phase of all points of a range of levels; a phase without a range has the levels of the part. */
static void put_points(const vfi_kernel_description *kernel, const char *real, const vfi_phase_description *phase)
{
  static const body_kind kind = { "vfi_points", "i, k", "POINTS", "i", "k", false };
  const bool all = columns_of(kernel)->independent_levels && !strcmp(phase->top, "1") && !strcmp(phase->bottom, "nlev");
  const char *const top = all ? "vfi_top" : phase->top;
  const char *const bottom = all ? "vfi_top + vfi_levels - 1" : phase->bottom;
  put("  if (vfi_row < vfi_rows) {\n  for (int i = kidia + vfi_across; i <= kfdia; i += vfi_wide) {\n#pragma unroll "
      "2\n");
  put("  for (int k = (%s) + vfi_row; k <= (%s); k += vfi_rows)\n", top, bottom);
  put_checked_call(kernel, real, phase, &kind);
  put("  }\n  }\n");
}

static void put_phase(const vfi_kernel_description *kernel, const char *real, const vfi_phase_description *phase)
{
  static const body_kind levels = { "vfi_levels", "k", "LEVELS", "0", "k", false };
  static const body_kind columns = { "vfi_columns", "i", "COLUMNS", "i", "0", false };
  switch (phase->work) {
    case VF_WORK_POINTS: put_points(kernel, real, phase); break;
    case VF_WORK_LEVELS:
      put("  for (int k = vfi_top + (int)threadIdx.x; k < vfi_top + vfi_levels; k += VF_TEAM_THREADS)\n");
      put_checked_call(kernel, real, phase, &levels);
      break;
    case VF_WORK_COLUMNS:
      put("  for (int i = kidia + (int)threadIdx.x; i <= kfdia; i += VF_TEAM_THREADS)\n");
      put_checked_call(kernel, real, phase, &columns);
      break;
    default:
      put("  for (int vfi_i = kidia + (int)threadIdx.x; vfi_i <= kfdia; vfi_i += VF_TEAM_THREADS) {\n");
      put_carried_of_thread(kernel, real);
      put_sweep_of_thread(kernel, real, phase, "OF_COLUMN");
      put("  }\n");
  }
  put("  __syncthreads();\n");
}

static void put_next_species(const vfi_kernel_description *kernel)
{
  for (int a = 0; a < kernel->argument_count; a++)
    if (is_array(&kernel->arguments[a]))
      put("  %s += vfi_given.%s_species_stride;\n", kernel->arguments[a].name, kernel->arguments[a].name);
}

bool put_device_column_word(const char *word, const vfi_kernel_description *kernel, const char *real)
{
  if (!device_in_hand() || !vfi_is_over_columns(kernel)) return false;
  if (!strcmp(word, "temporaries")) put_temporaries(kernel, real);
  else if (!strcmp(word, "carried")) put_carried_of_thread(kernel, real);
  else if (!strcmp(word, "sweeps")) put_sweeps_of_thread(kernel, real);
  else if (!strcmp(word, "levels_together")) put("%d", levels_together(kernel));
  else if (!strcmp(word, "threads_of_teams")) put("%d", has_levels_phases(kernel) ? 1024 : 768);
  else if (!strcmp(word, "scratch")) put_scratch(kernel, real);
  else if (!strcmp(word, "scratch_bytes")) put_scratch_bytes(kernel, real);
  else if (!strcmp(word, "next_species")) put_next_species(kernel);
  else if (!strcmp(word, "block_phases")) {
    for (const vfi_phase_description *phase = columns_of(kernel)->block_phases; phase->name; phase++)
      put_phase(kernel, real, phase);
  } else if (!strcmp(word, "phases")) {
    for (const vfi_phase_description *phase = columns_of(kernel)->phases; phase->name; phase++)
      put_phase(kernel, real, phase);
  } else return false;
  return true;
}
