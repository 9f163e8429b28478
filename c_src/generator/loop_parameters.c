/* The words of templates for the parameters of functions, and for the arguments of their calls. Array x is the pointer x
 * with its strides x_stride2, x_stride3 and x_stride4; a remote array is x and the data x_remote of a launch. In a build
 * with checked bounds vfi_guard_of_x follows, the bounds of its accesses. */
#include <stdio.h>
#include <string.h>

#include "loops.h"

int last_stride(const vfi_kernel_description *kernel, const vfi_argument_description *argument)
{
  if (!is_array(argument) || argument->map.remote) return 0;
  return index_count(kernel, argument) - lacks_components(kernel, argument);
}

static bool is_in(argument_group group, const vfi_argument_description *argument)
{
  if (group == OF_LINES) return argument->intent == VF_ARGUMENT_READ || argument->intent == VF_ARGUMENT_VALUE;
  return true;
}

/* Loops for GPUs get the guards of a box by value, and pass them on by address to bodies. */
static bool has_guards_by_value(const vfi_kernel_description *kernel, const parameter_form *form)
{
  return device_in_hand() && form->in_loops && points_of(kernel)->runs != VF_RUNS_WINDOWS;
}

const char *stride_in_c(const vfi_kernel_description *kernel, int d)
{
  return d == 2 && device_in_hand() && !kernel->checks_bounds ? "int" : "ptrdiff_t";
}

void put_pointer_parameter(const vfi_argument_description *argument, const char *real, const char *unused,
                           const char *pointer, const char *broken)
{
  char text[256];
  snprintf(text, sizeof text, "%s%s%s %s%s", unused, argument->intent == VF_ARGUMENT_READ ? "const " : "",
           element_in_c(argument->type, real), pointer, argument->name);
  put_item(", ", broken, text);
}

void put_number_parameter(const vfi_argument_description *argument, const char *real, const char *unused,
                          const char *broken)
{
  char text[256];
  snprintf(text, sizeof text, "%sconst %s %s", unused, value_in_c(argument, real), argument->name);
  put_item(", ", broken, text);
}

static void put_array_parameter(const vfi_kernel_description *kernel, const vfi_argument_description *argument,
                                const char *real, const parameter_form *form)
{
  char text[256];
  put_pointer_parameter(argument, real, form->unused, form->pointer, form->broken);
  for (int d = 2; d <= last_stride(kernel, argument); d++) {
    snprintf(text, sizeof text, "%sconst %s %s_stride%d", form->unused, stride_in_c(kernel, d), argument->name, d);
    put_item(", ", form->broken, text);
  }
  if (argument->map.remote) {
    snprintf(text, sizeof text, "%sconst vfi_remote_span %s_remote", form->unused, argument->name);
    put_item(", ", form->broken, text);
  }
  if (kernel->checks_bounds) {
    snprintf(text, sizeof text, "%sconst vfi_guard %svfi_guard_of_%s", form->unused,
             has_guards_by_value(kernel, form) ? "" : "*const ", argument->name);
    put_item(", ", form->broken, text);
  }
}

void put_parameters(const vfi_kernel_description *kernel, const char *real, const parameter_form *form)
{
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *argument = &kernel->arguments[a];
    if (!is_in(form->group, argument)) continue;
    if (is_array(argument)) put_array_parameter(kernel, argument, real, form);
    else put_number_parameter(argument, real, form->unused, form->broken);
  }
}

const argument_source from_launch = { "%s->origin", "%s->base", "*%s", "&vfi_guard_of_%s", true };
const argument_source from_parameters = { "%s", "%s", "%s_remote", "vfi_guard_of_%s", false };
const argument_source from_point = { "%s", "%s", "%s_remote", "&vfi_guard_at_%s", false };
static const argument_source from_set = { "%s->origin", "%s", "%s_remote", "vfi_guard_of_%s", true };
static const argument_source from_set_of_tiles = { "%s->origin", "%s", "%s_remote", "&vfi_guard_of_%s", true };
static const argument_source from_device_loops = { "%s", "%s", "%s_remote", "&vfi_guard_of_%s", false };

/* The address of an array; in C++ from the address of a span or of a remote span, which has no type. */
void put_origin(const vfi_argument_description *argument, const char *real, const argument_source *from,
                const char *broken)
{
  const char *const pattern = argument->map.remote ? from->remote_origin : from->origin;
  char text[256];
  snprintf(text, sizeof text, "(%s%s *)", argument->intent == VF_ARGUMENT_READ ? "const " : "",
           element_in_c(argument->type, real));
  snprintf(text + strlen(text), sizeof text - strlen(text), "%s", filled(pattern, argument->name));
  put_item(", ", broken, device_in_hand() && strstr(pattern, "->") ? text : strchr(text, ')') + 1);
}

static void put_array_argument(const vfi_kernel_description *kernel, const vfi_argument_description *argument,
                               const char *real, const argument_source *from, const char *broken)
{
  const char *const name = argument->name;
  const bool remote = argument->map.remote;
  char text[128];
  put_origin(argument, real, from, broken);
  for (int d = 2; d <= last_stride(kernel, argument); d++) {
    if (from->spans)
      snprintf(text, sizeof text, "%s%s->stride[%d]",
               d == 2 && device_in_hand() && !kernel->checks_bounds ? "(int)" : "", name, d - 2);
    else snprintf(text, sizeof text, "%s_stride%d", name, d);
    put_item(", ", broken, text);
  }
  if (remote) put_item(", ", broken, filled(from->remote, name));
  if (kernel->checks_bounds) put_item(", ", broken, filled(from->guard, name));
}

void put_arguments(const vfi_kernel_description *kernel, const char *real, const argument_source *from,
                   argument_group group, const char *broken)
{
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *argument = &kernel->arguments[a];
    if (!is_in(group, argument)) continue;
    if (is_array(argument)) put_array_argument(kernel, argument, real, from, broken);
    else put_item(", ", broken, argument->name);
  }
}

/* ---- Functions of a point ---- */

/* The parameters of a function of a point.
 *   unused  the words before each parameter
 *   broken  the text that breaks a line */
static void put_point_parameters(const vfi_kernel_description *kernel, const char *real, const parameter_form *form)
{
  static const char *const names[] = { "i", "j", "k", "n", "direction", "face" };
  char text[64];
  for (int d = 0; d < 6; d++) {
    if (d >= kernel->rank && d < 3) continue;
    snprintf(text, sizeof text, "%sconst int %s", form->unused, names[d]);
    put_item(d ? ", " : "", form->broken, text);
  }
  snprintf(text, sizeof text, "%sconst vf_box box", form->unused);
  put_item(", ", form->broken, text);
  if (vfi_layers_around(kernel)) {
    snprintf(text, sizeof text, "%sconst vfi_ghost vfi_here", form->unused);
    put_item(", ", form->broken, text);
  }
  if (kernel->remote_forms) {
    snprintf(text, sizeof text, "%sconst vfi_remote_form vfi_form", form->unused);
    put_item(", ", form->broken, text);
  }
  put_parameters(kernel, real, form);
}

/* The indices of a point. */
static void put_indices(const vfi_kernel_description *kernel)
{
  put("%s", kernel->rank == 3 ? "i, j, k, n" : kernel->rank == 2 ? "i, j, n" : "i, n");
}

/* The indices of a point and the words for its place, in the loops, or in a function of a point. */
static void put_place(const vfi_kernel_description *kernel, const char *i, bool in_point)
{
  put("%s%s", i, kernel->rank == 3 ? ", j, k, n" : kernel->rank == 2 ? ", j, n" : ", n");
  if (in_point) put(", direction, face, box%s", vfi_layers_around(kernel) ? ", vfi_here" : "");
  else if (vfi_layers_around(kernel)) put(", vfi_face, vfi_face, box, vfi_here");
  else put("%s", vfi_is_coloured(kernel) ? ", 0, 0, box" : ", direction, direction, box");
  if (kernel->remote_forms)
    put(", %s", in_point || has_forms(kernel) || device_in_hand() ? "vfi_form" : "VF_REMOTE_FLAT");
}

/* The source of the arguments of a body in a loop. */
static const argument_source *from_loops(void) { return device_in_hand() ? &from_device_loops : &from_parameters; }

void put_point_arguments(const vfi_kernel_description *kernel, const char *real)
{
  put_place(kernel, "i", false);
  put_arguments(kernel, real, from_loops(), ALL_ARGUMENTS, "\n          ");
}

/* The arguments of the body in a function of a point. */
static void put_body_arguments(const vfi_kernel_description *kernel, const char *real)
{
  put_place(kernel, "i", true);
  put_arguments(kernel, real, kernel->checks_bounds ? &from_point : &from_parameters, ALL_ARGUMENTS, "\n    ");
}

void put_line_call_arguments(const vfi_kernel_description *kernel, const char *real, const char *i, bool in_point)
{
  put_place(kernel, i, in_point);
  put_arguments(kernel, real, in_point && kernel->checks_bounds ? &from_point : &from_parameters, OF_LINES,
                "\n            ");
}

/* The colour of a coloured call, or the direction; and the form of remote arrays. */
static const char *selector(const vfi_kernel_description *kernel)
{
  return vfi_is_coloured(kernel) ? "vfi_colour" : "direction";
}

static void put_selector_parameter(const vfi_kernel_description *kernel)
{
  put(", const int %s%s", selector(kernel),
      has_forms(kernel) && !device_in_hand() ? ", const vfi_remote_form vfi_form" : "");
}

bool put_parameter_word(const char *word, const vfi_kernel_description *kernel, const char *real)
{
  const parameter_form of_body = { "VF_UNUSED ", "*const ", " \\\n    ", ALL_ARGUMENTS, false };
  const parameter_form of_line = { "VF_UNUSED ", "*const ", " \\\n    ", OF_LINES, false };
  const parameter_form of_function = { "VF_UNUSED ", "*const ", "\n    ", ALL_ARGUMENTS, false };
  const char *const distinct = device_in_hand() ? "*const VF_DISTINCT " : "*const restrict ";
  const parameter_form of_loops = { "", kernel->safe_in_place ? "*const " : distinct, "\n    ", ALL_ARGUMENTS, true };
  const parameter_form of_part = { "", "*const ", "\n    ", ALL_ARGUMENTS, true };
  if (!strcmp(word, "indices")) put_indices(kernel);
  else if (!strcmp(word, "point_parameters")) put_point_parameters(kernel, real, &of_body);
  else if (!strcmp(word, "line_point_parameters")) put_point_parameters(kernel, real, &of_line);
  else if (!strcmp(word, "function_parameters")) put_point_parameters(kernel, real, &of_function);
  else if (!strcmp(word, "point_arguments")) put_point_arguments(kernel, real);
  else if (!strcmp(word, "body_arguments")) put_body_arguments(kernel, real);
  else if (!strcmp(word, "array_parameters")) put_parameters(kernel, real, &of_loops);
  else if (!strcmp(word, "array_arguments")) put_arguments(kernel, real, &from_launch, ALL_ARGUMENTS, "\n        ");
  else if (!strcmp(word, "shared_parameters")) put_parameters(kernel, real, &of_part);
  else if (!strcmp(word, "shared_arguments"))
    put_arguments(kernel, real, &from_parameters, ALL_ARGUMENTS, "\n        ");
  else if (!strcmp(word, "selector_parameter")) put_selector_parameter(kernel);
  else if (!strcmp(word, "selector")) put(", %s", selector(kernel));
  else if (!strcmp(word, "selector_argument"))
    put(", vfi_the_launch->selector%s", has_forms(kernel) && !device_in_hand() ? ", vfi_the_launch->form" : "");
  else if (!strcmp(word, "arguments_in_set"))
    put_arguments(kernel, real, points_of(kernel)->runs == VF_RUNS_WINDOWS ? &from_set_of_tiles : &from_set,
                  ALL_ARGUMENTS, "\n        ");
  else if (!strcmp(word, "arguments_of_kernel"))
    put_arguments(kernel, real, &from_device_loops, ALL_ARGUMENTS, "\n        ");
  else return false;
  return true;
}
