/* The Fortran module of a kernel: one generic procedure over specifics for one box, many, or those of a layout, for
 * coefficients of each real kind, and, where there are results, for those that are read or stay on the device. The
 * specifics are public, since compilers name a wrong argument of a specific's call, but none of a generic's. */
#include <stdio.h>

#include "generator.h"

static const char *const continuation = " &\n        ";

/* What a kernel is called with: box, boxes(:), layout; or columns, in place of a box. */
typedef enum way { ON_BOX, ON_BOXES, ON_LAYOUT } way;

typedef struct specific {
  way way;
  int kind;   /* of the coefficients */
  bool stays; /* the results are a view */
} specific;

static bool has_coefficients(const vf_kernel_description *kernel)
{
  for (int a = 0; a < kernel->argument_count; a++)
    if (is_coefficient(&kernel->arguments[a])) return true;
  return false;
}

/* Calls visit for every specific of the kernel. */
static void each_specific(const vf_kernel_description *kernel, void (*visit)(const vf_kernel_description *, specific))
{
  for (int way = ON_BOX; way <= (vf_is_over_columns(kernel) ? ON_BOX : ON_LAYOUT); way++)
    for (int kind = 0; kind < (has_coefficients(kernel) ? VF_PASS_COUNT : 1); kind++)
      for (int stays = 0; stays < (kernel->result_count ? 2 : 1); stays++)
        visit(kernel, (specific){ (enum way)way, kind, stays });
}

/* The name of that argument. */
static const char *first_name(const vf_kernel_description *kernel, way way)
{
  return way == ON_LAYOUT ? layout_name() : way == ON_BOXES ? "boxes" : box_name(kernel);
}

/* vf_diffuse_on_box_real64; without the kind where no argument has one. */
static const char *specific_name(const vf_kernel_description *kernel, specific s)
{
  static char name[128];
  const bool kinds = has_coefficients(kernel);
  snprintf(name, sizeof name, "vf_%s_on_%s%s%s%s", kernel->name, first_name(kernel, s.way), kinds ? "_" : "",
           kinds ? real_kind(s.kind) : "", s.stays ? "_stays" : "");
  return name;
}

static int listed;

static void list_specific(const vf_kernel_description *kernel, specific s)
{
  put_item(listed++ ? ", " : "    module procedure :: ", continuation, specific_name(kernel, s));
}

static void publish_specific(const vf_kernel_description *kernel, specific s)
{
  put_item(listed++ ? ", " : "  public :: ", continuation, specific_name(kernel, s));
}

static void list_result(const vf_result_description *result, const char *name, bool place)
{
  (void)result;
  (void)place;
  put_item(", ", continuation, name);
}

static void declare_pointer(const vf_result_description *result, const char *name, bool place)
{
  (void)result;
  (void)place;
  put_declaration("      ", "type(c_ptr), value :: %s", name);
}

static void declare_result(const vf_result_description *result, const char *name, bool place)
{
  (void)result;
  put_declaration("    ",
                  place ? "type(vf_place), intent(out), optional, target :: %s"
                        : "real(real64), intent(out), optional, target :: %s",
                  name);
}

static int numbered;

/* Of what is not there the address is null. */
static void take_address(const vf_result_description *result, const char *name, bool place)
{
  (void)result;
  numbered++;
  if (!place) put("    if (present(%s)) %s = 0\n", name, name);
  put("    if (present(%s)) vf_to(%d) = c_loc(%s)\n", name, numbered, name);
}

static void pass_address(const vf_result_description *result, const char *name, bool place)
{
  char text[32];
  (void)result;
  (void)name;
  (void)place;
  snprintf(text, sizeof text, "vf_to(%d)", ++numbered);
  put_item(", ", continuation, text);
}

static void pass_nothing(const vf_result_description *result, const char *name, bool place)
{
  (void)result;
  (void)name;
  (void)place;
  put_item(", ", continuation, "c_null_ptr");
}

static void count_place(const vf_result_description *result, const char *name, bool place)
{
  (void)result;
  if (place) put("    call place_from_c(vf_status, %s)\n", name);
}

static void count_result(const vf_result_description *result, const char *name, bool place)
{
  (void)result;
  (void)name;
  (void)place;
  numbered++;
}

/* How many addresses the results of a kernel have. */
static int result_addresses(const vf_kernel_description *kernel)
{
  numbered = 0;
  each_result(kernel, count_result);
  return numbered;
}

/* The function of C that a way leads to. */
static const char *bound_function(way way) { return way == ON_LAYOUT ? "call_on_layout" : "call_kernel"; }

/* ON_BOX is called as ON_BOXES is. */
static void declare_interface(const vf_kernel_description *kernel, way way)
{
  const bool over_columns = vf_is_over_columns(kernel);
  put("    function %s(%s", bound_function(way),
      over_columns       ? "columns"
      : way == ON_LAYOUT ? layout_name()
                         : "boxes, box_count");
  for (int a = 0; a < kernel->argument_count; a++) put_item(", ", continuation, kernel->arguments[a].name);
  if (added_argument(kernel)) put_item(", ", continuation, added_argument(kernel));
  if (vf_is_reduction(kernel)) put_item(", ", continuation, "result_to");
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
  if (vf_is_reduction(kernel)) put("      type(c_ptr), value :: result_to, result_view\n");
  else each_result(kernel, declare_pointer);
  if (kernel->result_count && !vf_is_reduction(kernel)) put("      type(c_ptr), value :: results\n");
  put("      integer(c_int) :: status\n    end function %s\n", bound_function(way));
}

static void declare_dummy(const vf_argument_description *argument, specific s)
{
  const char *pattern =
      is_array(argument) ? "class(vf_field), intent(in) :: %s" : program_type(argument, real_kind(s.kind));
  put_declaration("    ", pattern, argument->name);
}

static void list_arguments(const vf_kernel_description *kernel, specific s)
{
  put("%s", first_name(kernel, s.way));
  for (int a = 0; a < kernel->argument_count; a++) put_item(", ", continuation, kernel->arguments[a].name);
  if (added_argument(kernel)) put_item(", ", continuation, added_argument(kernel));
  if (vf_is_reduction(kernel)) put_item(", ", continuation, "result");
  else if (s.stays) put_item(", ", continuation, "results");
  else each_result(kernel, list_result);
  put_item(", ", continuation, "ierr)\n");
}

static void pass_arguments(const vf_kernel_description *kernel, specific s)
{
  if (vf_is_over_columns(kernel)) put("columns");
  else if (s.way == ON_LAYOUT) put("%s%%handle", layout_name());
  else put(s.way == ON_BOXES ? "boxes, size(boxes, kind=c_int)" : "[box], 1_c_int");
  for (int a = 0; a < kernel->argument_count; a++)
    put_item(", ", continuation, filled(bound_value(&kernel->arguments[a]), kernel->arguments[a].name));
  if (added_argument(kernel)) put_item(", ", continuation, filled("int(%s, c_int)", added_argument(kernel)));
}

/* Each result may be left out. */
static void write_call_with_results(const vf_kernel_description *kernel, specific s)
{
  if (!s.stays) {
    put("    type(c_ptr) :: vf_to(%d)\n", result_addresses(kernel));
    put("    integer(c_int) :: vf_status\n    vf_to = c_null_ptr\n");
    numbered = 0;
    each_result(kernel, take_address);
  }
  put(s.stays ? "    call vf_finish(%s(" : "    vf_status = %s(", bound_function(s.way));
  pass_arguments(kernel, s);
  numbered = 0;
  each_result(kernel, s.stays ? pass_nothing : pass_address);
  put_item(", ", continuation, s.stays ? "results%handle), ierr)\n" : "c_null_ptr)\n");
  if (s.stays) return;
  each_result(kernel, count_place);
  put("    call vf_finish(vf_status, ierr)\n");
}

static void write_call(const vf_kernel_description *kernel, specific s)
{
  const bool reduces = vf_is_reduction(kernel);
  if (reduces && !s.stays) put("    result = 0\n");
  put("    call vf_finish(%s(", bound_function(s.way));
  pass_arguments(kernel, s);
  if (reduces) put_item(", ", continuation, s.stays ? "c_null_ptr, result%handle" : "c_loc(result), c_null_ptr");
  put_item("), ", continuation, "ierr)\n");
}

static void write_specific(const vf_kernel_description *kernel, specific s)
{
  const char *name = specific_name(kernel, s);
  const bool reduces = vf_is_reduction(kernel);
  put("\n  subroutine %s(", name);
  list_arguments(kernel, s);
  if (vf_is_over_columns(kernel)) put("    type(vf_columns), intent(in) :: columns\n");
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

static const vf_kernel_description *documented;

static void explain_result(const vf_result_description *result, const char *name, bool place)
{
  explain(name, result_meaning(documented, result, place));
}

/* What may be given as an array. */
static const char *field_text(const vf_kernel_description *kernel, const vf_argument_description *argument)
{
  if (argument->map.remote) return "remote array";
  return vf_is_over_columns(kernel) ? "view" : "view or set";
}

#define ON_LAYOUTS ", VF_ERROR_PEER (on a layout: another rank failed)"
#define ERRORS_TEXT(errors) "VF_OK, or " errors " (out); without it a failure goes to the error handler"

static const char *errors_text(const vf_kernel_description *kernel)
{
  if (vf_is_over_columns(kernel)) return ERRORS_TEXT(COLUMN_CALL_ERRORS);
  if (kernel->remote_forms)
    return ERRORS_TEXT(CALL_ERRORS ", VF_ERROR_STATE (a fence of a remote array is missing)" ON_LAYOUTS);
  return ERRORS_TEXT(CALL_ERRORS ON_LAYOUTS);
}

static void document(const vf_kernel_description *kernel)
{
  char text[TEXT_ROOM];
  put_paragraph("  !> ", "  !! ", kernel->summary);
  explain(box_name(kernel), box_meaning(kernel));
  if (!vf_is_over_columns(kernel)) explain(layout_name(), layout_meaning(kernel));
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_argument_description *argument = &kernel->arguments[a];
    snprintf(text, sizeof text, "%s (%s, %s, %s; %s)", argument->documentation, field_text(kernel, argument),
             element_text(argument), intent_text(argument), map_text(argument));
    explain(argument->name, is_array(argument) ? text : value_text(kernel, argument));
  }
  if (added_argument(kernel)) explain(added_argument(kernel), added_meaning(kernel));
  documented = kernel;
  each_result(kernel, explain_result);
  if (kernel->result_count && !vf_is_reduction(kernel)) explain(results_view(kernel), results_view_meaning(kernel));
  explain("ierr", errors_text(kernel));
  snprintf(
      text, sizeof text,
      "Where a compiler finds no specific procedure for a call, call %s, or another one of the list: then it names the "
      "argument that is wrong or missing.",
      specific_name(kernel, (specific){ ON_BOX, 0, false }));
  put_paragraph("  !! ", "  !! ", text);
}

static const vf_kernel_description *of_options;

static void declare_option(const vf_option *option)
{
  put("  integer, parameter, public :: vf_%s_%.*s = %d\n", of_options->name, option->length, option->name,
      option->number);
}

/* The constants of the kernel's options. */
static void declare_options(const vf_kernel_description *kernel)
{
  of_options = kernel;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_argument_description *argument = &kernel->arguments[a];
    if (!argument->options) continue;
    put("  ! What %s may be.\n", argument->name);
    each_option(argument, declare_option);
    put("\n");
  }
}

bool has_places(const vf_kernel_description *kernel)
{
  for (int r = 0; r < kernel->result_count; r++)
    if (kernel->results[r].placed) return true;
  return false;
}

void compose_fortran_module(const vf_kernel_description *kernel)
{
  put("! Generated from %s; do not edit.\n", file_name(kernel));
  put("module viewfab_%s\n", kernel->name);
  put("  use, intrinsic :: iso_c_binding, only: c_bool, c_double, c_int, c_loc, c_null_ptr, c_ptr\n"
      "  use, intrinsic :: iso_fortran_env, only: %s\n",
      real_kind_list());
  put("  use viewfab_boundary, only: vf_boundary\n"
      "  use viewfab_box, only: vf_box\n");
  if (vf_is_over_columns(kernel)) put("  use viewfab_columns, only: vf_columns\n");
  put("  use viewfab_errors, only: vf_finish\n"
      "  use viewfab_field, only: vf_field\n");
  if (!vf_is_over_columns(kernel)) put("  use viewfab_layout, only: vf_layout\n");
  if (has_places(kernel)) put("  use viewfab_place, only: place_from_c, vf_place\n");
  put("  use viewfab_view, only: vf_view\n"
      "  implicit none\n  private\n");
  put("  public :: vf_%s\n", kernel->name);
  listed = 0;
  each_specific(kernel, publish_specific);
  put("\n\n");
  declare_options(kernel);
  document(kernel);
  put("  interface vf_%s\n", kernel->name);
  listed = 0;
  each_specific(kernel, list_specific);
  put("\n  end interface vf_%s\n\n", kernel->name);
  put("  interface\n");
  declare_interface(kernel, ON_BOXES);
  if (!vf_is_over_columns(kernel)) declare_interface(kernel, ON_LAYOUT);
  put("  end interface\n\n");
  put("contains\n");
  each_specific(kernel, write_specific);
  put("\nend module viewfab_%s\n", kernel->name);
}

void write_fortran_module(const vf_kernel_description *kernel, const char *folder)
{
  char file[128];
  compose_fortran_module(kernel);
  snprintf(file, sizeof file, "viewfab_%s.f90", kernel->name);
  save(folder, file);
}

void write_fortran_umbrella(const char *folder, const char *name)
{
  char file[256];
  put("! Generated; do not edit.\nmodule %s\n", name);
  for (const vf_kernel_description *const *kernel = vf_kernel_list; *kernel; kernel++)
    put("  use viewfab_%s\n  use viewfab_%s_original\n", (*kernel)->name, (*kernel)->name);
  put("  implicit none\n  public\nend module %s\n", name);
  snprintf(file, sizeof file, "%s.f90", name);
  save(folder, file);
}
