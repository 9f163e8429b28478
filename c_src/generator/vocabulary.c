#include <stdio.h>
#include <string.h>

#include "generator.h"

bool is_array(const vfi_argument_description *argument) { return argument->intent != VF_ARGUMENT_VALUE; }

bool is_coefficient(const vfi_argument_description *argument)
{
  return !is_array(argument) && vfi_value_traits_of(argument->type)->numbers == VF_NUMBERS_REAL;
}

const char *intent_text(const vfi_argument_description *argument)
{
  switch (argument->intent) {
    case VF_ARGUMENT_READ: return "read";
    case VF_ARGUMENT_WRITE: return "written";
    case VF_ARGUMENT_UPDATE: return "updated";
    case VF_ARGUMENT_VALUE: break;
  }
  return "value";
}

/* "1 more on each side", "2 more below and 1 more above"; "" without neighbours */
static void side_text(char *text, size_t size, int below, int above)
{
  text[0] = 0;
  if (below && below == above) snprintf(text, size, "%d more on each side", below);
  else if (below && above) snprintf(text, size, "%d more below and %d more above", below, above);
  else if (below || above) snprintf(text, size, "%d more %s", below + above, below ? "below" : "above");
}

/* ", 1 more on each side", with directions if they differ: ", 1 more on each side in i, 2 more above in j" */
static const char *reach_text(const vfi_reach *reach)
{
  static char text[160];
  char sides[48];
  const int *below = reach->below, *above = reach->above;
  const bool alike = below[0] == below[1] && below[1] == below[2] && above[0] == above[1] && above[1] == above[2];
  size_t used = 0;
  text[0] = 0;
  for (int d = 0; d < (alike ? 1 : 3); d++) {
    side_text(sides, sizeof sides, below[d], above[d]);
    if (!sides[0]) continue;
    used += (size_t)snprintf(text + used, sizeof text - used, ", %s%s", sides,
                             alike    ? ""
                             : d == 0 ? " in i"
                             : d == 1 ? " in j"
                                      : " in k");
  }
  return text;
}

int array_with_points(const vfi_kernel_description *kernel)
{
  for (int a = 0; a < kernel->argument_count; a++)
    if (is_array(&kernel->arguments[a]) && kernel->arguments[a].map.column.points) return a;
  return -1;
}

int column_indices(const vfi_argument_description *argument, column_index indices[MOST_COLUMN_INDICES])
{
  const vfi_column_shape *shape = &argument->map.column;
  const bool all_species = shape->species == 2;
  int count = 0;
  if (shape->points) indices[count++] = (column_index){ 'i', "klon", 0 };
  if (shape->rows) {
    indices[count++] = (column_index){ 'c', NULL, shape->rows };
    indices[count++] = (column_index){ 'd', NULL, shape->parts / shape->rows };
    return count;
  }
  if (shape->parts && !all_species) indices[count++] = (column_index){ 'c', NULL, shape->parts };
  if (shape->levels) indices[count++] = (column_index){ 'k', shape->levels == 2 ? "nlev+1" : "nlev", 0 };
  if (shape->parts && all_species) indices[count++] = (column_index){ 's', NULL, shape->parts };
  return count;
}

/* ", at levels k - 1 to k + 1" for a reach along an axis */
static size_t add_range(char *text, size_t size, const char *axis, int below, int above)
{
  char from[16] = "", to[16] = "";
  if (!below && !above) return 0;
  if (below) snprintf(from, sizeof from, " - %d", below);
  if (above) snprintf(to, sizeof to, " + %d", above);
  const char letter = axis[0] == 'l' ? 'k' : axis[0] == 'p' ? 'i' : 'b';
  return (size_t)snprintf(text, size, ", at %s %c%s to %c%s", axis, letter, from, letter, to);
}

/* "indexed by point, level and block, at levels k - 1 to k + 1; axes i k b" */
static const char *column_map_text(const vfi_argument_description *argument)
{
  static char text[384];
  const vfi_reach *levels = &argument->levels, *beside = &argument->reach;
  column_index indices[MOST_COLUMN_INDICES];
  const int count = column_indices(argument, indices);
  size_t used = (size_t)snprintf(text, sizeof text, "indexed %s", argument->map.text);
  used += add_range(text + used, sizeof text - used, "levels", levels->below[0], levels->above[0]);
  used += add_range(text + used, sizeof text - used, "points", beside->below[0], beside->above[0]);
  used += add_range(text + used, sizeof text - used, "blocks", beside->below[1], beside->above[1]);
  used += (size_t)snprintf(text + used, sizeof text - used, "; axes");
  for (int d = 0; d < count; d++) used += (size_t)snprintf(text + used, sizeof text - used, " %c", indices[d].letter);
  snprintf(text + used, sizeof text - used, "%s%s", argument->map.column.species == 1 ? " s" : "",
           argument->map.column.blocks ? " b" : "");
  return text;
}

const char *map_text(const vfi_argument_description *argument)
{
  static char text[384];
  if (argument->map.column.is) return column_map_text(argument);
  if (argument->map.remote) return "elements of all ranks, by number";
  snprintf(text, sizeof text, "indexed %s%s%s", argument->map.text, reach_text(&argument->reach),
           argument->map.shared ? "; no component index" : "");
  return text;
}

void each_option(const vfi_argument_description *argument, void (*visit)(const vfi_option *))
{
  const char *text = argument->options;
  vfi_option option = { .number = -1 };
  while (text && vfi_option_next(&text, &option)) visit(&option);
}

const char *value_text(const vfi_kernel_description *kernel, const vfi_argument_description *argument)
{
  static char text[TEXT_ROOM + 2048];
  const char *options = argument->options, *separator = "; ";
  vfi_option option = { .number = -1 };
  size_t used = (size_t)snprintf(text, sizeof text, "%s (in", argument->documentation);
  for (; options && used < sizeof text && vfi_option_next(&options, &option); separator = ", ")
    used += (size_t)snprintf(text + used, sizeof text - used, "%svf_%s_%.*s", separator, kernel->name, option.length,
                             option.name);
  for (const vfi_constant *member = argument->structure ? argument->structure->members : NULL;
       member && member->name && used < sizeof text; member++)
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%s",
                             member == argument->structure->members ? "; members " : ", ", member->name);
  if (used < sizeof text) snprintf(text + used, sizeof text - used, ")");
  return text;
}

const vfi_points_traits *points_of(const vfi_kernel_description *kernel)
{
  return vfi_points_traits_of(kernel->points);
}

/* The text with "cells" replaced by the place of the kernel's points. */
static const char *at_points(const vfi_kernel_description *kernel, const char *text)
{
  static char replaced[TEXT_ROOM];
  const char *cells = strstr(text, "cells");
  if (!kernel->on || !strcmp(kernel->on, "cells") || !cells) return text;
  const bool nodes = !strcmp(kernel->on, "nodes");
  snprintf(replaced, sizeof replaced, "%.*s%s%s%s", (int)(cells - text), text, nodes ? "" : "points on ", kernel->on,
           cells + strlen("cells"));
  return replaced;
}

const char *walked_text(const vfi_kernel_description *kernel)
{
  static const char *const parts[] = { "",
                                       "beside the six faces of the box",
                                       "at the edges of the box",
                                       "beside the six faces of the box and at its edges",
                                       "at the corners of the box",
                                       "beside the six faces of the box and at its corners",
                                       "at the edges and corners of the box",
                                       "of the box, with those at edges and corners" };
  static char text[512];
  const vfi_ghosts_clause *clause = &kernel->ghosts;
  const char *depth = clause->depth ? clause->depth : "1";
  const int *nodal = clause->nodal_in;
  const bool said =
      clause->depth || clause->parts || clause->sides || clause->nodal || nodal[0] || nodal[1] || nodal[2];
  if (!vfi_layers_around(kernel) || !said) return at_points(kernel, points_of(kernel)->walked);
  int used =
      snprintf(text, sizeof text, "the ghosts %s, to the depth %s", parts[clause->parts ? clause->parts : 1], depth);
  if (clause->sides && strcmp(clause->sides, "mirrors"))
    used += snprintf(text + used, sizeof text - (size_t)used, ", but for faces that %s leaves unfilled", clause->sides);
  if (clause->nodal)
    used += snprintf(text + used, sizeof text - (size_t)used, "; nodes in the directions of %s", clause->nodal);
  for (int centring = 1; centring >= -1; centring -= 2)
    for (int d = 0, first = 1; d < 3; d++)
      if (nodal[d] == centring) {
        const char *before = !first ? ", " : centring > 0 ? "; nodes in " : "; first and last cell on the walls in ";
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%c", before, "xyz"[d]);
        first = 0;
      }
  return text;
}

void each_result(const vfi_kernel_description *kernel,
                 void (*visit)(const vfi_result_description *result, const char *name, bool place))
{
  char place[128];
  for (int r = 0; r < kernel->result_count; r++) {
    const vfi_result_description *result = &kernel->results[r];
    visit(result, result->name, false);
    snprintf(place, sizeof place, "%s_place", result->name);
    if (result->placed) visit(result, place, true);
  }
}

static const char *operation_text(vfi_reduction reduction)
{
  switch (reduction) {
    case VF_REDUCTION_MIN: return "the smallest value; no points: infinity";
    case VF_REDUCTION_MAX: return "the largest value; no points: -infinity";
    default: return "the sum; no points: 0";
  }
}

const char *result_meaning(const vfi_kernel_description *kernel, const vfi_result_description *result, bool place)
{
  static char text[TEXT_ROOM];
  if (vfi_is_reduction(kernel))
    snprintf(text, sizeof text,
             "result: the call waits for a number; a real64 view keeps the result on the device (out)");
  else if (place)
    snprintf(text, sizeof text, "place of %s: the first point with this result, or none (out, may be left out)",
             result->name);
  else
    snprintf(text, sizeof text, "%s: %s (out, may be left out; is waited for)", result->documentation,
             operation_text(result->reduction));
  return text;
}

const char *results_view(const vfi_kernel_description *kernel)
{
  return vfi_is_reduction(kernel) ? "result_view" : "results";
}

const char *results_view_meaning(const vfi_kernel_description *kernel)
{
  static char text[256];
  snprintf(text, sizeof text,
           "in place of all results: a real64 view of at least %d elements, which takes the results in this order on "
           "the device",
           kernel->result_count);
  return text;
}

const char *added_argument(const vfi_kernel_description *kernel)
{
  return points_of(kernel)->adds == VF_ADDS_NOTHING ? NULL : points_of(kernel)->added;
}

const char *added_meaning(const vfi_kernel_description *kernel)
{
  static char text[TEXT_ROOM];
  snprintf(text, sizeof text, "%s (in)", points_of(kernel)->meaning);
  return text;
}

const char *box_name(const vfi_kernel_description *kernel) { return vfi_is_over_columns(kernel) ? "columns" : "box"; }

const char *box_meaning(const vfi_kernel_description *kernel)
{
  static char text[TEXT_ROOM];
  snprintf(text, sizeof text, "%s (in)", at_points(kernel, points_of(kernel)->boxes));
  return text;
}

const char *layout_name(void) { return "layout"; }

const char *layout_meaning(const vfi_kernel_description *kernel)
{
  return kernel->result_count
             ? "in place of the box: a layout, for work on its boxes of this rank; collective: results "
               "cover the boxes of all ranks, and have the same bits for any number of ranks (in)"
             : "in place of the box: a layout, for work on its boxes of this rank (in)";
}
