/* The words of templates for kernels over teams: scratch, and the phases of a block. */
#include <stdio.h>
#include <string.h>

#include "columns.h"

/* ---- Scratch: element 0 of each axis of scratch s may lie before its memory, which begins at s_begin ---- */

static bool over_points(const vfi_column_value_description *value) { return !strncmp(value->text, "points", 6); }
static bool over_levels(const vfi_column_value_description *value) { return strcmp(value->text, "points") != 0; }
static bool over_half_levels(const vfi_column_value_description *value) { return strstr(value->text, "half") != NULL; }

/* The number of elements, as an expression of vfi_points and nlev; valid until the next call. */
static const char *scratch_count(const vfi_column_value_description *value)
{
  static char text[96];
  const char *const levels = over_half_levels(value) ? "((size_t)nlev + 1)" : "(size_t)nlev";
  if (!over_points(value)) return "(size_t)nlev";
  snprintf(text, sizeof text, "(size_t)vfi_points%s%s", over_levels(value) ? " * " : "",
           over_levels(value) ? levels : "");
  return text;
}

/* s, from s_begin. */
static void put_placed(const vfi_column_value_description *value, const char *type)
{
  put("  %s *const %s = %s_begin%s", type, value->name, value->name, over_points(value) ? " - kidia" : "");
  if (over_points(value) && over_levels(value)) put(" - %s_level_stride", value->name);
  else if (over_levels(value)) put(" - 1");
  put(";\n");
}

static void put_scratch(const vfi_kernel_description *kernel, const char *real)
{
  for (const vfi_column_value_description *value = columns_of(kernel)->scratch; value->name; value++) {
    const char *const type = element_in_c(value->type, real), *const count = scratch_count(value);
    put("  %s *const %s_begin = (%s *)vfi_pool;\n", type, value->name, type);
    if (over_levels(value))
      put("  const ptrdiff_t %s_level_stride = %s;\n", value->name, over_points(value) ? "vfi_points" : "1");
    put_placed(value, type);
    put("  vfi_pool += vfi_scratch_room(%s, sizeof(%s));\n", count, type);
    if (kernel->checks_bounds) put_scratch_shadow(value, count);
  }
}

/* Bytes of the scratch of a team, and of its shadows. */
static void put_scratch_bytes(const vfi_kernel_description *kernel, const char *real)
{
  put("(size_t)0");
  for (const vfi_column_value_description *value = columns_of(kernel)->scratch; value->name; value++)
    put(" + vfi_scratch_room(%s, sizeof(%s))", scratch_count(value), element_in_c(value->type, real));
  if (kernel->checks_bounds) put_shadow_bytes(kernel);
}

/* ---- An element of side x side points: all numbers of points, and strides of arrays without gaps, are constants ---- */

static void put_scratch_begins(const vfi_kernel_description *kernel, const char *real)
{
  for (const vfi_column_value_description *value = columns_of(kernel)->scratch; value->name; value++) {
    char text[128];
    snprintf(text, sizeof text, "%s *const restrict %s_begin", element_in_c(value->type, real), value->name);
    put_item(", ", "\n    ", text);
  }
}

static void put_scratch_of_element(const vfi_kernel_description *kernel, const char *real)
{
  for (const vfi_column_value_description *value = columns_of(kernel)->scratch; value->name; value++) {
    const char *const type = element_in_c(value->type, real);
    put("      %s *const %s_begin = (%s *)vfi_free;\n      vfi_free += vfi_scratch_room(%s, sizeof(%s));\n", type,
        value->name, type, scratch_count(value), type);
  }
}

static void put_scratch_arguments(const vfi_kernel_description *kernel)
{
  for (const vfi_column_value_description *value = columns_of(kernel)->scratch; value->name; value++)
    put_item(", ", "\n        ", filled("%s_begin", value->name));
}

static void put_piece_constant(const char *name, const char *word, const char *member, int value)
{
  (void)member;
  put(", %s_%s_stride = %d", name, word, value);
}

static void put_piece_test(const char *name, const char *word, const char *member, int value)
{
  (void)word;
  put("\n      && %s->%s == %d", name, member, value);
}

static void put_element_constants(const vfi_kernel_description *kernel, const char *real)
{
  put("  enum { kidia = 1, kfdia = %d", kernel->side * kernel->side);
  each_piece_stride(kernel, put_piece_constant);
  for (const vfi_column_value_description *value = columns_of(kernel)->scratch; value->name; value++)
    if (over_levels(value))
      put(", %s_level_stride = %d", value->name, over_points(value) ? kernel->side * kernel->side : 1);
  put(" };\n");
  for (const vfi_column_value_description *value = columns_of(kernel)->scratch; value->name; value++)
    put_placed(value, element_in_c(value->type, real));
}

/* ---- Phases ---- */

/* A row of an element at a time, with the place in the row as a constant: derivatives along rows and across rows are then
 * vectorised. */
static void put_rows_of_element(const vfi_kernel_description *kernel, const char *real,
                                const vfi_phase_description *phase)
{
  const int side = kernel->side;
  char indices[64];
  snprintf(indices, sizeof indices, "%d * vfi_row + vfi_at, k", side);
  const body_kind kind = { .function = "vfi_points", .indices = indices };
  put("    if (kidia == 1 && kfdia == %d) {\n#pragma GCC unroll 16\n", side * side);
  put("      for (int vfi_row = 0; vfi_row < %d; vfi_row++) {\n#pragma GCC unroll 16\n", side);
  put("        for (int vfi_at = 1; vfi_at <= %d; vfi_at++)\n    ", side);
  put_checked_call(kernel, real, phase, &kind);
  put("      }\n    } else\n");
}

static const body_kind of_level = { "vfi_levels", "k", "LEVELS", "0", "k", false };

/* The points of a level. */
static void put_level(const vfi_kernel_description *kernel, const char *real, const vfi_phase_description *phase,
                      int together)
{
  static const body_kind kind = { "vfi_points", "i, k", "POINTS", "i", "k", false };
  (void)together;
  if (kernel->side && !kernel->checks_bounds) put_rows_of_element(kernel, real, phase);
  put("%s    for (int i = kidia; i <= kfdia; i++)\n", kernel->checks_bounds ? "" : "#pragma omp simd\n");
  put_checked_call(kernel, real, phase, &kind);
}

static void put_points(const vfi_kernel_description *kernel, const char *real, const vfi_phase_description *phase)
{
  if (!kernel->checks_bounds) {
    put_levels(kernel, real, phase, "VF_POINTS_PHASE", put_level);
    return;
  }
  put("  for (int k = (%s); k <= (%s); k++) {\n", phase->top, phase->bottom);
  put_level(kernel, real, phase, 1);
  put("  }\n");
}

static void put_sweep_of_team(const vfi_kernel_description *kernel, const char *real,
                              const vfi_phase_description *phase)
{
  put("  for (int vfi_first = kidia; vfi_first <= kfdia; vfi_first += VF_LANES) {\n"
      "  const int vfi_lanes = kfdia - vfi_first + 1 < VF_LANES ? kfdia - vfi_first + 1 : VF_LANES;\n");
  put_carried(kernel, real);
  put_sweep(kernel, real, phase, "OF_COLUMN", false);
  put("  }\n");
}

static void put_phase(const vfi_kernel_description *kernel, const char *real, const vfi_phase_description *phase)
{
  static const body_kind columns = { "vfi_columns", "i", "COLUMNS", "i", "0", false };
  if (kernel->checks_bounds) put("  vfi_here->phase++;\n");
  switch (phase->work) {
    case VF_WORK_POINTS: put_points(kernel, real, phase); return;
    case VF_WORK_LEVELS:
      put("  for (int k = 1; k <= nlev; k++)\n");
      put_checked_call(kernel, real, phase, &of_level);
      return;
    case VF_WORK_COLUMNS:
      put("  for (int i = kidia; i <= kfdia; i++)\n");
      put_checked_call(kernel, real, phase, &columns);
      return;
    default: put_sweep_of_team(kernel, real, phase);
  }
}

/* Points and levels of all levels. */
static bool is_over_all_levels(const vfi_phase_description *phase)
{
  return (phase->work == VF_WORK_POINTS || phase->work == VF_WORK_LEVELS) && !strcmp(phase->top, "1") &&
         !strcmp(phase->bottom, "nlev");
}

/* Levels that are independent go through all phases one by one if no array is the same on all levels: the numbers of a level
 * then stay in registers, and its divisions and comparisons run at the same time. Arrays that all levels share are loaded once
 * for a phase of all levels. */
static bool takes_levels_apart(const vfi_kernel_description *kernel)
{
  const vfi_column_description *const columns = columns_of(kernel);
  if (!columns->independent_levels || kernel->checks_bounds || !columns->phases[1].name) return false;
  for (const vfi_phase_description *phase = columns->phases; phase->name; phase++)
    if (!is_over_all_levels(phase)) return false;
  for (const vfi_phase_description *phase = columns->block_phases; phase->name; phase++)
    if (!is_over_all_levels(phase)) return false;
  for (int a = 0; a < kernel->argument_count; a++)
    if (is_array(&kernel->arguments[a]) && !kernel->arguments[a].map.column.levels) return false;
  return true;
}

static void put_phase_of_level(const vfi_kernel_description *kernel, const char *real,
                               const vfi_phase_description *phase)
{
  if (phase->work == VF_WORK_POINTS) put_level(kernel, real, phase, 1);
  else put_checked_call(kernel, real, phase, &of_level);
}

static void put_level_through(const vfi_kernel_description *kernel, const char *real,
                              const vfi_phase_description *of_block)
{
  put("  for (int k = 1; k <= nlev; k++) { /* a level through all phases */\n");
  for (const vfi_phase_description *phase = of_block; phase && phase->name; phase++)
    put_phase_of_level(kernel, real, phase);
  for (const vfi_phase_description *phase = columns_of(kernel)->phases; phase->name; phase++)
    put_phase_of_level(kernel, real, phase);
  put("  }\n");
}

/* The first species takes the phases of the block along: alone they would wait for memory, here divisions run meanwhile. */
static void put_phases_of_level(const vfi_kernel_description *kernel, const char *real)
{
  const vfi_phase_description *const of_block = columns_of(kernel)->block_phases;
  if (of_block->name) {
    put("  if (vfi_done == 0) /* with the phases of the block */\n");
    put_level_through(kernel, real, of_block);
    put("  else\n");
  }
  put_level_through(kernel, real, NULL);
}

/* The phases of the block, and then the phases of each species. */
static void put_phases(const vfi_kernel_description *kernel, const char *real)
{
  const bool apart = takes_levels_apart(kernel);
  const vfi_phase_description *const of_block = columns_of(kernel)->block_phases;
  const bool first = of_block->name && !apart;
  if (first) put("  {\n  VF_UNUSED const int species = 0;\n");
  for (const vfi_phase_description *phase = of_block; first && phase->name; phase++) put_phase(kernel, real, phase);
  if (first) put("  }\n");
  put("  for (int vfi_done = 0; vfi_done < vfi_species_count; vfi_done++) {\n"
      "  VF_UNUSED const int species = vfi_first_species + vfi_done;\n");
  if (apart) put_phases_of_level(kernel, real);
  for (const vfi_phase_description *phase = columns_of(kernel)->phases; phase->name && !apart; phase++)
    put_phase(kernel, real, phase);
  for (int a = 0; a < kernel->argument_count; a++)
    if (is_array(&kernel->arguments[a]))
      put("  %s += %s_species_stride;\n", kernel->arguments[a].name, kernel->arguments[a].name);
  put("  }\n");
}

bool put_team_word(const char *word, const vfi_kernel_description *kernel, const char *real)
{
  const char *const pointer = kernel->safe_in_place ? "*" : "*restrict ";
  const column_form of_team = { .unused = "", .pointer = pointer, .broken = "\n    ", .species = true };
  const column_form of_element = {
    .unused = "", .pointer = pointer, .broken = "\n    ", .species = true, .of_piece = true
  };
  if (!strcmp(word, "team_parameters")) put_column_parameters(kernel, real, &of_team);
  else if (!strcmp(word, "team_arguments")) put_column_arguments(kernel, real, &of_team, true);
  else if (!strcmp(word, "element_parameters")) put_column_parameters(kernel, real, &of_element);
  else if (!strcmp(word, "element_arguments")) put_column_arguments(kernel, real, &of_element, true);
  else if (!strcmp(word, "element_constants")) put_element_constants(kernel, real);
  else if (!strcmp(word, "element_fits")) each_piece_stride(kernel, put_piece_test);
  else if (!strcmp(word, "element_points")) put("%d", kernel->side * kernel->side);
  else if (!strcmp(word, "element_scratch")) put_scratch_of_element(kernel, real);
  else if (!strcmp(word, "scratch")) put_scratch(kernel, real);
  else if (!strcmp(word, "scratch_bytes")) put_scratch_bytes(kernel, real);
  else if (!strcmp(word, "scratch_begins")) put_scratch_begins(kernel, real);
  else if (!strcmp(word, "scratch_arguments")) put_scratch_arguments(kernel);
  else if (!strcmp(word, "phases")) put_phases(kernel, real);
  else return false;
  return true;
}
