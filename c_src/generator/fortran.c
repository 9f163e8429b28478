/* The Fortran module of a kernel: one generic procedure over specifics for one box or many, for coefficients of each
 * real kind, and, in a reduction, for a result that is read or stays on the device. */
#include <stdio.h>

#include "generator.h"

static const char *const continuation = " &\n        ";

typedef struct specific {
  bool many;  /* boxes(:) instead of box */
  int kind;   /* of the coefficients */
  bool stays; /* result is a view */
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
  for (int many = 0; many < 2; many++)
    for (int kind = 0; kind < (has_coefficients(kernel) ? VF_PASS_COUNT : 1); kind++)
      for (int stays = 0; stays < (reduces(kernel) ? 2 : 1); stays++) visit(kernel, (specific){ many, kind, stays });
}

static const char *specific_name(specific s)
{
  static char name[64];
  snprintf(name, sizeof name, "%s_%s%s", s.many ? "on_boxes" : "on_box", real_kind(s.kind), s.stays ? "_stays" : "");
  return name;
}

static int listed;

static void list_specific(const vf_kernel_description *kernel, specific s)
{
  (void)kernel;
  put_item(listed++ ? ", " : "    module procedure :: ", continuation, specific_name(s));
}

static void declare_interface(const vf_kernel_description *kernel)
{
  put("  interface\n    function call_kernel(boxes, box_count");
  for (int a = 0; a < kernel->argument_count; a++) put_item(", ", continuation, kernel->arguments[a].name);
  if (reduces(kernel)) {
    put_item(", ", continuation, "result_to");
    put_item(", ", continuation, "result_view");
  } else if (added_argument(kernel)) {
    put_item(", ", continuation, added_argument(kernel));
  }
  put(") &\n        result(status) &\n        bind(c, name='vf_%s_boxes')\n", kernel->name);
  put("      import :: c_double, c_int, c_ptr, vf_boundary, vf_box\n");
  put("      type(vf_box), intent(in) :: boxes(*)\n      integer(c_int), value :: box_count\n");
  for (int a = 0; a < kernel->argument_count; a++)
    put_declaration("      ", bound_type(&kernel->arguments[a]), kernel->arguments[a].name);
  if (reduces(kernel)) put("      type(c_ptr), value :: result_to, result_view\n");
  else if (added_argument(kernel)) put("      integer(c_int), value :: %s\n", added_argument(kernel));
  put("      integer(c_int) :: status\n    end function call_kernel\n  end interface\n\n");
}

static void declare_dummy(const vf_argument_description *argument, specific s)
{
  const char *pattern =
      is_array(argument) ? "class(vf_field), intent(in) :: %s" : program_type(argument, real_kind(s.kind));
  put_declaration("    ", pattern, argument->name);
}

static void write_specific(const vf_kernel_description *kernel, specific s)
{
  const char *name = specific_name(s);
  const bool has_result = reduces(kernel);
  put("\n  subroutine %s(%s", name, s.many ? "boxes" : "box");
  for (int a = 0; a < kernel->argument_count; a++) put_item(", ", continuation, kernel->arguments[a].name);
  if (added_argument(kernel)) put_item(", ", continuation, added_argument(kernel));
  put_item(", ", continuation, "ierr)\n");
  put(s.many ? "    type(vf_box), intent(in) :: boxes(:)\n" : "    type(vf_box), intent(in) :: box\n");
  for (int a = 0; a < kernel->argument_count; a++) declare_dummy(&kernel->arguments[a], s);
  if (has_result && s.stays) put("    type(vf_view), intent(in) :: result\n");
  else if (has_result) put("    real(real64), intent(out), target :: result\n");
  else if (added_argument(kernel)) put("    integer, intent(in) :: %s\n", added_argument(kernel));
  put("    integer(c_int), intent(out), optional :: ierr\n");
  if (has_result && !s.stays) put("    result = 0\n");
  put("    call vf_finish(call_kernel(%s", s.many ? "boxes, size(boxes, kind=c_int)" : "[box], 1_c_int");
  for (int a = 0; a < kernel->argument_count; a++)
    put_item(", ", continuation, filled(bound_value(&kernel->arguments[a]), kernel->arguments[a].name));
  if (has_result && s.stays) put_item(", ", continuation, "c_null_ptr, result%handle");
  else if (has_result) put_item(", ", continuation, "c_loc(result), c_null_ptr");
  else if (added_argument(kernel)) {
    put_item(", ", continuation, filled("int(%s, c_int)", added_argument(kernel)));
  }
  put_item("), ", continuation, "ierr)\n");
  put("  end subroutine %s\n", name);
}

void explain(const char *name, const char *text)
{
  char head[160];
  snprintf(head, sizeof head, "  !!   %-12s ", name);
  put_paragraph(head, "  !!                ", text);
}

static void document(const vf_kernel_description *kernel)
{
  char text[TEXT_ROOM];
  put_paragraph("  !> ", "  !! ", kernel->summary);
  explain("box", box_meaning(kernel));
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_argument_description *argument = &kernel->arguments[a];
    if (is_array(argument))
      snprintf(text, sizeof text, "%s (view or set, %s, %s; %s)", argument->documentation, element_text(argument),
               intent_text(argument), map_text(argument));
    else snprintf(text, sizeof text, "%s (in)", argument->documentation);
    explain(argument->name, text);
  }
  if (added_argument(kernel)) explain(added_argument(kernel), added_meaning(kernel));
  explain("ierr", "VF_OK, or " CALL_ERRORS " (out); without it a failure goes to the error handler");
}

void compose_fortran_module(const vf_kernel_description *kernel)
{
  put("! Generated from %s.h; do not edit.\n", kernel->name);
  put("module viewfab_%s\n", kernel->name);
  put("  use, intrinsic :: iso_c_binding, only: c_double, c_int, c_loc, c_null_ptr, c_ptr\n"
      "  use, intrinsic :: iso_fortran_env, only: %s\n",
      real_kind_list());
  put("  use viewfab_boundary, only: vf_boundary\n"
      "  use viewfab_box, only: vf_box\n"
      "  use viewfab_errors, only: vf_finish\n"
      "  use viewfab_field, only: vf_field\n"
      "  use viewfab_view, only: vf_view\n"
      "  implicit none\n  private\n");
  put("  public :: vf_%s\n\n", kernel->name);
  document(kernel);
  put("  interface vf_%s\n", kernel->name);
  listed = 0;
  each_specific(kernel, list_specific);
  put("\n  end interface vf_%s\n\n", kernel->name);
  declare_interface(kernel);
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
