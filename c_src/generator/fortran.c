/* The Fortran module of a kernel: one generic procedure over specifics for one box or many, for real32 and real64
 * coefficients, and, in a reduction, for a result that is read or stays on the device. */
#include <stdio.h>

#include "generator.h"

static const char *const continuation = " &\n        ";

typedef struct specific {
  bool many;   /* boxes(:) instead of box */
  bool single; /* coefficients in real32 */
  bool stays;  /* result is a view */
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
    for (int single = 0; single < (has_coefficients(kernel) ? 2 : 1); single++)
      for (int stays = 0; stays < (kernel->points == VF_POINTS_REDUCTION ? 2 : 1); stays++)
        visit(kernel, (specific){ many, single, stays });
}

static const char *specific_name(specific s)
{
  static char name[64];
  snprintf(name, sizeof name, "%s%s%s", s.many ? "on_boxes" : "on_box", s.single ? "_real32" : "_real64",
           s.stays ? "_stays" : "");
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
  if (kernel->points == VF_POINTS_REDUCTION) {
    put_item(", ", continuation, "result_to");
    put_item(", ", continuation, "result_view");
  } else if (last_argument(kernel)) {
    put_item(", ", continuation, last_argument(kernel));
  }
  put(") &\n        result(status) &\n        bind(c, name='vf_%s_boxes')\n", kernel->name);
  put("      import :: c_double, c_int, c_ptr, vf_boundary, vf_box\n");
  put("      type(vf_box), intent(in) :: boxes(*)\n      integer(c_int), value :: box_count\n");
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_argument_description *argument = &kernel->arguments[a];
    static const char *const values[] = {
      "real(c_double), value :: %s",         "integer(c_int), value :: %s",    "real(c_double), intent(in) :: %s(3)",
      "integer(c_int), intent(in) :: %s(3)", "type(vf_box), intent(in) :: %s", "type(vf_boundary), intent(in) :: %s"
    };
    const char *pattern = is_array(argument) ? "type(c_ptr), value :: %s" : values[argument->type];
    put_declaration("      ", pattern, argument->name);
  }
  if (kernel->points == VF_POINTS_REDUCTION) put("      type(c_ptr), value :: result_to, result_view\n");
  else if (last_argument(kernel)) put("      integer(c_int), value :: %s\n", last_argument(kernel));
  put("      integer(c_int) :: status\n    end function call_kernel\n  end interface\n\n");
}

static void declare_dummy(const vf_argument_description *argument, specific s)
{
  static const char *const values[2][6] = {
    { "real(real64), intent(in) :: %s", "integer, intent(in) :: %s", "real(real64), intent(in) :: %s(3)",
      "integer, intent(in) :: %s(3)", "type(vf_box), intent(in) :: %s", "type(vf_boundary), intent(in) :: %s" },
    { "real(real32), intent(in) :: %s", "integer, intent(in) :: %s", "real(real32), intent(in) :: %s(3)",
      "integer, intent(in) :: %s(3)", "type(vf_box), intent(in) :: %s", "type(vf_boundary), intent(in) :: %s" }
  };
  const char *pattern = is_array(argument) ? "class(vf_field), intent(in) :: %s" : values[s.single][argument->type];
  put_declaration("    ", pattern, argument->name);
}

static void write_specific(const vf_kernel_description *kernel, specific s)
{
  const char *name = specific_name(s);
  const bool reduces = kernel->points == VF_POINTS_REDUCTION;
  put("\n  subroutine %s(%s", name, s.many ? "boxes" : "box");
  for (int a = 0; a < kernel->argument_count; a++) put_item(", ", continuation, kernel->arguments[a].name);
  if (last_argument(kernel)) put_item(", ", continuation, last_argument(kernel));
  put_item(", ", continuation, "ierr)\n");
  put(s.many ? "    type(vf_box), intent(in) :: boxes(:)\n" : "    type(vf_box), intent(in) :: box\n");
  for (int a = 0; a < kernel->argument_count; a++) declare_dummy(&kernel->arguments[a], s);
  if (reduces && s.stays) put("    type(vf_view), intent(in) :: result\n");
  else if (reduces) put("    real(real64), intent(out), target :: result\n");
  else if (last_argument(kernel)) put("    integer, intent(in) :: %s\n", last_argument(kernel));
  put("    integer(c_int), intent(out), optional :: ierr\n");
  if (reduces && !s.stays) put("    result = 0\n");
  put("    call vf_finish(call_kernel(%s", s.many ? "boxes, size(boxes, kind=c_int)" : "[box], 1_c_int");
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_argument_description *argument = &kernel->arguments[a];
    static const char *const values[] = {
      "real(%s, c_double)", "int(%s, c_int)", "real(%s, c_double)", "int(%s, c_int)", "%s", "%s"
    };
    const char *pattern = is_array(argument) ? "%s%handle" : values[argument->type];
    put_item(", ", continuation, filled(pattern, argument->name));
  }
  if (reduces && s.stays) put_item(", ", continuation, "c_null_ptr, result%handle");
  else if (reduces) put_item(", ", continuation, "c_loc(result), c_null_ptr");
  else if (last_argument(kernel)) {
    put_item(", ", continuation, filled("int(%s, c_int)", last_argument(kernel)));
  }
  put_item("), ", continuation, "ierr)\n");
  put("  end subroutine %s\n", name);
}

static void document(const vf_kernel_description *kernel)
{
  char head[160], text[TEXT_ROOM];
  put_paragraph("  !> ", "  !! ", kernel->summary);
  put_paragraph("  !!   box          ", "  !!                ", box_meaning(kernel));
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_argument_description *argument = &kernel->arguments[a];
    snprintf(head, sizeof head, "  !!   %-12s ", argument->name);
    if (is_array(argument))
      snprintf(text, sizeof text, "%s (view or set, %s, %s; %s)", argument->documentation,
               argument->type == VF_ARGUMENT_INT ? "int32" : "real32 or real64", intent_text(argument),
               map_text(argument));
    else snprintf(text, sizeof text, "%s (in)", argument->documentation);
    put_paragraph(head, "  !!                ", text);
  }
  if (last_argument(kernel)) {
    snprintf(head, sizeof head, "  !!   %-12s ", last_argument(kernel));
    put_paragraph(head, "  !!                ", last_meaning(kernel));
  }
  put_paragraph("  !!   ierr         ", "  !!                ",
                "VF_OK or a VF_ERROR_ code (out); without it a failure goes to the error handler");
}

void write_fortran_module(const vf_kernel_description *kernel, const char *folder)
{
  char file[128];
  put("! Generated from %s.h; do not edit.\n", kernel->name);
  put("module viewfab_%s\n", kernel->name);
  put("  use, intrinsic :: iso_c_binding, only: c_associated, c_double, c_funloc, c_funptr, c_int, c_loc, &\n"
      "    c_null_funptr, c_null_ptr, c_ptr\n"
      "  use, intrinsic :: iso_fortran_env, only: int32, real32, real64\n"
      "  use viewfab_boundary, only: vf_boundary\n"
      "  use viewfab_box, only: vf_box\n"
      "  use viewfab_c, only: vf_real32, vf_real64\n"
      "  use viewfab_errors, only: vf_finish\n"
      "  use viewfab_field, only: vf_field\n"
      "  use viewfab_original\n"
      "  use viewfab_status, only: VF_OK\n"
      "  use viewfab_view, only: vf_view\n"
      "  implicit none\n  private\n");
  put("  public :: vf_%s\n", kernel->name);
  put_original_names(kernel);
  put("\n");
  document(kernel);
  put("  interface vf_%s\n", kernel->name);
  listed = 0;
  each_specific(kernel, list_specific);
  put("\n  end interface vf_%s\n\n", kernel->name);
  declare_original(kernel);
  declare_interface(kernel);
  put("contains\n");
  each_specific(kernel, write_specific);
  write_original(kernel);
  put("\nend module viewfab_%s\n", kernel->name);
  snprintf(file, sizeof file, "viewfab_%s.f90", kernel->name);
  save(folder, file);
}

void write_fortran_umbrella(const char *folder, const char *name)
{
  char file[256];
  put("! Generated; do not edit.\nmodule %s\n", name);
  for (const vf_kernel_description *const *kernel = vf_kernel_list; *kernel; kernel++)
    put("  use viewfab_%s\n", (*kernel)->name);
  put("  implicit none\n  public\nend module %s\n", name);
  snprintf(file, sizeof file, "%s.f90", name);
  save(folder, file);
}
