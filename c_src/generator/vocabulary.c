#include <stdio.h>
#include <string.h>
#include <strings.h>

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

/* Names that the generated code uses itself. Fortran ignores case. */
static const char *const taken[] = { "box",
                                     "boxes",
                                     "box_count",
                                     "colour",
                                     "direction",
                                     "result",
                                     "result_to",
                                     "result_view",
                                     "ierr",
                                     "status",
                                     "face",
                                     "i",
                                     "j",
                                     "k",
                                     "n",
                                     "real",
                                     "int",
                                     "size",
                                     "int32",
                                     "real32",
                                     "real64",
                                     "c_associated",
                                     "c_double",
                                     "c_int",
                                     "c_loc",
                                     "c_null_ptr",
                                     "c_ptr",
                                     "call_kernel",
                                     "lo",
                                     "hi",
                                     "components",
                                     "original_call",
                                     "original_real32",
                                     "original_real64",
                                     "argument_boundary",
                                     "argument_box",
                                     "argument_elements",
                                     "argument_integer",
                                     "argument_integers",
                                     "argument_lower",
                                     "argument_real",
                                     "argument_reals",
                                     "argument_upper",
                                     "put_result" };

/* Kernels would share these names with modules and procedures of viewfab. */
static const char *const taken_by_library[] = { "access",
                                                "boundary",
                                                "box",
                                                "c",
                                                "context",
                                                "errors",
                                                "kernels",
                                                "pointers",
                                                "status",
                                                "view",
                                                "view_base",
                                                "view_wrap",
                                                "box_cells",
                                                "box_coarsen",
                                                "box_grow",
                                                "box_of",
                                                "box_refine",
                                                "counters",
                                                "device_name",
                                                "dispatch",
                                                "error_handler",
                                                "fence",
                                                "field",
                                                "finalize",
                                                "finish",
                                                "get_counters",
                                                "init",
                                                "last_error",
                                                "print_config",
                                                "queue",
                                                "read",
                                                "reset_counters",
                                                "set",
                                                "set_create",
                                                "set_error_handler",
                                                "set_fill_ghosts",
                                                "set_size",
                                                "set_tile",
                                                "set_view",
                                                "set_wrap",
                                                "side",
                                                "status_text",
                                                "update",
                                                "wait",
                                                "write",
                                                "original",
                                                "original_array",
                                                "original_call",
                                                "validation",
                                                "keep",
                                                "mode",
                                                "tolerance",
                                                "validate_mode",
                                                "validate_every",
                                                "validate_keep",
                                                "validate_order",
                                                "validate_stop",
                                                "validate_tolerance",
                                                "report_write",
                                                "report_passed",
                                                "report_reset",
                                                "print_report" };

/* Kernel files are C++ too. */
static const char *const taken_by_cpp[] = { "alignas",   "and",       "asm",      "bool",      "catch",    "class",
                                            "constexpr", "delete",    "explicit", "export",    "false",    "friend",
                                            "mutable",   "namespace", "new",      "noexcept",  "not",      "nullptr",
                                            "operator",  "or",        "private",  "protected", "public",   "template",
                                            "this",      "throw",     "true",     "try",       "typename", "using",
                                            "virtual",   "xor" };

static void refuse(const vf_kernel_description *kernel, const char *name, const char *why)
{
  refuse_file(kernel, name, "the name '%s' %s", name, why);
}

static bool same_name(const char *name, const char *other) { return !strcasecmp(name, other); }

/* What is written for a kernel besides vf_<kernel> must not be called like another kernel. */
static void check_kernel_name(const vf_kernel_description *kernel)
{
  static const char *const suffixes[] = { "_boxes",           "_kernel",
                                          "_set_original",    "_original",
                                          "_original_real32", "_register_original",
                                          "_forget_original", "_register_original_real32" };
  enum { FORTRAN_NAME = 63, LONGEST = FORTRAN_NAME - (int)(sizeof "vf__register_original_real32" - 1) };
  char text[64];
  snprintf(text, sizeof text, "is longer than %d characters", LONGEST);
  if (strlen(kernel->name) > LONGEST) refuse(kernel, kernel->name, text);
  for (size_t t = 0; t < sizeof taken_by_library / sizeof *taken_by_library; t++)
    if (same_name(kernel->name, taken_by_library[t])) refuse(kernel, kernel->name, "is used by viewfab itself");
  for (const vf_kernel_description *const *other = vf_kernel_list; *other; other++)
    for (size_t s = 0; s < sizeof suffixes / sizeof *suffixes; s++) {
      snprintf(text, sizeof text, "%s%s", kernel->name, suffixes[s]);
      if (same_name((*other)->name, text)) refuse(*other, text, "is made for the kernel whose name it starts with");
    }
}

/* An original has the bounds of its arrays as arguments, x_lo and x_hi for x. */
static void check_bounds_names(const vf_kernel_description *kernel, const vf_argument_description *array)
{
  enum { LONGEST = 63 - 3 };
  char bounds[80];
  if (strlen(array->name) > LONGEST) refuse(kernel, array->name, "is longer than 60 characters, but names an array");
  for (int upper = 0; upper < 2; upper++) {
    snprintf(bounds, sizeof bounds, upper ? "%s_hi" : "%s_lo", array->name);
    for (int b = 0; b < kernel->argument_count; b++)
      if (same_name(bounds, kernel->arguments[b].name))
        refuse(kernel, kernel->arguments[b].name, "is used by viewfab itself, for bounds of an array");
  }
}

static void check_length(const vf_kernel_description *kernel, const char *name, const char *text)
{
  if (strlen(text) > TEXT_LIMIT)
    refuse_file(kernel, name, "the text about %s has %zu bytes, more than %d", name, strlen(text), TEXT_LIMIT);
}

void check_names(const vf_kernel_description *kernel)
{
  bool has_array = false;
  for (int a = 0; a < kernel->argument_count; a++) has_array = has_array || is_array(&kernel->arguments[a]);
  if (!has_array) refuse(kernel, kernel->name, "belongs to a kernel without an array argument");
  check_kernel_name(kernel);
  check_length(kernel, kernel->name, kernel->summary);
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_argument_description *argument = &kernel->arguments[a];
    check_length(kernel, argument->name, argument->documentation);
    if (strlen(argument->name) > 63) refuse(kernel, argument->name, "is longer than 63 characters");
    if (!strncasecmp(argument->name, "vf_", 3)) refuse(kernel, argument->name, "starts with vf_, which viewfab keeps");
    for (size_t t = 0; t < sizeof taken / sizeof *taken; t++)
      if (same_name(argument->name, taken[t])) refuse(kernel, argument->name, "is used by viewfab itself");
    for (size_t t = 0; t < sizeof taken_by_cpp / sizeof *taken_by_cpp; t++)
      if (!strcmp(argument->name, taken_by_cpp[t])) refuse(kernel, argument->name, "is a word of C++");
    for (int b = 0; b < a; b++)
      if (same_name(argument->name, kernel->arguments[b].name))
        refuse(kernel, argument->name, "is used twice (Fortran ignores case)");
    if (is_array(argument)) check_bounds_names(kernel, argument);
    if (is_array(argument) && argument->map.shift[0]) {
      bool found = false;
      for (int b = 0; b < kernel->argument_count; b++)
        found = found || (kernel->arguments[b].type == VF_ARGUMENT_INT3 &&
                          !strcmp(kernel->arguments[b].name, argument->map.shift));
      if (!found) refuse(kernel, argument->map.shift, "is a shift, but no VALUE(int3, ...) of the kernel");
    }
  }
}
