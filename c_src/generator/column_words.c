/* The words of templates for kernels over columns and teams. Array x is the pointer x with the strides of its axes:
 * x_level_stride, x_part_stride, x_column_stride of a table, x_block_stride. Carried value c is the parameter c_carried of
 * a sweep; scratch s has s_level_stride. In a build with checked bounds vfi_guard_of_x has the bounds of accesses. */
#include <stdio.h>
#include <string.h>

#include "columns.h"

/* Columns that are swept together. With temporaries, or with much to carry, the values of all lanes stay in the first-level
 * cache. */
enum { LANES = 128, LANES_WITH_TEMPORARIES = 32, MOST_CARRIED = 16 };

const vfi_column_description *columns_of(const vfi_kernel_description *kernel)
{
  int number = 0;
  while (vfi_kernel_list[number] != kernel) number++;
  return vfi_kernel_columns[number];
}

/* ---- Arrays ---- */

/* An axis of arrays with a stride: its word in names, and the member of a span. */
typedef struct stride_name {
  const char *word, *member;
} stride_name;
static const stride_name stride_names[] = {
  { "level", "stride[0]" }, { "column", "stride[0]" }, { "part", "stride[1]" }, { "block", "block_stride" }
};
enum { STRIDE_NAMES = sizeof stride_names / sizeof *stride_names };

static bool has_stride(const vfi_argument_description *argument, int number)
{
  const vfi_column_shape *shape = &argument->map.column;
  const bool has[STRIDE_NAMES] = { shape->levels > 0, shape->rows > 0, shape->parts > 0 && !shape->rows,
                                   shape->blocks > 0 };
  return is_array(argument) && has[number];
}

/* The stride of an array without gaps, in the order point, part, level, for elements of side x side points; 0: not known.
 */
static int piece_stride(const vfi_kernel_description *kernel, const vfi_argument_description *argument, int number)
{
  const vfi_column_shape *shape = &argument->map.column;
  const int points = shape->points ? kernel->side * kernel->side : 1;
  const int known[STRIDE_NAMES] = { points * (shape->parts && shape->points ? shape->parts : 1), shape->rows, points,
                                    0 };
  return has_stride(argument, number) ? known[number] : 0;
}

static const char *stride_type(const vfi_kernel_description *kernel, int number)
{
  return strcmp(stride_names[number].word, "block") ? stride_in_c(kernel, 2) : "ptrdiff_t";
}

static void put_array_parameter(const vfi_kernel_description *kernel, const vfi_argument_description *argument,
                                const char *real, const column_form *form)
{
  char text[256];
  put_pointer_parameter(argument, real, form->unused, form->pointer, form->broken);
  for (int s = 0; s < STRIDE_NAMES; s++) {
    if (!has_stride(argument, s) || (form->of_piece && piece_stride(kernel, argument, s))) continue;
    snprintf(text, sizeof text, "%sconst %s %s_%s_stride", form->unused, stride_type(kernel, s), argument->name,
             stride_names[s].word);
    put_item(", ", form->broken, text);
  }
  if (form->species) {
    snprintf(text, sizeof text, "const ptrdiff_t %s_species_stride", argument->name);
    put_item(", ", form->broken, text);
  }
  if (kernel->checks_bounds) {
    snprintf(text, sizeof text, "%svfi_column_guard *const vfi_guard_of_%s", form->unused, argument->name);
    put_item(", ", form->broken, text);
  }
}

void put_column_parameters(const vfi_kernel_description *kernel, const char *real, const column_form *form)
{
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *argument = &kernel->arguments[a];
    if (is_array(argument)) put_array_parameter(kernel, argument, real, form);
    else put_number_parameter(argument, real, form->unused, form->broken);
  }
}

void put_column_arguments(const vfi_kernel_description *kernel, const char *real, const column_form *form, bool spans)
{
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *argument = &kernel->arguments[a];
    char text[256];
    if (spans && is_array(argument))
      snprintf(text, sizeof text, "(%s *)%s->origin + vfi_block_offset(%s, vfi_block, vfi_species)",
               element_in_c(argument->type, real), argument->name, argument->name);
    else snprintf(text, sizeof text, "%s", argument->name);
    put_item(", ", form->broken, text);
    for (int s = 0; s < STRIDE_NAMES; s++) {
      if (!has_stride(argument, s) || (form->of_piece && piece_stride(kernel, argument, s))) continue;
      if (spans) snprintf(text, sizeof text, "%s->%s", argument->name, stride_names[s].member);
      else snprintf(text, sizeof text, "%s_%s_stride", argument->name, stride_names[s].word);
      put_item(", ", form->broken, text);
    }
    if (!is_array(argument)) continue;
    if (form->species)
      put_item(", ", form->broken, filled(spans ? "%s->stride[2]" : "%s_species_stride", argument->name));
    if (kernel->checks_bounds)
      put_item(", ", form->broken,
               filled(spans || device_in_hand() ? "&vfi_guard_of_%s" : "vfi_guard_of_%s", argument->name));
  }
}

void each_piece_stride(const vfi_kernel_description *kernel,
                       void (*visit)(const char *name, const char *word, const char *member, int value))
{
  for (int a = 0; a < kernel->argument_count; a++)
    for (int s = 0; s < STRIDE_NAMES; s++) {
      const int value = piece_stride(kernel, &kernel->arguments[a], s);
      if (value) visit(kernel->arguments[a].name, stride_names[s].word, stride_names[s].member, value);
    }
}

/* ---- Parameters of kernels on GPUs, as in device_parameters.c ---- */

void put_column_members(const vfi_kernel_description *kernel, const vfi_argument_description *argument)
{
  const char *const name = argument->name;
  for (int s = 0; s < STRIDE_NAMES; s++)
    if (has_stride(argument, s) && strcmp(stride_names[s].word, "block") != 0)
      put("  %s %s_%s_stride;\n", stride_type(kernel, s), name, stride_names[s].word);
  put("  ptrdiff_t %s_block_stride, %s_species_stride;\n", name, name);
  if (kernel->checks_bounds) put("  int vfi_first_level_of_%s, vfi_last_level_of_%s;\n", name, name);
}

void put_column_taking(const vfi_kernel_description *kernel, const vfi_argument_description *argument)
{
  const char *const name = argument->name;
  for (int s = 0; s < STRIDE_NAMES; s++)
    if (has_stride(argument, s) && strcmp(stride_names[s].word, "block") != 0)
      put("  vfi_given.%s_%s_stride = %s%s->%s;\n", name, stride_names[s].word,
          strcmp(stride_type(kernel, s), "int") ? "" : "(int)", name, stride_names[s].member);
  put("  vfi_given.%s_block_stride = %s->block_stride;\n  vfi_given.%s_species_stride = %s->stride[2];\n", name, name,
      name, name);
  if (kernel->checks_bounds)
    put("  vfi_given.vfi_first_level_of_%s = %s->lower[1];\n  vfi_given.vfi_last_level_of_%s = %s->upper[1];\n", name,
        name, name, name);
}

void put_column_variables(const vfi_kernel_description *kernel, const vfi_argument_description *argument,
                          const char *real)
{
  const char *const name = argument->name;
  const bool moves = columns_of(kernel)->block_phases->name != NULL; /* from species to species */
  put("  %s%s *%s%s = %s_origin + (ptrdiff_t)block * vfi_given.%s_block_stride +\n"
      "      (ptrdiff_t)vfi_species * vfi_given.%s_species_stride;\n",
      argument->intent == VF_ARGUMENT_READ ? "const " : "", element_in_c(argument->type, real), moves ? "" : "const ",
      name, name, name, name);
  for (int s = 0; s < STRIDE_NAMES; s++)
    if (has_stride(argument, s))
      put("  const %s %s_%s_stride = vfi_given.%s_%s_stride;\n", stride_type(kernel, s), name, stride_names[s].word,
          name, stride_names[s].word);
}

/* ---- Functions of bodies ---- */

/* The numbers of a carried value, or of a temporary on a level. */
int numbers_of(const vfi_column_value_description *value) { return value->count ? value->count : 1; }

bool has_half_levels(const vfi_column_value_description *value) { return !strncmp(value->text, "half_", 5); }

bool has_species(const vfi_column_value_description *value) { return strchr(value->text, '(') != NULL; }

static bool is_over_levels(const vfi_column_value_description *value) { return strcmp(value->text, "points") != 0; }

/* Parameters for temporaries or scratch. */
static void put_value_parameters(const vfi_kernel_description *kernel, const vfi_column_value_description *values,
                                 const char *real, bool of_scratch)
{
  static const char *const broken = " \\\n    ";
  char text[128];
  for (const vfi_column_value_description *value = values; value->name; value++) {
    snprintf(text, sizeof text, "VF_UNUSED %s *const %s", element_in_c(value->type, real), value->name);
    put_item(", ", broken, text);
    if (of_scratch ? is_over_levels(value) : device_in_hand() != NULL) {
      snprintf(text, sizeof text, "VF_UNUSED const %s %s_level_stride",
               of_scratch ? stride_in_c(kernel, 2) : "ptrdiff_t", value->name);
      put_item(", ", broken, text);
    }
    if (!of_scratch && device_in_hand() && has_species(value))
      put_item(", ", broken, filled("VF_UNUSED const ptrdiff_t %s_number_stride", value->name));
    if (kernel->checks_bounds)
      put_item(", ", broken, filled("VF_UNUSED vfi_column_guard *const vfi_guard_of_%s", value->name));
  }
}

static void put_body_parameters(const vfi_kernel_description *kernel, const char *real, bool carries)
{
  static const column_form form = { .unused = "VF_UNUSED ", .pointer = "*const ", .broken = " \\\n    " };
  char text[128];
  put("VF_UNUSED const int nlev, VF_UNUSED const int kidia, \\\n    "
      "VF_UNUSED const int kfdia, VF_UNUSED const int block, VF_UNUSED const int species");
  put_value_parameters(kernel, columns_of(kernel)->temporaries, real, false);
  put_value_parameters(kernel, columns_of(kernel)->scratch, real, true);
  put_column_parameters(kernel, real, &form);
  for (const vfi_column_value_description *value = columns_of(kernel)->carried; carries && value->name; value++) {
    snprintf(text, sizeof text, "VF_UNUSED %s *const %s_carried%s", element_in_c(value->type, real), value->name,
             value->count ? "_numbers" : "");
    put_item(", ", form.broken, text);
    if (value->count && kernel->checks_bounds)
      put_item(", ", form.broken, filled("VF_UNUSED vfi_column_guard *const vfi_guard_of_%s", value->name));
  }
}

/* The call of a body.
 *   indices  "i, k": its own arguments
 *   lanes    columns are lanes, with temporaries and carried values of their own */
static void put_body_call(const vfi_kernel_description *kernel, const char *real, const char *function,
                          const char *name, const char *indices, bool lanes)
{
  static const column_form form = { .broken = "\n          " };
  put("%s_%s(%s, nlev, kidia, kfdia, block, species", function, name, indices);
  for (const vfi_column_value_description *value = columns_of(kernel)->temporaries; value->name; value++) {
    put_item(", ", form.broken, filled(device_in_hand() ? "%s" : "%s + vfi_lane", value->name));
    if (device_in_hand()) put_item(", ", form.broken, filled("%s_level_stride", value->name));
    if (device_in_hand() && has_species(value)) put_item(", ", form.broken, filled("%s_number_stride", value->name));
    if (kernel->checks_bounds) put_item(", ", form.broken, filled("&vfi_guard_of_%s", value->name));
  }
  for (const vfi_column_value_description *value = columns_of(kernel)->scratch; value->name; value++) {
    put_item(", ", form.broken, value->name);
    if (is_over_levels(value)) put_item(", ", form.broken, filled("%s_level_stride", value->name));
    if (kernel->checks_bounds) put_item(", ", form.broken, filled("&vfi_guard_of_%s", value->name));
  }
  put_column_arguments(kernel, real, &form, false);
  for (const vfi_column_value_description *value = columns_of(kernel)->carried; lanes && value->name; value++) {
    put_item(", ", form.broken, filled(device_in_hand() ? "%s_of_column" : "&%s_of_lanes[vfi_lane]", value->name));
    if (value->count && kernel->checks_bounds) put_item(", ", form.broken, filled("&vfi_guard_of_%s", value->name));
  }
  put(");\n");
}

void put_checked_call(const vfi_kernel_description *kernel, const char *real, const vfi_phase_description *phase,
                      const body_kind *kind)
{
  if (!kernel->checks_bounds) {
    put("      ");
    put_body_call(kernel, real, kind->function, phase->name, kind->indices, kind->lanes);
    return;
  }
  put("    {\n      vfi_instance_begin(vfi_here, VF_INSTANCE_%s, \"%s\", %s, %s);\n      ", kind->instance, phase->name,
      kind->point, kind->level);
  put_body_call(kernel, real, kind->function, phase->name, kind->indices, kind->lanes);
  put_column_compares(kernel);
  put("    }\n");
}

/* ---- Sweeps ---- */

void put_carried(const vfi_kernel_description *kernel, const char *real)
{
  const vfi_column_value_description *const carried = columns_of(kernel)->carried;
  if (!carried->name) return;
  for (const vfi_column_value_description *value = carried; value->name; value++) {
    put("  %s %s_of_lanes[VF_LANES * %d];\n", element_in_c(value->type, real), value->name, numbers_of(value));
    if (value->count && kernel->checks_bounds) put_guard_of_carried(value);
  }
  put("  for (int vfi_lane = 0; vfi_lane < vfi_lanes; vfi_lane++) {\n");
  for (const vfi_column_value_description *value = carried; value->name; value++)
    for (int number = 0; number < numbers_of(value); number++)
      put("    %s_of_lanes[VF_LANES * %d + vfi_lane] = (%s)(%s);\n", value->name, number,
          element_in_c(value->type, real), value->text);
  put("  }\n");
}

/* The lanes of a level: all of them, or in a group the runs of neighbours that take part in the round. */
static void put_lane_loop(const vfi_kernel_description *kernel, bool in_group)
{
  if (in_group) put("    for (int vfi_run = 0; vfi_run < vfi_runs; vfi_run++)\n");
  if (!kernel->checks_bounds) put("#pragma omp simd\n");
  if (in_group) put("    for (int vfi_lane = vfi_run_begin[vfi_run]; vfi_lane < vfi_run_end[vfi_run]; vfi_lane++)");
  else put("    for (int vfi_lane = 0; vfi_lane < vfi_lanes; vfi_lane++)");
}

/* The columns of a level are a chain of calls and divisions each, and a processor looks ahead over one or two of them. With a number
 * of a smaller type in the loop, compilers take as many columns at once as a vector has of this type: several vectors of each number,
 * whose chains run side by side. */
static bool looks_ahead(const vfi_kernel_description *kernel, const vfi_phase_description *sweep)
{
  const bool swept = points_of(kernel)->runs == VF_RUNS_SWEEPS; /* the loops of teams have other lanes */
  return swept && !kernel->checks_bounds && facts_of_body(kernel, "VF_SWEEP", sweep->name).calls;
}

static bool looks_ahead_somewhere(const vfi_kernel_description *kernel)
{
  for (const vfi_phase_description *sweep = columns_of(kernel)->phases; sweep->name; sweep++)
    if (looks_ahead(kernel, sweep)) return true;
  return false;
}

static void put_lanes_of(const vfi_kernel_description *kernel, const char *real, const vfi_phase_description *sweep,
                         int together, bool in_group)
{
  const bool ahead = !in_group && looks_ahead(kernel, sweep);
  put_lane_loop(kernel, in_group);
  put("%s\n", together > 1 || ahead ? " {" : "");
  for (int level = 0; level < together; level++) {
    char indices[64];
    snprintf(indices, sizeof indices, level ? "vfi_first + vfi_lane, k %c %d" : "vfi_first + vfi_lane, k",
             sweep->work == VF_WORK_UP ? '-' : '+', level);
    const body_kind kind = { .function = "vfi_sweep", .indices = indices, .lanes = true };
    put_checked_call(kernel, real, sweep, &kind);
  }
  if (ahead) put("      vfi_ahead[vfi_lane]++;\n");
  if (together > 1 || ahead) put("    }\n");
}

/* The loop over the lanes of some levels from k on, in the order of the sweep. */
static void put_lanes(const vfi_kernel_description *kernel, const char *real, const vfi_phase_description *sweep,
                      int together)
{
  put_lanes_of(kernel, real, sweep, together, false);
}

static void put_lanes_of_runs(const vfi_kernel_description *kernel, const char *real,
                              const vfi_phase_description *sweep, int together)
{
  put_lanes_of(kernel, real, sweep, together, true);
}

void put_sweep(const vfi_kernel_description *kernel, const char *real, const vfi_phase_description *sweep,
               const char *instance, bool in_group)
{
  const body_kind kind = { "vfi_sweep", "vfi_first + vfi_lane, k", instance, "vfi_first + vfi_lane", "k", true };
  if (!kernel->checks_bounds) {
    put_levels(kernel, real, sweep, "VF_SWEEP", in_group ? put_lanes_of_runs : put_lanes);
    return;
  }
  if (sweep->work == VF_WORK_UP) put("  for (int k = (%s); k >= (%s); k--)", sweep->bottom, sweep->top);
  else put("  for (int k = (%s); k <= (%s); k++)", sweep->top, sweep->bottom);
  put("\n");
  put_lane_loop(kernel, in_group);
  put("\n");
  put_checked_call(kernel, real, sweep, &kind);
}

const vfi_repeat_description *group_that(const vfi_kernel_description *kernel, const char *sweep, bool begins)
{
  for (const vfi_repeat_description *group = columns_of(kernel)->repeats; group->first; group++)
    if (!strcmp(begins ? group->first : group->last, sweep)) return group;
  return NULL;
}

/* The sweeps in their order. A group runs as long as its carried value is neither 0 nor a NaN in some column, and the
 * columns with such a value take part. */
static void put_sweeps(const vfi_kernel_description *kernel, const char *real)
{
  const vfi_repeat_description *group = NULL;
  const bool ahead = looks_ahead_somewhere(kernel);
  if (ahead)
    put("  %s vfi_ahead[VF_LANES] = { 0 }; /* nobody reads it: its small type lets several vectors of columns run side "
        "by side */\n",
        strcmp(real, "float") ? "short" : "signed char");
  if (columns_of(kernel)->repeats->first) put("  int vfi_run_begin[VF_LANES], vfi_run_end[VF_LANES];\n");
  for (const vfi_phase_description *sweep = columns_of(kernel)->phases; sweep->name; sweep++) {
    if (group_that(kernel, sweep->name, true)) {
      group = group_that(kernel, sweep->name, true);
      put("  for (;;) { /* again while %s is not 0 */\n"
          "  int vfi_runs = 0; /* of neighbouring columns that take part */\n"
          "  for (int vfi_lane = 0; vfi_lane < vfi_lanes; vfi_lane++) {\n"
          "    if (!(%s_of_lanes[vfi_lane] < 0 || %s_of_lanes[vfi_lane] > 0)) continue;\n"
          "    if (!vfi_runs || vfi_run_end[vfi_runs - 1] < vfi_lane) vfi_run_begin[vfi_runs++] = vfi_lane;\n"
          "    vfi_run_end[vfi_runs - 1] = vfi_lane + 1;\n  }\n  if (!vfi_runs) break;\n",
          group->goes_on, group->goes_on, group->goes_on);
    }
    put_sweep(kernel, real, sweep, "SWEEP", group != NULL);
    if (group && !strcmp(group->last, sweep->name)) {
      put("  }\n");
      group = NULL;
    }
  }
  if (ahead) put("  VF_KEEP(vfi_ahead);\n");
}

/* The bytes of a temporary of all lanes, as an expression of nlev. */
static void put_bytes(const vfi_column_value_description *value, const char *real)
{
  put("(size_t)VF_LANES * %d * ((size_t)nlev%s) * sizeof(%s)", numbers_of(value), has_half_levels(value) ? " + 1" : "",
      element_in_c(value->type, real));
}

/* The temporaries of the lanes in the pool, one after the other. */
static void put_temporaries(const vfi_kernel_description *kernel, const char *real)
{
  for (const vfi_column_value_description *value = columns_of(kernel)->temporaries; value->name; value++) {
    const char *const type = element_in_c(value->type, real);
    put("  %s *const %s = (%s *)vfi_pool;\n  vfi_pool += ", type, value->name, type);
    put_bytes(value, real);
    put(";\n");
    if (kernel->checks_bounds) put_guard_of_temporary(value);
  }
}

/* Constants for the words of temporaries with species. */
static void put_temporary_numbers(const vfi_kernel_description *kernel)
{
  for (const vfi_column_value_description *value = columns_of(kernel)->temporaries; value->name; value++)
    if (has_species(value)) put("enum { vfi_numbers_of_%s = %d };\n", value->name, numbers_of(value));
}

/* Columns that are swept together. */
static int lane_count(const vfi_kernel_description *kernel)
{
  int carried = 0;
  for (const vfi_column_value_description *value = columns_of(kernel)->carried; value->name; value++)
    carried += numbers_of(value);
  return columns_of(kernel)->temporaries->name || carried > MOST_CARRIED ? LANES_WITH_TEMPORARIES : LANES;
}

/* Bytes of the temporaries of all lanes, as an expression of nlev. */
static void put_room(const vfi_kernel_description *kernel, const char *real)
{
  put("0");
  for (const vfi_column_value_description *value = columns_of(kernel)->temporaries; value->name; value++) {
    put(" + ");
    put_bytes(value, real);
  }
}

bool put_column_word(const char *word, const vfi_kernel_description *kernel, const char *real)
{
  static const column_form in_parts = { .broken = "\n        " };
  const column_form of_lanes = { .unused = "",
                                 .pointer = kernel->safe_in_place ? "*const " : "*const restrict ",
                                 .broken = "\n    " };
  if (!vfi_is_over_columns(kernel)) return false;
  if (put_device_column_word(word, kernel, real)) return true;
  if (!strcmp(word, "lane_count")) put("%d", lane_count(kernel));
  else if (!strcmp(word, "temporary_numbers")) put_temporary_numbers(kernel);
  else if (!strcmp(word, "sweep_parameters")) put_body_parameters(kernel, real, true);
  else if (!strcmp(word, "phase_parameters")) put_body_parameters(kernel, real, false);
  else if (!strcmp(word, "column_parameters")) put_column_parameters(kernel, real, &of_lanes);
  else if (!strcmp(word, "column_arguments")) put_column_arguments(kernel, real, &in_parts, true);
  else if (!strcmp(word, "temporaries")) put_temporaries(kernel, real);
  else if (!strcmp(word, "carried")) put_carried(kernel, real);
  else if (!strcmp(word, "sweeps")) put_sweeps(kernel, real);
  else if (!strcmp(word, "room")) put_room(kernel, real);
  else return put_team_word(word, kernel, real) || put_column_bounds_word(word, kernel);
  return true;
}
