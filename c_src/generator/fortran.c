/* The Fortran module of a kernel: one generic procedure over specifics. There are specifics for one box, many boxes and the
 * boxes of a layout, for coefficients of each real kind, and, if the kernel has results, for results as numbers and results
 * that stay on the device. The specifics are public: compilers name a wrong argument in a call of a specific, but not in a
 * call of a generic procedure. */
#include <stdio.h>

#include "generator.h"

static const char *const continuation = " &\n        ";

/* The first argument of a call: box, boxes(:) or layout; a kernel over columns takes columns in place of a box. */
typedef enum way { ON_BOX, ON_BOXES, ON_LAYOUT } way;

typedef struct specific {
  way way;
  int kind;   /* of the coefficients */
  bool stays; /* the results are a view */
} specific;

static bool has_coefficients(const vfi_kernel_description *kernel)
{
  for (int a = 0; a < kernel->argument_count; a++)
    if (is_coefficient(&kernel->arguments[a])) return true;
  return false;
}

/* Calls visit for every specific of the kernel. */
static void each_specific(const vfi_kernel_description *kernel, void (*visit)(const vfi_kernel_description *, specific))
{
  for (int way = ON_BOX; way <= (vfi_is_over_columns(kernel) ? ON_BOX : ON_LAYOUT); way++)
    for (int kind = 0; kind < (has_coefficients(kernel) ? VF_PASS_COUNT : 1); kind++)
      for (int stays = 0; stays < (kernel->result_count ? 2 : 1); stays++)
        visit(kernel, (specific){ (enum way)way, kind, stays });
}

/* The name of the first argument. */
static const char *first_name(const vfi_kernel_description *kernel, way way)
{
  return way == ON_LAYOUT ? layout_name() : way == ON_BOXES ? "boxes" : box_name(kernel);
}

/* vf_diffuse_on_box_real64; without the kind if no argument has a kind. */
static const char *specific_name(const vfi_kernel_description *kernel, specific s)
{
  static char name[128];
  const bool kinds = has_coefficients(kernel);
  snprintf(name, sizeof name, "vf_%s_on_%s%s%s%s", kernel->name, first_name(kernel, s.way), kinds ? "_" : "",
           kinds ? real_kind(s.kind) : "", s.stays ? "_stays" : "");
  return name;
}

static int listed;

static void list_specific(const vfi_kernel_description *kernel, specific s)
{
  put_item(listed++ ? ", " : "    module procedure :: ", continuation, specific_name(kernel, s));
}

static void publish_specific(const vfi_kernel_description *kernel, specific s)
{
  put_item(listed++ ? ", " : "  public :: ", continuation, specific_name(kernel, s));
}

static void list_result(const vfi_result_description *result, const char *name, bool place)
{
  (void)result;
  (void)place;
  put_item(", ", continuation, name);
}

static void declare_pointer(const vfi_result_description *result, const char *name, bool place)
{
  (void)result;
  (void)place;
  put_declaration("      ", "type(c_ptr), value :: %s", name);
}

static void declare_result(const vfi_result_description *result, const char *name, bool place)
{
  (void)result;
  put_declaration("    ",
                  place ? "type(vf_place), intent(out), optional, target :: %s"
                        : "real(real64), intent(out), optional, target :: %s",
                  name);
}

static int numbered;

/* Takes the address of a result; an absent result keeps a null address. */
static void take_address(const vfi_result_description *result, const char *name, bool place)
{
  (void)result;
  numbered++;
  if (!place) put("    if (present(%s)) %s = 0\n", name, name);
  put("    if (present(%s)) vfi_to(%d) = c_loc(%s)\n", name, numbered, name);
}

static void pass_address(const vfi_result_description *result, const char *name, bool place)
{
  char text[32];
  (void)result;
  (void)name;
  (void)place;
  snprintf(text, sizeof text, "vfi_to(%d)", ++numbered);
  put_item(", ", continuation, text);
}

static void pass_nothing(const vfi_result_description *result, const char *name, bool place)
{
  (void)result;
  (void)name;
  (void)place;
  put_item(", ", continuation, "c_null_ptr");
}

static void count_place(const vfi_result_description *result, const char *name, bool place)
{
  (void)result;
  if (place) put("    call place_from_c(vf_status, %s)\n", name);
}

static void count_result(const vfi_result_description *result, const char *name, bool place)
{
  (void)result;
  (void)name;
  (void)place;
  numbered++;
}

/* The number of addresses of a kernel's results. */
static int result_addresses(const vfi_kernel_description *kernel)
{
  numbered = 0;
  each_result(kernel, count_result);
  return numbered;
}

/* The C function for a way. */
static const char *bound_function(way way) { return way == ON_LAYOUT ? "call_on_layout" : "call_kernel"; }

/* ON_BOX calls the same C function as ON_BOXES. */
static void declare_interface(const vfi_kernel_description *kernel, way way)
{
  const bool over_columns = vfi_is_over_columns(kernel);
  put("    function %s(%s", bound_function(way),
      over_columns       ? "columns"
      : way == ON_LAYOUT ? layout_name()
                         : "boxes, box_count");
  for (int a = 0; a < kernel->argument_count; a++) put_item(", ", continuation, kernel->arguments[a].name);
  if (added_argument(kernel)) put_item(", ", continuation, added_argument(kernel));
  if (vfi_is_reduction(kernel)) put_item(", ", continuation, "result_to");
  else each_result(kernel, list_result);
  if (kernel->result_count) put_item(", ", continuation, results_view(kernel));
  put(") &\n        result(status) &\n        bind(c, name='vf_%s%s')\n", kernel->name,
      over_columns       ? ""
      : way == ON_LAYOUT ? "_layout"
                         : "_boxes");
  put("      import :: c_bool, c_double, c_int, c_ptr, vf_boundary, vf_box%s\n", over_columns ? ", vf_columns" : "");
  if (over_columns) put("      type(vf_columns), intent(in) :: columns\n");
  else if (way == ON_LAYOUT) put("      type(c_ptr), value :: %s\n", layout_name());
  else put("      type(vf_box), intent(in) :: boxes(*)\n      integer(c_int), value :: box_count\n");
  for (int a = 0; a < kernel->argument_count; a++)
    put_declaration("      ", bound_type(&kernel->arguments[a]), kernel->arguments[a].name);
  if (added_argument(kernel)) put("      integer(c_int), value :: %s\n", added_argument(kernel));
  if (vfi_is_reduction(kernel)) put("      type(c_ptr), value :: result_to, result_view\n");
  else each_result(kernel, declare_pointer);
  if (kernel->result_count && !vfi_is_reduction(kernel)) put("      type(c_ptr), value :: results\n");
  put("      integer(c_int) :: status\n    end function %s\n", bound_function(way));
}

static void declare_dummy(const vfi_argument_description *argument, specific s)
{
  const char *pattern =
      is_array(argument) ? "class(vf_field), intent(in) :: %s" : program_type(argument, real_kind(s.kind));
  put_declaration("    ", pattern, argument->name);
}

static void list_arguments(const vfi_kernel_description *kernel, specific s)
{
  put("%s", first_name(kernel, s.way));
  for (int a = 0; a < kernel->argument_count; a++) put_item(", ", continuation, kernel->arguments[a].name);
  if (added_argument(kernel)) put_item(", ", continuation, added_argument(kernel));
  if (vfi_is_reduction(kernel)) put_item(", ", continuation, "result");
  else if (s.stays) put_item(", ", continuation, "results");
  else each_result(kernel, list_result);
  put_item(", ", continuation, "ierr)\n");
}

static void pass_arguments(const vfi_kernel_description *kernel, specific s)
{
  if (vfi_is_over_columns(kernel)) put("columns");
  else if (s.way == ON_LAYOUT) put("%s%%handle", layout_name());
  else put(s.way == ON_BOXES ? "boxes, size(boxes, kind=c_int)" : "[box], 1_c_int");
  for (int a = 0; a < kernel->argument_count; a++)
    put_item(", ", continuation, filled(bound_value(&kernel->arguments[a]), kernel->arguments[a].name));
  if (added_argument(kernel)) put_item(", ", continuation, filled("int(%s, c_int)", added_argument(kernel)));
}

/* A caller may leave out any result. */
static void write_call_with_results(const vfi_kernel_description *kernel, specific s)
{
  if (!s.stays) {
    put("    type(c_ptr) :: vfi_to(%d)\n", result_addresses(kernel));
    put("    integer(c_int) :: vf_status\n    vfi_to = c_null_ptr\n");
    numbered = 0;
    each_result(kernel, take_address);
  }
  check_structure_lengths(kernel);
  keep_structures(kernel);
  put(s.stays ? "    call vf_finish(%s(" : "    vf_status = %s(", bound_function(s.way));
  pass_arguments(kernel, s);
  numbered = 0;
  each_result(kernel, s.stays ? pass_nothing : pass_address);
  put_item(", ", continuation, s.stays ? "results%handle), ierr)\n" : "c_null_ptr)\n");
  if (s.stays) return;
  each_result(kernel, count_place);
  put("    call vf_finish(vf_status, ierr)\n");
}

static void write_call(const vfi_kernel_description *kernel, specific s)
{
  const bool reduces = vfi_is_reduction(kernel);
  if (reduces && !s.stays) put("    result = 0\n");
  check_structure_lengths(kernel);
  keep_structures(kernel);
  put("    call vf_finish(%s(", bound_function(s.way));
  pass_arguments(kernel, s);
  if (reduces) put_item(", ", continuation, s.stays ? "c_null_ptr, result%handle" : "c_loc(result), c_null_ptr");
  put_item("), ", continuation, "ierr)\n");
}

static void write_specific(const vfi_kernel_description *kernel, specific s)
{
  const char *name = specific_name(kernel, s);
  const bool reduces = vfi_is_reduction(kernel);
  put("\n  subroutine %s(", name);
  list_arguments(kernel, s);
  if (vfi_is_over_columns(kernel)) put("    type(vf_columns), intent(in) :: columns\n");
  else if (s.way == ON_LAYOUT) put("    type(vf_layout), intent(in) :: %s\n", layout_name());
  else put(s.way == ON_BOXES ? "    type(vf_box), intent(in) :: boxes(:)\n" : "    type(vf_box), intent(in) :: box\n");
  for (int a = 0; a < kernel->argument_count; a++) declare_dummy(&kernel->arguments[a], s);
  if (added_argument(kernel)) put("    integer, intent(in) :: %s\n", added_argument(kernel));
  if (kernel->result_count && s.stays)
    put("    type(vf_view), intent(in) :: %s\n", reduces ? "result" : results_view(kernel));
  else if (reduces) put("    real(real64), intent(out), target :: result\n");
  else each_result(kernel, declare_result);
  put("    integer(c_int), intent(out), optional :: ierr\n");
  if (kernel->result_count && !reduces) write_call_with_results(kernel, s);
  else write_call(kernel, s);
  put("  end subroutine %s\n", name);
}

void explain(const char *name, const char *text)
{
  char head[160];
  snprintf(head, sizeof head, "  !!   %-12s ", name);
  put_paragraph(head, "  !!                ", text);
}

static const vfi_kernel_description *documented;

static void explain_result(const vfi_result_description *result, const char *name, bool place)
{
  explain(name, result_meaning(documented, result, place));
}

/* The word for the arrays of an argument: a remote array, a view, or a view or set. */
static const char *field_text(const vfi_kernel_description *kernel, const vfi_argument_description *argument)
{
  if (argument->map.remote) return "remote array";
  return vfi_is_over_columns(kernel) ? "view" : "view or set";
}

#define ON_LAYOUTS ", VF_ERROR_PEER (on a layout: another rank failed)"
#define ERRORS_TEXT(errors) "VF_OK, or " errors " (out); without ierr a failure goes to the error handler"

static const char *errors_text(const vfi_kernel_description *kernel)
{
  if (vfi_is_over_columns(kernel)) return ERRORS_TEXT(COLUMN_CALL_ERRORS);
  if (kernel->remote_forms)
    return ERRORS_TEXT(CALL_ERRORS ", VF_ERROR_STATE (a fence of a remote array is missing)" ON_LAYOUTS);
  return ERRORS_TEXT(CALL_ERRORS ON_LAYOUTS);
}

static void document(const vfi_kernel_description *kernel)
{
  char text[TEXT_ROOM];
  put_paragraph("  !> ", "  !! ", kernel->summary);
  explain(box_name(kernel), box_meaning(kernel));
  if (!vfi_is_over_columns(kernel)) explain(layout_name(), layout_meaning(kernel));
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *argument = &kernel->arguments[a];
    snprintf(text, sizeof text, "%s (%s, %s, %s; %s)", argument->documentation, field_text(kernel, argument),
             element_text(argument), intent_text(argument), map_text(argument));
    explain(argument->name, is_array(argument) ? text : value_text(kernel, argument));
  }
  if (added_argument(kernel)) explain(added_argument(kernel), added_meaning(kernel));
  documented = kernel;
  each_result(kernel, explain_result);
  if (kernel->result_count && !vfi_is_reduction(kernel)) explain(results_view(kernel), results_view_meaning(kernel));
  explain("ierr", errors_text(kernel));
  snprintf(text, sizeof text,
           "If a compiler finds no specific procedure for a call, call %s, or another procedure of the list: the "
           "compiler then "
           "names the wrong or missing argument.",
           specific_name(kernel, (specific){ ON_BOX, 0, false }));
  put_paragraph("  !! ", "  !! ", text);
}

static const vfi_kernel_description *of_options;

static void declare_option(const vfi_option *option)
{
  put("  integer, parameter, public :: vf_%s_%.*s = %d\n", of_options->name, option->length, option->name,
      option->number);
}

/* The constants of the kernel's options. */
static void declare_options(const vfi_kernel_description *kernel)
{
  of_options = kernel;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *argument = &kernel->arguments[a];
    if (!argument->options) continue;
    put("  ! Constants for %s.\n", argument->name);
    each_option(argument, declare_option);
    put("\n");
  }
}

bool has_places(const vfi_kernel_description *kernel)
{
  for (int r = 0; r < kernel->result_count; r++)
    if (kernel->results[r].placed) return true;
  return false;
}

void compose_fortran_module(const vfi_kernel_description *kernel)
{
  put("! Generated from %s; do not edit.\n", file_name(kernel));
  put("module viewfab_%s\n", kernel->name);
  put("  use, intrinsic :: iso_c_binding, only: c_bool, c_double, c_int, c_loc, c_null_ptr, c_ptr\n"
      "  use, intrinsic :: iso_fortran_env, only: %s\n",
      real_kind_list());
  put("  use viewfab_boundary, only: vf_boundary\n"
      "  use viewfab_box, only: vf_box\n");
  if (vfi_is_over_columns(kernel)) put("  use viewfab_columns, only: vf_columns\n");
  put("  use viewfab_errors, only: vf_finish%s\n"
      "  use viewfab_field, only: vf_field\n",
      used_for_lengths(kernel));
  if (!vfi_is_over_columns(kernel)) put("  use viewfab_layout, only: vf_layout\n");
  if (has_places(kernel)) put("  use viewfab_place, only: place_from_c, vf_place\n");
  put("  use viewfab_view, only: vf_view\n");
  put_structure_uses(kernel, "  ", true);
  put("  implicit none\n  private\n");
  put("  public :: vf_%s\n", kernel->name);
  listed = 0;
  each_specific(kernel, publish_specific);
  put("\n\n");
  declare_options(kernel);
  declare_structures(kernel);
  document(kernel);
  put("  interface vf_%s\n", kernel->name);
  listed = 0;
  each_specific(kernel, list_specific);
  put("\n  end interface vf_%s\n\n", kernel->name);
  put("  interface\n");
  declare_interface(kernel, ON_BOXES);
  if (!vfi_is_over_columns(kernel)) declare_interface(kernel, ON_LAYOUT);
  put("  end interface\n\n");
  put("contains\n");
  each_specific(kernel, write_specific);
  write_structure_numbers(kernel);
  put("\nend module viewfab_%s\n", kernel->name);
}

void write_fortran_module(const vfi_kernel_description *kernel, const char *folder)
{
  char file[128];
  compose_fortran_module(kernel);
  snprintf(file, sizeof file, "viewfab_%s.f90", kernel->name);
  save(folder, file);
}

/* A module that exports the modules of all kernels, of their originals, or both. */
static void write_umbrella(const char *folder, const char *name, bool kernels, bool originals)
{
  char file[256];
  put("! Generated; do not edit.\nmodule %s\n", name);
  for (const vfi_kernel_description *const *kernel = vfi_kernel_list; *kernel; kernel++) {
    if (kernels) put("  use viewfab_%s\n", (*kernel)->name);
    if (originals) put("  use viewfab_%s_original\n", (*kernel)->name);
  }
  put("  implicit none\n  public\nend module %s\n", name);
  snprintf(file, sizeof file, "%s.f90", name);
  save(folder, file);
}

void write_fortran_umbrella(const char *folder, const char *name, const char *originals)
{
  write_umbrella(folder, name, true, !originals);
  if (originals) write_umbrella(folder, originals, false, true);
}
