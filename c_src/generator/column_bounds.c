/* The words of templates for kernels over columns and teams in builds that compare each access with its declaration. The
 * running body is the instance vfi_here; vfi_guard_of_x has the elements of array x that the instance may use. A team has
 * shadows of the elements that its instances share: of its scratch and of the arrays that it writes. */
#include <stdio.h>
#include <string.h>

#include "columns.h"

static bool is_team(const vfi_kernel_description *kernel) { return points_of(kernel)->runs == VF_RUNS_PHASES; }

static bool is_written(const vfi_argument_description *argument)
{
  return is_array(argument) && argument->intent != VF_ARGUMENT_READ;
}

static const char *intent_word(const vfi_argument_description *argument)
{
  return argument->intent == VF_ARGUMENT_READ ? "READ" : argument->intent == VF_ARGUMENT_WRITE ? "WRITE" : "UPDATE";
}

/* The values of elements are compared that a body touches and does not own. Teams of the host have shadows in place. */
static bool is_traced(const vfi_kernel_description *kernel, const vfi_argument_description *argument)
{
  return is_written(argument) && (device_in_hand() || !is_team(kernel));
}

static void put_guard(const vfi_kernel_description *kernel, int a)
{
  const vfi_argument_description *argument = &kernel->arguments[a];
  const vfi_column_shape *shape = &argument->map.column;
  const char *const name = argument->name;
  if (is_traced(kernel, argument)) put("  vfi_trace vfi_trace_of_%s;\n  vfi_trace_of_%s.count = 0;\n", name, name);
  put("  const vfi_column_shape vfi_shape_of_%s = { %d, %d, %d, %d, %d, %d, %d };\n", name, shape->is, shape->points,
      shape->levels, shape->parts, shape->blocks, shape->species, shape->rows);
  put("  const vfi_column_reach vfi_reach_of_%s = { { %d, %d, %d }, { %d, %d, %d } };\n", name,
      argument->reach.below[0], argument->levels.below[0], argument->reach.below[1], argument->reach.above[0],
      argument->levels.above[0], argument->reach.above[1]);
  put("  vfi_column_guard vfi_guard_of_%s = vfi_guard_of_column(%d, VF_ARGUMENT_%s, vfi_shape_of_%s, "
      "vfi_reach_of_%s,\n",
      name, a, intent_word(argument), name, name);
  if (device_in_hand()) put("    vfi_given.vfi_first_level_of_%s, vfi_given.vfi_last_level_of_%s, ", name, name);
  else put("    %s->lower[1], %s->upper[1], ", name, name);
  put("vfi_here, %s);\n", is_traced(kernel, argument) ? filled("&vfi_trace_of_%s", name) : "NULL");
}

/* The guards of a part of a call; of a thread on a GPU. */
static void put_guards(const vfi_kernel_description *kernel)
{
  const char *const apart = columns_of(kernel)->independent_levels ? "true" : "false";
  if (device_in_hand())
    put("  vfi_instance vfi_running = vfi_instance_in_block(nlev, kidia, kfdia, %s, vfi_record, block, vfi_species + "
        "1);\n",
        apart);
  else put("  vfi_instance vfi_running = vfi_instance_in_call(vfi_the_launch, vfi_all, %s);\n", apart);
  put("  vfi_instance *const vfi_here = &vfi_running;\n");
  for (int a = 0; a < kernel->argument_count; a++)
    if (is_array(&kernel->arguments[a])) put_guard(kernel, a);
}

/* The guard of a temporary or of scratch with the axes of shape. */
static void put_inner_guard(const char *name, const char *shape)
{
  put("  const vfi_column_shape vfi_shape_of_%s = %s;\n", name, shape);
  put("  vfi_column_guard vfi_guard_of_%s = vfi_inner_guard(\"%s\", vfi_shape_of_%s, vfi_here);\n", name, name, name);
}

void put_guard_of_temporary(const vfi_column_value_description *value)
{
  char shape[64];
  snprintf(shape, sizeof shape, "{ 1, 0, %d, %d, 0, %d, 0 }", has_half_levels(value) ? 2 : 1,
           has_species(value) ? numbers_of(value) : 0, has_species(value) ? 2 : 0);
  put_inner_guard(value->name, shape);
}

void put_guard_of_carried(const vfi_column_value_description *value)
{
  char shape[64];
  snprintf(shape, sizeof shape, "{ 1, 0, 0, %d, 0, 2, 0 }", value->count);
  put_inner_guard(value->name, shape);
}

void put_column_compares(const vfi_kernel_description *kernel)
{
  const bool settles = is_team(kernel) && !device_in_hand();
  for (const vfi_column_value_description *value = columns_of(kernel)->scratch; settles && value->name; value++)
    put("      vfi_shadow_settle(&vfi_guard_of_%s, (int)sizeof *%s);\n", value->name, value->name);
  for (int a = 0; a < kernel->argument_count; a++)
    if (is_written(&kernel->arguments[a]))
      put("      vfi_%s(%s, (int)sizeof *%s);\n", settles ? "shadow_settle" : "column_compare",
          filled(device_in_hand() ? "&vfi_guard_of_%s" : "vfi_guard_of_%s", kernel->arguments[a].name),
          kernel->arguments[a].name);
}

static const char *scratch_shape(const vfi_column_value_description *value)
{
  if (!strcmp(value->text, "points_levels")) return "{ 1, 1, 1, 0, 0, 0, 0 }";
  if (!strcmp(value->text, "points_half_levels")) return "{ 1, 1, 2, 0, 0, 0, 0 }";
  return strcmp(value->text, "points") ? "{ 1, 0, 1, 0, 0, 0, 0 }" : "{ 1, 1, 0, 0, 0, 0, 0 }";
}

void put_guard_of_scratch(const vfi_column_value_description *value)
{
  put_inner_guard(value->name, scratch_shape(value));
}

void put_scratch_shadow(const vfi_column_value_description *value, const char *count)
{
  const char *const name = value->name;
  put_guard_of_scratch(value);
  put("  vfi_scratch_unwrite((char *)%s_begin, %s, (int)sizeof *%s);\n", name, count, name);
  put("  vfi_shadow vfi_shadow_of_%s;\n  vfi_pool = vfi_shadow_beside(&vfi_shadow_of_%s, &vfi_guard_of_%s, vfi_pool, "
      "%s);\n",
      name, name, name, value->type == VF_ARGUMENT_INT || value->type == VF_ARGUMENT_INT64 ? "false" : "true");
}

/* The shadows of written arrays. */
static void put_array_shadows(const vfi_kernel_description *kernel)
{
  for (int a = 0; a < kernel->argument_count; a++) {
    const char *const name = kernel->arguments[a].name;
    if (is_written(&kernel->arguments[a]))
      put("  vfi_shadow vfi_shadow_of_%s;\n  vfi_pool = vfi_shadow_beside(&vfi_shadow_of_%s, vfi_guard_of_%s, "
          "vfi_pool, false);\n",
          name, name, name);
  }
}

void put_shadow_bytes(const vfi_kernel_description *kernel)
{
  for (const vfi_column_value_description *value = columns_of(kernel)->scratch; value->name; value++)
    put(" + vfi_shadow_bytes_of(&(const vfi_column_shape)%s, vfi_points, nlev)", scratch_shape(value));
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_column_shape *shape = &kernel->arguments[a].map.column;
    if (is_written(&kernel->arguments[a]))
      put(" + vfi_shadow_bytes_of(&(const vfi_column_shape){ %d, %d, %d, %d, %d, %d, %d }, vfi_points, nlev)",
          shape->is, shape->points, shape->levels, shape->parts, shape->blocks, shape->species, shape->rows);
  }
}

bool put_column_bounds_word(const char *word, const vfi_kernel_description *kernel)
{
  if (!strcmp(word, "column_guards")) put_guards(kernel);
  else if (!strcmp(word, "array_shadows")) put_array_shadows(kernel);
  else return false;
  return true;
}
