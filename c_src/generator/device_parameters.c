/* The words of templates for the parameters of kernels on GPUs: the struct vfi_arguments has the strides of arrays and the
 * values of a call, and pointers to arrays are parameters beside it, because compilers take parameters alone for distinct
 * arrays. A kernel makes plain variables of all of them. */
#include <stdio.h>
#include <string.h>

#include "columns.h"

static bool is_remote(const vfi_argument_description *argument) { return is_array(argument) && argument->map.remote; }

/* The members of vfi_arguments for an array: its strides, the data of a remote array, and the guard of its accesses. */
static void put_members_of_array(const vfi_kernel_description *kernel, const vfi_argument_description *argument)
{
  if (vfi_is_over_columns(kernel)) {
    put_column_members(kernel, argument);
    return;
  }
  const char *const name = argument->name;
  for (int d = 2; d <= last_stride(kernel, argument); d++) put("  %s %s_stride%d;\n", stride_in_c(kernel, d), name, d);
  if (is_remote(argument)) put("  vfi_remote_span %s_remote;\n", name);
  if (kernel->checks_bounds) put("  vfi_guard vfi_guard_of_%s;\n", name);
}

static void put_members(const vfi_kernel_description *kernel, const char *real)
{
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *argument = &kernel->arguments[a];
    if (is_array(argument)) put_members_of_array(kernel, argument);
    else put("  %s %s;\n", value_in_c(argument, real), argument->name);
  }
}

/* Takes the members from a launch; its spans are variables. */
static void put_taking_of_array(const vfi_kernel_description *kernel, const vfi_argument_description *argument)
{
  if (vfi_is_over_columns(kernel)) {
    put_column_taking(kernel, argument);
    return;
  }
  const char *const name = argument->name;
  for (int d = 2; d <= last_stride(kernel, argument); d++)
    put("  vfi_given.%s_stride%d = %s%s->stride[%d];\n", name, d, strcmp(stride_in_c(kernel, d), "int") ? "" : "(int)",
        name, d - 2);
  if (is_remote(argument)) put("  vfi_given.%s_remote = *%s;\n", name, name);
  if (kernel->checks_bounds) put("  vfi_given.vfi_guard_of_%s = vfi_guard_of_%s;\n", name, name);
}

static void put_taking_of_value(const vfi_kernel_description *kernel, int a, const char *real)
{
  char of[64], begin[128];
  snprintf(of, sizeof of, "vfi_the_launch->values[%d].", a);
  snprintf(begin, sizeof begin, "vfi_given.%s = ", kernel->arguments[a].name);
  put_value(&kernel->arguments[a], begin, of, real);
}

/* The compiler's own message about too many bytes of parameters names no argument. */
static void put_room_of_constants(const vfi_kernel_description *kernel)
{
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *const argument = &kernel->arguments[a];
    if (!argument->structure) continue;
    put("  static_assert(sizeof(vfi_arguments) + %d * sizeof(void *) <= VF_PARAMETER_BYTES,\n", kernel->argument_count);
    put("                \"kernel %s: the constants %s (%d numbers) do not fit beside the other parameters of a "
        "launch; list fewer members\");\n",
        kernel->name, argument->name, argument->count);
  }
}

static void put_taking(const vfi_kernel_description *kernel, const char *real)
{
  put_room_of_constants(kernel);
  put("  vfi_arguments vfi_given = vfi_arguments();\n");
  for (int a = 0; a < kernel->argument_count; a++)
    if (is_array(&kernel->arguments[a])) put_taking_of_array(kernel, &kernel->arguments[a]);
    else put_taking_of_value(kernel, a, real);
}

/* The same for a launch on sets, whose arrays come from tables: remote arrays and values. */
static void put_taking_for_sets(const vfi_kernel_description *kernel, const char *real)
{
  put("  vfi_arguments vfi_given = vfi_arguments();\n");
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *argument = &kernel->arguments[a];
    if (is_remote(argument)) {
      put("  const vfi_remote_span *const %s = &vfi_the_launch->remotes[%d];\n", argument->name, a);
      if (kernel->checks_bounds) put_guard_of_remote(argument->name, a);
      put_taking_of_array(kernel, argument);
    } else if (!is_array(argument) && !kernel->values_by_box) put_taking_of_value(kernel, a, real);
  }
}

/* The variables of a kernel. */
static void put_variables_of_array(const vfi_kernel_description *kernel, const vfi_argument_description *argument)
{
  const char *const name = argument->name;
  for (int d = 2; d <= last_stride(kernel, argument); d++)
    put("  const %s %s_stride%d = vfi_given.%s_stride%d;\n", stride_in_c(kernel, d), name, d, name, d);
  if (is_remote(argument)) put("  const vfi_remote_span %s_remote = vfi_given.%s_remote;\n", name, name);
  if (kernel->checks_bounds) put("  const vfi_guard vfi_guard_of_%s = vfi_given.vfi_guard_of_%s;\n", name, name);
}

static void put_variables(const vfi_kernel_description *kernel, const char *real)
{
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *argument = &kernel->arguments[a];
    if (is_array(argument) && vfi_is_over_columns(kernel)) put_column_variables(kernel, argument, real);
    else if (is_array(argument)) put_variables_of_array(kernel, argument);
    else put("  VF_UNUSED const %s %s = vfi_given.%s;\n", value_in_c(argument, real), argument->name, argument->name);
  }
}

/* The same in a kernel on sets. */
static void put_variables_in_set(const vfi_kernel_description *kernel, const char *real)
{
  size_t at = 0;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *argument = &kernel->arguments[a];
    const char *const name = argument->name;
    if (is_remote(argument)) put_variables_of_array(kernel, argument);
    else if (is_array(argument)) {
      put("  const vfi_span *const %s = vfi_span_in_set(vfi_sets_of_call, %d, vfi_b);\n", name, a);
      if (kernel->checks_bounds)
        put("  const vfi_guard vfi_guard_of_%s = vfi_guard_in_set(%s, %d, vfi_record, vfi_b);\n", name, name, a);
    } else if (kernel->values_by_box) {
      char of[96], begin[128];
      snprintf(of, sizeof of, "vfi_value_in_set(vfi_sets_of_call, vfi_b, %zu)->", at);
      snprintf(begin, sizeof begin, "const %s %s = ", value_in_c(argument, real), name);
      put_value(argument, begin, of, real);
      at += vfi_packed_size(argument->type, argument->count);
    } else put("  const %s %s = vfi_given.%s;\n", value_in_c(argument, real), name, name);
  }
}

/* Parameters for the addresses of arrays, and the arguments of a launch for them. A kernel over columns moves from x_origin to
 * a block.
 *   sets  of remote arrays alone */
static void put_pointers(const vfi_kernel_description *kernel, const char *real, bool distinct, bool sets)
{
  const bool over_columns = vfi_is_over_columns(kernel), is_team = points_of(kernel)->runs == VF_RUNS_PHASES;
  put(", VF_UNUSED const vfi_arguments vfi_given");
  for (int a = 0; a < kernel->argument_count; a++) {
    vfi_argument_description argument = kernel->arguments[a];
    char name[128];
    if (!is_array(&argument) || (sets && !is_remote(&argument))) continue;
    /* a thread of a team reads elements that another thread wrote in an earlier phase */
    const bool shared = is_team && argument.intent != VF_ARGUMENT_READ;
    snprintf(name, sizeof name, "%s%s", argument.name, over_columns ? "_origin" : "");
    argument.name = name;
    put_pointer_parameter(&argument, real, "", distinct && !sets && !shared ? "*const __restrict__ " : "*const ",
                          "\n    ");
  }
}

static void put_origins(const vfi_kernel_description *kernel, const char *real, bool sets)
{
  put(", vfi_given");
  for (int a = 0; a < kernel->argument_count; a++)
    if (is_array(&kernel->arguments[a]) && (!sets || is_remote(&kernel->arguments[a])))
      put_origin(&kernel->arguments[a], real, &from_launch, "\n        ");
}

/* The record of accesses beyond their declarations, of kernels that have no guards from a launch. */
static bool takes_record(const vfi_kernel_description *kernel)
{
  return kernel->checks_bounds && points_of(kernel)->runs != VF_RUNS_BODY && points_of(kernel)->runs != VF_RUNS_TERM;
}

bool put_device_parameter_word(const char *word, const vfi_kernel_description *kernel, const char *real)
{
  if (!strcmp(word, "members")) put_members(kernel, real);
  else if (!strcmp(word, "taking")) put_taking(kernel, real);
  else if (!strcmp(word, "taking_for_sets")) put_taking_for_sets(kernel, real);
  else if (!strcmp(word, "variables")) put_variables(kernel, real);
  else if (!strcmp(word, "variables_in_set")) put_variables_in_set(kernel, real);
  else if (!strcmp(word, "pointers")) {
    put_pointers(kernel, real, !kernel->safe_in_place, false);
    if (takes_record(kernel)) put(",\n    vfi_bounds_record *const vfi_record");
  } else if (!strcmp(word, "distinct_pointers")) put_pointers(kernel, real, true, false);
  else if (!strcmp(word, "pointers_for_sets")) {
    put_pointers(kernel, real, false, true);
    if (kernel->checks_bounds) put(",\n    vfi_bounds_record *const vfi_record");
  } else if (!strcmp(word, "origins")) {
    put_origins(kernel, real, false);
    if (takes_record(kernel)) put(", vfi_the_launch->bounds");
  } else if (!strcmp(word, "origins_for_sets")) {
    put_origins(kernel, real, true);
    if (kernel->checks_bounds) put(", vfi_the_launch->bounds");
  } else return false;
  return true;
}
