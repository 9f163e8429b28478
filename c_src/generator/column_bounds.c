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

/* The guards of a part of a call. */
static void put_guards(const vfi_kernel_description *kernel)
{
  put("  vfi_instance vfi_running = vfi_instance_in_call(vfi_the_launch, vfi_all, %s);\n",
      columns_of(kernel)->independent_levels ? "true" : "false");
  put("  vfi_instance *const vfi_here = &vfi_running;\n");
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *argument = &kernel->arguments[a];
    const vfi_column_shape *shape = &argument->map.column;
    const char *const name = argument->name;
    if (!is_array(argument)) continue;
    if (is_written(argument) && !is_team(kernel))
      put("  vfi_trace vfi_trace_of_%s;\n  vfi_trace_of_%s.count = 0;\n", name, name);
    put("  vfi_column_guard vfi_guard_of_%s = { .argument = %d, .intent = VF_ARGUMENT_%s,\n", name, a,
        intent_word(argument));
    put("    .shape = { %d, %d, %d, %d, %d, %d, %d }, ", shape->is, shape->points, shape->levels, shape->parts,
        shape->blocks, shape->species, shape->rows);
    put(".reach = { { %d, %d, %d }, { %d, %d, %d } },\n", argument->reach.below[0], argument->levels.below[0],
        argument->reach.below[1], argument->reach.above[0], argument->levels.above[0], argument->reach.above[1]);
    put("    .first_level = %s->lower[1], .last_level = %s->upper[1], .here = vfi_here, .trace = ", name, name);
    put("%s };\n", is_written(argument) && !is_team(kernel) ? filled("&vfi_trace_of_%s", name) : "NULL");
  }
}

void put_inner_guard(const char *name, const char *shape)
{
  put("  vfi_column_guard vfi_guard_of_%s = vfi_inner_guard(\"%s\", (vfi_column_shape)%s, vfi_here);\n", name, name,
      shape);
}

void put_column_compares(const vfi_kernel_description *kernel)
{
  for (const vfi_column_value_description *value = columns_of(kernel)->scratch; value->name; value++)
    put("      vfi_shadow_settle(&vfi_guard_of_%s, (int)sizeof *%s);\n", value->name, value->name);
  for (int a = 0; a < kernel->argument_count; a++)
    if (is_written(&kernel->arguments[a]))
      put("      vfi_%s(vfi_guard_of_%s, (int)sizeof *%s);\n", is_team(kernel) ? "shadow_settle" : "column_compare",
          kernel->arguments[a].name, kernel->arguments[a].name);
}

static const char *scratch_shape(const vfi_column_value_description *value)
{
  if (!strcmp(value->text, "points_levels")) return "{ 1, 1, 1, 0, 0, 0, 0 }";
  if (!strcmp(value->text, "points_half_levels")) return "{ 1, 1, 2, 0, 0, 0, 0 }";
  return strcmp(value->text, "points") ? "{ 1, 0, 1, 0, 0, 0, 0 }" : "{ 1, 1, 0, 0, 0, 0, 0 }";
}

void put_scratch_shadow(const vfi_column_value_description *value, const char *count)
{
  const char *const name = value->name;
  put_inner_guard(name, scratch_shape(value));
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
