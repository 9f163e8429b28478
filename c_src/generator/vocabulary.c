#include <stdio.h>

#include "generator.h"

bool is_array(const vf_argument_description *argument) { return argument->intent != VF_ARGUMENT_VALUE; }

bool is_coefficient(const vf_argument_description *argument)
{
  return !is_array(argument) && vf_value_traits_of(argument->type)->numbers == VF_NUMBERS_REAL;
}

const char *intent_text(const vf_argument_description *argument)
{
  switch (argument->intent) {
    case VF_ARGUMENT_READ: return "read";
    case VF_ARGUMENT_WRITE: return "written";
    case VF_ARGUMENT_UPDATE: return "updated";
    case VF_ARGUMENT_VALUE: break;
  }
  return "value";
}

/* "1 more on each side", "2 more below and 1 more above"; "" where nothing is more */
static void side_text(char *text, size_t size, int below, int above)
{
  text[0] = 0;
  if (below && below == above) snprintf(text, size, "%d more on each side", below);
  else if (below && above) snprintf(text, size, "%d more below and %d more above", below, above);
  else if (below || above) snprintf(text, size, "%d more %s", below + above, below ? "below" : "above");
}

/* ", 1 more on each side", with the direction where they differ: ", 1 more on each side in i, 2 more above in j" */
static const char *reach_text(const vf_reach *reach)
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

const char *map_text(const vf_argument_description *argument)
{
  static char text[384];
  snprintf(text, sizeof text, "indexed %s%s%s", argument->map.text, reach_text(&argument->reach),
           argument->map.shared ? "; no component index" : "");
  return text;
}

const vf_points_traits *points_of(const vf_kernel_description *kernel) { return vf_points_traits_of(kernel->points); }

bool reduces(const vf_kernel_description *kernel) { return points_of(kernel)->adds == VF_ADDS_RESULT; }

const char *added_argument(const vf_kernel_description *kernel)
{
  return points_of(kernel)->adds == VF_ADDS_NOTHING ? NULL : points_of(kernel)->added;
}

const char *added_meaning(const vf_kernel_description *kernel)
{
  static char text[TEXT_ROOM];
  snprintf(text, sizeof text, "%s (%s)", points_of(kernel)->meaning, reduces(kernel) ? "out" : "in");
  return text;
}

const char *box_meaning(const vf_kernel_description *kernel)
{
  static char text[TEXT_ROOM];
  snprintf(text, sizeof text, "%s (in)", points_of(kernel)->boxes);
  return text;
}
