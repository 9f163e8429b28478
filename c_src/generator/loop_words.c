/* The words and conditions of templates: texts that follow from a kernel's declaration. */
#include <stdio.h>
#include <string.h>

#include "columns.h"

/* ---- Conditions ---- */

/* The map lists the axes of the indices. */
static bool is_listed(const vfi_argument_description *argument) { return strstr(argument->map.word, "along("); }

static int listed_indices(const vfi_argument_description *argument)
{
  int count = 1;
  for (const char *at = strstr(argument->map.word, "along("); *at && *at != ')'; at++) count += *at == ',';
  return count;
}

int index_count(const vfi_kernel_description *kernel, const vfi_argument_description *argument)
{
  return is_listed(argument) ? listed_indices(argument) : kernel->rank + 1;
}

bool lacks_components(const vfi_kernel_description *kernel, const vfi_argument_description *argument)
{
  return !vfi_is_over_columns(kernel) && argument->map.shared && argument->map.rank < index_count(kernel, argument);
}

/* No index follows a point. */
static bool is_free(const vfi_argument_description *argument)
{
  for (int d = 0; d < 3; d++)
    if (argument->map.at[d].axis != VF_AXIS_ANY) return false;
  return !is_listed(argument);
}

static bool has_free_arrays(const vfi_kernel_description *kernel)
{
  for (int a = 0; a < kernel->argument_count; a++)
    if (is_array(&kernel->arguments[a]) && is_free(&kernel->arguments[a])) return true;
  return false;
}

/* A list of indices that is the same for all j of a point: it is read once for all of them if j is the inner loop. */
static bool is_list_without_j(const vfi_argument_description *argument)
{
  const char *const axes = strstr(argument->map.word, "along(");
  const bool counts = argument->type == VF_ARGUMENT_INT || argument->type == VF_ARGUMENT_INT64;
  return counts && argument->intent == VF_ARGUMENT_READ && axes && !strchr(axes + strlen("along("), 'j');
}

static bool has_lists_without_j(const vfi_kernel_description *kernel)
{
  for (int a = 0; a < kernel->argument_count; a++)
    if (is_array(&kernel->arguments[a]) && is_list_without_j(&kernel->arguments[a])) return true;
  return false;
}

static const char *stem_end(const char *file) { return strchr(file, '.'); }

/* The kernel is one of several of its file, each along a direction: its name ends with the name of the file and a direction. */
static bool is_along_axis(const vfi_kernel_description *kernel)
{
  const char *const file = file_name(kernel);
  const size_t stem = (size_t)(stem_end(file) - file), length = strlen(kernel->name);
  return length >= stem + 2 && kernel->name[length - 2] == '_' &&
         !strncmp(kernel->name + length - 2 - stem, file, stem);
}

/* Remote arrays have other forms than flat. */
bool has_forms(const vfi_kernel_description *kernel)
{
  return kernel->remote_forms & (1u << VF_REMOTE_TABLE | 1u << VF_REMOTE_HANDLE);
}

/* The function of a point does more than the body. */
static bool is_wrapped(const vfi_kernel_description *kernel)
{
  return kernel->checks_bounds || has_lines_around(kernel);
}

bool loop_condition_holds(const char *condition, const vfi_kernel_description *kernel)
{
  if (!strcmp(condition, "bounds")) return kernel->checks_bounds;
  if (!strcmp(condition, "lines")) return kernel->lines->name != NULL;
  if (!strcmp(condition, "around")) return has_lines_around(kernel);
  if (!strcmp(condition, "rows")) return kernel->lines->name && !has_lines_around(kernel);
  if (!strcmp(condition, "wrapped")) return is_wrapped(kernel);
  if (!strcmp(condition, "remote")) return kernel->remote_forms != 0;
  if (!strcmp(condition, "table")) return kernel->remote_forms & 1u << VF_REMOTE_TABLE;
  if (!strcmp(condition, "handle")) return kernel->remote_forms & 1u << VF_REMOTE_HANDLE;
  if (!strcmp(condition, "forms")) return has_forms(kernel) && !kernel->checks_bounds;
  if (!strcmp(condition, "element")) return kernel->side && !kernel->checks_bounds;
  if (!strcmp(condition, "block_phases")) return columns_of(kernel)->block_phases->name != NULL;
  if (!strcmp(condition, "apart")) return columns_of(kernel)->independent_levels;
  if (!strcmp(condition, "columns")) return vfi_is_over_columns(kernel);
  if (!strcmp(condition, "tiles")) return points_of(kernel)->runs == VF_RUNS_WINDOWS;
  if (!strcmp(condition, "together")) return columns_of(kernel)->block_phases->name && !kernel->checks_bounds;
  if (!strcmp(condition, "results")) return kernel->result_count > 0;
  if (!strcmp(condition, "term")) return vfi_is_reduction(kernel);
  if (!strcmp(condition, "placed")) return has_places(kernel);
  if (!strcmp(condition, "axis")) return is_along_axis(kernel);
  if (!strcmp(condition, "ghosts")) return vfi_layers_around(kernel);
  if (!strcmp(condition, "coloured")) return vfi_is_coloured(kernel);
  if (!strcmp(condition, "free")) return kernel->rank > 1 && !vfi_is_coloured(kernel) && has_free_arrays(kernel);
  if (!strcmp(condition, "listed"))
    return loop_condition_holds("free", kernel) && has_lists_without_j(kernel) && !kernel->checks_bounds &&
           !kernel->remote_forms && !kernel->lines->name;
  if (!strncmp(condition, "rank", 4)) return condition[4] - '0' == kernel->rank;
  return device_condition_holds(condition, kernel);
}

const char *host_template(const vfi_kernel_description *kernel)
{
  const vfi_points_traits *points = points_of(kernel);
  if (points->runs == VF_RUNS_SWEEPS) return "columns_host.c.in";
  if (points->runs == VF_RUNS_PHASES) return "teams_host.c.in";
  if (points->runs == VF_RUNS_WINDOWS) return "tiles_host.c.in";
  if (points->around) return "ghosts_host.c.in";
  return kernel->result_count ? "results_host.c.in" : "points_host.c.in";
}

/* ---- Types ---- */

const char *element_in_c(vfi_argument_type type, const char *real)
{
  switch (type) {
    case VF_ARGUMENT_REAL: return real;
    case VF_ARGUMENT_FLOAT: return "float";
    case VF_ARGUMENT_DOUBLE: return "double";
    case VF_ARGUMENT_INT64: return "int64_t";
    default: return "int";
  }
}

/* The type of a value in a body; valid until the next call. */
const char *value_in_c(const vfi_argument_description *argument, const char *real)
{
  static char text[96];
  switch (argument->type) {
    case VF_ARGUMENT_REAL: return real;
    case VF_ARGUMENT_REAL3: snprintf(text, sizeof text, "vf_real3_%s", real); return text;
    case VF_ARGUMENT_REALS: snprintf(text, sizeof text, "VF_%d_%s", argument->count, real); return text;
    case VF_ARGUMENT_INTS: snprintf(text, sizeof text, "VF_%d_int", argument->count); return text;
    case VF_ARGUMENT_INT3: return "vf_int3";
    case VF_ARGUMENT_BOX: return "vf_box";
    case VF_ARGUMENT_BOUNDARY: return "vf_boundary";
    case VF_ARGUMENT_CONSTANTS:
      snprintf(text, sizeof text, "vfi_constants_%s_%s", argument->structure->name, real);
      return text;
    default: return "int"; /* also a logical, as 0 or 1: gcc makes no vectors of a choice by a bool */
  }
}

/* ---- Constants, arrays and values of a launch ---- */

static const vfi_kernel_description *of_options;

static void put_option(const vfi_option *option)
{
  const char *const file = file_name(of_options);
  put(" vf_%.*s_%.*s = %d,", (int)(stem_end(file) - file), file, option->length, option->name, option->number);
}

/* The constants of options, named after the kernel file, and the strides of components in arrays that all components share. */
static void put_constants(const vfi_kernel_description *kernel)
{
  of_options = kernel;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *argument = &kernel->arguments[a];
    if (is_array(argument) && lacks_components(kernel, argument) && index_count(kernel, argument) > 1)
      put("enum { %s_stride%d = 0 }; /* the components share the array */\n", argument->name,
          index_count(kernel, argument));
    if (is_array(argument) || !argument->options) continue;
    put("enum {");
    each_option(argument, put_option);
    put(" };\n");
  }
}

static void put_spans(const vfi_kernel_description *kernel)
{
  for (int a = 0; a < kernel->argument_count; a++)
    if (is_array(&kernel->arguments[a]) && kernel->arguments[a].map.remote)
      put("  const vfi_remote_span *const %s = &vfi_the_launch->remotes[%d];\n", kernel->arguments[a].name, a);
    else if (is_array(&kernel->arguments[a]))
      put("  const vfi_span *const %s = vfi_span_of(vfi_the_launch, %d, vfi_b);\n", kernel->arguments[a].name, a);
  put_guards_of_box(kernel);
}

/* The members of a structure in braces, from the numbers of the call, in the types of the body. */
static void put_members(const vfi_argument_description *argument, const char *of, const char *real)
{
  const char *const to_real = strcmp(real, "double") != 0 ? "(float)" : "";
  int at = 0;
  put("{ ");
  for (const vfi_constant *member = argument->structure->members; member->name; member++)
    for (int m = 0; m < member->count; m++) {
      const bool list = is_list(member);
      char text[192];
      snprintf(text, sizeof text, "%s%s%sconstants[%d]%s", list && !m ? "{ { " : "",
               vfi_constant_is_real(member) ? to_real : "(int)", of, at, list && m == member->count - 1 ? " } }" : "");
      put_item(at++ ? ", " : "", "\n      ", text);
    }
  put(" };\n");
}

void put_value(const vfi_argument_description *argument, const char *begin, const char *of, const char *real)
{
  const vfi_value_traits *value = vfi_value_traits_of(argument->type);
  const char *const cast = value->numbers == VF_NUMBERS_REAL && strcmp(real, "double") != 0 ? "(float)" : "";
  put("  %s", begin);
  if (argument->structure) {
    put_members(argument, of, real);
    return;
  }
  if (value->shape != VF_SHAPE_ARRAY) {
    put("%s%s%s;\n", cast, of, value->member);
    return;
  }
  put("{ { ");
  for (int m = 0; m < argument->count; m++) {
    char text[160];
    snprintf(text, sizeof text, "%s%s%s[%d]", cast, of, value->member, m);
    put_item(m ? ", " : "", "\n      ", text);
  }
  put(" } };\n");
}

static void put_values(const vfi_kernel_description *kernel, const char *real)
{
  size_t at = 0;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *argument = &kernel->arguments[a];
    if (is_array(argument)) continue;
    char of[96], begin[160];
    if (kernel->values_by_box) snprintf(of, sizeof of, "vfi_value_of(vfi_the_launch, %d, vfi_b, %zu)->", a, at);
    else snprintf(of, sizeof of, "vfi_the_launch->values[%d].", a);
    snprintf(begin, sizeof begin, "%sconst %s %s = ", points_of(kernel)->runs == VF_RUNS_WINDOWS ? "VF_UNUSED " : "",
             value_in_c(argument, real), argument->name);
    put_value(argument, begin, of, real);
    at += vfi_packed_size(argument->type, argument->count);
  }
}

/* ---- Words ---- */

/* Templates that are parts of others. */
static const char part_templates[] = " head point launcher ";

bool put_loop_word(const char *word, const vfi_kernel_description *kernel, const char *real)
{
  static const char *const images[] = { "VF_IMAGE_IN(0)", "VF_IMAGE_IN(0), VF_IMAGE_IN(1)",
                                        "VF_IMAGE_IN(0), VF_IMAGE_IN(1), VF_IMAGE_IN(2)" };
  const char *const file = file_name(kernel);
  if (!strcmp(word, "kernel")) put("%s", kernel->name);
  else if (!strcmp(word, "real")) put("%s", real);
  else if (!strcmp(word, "file")) put("%s", file_path(kernel));
  else if (!strcmp(word, "file_name")) put("%s", file);
  else if (!strcmp(word, "stem")) put("%.*s", (int)(stem_end(file) - file), file);
  else if (!strcmp(word, "axis")) put("%d", kernel->name[strlen(kernel->name) - 1] - 'x');
  else if (!strcmp(word, "image")) put("%s", images[kernel->rank - 1]);
  else if (!strcmp(word, "parity")) put("%s", kernel->rank == 3 ? "j + k" : kernel->rank == 2 ? "j" : "0");
  else if (!strcmp(word, "k_parameter")) put("%s", kernel->rank == 3 ? ", const int k" : "");
  else if (!strcmp(word, "k_argument")) put("%s", kernel->rank == 3 ? ", k" : "");
  else if (!strcmp(word, "step")) put("%d", points_of(kernel)->step);
  else if (!strcmp(word, "constants")) put_constants(kernel);
  else if (!strcmp(word, "spans")) put_spans(kernel);
  else if (!strcmp(word, "values")) put_values(kernel, real);
  else if (!strcmp(word, "value_of_point")) put("%s", vfi_is_reduction(kernel) ? real : "void");
  else if (!strcmp(word, "keep")) {
    if (vfi_is_reduction(kernel)) put("const %s vfi_value = ", real);
  } else if (!strcmp(word, "include_lines")) {
    if (!device_in_hand()) put("#include <viewfab/kit/plain_lines.h>\n"); /* a unit for GPUs begins with it */
  } else if (!strcmp(word, "body")) put("%s", is_wrapped(kernel) ? "body" : "point");
  else if (strstr(part_templates, filled(" %s ", word))) fill_template(filled("%s.c.in", word), kernel, real);
  else
    return put_device_word(word, kernel, real) || put_parameter_word(word, kernel, real) ||
           put_line_word(word, kernel, real) || put_bounds_word(word, kernel) || put_tile_word(word, kernel, real) ||
           put_result_word(word, kernel, real) || put_column_word(word, kernel, real);
  return true;
}
