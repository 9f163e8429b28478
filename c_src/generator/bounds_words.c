/* The words of templates for builds that compare each access with its declaration. The elements that a point may use of
 * array x are vfi_near_of_x, from the map and the reach of the declaration; vfi_guard_at_x has them for the accesses of
 * the point. */
#include <stdio.h>
#include <string.h>

#include "loops.h"

static void put_three(const int numbers[3]) { put("{ %d, %d, %d }", numbers[0], numbers[1], numbers[2]); }

/* The map and the reach of an array. */
static void put_declared(const vfi_argument_description *argument)
{
  const vfi_map *map = &argument->map;
  put("  static const vfi_map vfi_map_of_%s = { {", argument->name);
  for (int d = 0; d < 3; d++) {
    const vfi_map_entry *at = &map->at[d];
    char text[128];
    snprintf(text, sizeof text, "{ %d, %d, %d, %d, %d, %d, %d }", at->axis, at->refine, at->coarsen, at->first,
             at->last, at->first_beside, at->last_beside);
    put_item(d ? ", " : " ", "\n    ", text);
  }
  /* C++ wants all members, also the members that a guard does not use */
  put(" }, %d, %s, false, \"\", \"\", \"\", \"\", { 0, 0, 0, 0, 0, 0, 0 }, false };\n", map->rank,
      map->of_call ? "true" : "false");
  put("  static const vfi_reach vfi_reach_of_%s = { ", argument->name);
  put_three(argument->reach.below);
  put(", ");
  put_three(argument->reach.above);
  put(" };\n");
}

static bool is_over_tiles(const vfi_kernel_description *kernel) { return points_of(kernel)->runs == VF_RUNS_WINDOWS; }

/* True if the values of elements are compared that a point touches and does not own. */
static bool is_traced(const vfi_kernel_description *kernel, const vfi_argument_description *argument)
{
  return argument->intent == VF_ARGUMENT_UPDATE && !kernel->race_intended && !is_over_tiles(kernel);
}

static const char *intent_name(const vfi_argument_description *argument)
{
  return argument->intent == VF_ARGUMENT_READ ? "READ" : argument->intent == VF_ARGUMENT_WRITE ? "WRITE" : "UPDATE";
}

static void put_near(const vfi_kernel_description *kernel, const vfi_argument_description *argument, bool of_halo)
{
  const char *const name = argument->name;
  const bool by_direction = !vfi_is_coloured(kernel) && !vfi_layers_around(kernel) && !is_over_tiles(kernel);
  put_declared(argument);
  if (is_traced(kernel, argument)) put("  vfi_trace vfi_trace_of_%s;\n  vfi_trace_of_%s.count = 0;\n", name, name);
  put("  const vfi_near vfi_near_of_%s = vfi_near_of%s(", name, of_halo ? "_halo" : "");
  if (!of_halo) put("VF_ARGUMENT_%s, ", intent_name(argument));
  put("&vfi_map_of_%s, &vfi_reach_of_%s,\n    ", name, name);
  if (!of_halo)
    put("%s, %s, ", vfi_layers_around(kernel) ? "&vfi_here.halo" : "NULL", by_direction ? "direction" : "0");
  put("%s, ", *argument->map.shift ? filled("%s.at", argument->map.shift) : "NULL");
  put("%s, vfi_at, &box", *argument->map.within ? filled("&%s", argument->map.within) : "NULL");
  if (!of_halo) put(", %s", is_traced(kernel, argument) ? filled("&vfi_trace_of_%s", name) : "NULL");
  put(");\n");
  put("  const vfi_guard vfi_guard_at_%s = vfi_guard_at(vfi_guard_of_%s, &vfi_near_of_%s);\n", name, name, name);
}

/* The guards of all arrays of a point; the last guard serves the lines, which are no arguments. */
static void put_nears(const vfi_kernel_description *kernel)
{
  static const char *const points[] = { "i, 0, 0", "i, j, 0", "i, j, k" };
  const char *last = NULL;
  put("  const int vfi_at[3] = { %s };\n", points[kernel->rank - 1]);
  for (int a = 0; a < kernel->argument_count; a++) {
    if (!is_array(&kernel->arguments[a])) continue;
    put_near(kernel, &kernel->arguments[a], false);
    last = kernel->arguments[a].name;
  }
  put("  (void)vfi_at;\n");
  if (kernel->lines->name)
    put("  const vfi_guard *const vfi_lines_guard = %s;\n", last ? filled("&vfi_guard_at_%s", last) : "NULL");
}

void put_guards_of_point(const vfi_kernel_description *kernel, bool of_halo)
{
  for (int a = 0; a < kernel->argument_count; a++)
    if (is_array(&kernel->arguments[a]) && (!of_halo || kernel->arguments[a].intent == VF_ARGUMENT_READ))
      put_near(kernel, &kernel->arguments[a], of_halo);
}

static void put_compares(const vfi_kernel_description *kernel)
{
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *argument = &kernel->arguments[a];
    if (is_array(argument) && is_traced(kernel, argument))
      put("  vfi_trace_compare(&vfi_guard_at_%s, (int)sizeof *%s);\n", argument->name, argument->name);
  }
}

void put_guard_of_remote(const char *name, int argument)
{
  put("  const vfi_guard vfi_guard_of_%s = vfi_guard_of(&vfi_the_launch->spans[%d], %d, vfi_the_launch->bounds);\n",
      name, argument, argument);
}

/* The guards of a box. A remote array is the same in all boxes. */
static void put_guards(const vfi_kernel_description *kernel)
{
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *argument = &kernel->arguments[a];
    if (!is_array(argument)) continue;
    if (argument->map.remote) put_guard_of_remote(argument->name, a);
    else
      put("  const vfi_guard vfi_guard_of_%s = vfi_guard_in_box(vfi_the_launch, %s, %d, vfi_b);\n", argument->name,
          argument->name, a);
  }
}

bool put_bounds_word(const char *word, const vfi_kernel_description *kernel)
{
  if (!strcmp(word, "nears")) put_nears(kernel);
  else if (!strcmp(word, "compares")) put_compares(kernel);
  else return false;
  return true;
}

void put_guards_of_box(const vfi_kernel_description *kernel)
{
  if (kernel->checks_bounds && !vfi_is_over_columns(kernel)) put_guards(kernel);
}
