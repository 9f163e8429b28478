/* The Fortran module of a kernel's originals: their interface, the procedures that register them, and the procedures between
 * C and the originals. */
#include <stdio.h>
#include <string.h>

#include "generator.h"

static const char *const continuation = " &\n        ";

static void list_result(const vfi_result_description *result, const char *name, bool place)
{
  (void)result;
  (void)place;
  put_item(", ", continuation, name);
}

static const char *indentation;

static void declare_result(const vfi_result_description *result, const char *name, bool place)
{
  (void)result;
  put_declaration(indentation, place ? "type(vf_place), intent(out) :: %s" : "real(real64), intent(out) :: %s", name);
}

static const vfi_kernel_description *documented;

static void explain_result(const vfi_result_description *result, const char *name, bool place)
{
  char text[TEXT_ROOM];
  if (vfi_is_reduction(documented))
    snprintf(text, sizeof text, "result over the cells of the box and all components (out)");
  else if (place)
    snprintf(text, sizeof text,
             "the first point with this result: index and component; not compared if left alone (out)");
  else snprintf(text, sizeof text, "%s, over the points of the box and all components (out)", result->documentation);
  explain(name, text);
}

/* The first dummies of an original. */
static const char *first_dummies(const vfi_kernel_description *kernel)
{
  if (vfi_reads_neighbours(kernel)) return "lo, hi, species";
  return vfi_is_over_columns(kernel) ? "kidia, kfdia, klon, nlev, block, species" : "lo, hi, components";
}

static void list_dummies(const vfi_kernel_description *kernel)
{
  put("%s", first_dummies(kernel));
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *argument = &kernel->arguments[a];
    put_item(", ", continuation, argument->name);
    if (!bounded_indices(kernel, argument)) continue;
    put_item(", ", continuation, filled("%s_lo", argument->name));
    put_item(", ", continuation, filled("%s_hi", argument->name));
  }
  if (added_argument(kernel)) put_item(", ", continuation, added_argument(kernel));
  each_result(kernel, list_result);
}

static void declare_value(const vfi_kernel_description *kernel, const vfi_argument_description *argument,
                          const char *kind, const char *indent)
{
  (void)kernel;
  put_declaration(indent, program_type(argument, kind), argument->name);
}

static void declare_dummies(const vfi_kernel_description *kernel, const char *kind, const char *indent)
{
  if (vfi_reads_neighbours(kernel)) put("%sinteger, intent(in) :: lo(3), hi(3), species\n", indent);
  else if (vfi_is_over_columns(kernel)) put("%sinteger, intent(in) :: %s\n", indent, first_dummies(kernel));
  else put("%sinteger, intent(in) :: lo(%d), hi(%d), components\n", indent, kernel->rank, kernel->rank);
  for (int a = 0; a < kernel->argument_count; a++)
    (is_array(&kernel->arguments[a]) ? declare_array : declare_value)(kernel, &kernel->arguments[a], kind, indent);
  if (added_argument(kernel)) put("%sinteger, intent(in) :: %s\n", indent, added_argument(kernel));
  indentation = indent;
  each_result(kernel, declare_result);
}

static void document_columns(void)
{
  explain("kidia", "first point to work on, counted from 1 (in)");
  explain("kfdia", "last point to work on (in)");
  explain("klon", "points of a block (in)");
  explain("nlev", "full levels; half level k is the top of level k (in)");
  explain("block", "number of the block in the code, for messages (in)");
  explain("species", "number of the species, from 1; 1 for a kernel without species (in)");
}

static void document_neighbours(void)
{
  explain("lo", "first point, level and block of the call, in the bounds of the arrays (in)");
  explain("hi", "last point, level and block (in)");
  explain("species", "number of the species, from 1; 1 for a kernel without species (in)");
}

static void document_box(const char *place)
{
  char text[TEXT_ROOM];
  snprintf(text, sizeof text, "first %s of the box in each direction (in)", place);
  explain("lo", text);
  snprintf(text, sizeof text, "last %s of the box in each direction (in)", place);
  explain("hi", text);
  explain("components", "number of components; the original works on all of them (in)");
}

static void document_interface(const vfi_kernel_description *kernel)
{
  char text[TEXT_ROOM], name[80];
  snprintf(text, sizeof text,
           "Interface of an original of vf_%s: the procedure replaced by the kernel, or a few lines around this "
           "procedure. An original does the work of the kernel on the host, for one %s. The original for %s arrays has "
           "the interface vf_%s_original%s; its real values are %s too.",
           kernel->name,
           vfi_reads_neighbours(kernel)  ? "box of columns and one species, with whole arrays"
           : vfi_is_over_columns(kernel) ? "block and one species: it gets this part of each array"
                                         : "box",
           real_kind(1), kernel->name, kind_suffix(1), real_kind(1));
  put_paragraph("  !> ", "  !! ", text);
  if (vfi_reads_neighbours(kernel)) document_neighbours();
  else if (vfi_is_over_columns(kernel)) document_columns();
  else document_box(points_of(kernel)->place);
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *argument = &kernel->arguments[a];
    if (!is_array(argument)) {
      explain(argument->name, value_text(kernel, argument));
      continue;
    }
    snprintf(text, sizeof text, "%s (%s; %s)%s", argument->documentation, intent_text(argument), map_text(argument),
             argument->intent == VF_ARGUMENT_READ ? "" : "; elements that the kernel does not write keep their values");
    explain(argument->name, text);
    for (int upper = 0; upper < 2 && bounded_indices(kernel, argument); upper++) {
      snprintf(name, sizeof name, upper ? "%s_hi" : "%s_lo", argument->name);
      snprintf(text, sizeof text, "%s bounds of %s as the code has it, ghosts included (in)", upper ? "upper" : "lower",
               argument->name);
      explain(name, text);
    }
  }
  if (added_argument(kernel)) explain(added_argument(kernel), added_meaning(kernel));
  documented = kernel;
  each_result(kernel, explain_result);
}

static void put_names(const vfi_kernel_description *kernel)
{
  for (int k = 0; k < VF_PASS_COUNT; k++) {
    put("  public :: vf_%s_original%s\n", kernel->name, kind_suffix(k));
    put("  public :: vf_%s_register_original%s\n", kernel->name, kind_suffix(k));
  }
  put("  public :: vf_%s_forget_original\n", kernel->name);
}

static void declare_original(const vfi_kernel_description *kernel)
{
  document_interface(kernel);
  put("  abstract interface\n");
  for (int k = 0; k < VF_PASS_COUNT; k++) {
    put("%s    subroutine vf_%s_original%s(", k ? "\n" : "", kernel->name, kind_suffix(k));
    list_dummies(kernel);
    put(")\n      import :: int32, int64, %s, vf_boundary, vf_box%s", real_kind_list(),
        has_places(kernel) ? ", vf_place" : "");
    put_structure_imports(kernel);
    put("\n");
    declare_dummies(kernel, real_kind(k), "      ");
    put("    end subroutine vf_%s_original%s\n", kernel->name, kind_suffix(k));
  }
  put("  end interface\n\n  interface\n");
  put("    function set_original(code, original, user) result(status) &\n"
      "        bind(c, name='vf_%s_set_original')\n",
      kernel->name);
  put("      import :: c_funptr, c_int, c_ptr\n"
      "      integer(c_int), value :: code\n"
      "      type(c_funptr), value :: original\n"
      "      type(c_ptr), value :: user\n"
      "      integer(c_int) :: status\n"
      "    end function set_original\n"
      "  end interface\n\n");
  for (int k = 0; k < VF_PASS_COUNT; k++) {
    char text[128];
    snprintf(text, sizeof text, "  procedure(vf_%s_original%s), pointer, save :: ", kernel->name, kind_suffix(k));
    put_item(text, continuation, filled("original_%s => null()", real_kind(k)));
    put("\n");
  }
  put("\n");
}

static void write_registration(const vfi_kernel_description *kernel, int k)
{
  char text[512], name[80];
  snprintf(
      text, sizeof text,
      "Registers the original of vf_%s for %s arrays, in place of an earlier original. It runs in the modes original "
      "and check, see vf_validate_mode.",
      kernel->name, real_kind(k));
  put("\n");
  put_paragraph("  !> ", "  !! ", text);
  snprintf(text, sizeof text,
           "the original, with the interface vf_%s_original%s; it has to exist while it is registered: an internal "
           "procedure exists only until its host returns",
           kernel->name, kind_suffix(k));
  explain("proc", text);
  explain("ierr", "VF_OK, or VF_ERROR_ARGUMENT (environment variables of the validation), VF_ERROR_STATE (a call "
                  "runs the original now), VF_ERROR_MEMORY (out); "
                  "without ierr a failure goes to the error handler");
  snprintf(name, sizeof name, "vf_%s_register_original%s", kernel->name, kind_suffix(k));
  put("  subroutine %s(proc, ierr)\n", name);
  put("    procedure(vf_%s_original%s) :: proc\n", kernel->name, kind_suffix(k));
  put("    integer(c_int), intent(out), optional :: ierr\n");
  put("    procedure(vf_%s_original%s), pointer :: before\n", kernel->name, kind_suffix(k));
  put("    integer(c_int) :: status\n");
  if (has_structures(kernel)) put("    vfi_%s_keeps = .true.\n", kernel->name);
  put("    before => original_%s\n    original_%s => proc\n", real_kind(k), real_kind(k));
  put("    status = set_original(vf_%s, c_funloc(run_original_%s), c_null_ptr)\n", real_kind(k), real_kind(k));
  put("    if (status /= VF_OK) original_%s => before\n    call vf_finish(status, ierr)\n", real_kind(k));
  put("  end subroutine %s\n", name);
}

static void write_forgetting(const vfi_kernel_description *kernel)
{
  char text[256];
  snprintf(text, sizeof text, "Removes the originals of vf_%s for all kinds; without originals the call does nothing.",
           kernel->name);
  put("\n");
  put_paragraph("  !> ", "  !! ", text);
  explain("ierr", "as for vf_..._register_original (out)");
  put("  subroutine vf_%s_forget_original(ierr)\n", kernel->name);
  put("    integer(c_int), intent(out), optional :: ierr\n"
      "    integer(c_int) :: status\n    status = VF_OK\n");
  for (int k = 0; k < VF_PASS_COUNT; k++)
    put("    if (status == VF_OK) status = set_original(vf_%s, c_null_funptr, c_null_ptr)\n", real_kind(k));
  put("    call vf_finish(status, ierr)\n");
  put("  end subroutine vf_%s_forget_original\n", kernel->name);
}

/* Writes the actual argument of the original: the elements and bounds of an array, or a value. */
static void pass(const vfi_kernel_description *kernel, const vfi_argument_description *argument, int number,
                 const char *kind)
{
  static const char *const bounds[] = { "int(argument_lower(vfi_given, %d_c_int))",
                                        "int(argument_upper(vfi_given, %d_c_int))" };
  char text[128];
  if (is_array(argument)) {
    put_item(", ", continuation, argument->name);
    for (int upper = 0; upper < 2 && bounded_indices(kernel, argument); upper++) {
      snprintf(text, sizeof text, bounds[upper], number);
      put_item(", ", continuation, text);
    }
    return;
  }
  put_item(", ", continuation, original_value(argument, number, kind));
}

static void declare_local(const vfi_result_description *result, const char *name, bool place)
{
  (void)result;
  put_declaration("    ", place ? "type(vf_place) :: %s" : "real(real64) :: %s", name);
}

static void each_numbered_result(const vfi_kernel_description *kernel)
{
  for (int r = 0; r < kernel->result_count; r++) {
    const vfi_result_description *result = &kernel->results[r];
    put("    call put_result(vfi_given");
    put_item(", ", continuation, result->name);
    put(", %d_c_int)\n", r + 1);
    if (!result->placed) continue;
    put("    call put_place(vfi_given");
    put_item(", ", continuation, filled("%s_place", result->name));
    put(", %d_c_int)\n", r + 1);
  }
}

static void put_box_of_call(const vfi_kernel_description *kernel, const char *kind)
{
  put("    call original_%s(int(vfi_given%%box%%lower)", kind);
  put_item(", ", continuation, "int(vfi_given%box%upper)");
  put_item(", ", continuation, vfi_is_over_columns(kernel) ? "int(vfi_given%species)" : "int(vfi_given%components)");
}

static void put_columns_of_call(const vfi_kernel_description *kernel, const char *kind)
{
  put("    call original_points(vfi_given, %d_c_int, kidia, kfdia, klon)\n", array_with_points(kernel) + 1);
  put("    call original_%s(kidia, kfdia, klon, int(vfi_given%%levels)", kind);
  put_item(", ", continuation, "int(vfi_given%block)");
  put_item(", ", continuation, "int(vfi_given%species)");
}

static void write_trampoline(const vfi_kernel_description *kernel, const char *kind)
{
  char text[160];
  put("\n");
  put_paragraph("  !> ", "  !! ",
                filled("C calls this procedure, and the procedure calls the original for %s arrays.", kind));
  explain("vfi_given", "the call (in)");
  explain("vf_user", "the pointer from the registration, here null (in)");
  put("  subroutine run_original_%s(vfi_given, vf_user) bind(c, name='')\n", kind);
  put("    type(original_call), intent(in) :: vfi_given\n    type(c_ptr), value :: vf_user\n");
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *argument = &kernel->arguments[a];
    if (!is_array(argument)) continue;
    snprintf(text, sizeof text, "%s, pointer, contiguous :: %%s(:)", element_type(argument, kind));
    put_declaration("    ", text, argument->name);
  }
  each_result(kernel, declare_local);
  const bool by_block = vfi_is_over_columns(kernel) && !vfi_reads_neighbours(kernel);
  if (by_block) put("    integer :: kidia, kfdia, klon\n");
  put("    if (c_associated(vf_user)) return\n");
  for (int a = 0; a < kernel->argument_count; a++) {
    if (!is_array(&kernel->arguments[a])) continue;
    snprintf(text, sizeof text, "    call argument_elements(vfi_given, %d_c_int, ", a + 1);
    put_item(text, continuation, filled("%s)", kernel->arguments[a].name));
    put("\n");
  }
  if (by_block) put_columns_of_call(kernel, kind);
  else put_box_of_call(kernel, kind);
  for (int a = 0; a < kernel->argument_count; a++) pass(kernel, &kernel->arguments[a], a + 1, kind);
  if (added_argument(kernel)) put_item(", ", continuation, "int(vfi_given%selector)");
  each_result(kernel, list_result);
  put(")\n");
  if (vfi_is_reduction(kernel)) put("    call put_result(vfi_given, result)\n");
  else each_numbered_result(kernel);
  put("  end subroutine run_original_%s\n", kind);
}

void compose_original_module(const vfi_kernel_description *kernel)
{
  put("! Generated from %s; do not edit.\n", file_name(kernel));
  put("module viewfab_%s_original\n", kernel->name);
  put("  use, intrinsic :: iso_c_binding, only: c_associated, %sc_funloc, c_funptr, c_int, c_null_funptr, &\n"
      "    c_null_ptr, c_ptr\n"
      "  use, intrinsic :: iso_fortran_env, only: int32, int64, %s\n",
      has_structures(kernel) ? "c_double, " : "", real_kind_list());
  put("  use viewfab_boundary, only: vf_boundary\n  use viewfab_box, only: vf_box\n  use viewfab_c, only: ");
  for (int k = 0; k < VF_PASS_COUNT; k++) put("%svf_%s", k ? ", " : "", real_kind(k));
  put("\n  use viewfab_errors, only: vf_finish\n"
      "  use viewfab_original\n");
  if (has_places(kernel)) put("  use viewfab_place, only: vf_place\n");
  put("  use viewfab_status, only: VF_OK\n");
  use_kept_structures(kernel);
  put_structure_uses(kernel, "  ", false);
  put("  implicit none\n  private\n");
  put_names(kernel);
  put("\n");
  declare_original(kernel);
  put("contains\n");
  for (int k = 0; k < VF_PASS_COUNT; k++) write_registration(kernel, k);
  write_forgetting(kernel);
  for (int k = 0; k < VF_PASS_COUNT; k++) write_trampoline(kernel, real_kind(k));
  write_structures_of_original(kernel);
  put("\nend module viewfab_%s_original\n", kernel->name);
}

void write_original_module(const vfi_kernel_description *kernel, const char *folder)
{
  char file[128];
  compose_original_module(kernel);
  snprintf(file, sizeof file, "viewfab_%s_original.f90", kernel->name);
  save(folder, file);
}

static bool has(const vfi_kernel_description *kernel, bool array, vfi_argument_type type)
{
  for (int a = 0; a < kernel->argument_count; a++)
    if (is_array(&kernel->arguments[a]) == array && kernel->arguments[a].type == type) return true;
  return false;
}

static const char *kind_looked_for;
static bool kind_found;

static void look_at_result(const vfi_result_description *result, const char *name, bool place)
{
  (void)result;
  (void)name;
  kind_found = kind_found || (!place && !strcmp(kind_looked_for, "real64"));
}

/* True if a dummy of the original for arrays of the kind `kind` has the kind `word`. */
static bool has_kind(const vfi_kernel_description *kernel, const char *word, const char *kind)
{
  char parameter[32];
  snprintf(parameter, sizeof parameter, "(%s)", word);
  kind_looked_for = word;
  kind_found = false;
  each_result(kernel, look_at_result);
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *argument = &kernel->arguments[a];
    const char *type = is_array(argument) ? element_type(argument, kind) : program_type(argument, kind);
    kind_found = kind_found || strstr(type, parameter);
  }
  return kind_found;
}

static void put_kinds(const vfi_kernel_description *kernel, const char *kind)
{
  const char *separator = "  use, intrinsic :: iso_fortran_env, only: ";
#define KIND(NAME, word, number, c, epsilon) \
  if (has_kind(kernel, #word, kind)) {       \
    put("%s%s", separator, #word);           \
    separator = ", ";                        \
  }
  VF_INTEGER_TYPE_LIST(KIND)
  VF_REAL_TYPE_LIST(KIND)
#undef KIND
  if (separator[0] == ',') put("\n");
}

void put_original_head(const vfi_kernel_description *kernel, int k)
{
  const bool box = has(kernel, false, VF_ARGUMENT_BOX), boundary = has(kernel, false, VF_ARGUMENT_BOUNDARY);
  put("subroutine %s_original%s(", kernel->name, kind_suffix(k));
  list_dummies(kernel);
  put(")\n");
  put_kinds(kernel, real_kind(k));
  const char *separator = "  use viewfab, only: ";
  if (box) put("%svf_box", separator);
  if (box) separator = ", ";
  if (boundary) put("%svf_boundary", separator);
  if (boundary) separator = ", ";
  if (has_places(kernel)) put("%svf_place", separator);
  if (box || boundary || has_places(kernel)) put("\n");
  put_structure_uses(kernel, "  ", false);
  put("  implicit none\n");
  declare_dummies(kernel, real_kind(k), "  ");
}
