/* The arrays of an original: their declarations, and their indices with bounds. */
#include <stdio.h>
#include <string.h>

#include "generator.h"

static const char *const continuation = " &\n        ";

int bounded_indices(const vfi_kernel_description *kernel, const vfi_argument_description *argument)
{
  const vfi_column_shape *shape = &argument->map.column;
  if (!is_array(argument)) return 0;
  if (vfi_reads_neighbours(kernel)) return (shape->points != 0) + (shape->levels != 0) + (shape->blocks != 0);
  return shape->is ? 0 : argument->map.rank;
}

/* "(klon, 4, nlev)" */
static void put_extents(const vfi_argument_description *argument)
{
  column_index indices[MOST_COLUMN_INDICES];
  const int count = column_indices(argument, indices);
  for (int d = 0; d < count; d++) {
    char text[32];
    snprintf(text, sizeof text, "%d", indices[d].number);
    put_item(d ? ", " : "", continuation, indices[d].extent ? indices[d].extent : text);
  }
  put(")\n");
}

/* "a_lo(2):a_hi(2)" */
static void put_bounds(const vfi_argument_description *argument, int d, bool first)
{
  char lower[80], upper[80], both[160];
  snprintf(lower, sizeof lower, "%s_lo(%d):", argument->name, d);
  snprintf(upper, sizeof upper, "%s_hi(%d)", argument->name, d);
  snprintf(both, sizeof both, "%s%s", lower, upper);
  const bool fits = strlen(both) < LINE_LIMIT / 2;
  put_item(first ? "" : ", ", continuation, fits ? both : lower);
  if (!fits) put_item("", continuation, upper);
}

/* "(u_lo(1):u_hi(1), 5, u_lo(2):u_hi(2), u_lo(3):u_hi(3))" */
static void put_whole_columns(const vfi_argument_description *argument)
{
  column_index indices[MOST_COLUMN_INDICES];
  const int count = column_indices(argument, indices);
  int bounds = 0;
  for (int d = 0; d < count; d++) {
    char text[32];
    snprintf(text, sizeof text, "%d", indices[d].number);
    if (indices[d].extent) put_bounds(argument, ++bounds, d == 0);
    else put_item(d ? ", " : "", continuation, text);
  }
  if (argument->map.column.blocks) put_bounds(argument, ++bounds, count == 0);
  put(")\n");
}

void declare_array(const vfi_kernel_description *kernel, const vfi_argument_description *argument, const char *kind,
                   const char *indent)
{
  char type[64], bounds[128];
  const int bounded = bounded_indices(kernel, argument);
  if (bounded) {
    put("%s", indent);
    snprintf(bounds, sizeof bounds, "%s_lo(%d)", argument->name, bounded);
    put_item("integer, intent(in) :: ", continuation, bounds);
    snprintf(bounds, sizeof bounds, "%s_hi(%d)", argument->name, bounded);
    put_item(", ", continuation, bounds);
    put("\n");
  }
  snprintf(type, sizeof type, "%s%s, intent(%s) :: ", indent, element_type(argument, kind),
           argument->intent == VF_ARGUMENT_READ ? "in" : "inout");
  put_item(type, continuation, filled("%s(", argument->name));
  if (argument->map.column.is) {
    (vfi_reads_neighbours(kernel) ? put_whole_columns : put_extents)(argument);
    return;
  }
  for (int d = 1; d <= argument->map.rank; d++) put_bounds(argument, d, d == 1);
  if (!argument->map.shared) put_item(argument->map.rank ? ", " : "", continuation, "components");
  put(")\n");
}
