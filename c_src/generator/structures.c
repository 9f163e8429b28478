/* Structures of constants in Fortran and C. A call takes a variable of the code's own derived type, or of a type that the module of
 * the kernel has; the numbers of its members go to C, in the order of the kernel file. An original gets a variable of the same type:
 * the variable of the latest call, with the numbers of the checked call. */
#include <stdio.h>
#include <string.h>

#include "generator.h"

static bool names_module(const vfi_structure *structure)
{
  return strncmp(structure->module, "VF_MODULE_", strlen("VF_MODULE_")) != 0;
}

const char *structure_type(const vfi_structure *structure)
{
  static char text[128];
  if (names_module(structure)) return structure->name;
  snprintf(text, sizeof text, "vf_%s_%s", kernel_in_hand()->name, structure->name);
  return text;
}

/* Calls visit once for each structure of the kernel, with the number of its first argument from 1. */
static void each_structure(const vfi_kernel_description *kernel,
                           void (*visit)(const vfi_kernel_description *kernel,
                                         const vfi_argument_description *argument))
{
  for (int a = 0; a < kernel->argument_count; a++) {
    bool seen = !kernel->arguments[a].structure;
    for (int b = 0; b < a && !seen; b++)
      seen = kernel->arguments[b].structure &&
             !strcmp(kernel->arguments[b].structure->name, kernel->arguments[a].structure->name);
    if (!seen) visit(kernel, &kernel->arguments[a]);
  }
}

bool has_structures(const vfi_kernel_description *kernel)
{
  for (int a = 0; a < kernel->argument_count; a++)
    if (kernel->arguments[a].structure) return true;
  return false;
}

static const char *indentation;

static void use_type(const vfi_kernel_description *kernel, const vfi_argument_description *argument)
{
  char module[128];
  const vfi_structure *const structure = argument->structure;
  snprintf(module, sizeof module, "viewfab_%s", kernel->name);
  put("%suse %s, only: %s\n", indentation, names_module(structure) ? structure->module : module,
      structure_type(structure));
}

static void use_named_type(const vfi_kernel_description *kernel, const vfi_argument_description *argument)
{
  if (names_module(argument->structure)) use_type(kernel, argument);
}

/* USE statements for the types, outside of the module of the kernel, or in it. */
void put_structure_uses(const vfi_kernel_description *kernel, const char *indent, bool in_kernel_module)
{
  indentation = indent;
  each_structure(kernel, in_kernel_module ? use_named_type : use_type);
}

static void import_type(const vfi_kernel_description *kernel, const vfi_argument_description *argument)
{
  (void)kernel;
  put_item(", ", " &\n        ", structure_type(argument->structure));
}

void put_structure_imports(const vfi_kernel_description *kernel) { each_structure(kernel, import_type); }

/* ---- The module of the kernel ---- */

bool is_list(const vfi_constant *member)
{
  return member->type == VF_ARGUMENT_REALS || member->type == VF_ARGUMENT_INTS;
}

static void declare_type(const vfi_kernel_description *kernel, const vfi_argument_description *argument)
{
  (void)kernel;
  if (names_module(argument->structure)) return;
  put("  type, public :: %s\n", structure_type(argument->structure));
  for (const vfi_constant *member = argument->structure->members; member->name; member++) {
    const char *const type = vfi_constant_is_real(member)          ? "real(real64)"
                             : member->type == VF_ARGUMENT_LOGICAL ? "logical"
                                                                   : "integer";
    char head[128], extent[16] = "";
    if (is_list(member)) snprintf(extent, sizeof extent, "(%d)", member->count);
    snprintf(head, sizeof head, "    %s :: %s%s ! ", type, member->name, extent);
    put_paragraph(head, "      ! ", member->documentation);
  }
  put("  end type\n\n");
}

/* Types that no module of the code has, and the variables of the latest call, for an original. */
void declare_structures(const vfi_kernel_description *kernel)
{
  if (!has_structures(kernel)) return;
  each_structure(kernel, declare_type);
  put("  ! For an original: whether there is one, and the constants of the latest call.\n"
      "  logical, save, public :: vfi_%s_keeps = .false.\n",
      kernel->name);
  for (int a = 0; a < kernel->argument_count; a++)
    if (kernel->arguments[a].structure)
      put("  type(%s), save, allocatable, public :: vfi_%s_latest_%d\n", structure_type(kernel->arguments[a].structure),
          kernel->name, a + 1);
  put("\n");
}

/* Keeps the constants of a call for an original. */
void keep_structures(const vfi_kernel_description *kernel)
{
  for (int a = 0; a < kernel->argument_count; a++)
    if (kernel->arguments[a].structure)
      put("    if (vfi_%s_keeps) vfi_%s_latest_%d = %s\n", kernel->name, kernel->name, a + 1,
          kernel->arguments[a].name);
}

/* "3" or "4:8": the places of a member among the numbers. */
static const char *places_of(const vfi_constant *member, int at)
{
  static char text[32];
  if (is_list(member)) snprintf(text, sizeof text, "%d:%d", at, at + member->count - 1);
  else snprintf(text, sizeof text, "%d", at);
  return text;
}

/* "a real", "an array of 3 integers": what the code's own member must be. */
static const char *wanted_of(const vfi_constant *member)
{
  static char text[40];
  const bool is_real = vfi_constant_is_real(member);
  if (is_list(member)) snprintf(text, sizeof text, "an array of %d %s", member->count, is_real ? "reals" : "integers");
  else
    snprintf(text, sizeof text, "%s",
             is_real                               ? "a real"
             : member->type == VF_ARGUMENT_LOGICAL ? "a logical"
                                                   : "an integer");
  return text;
}

/* "reals(3)": the word of a member in its list. */
static const char *member_word(const vfi_constant *member)
{
  static char text[16];
  const bool is_real = vfi_constant_is_real(member);
  if (is_list(member)) snprintf(text, sizeof text, "%s(%d)", is_real ? "reals" : "ints", member->count);
  else snprintf(text, sizeof text, "%s", is_real ? "real" : member->type == VF_ARGUMENT_LOGICAL ? "logical" : "int");
  return text;
}

/* A line with the code's own member, and a comment that says its type: compilers print the line if the type is another. */
static void put_explained(const char *line, const vfi_structure *structure, const vfi_constant *member)
{
  enum { FORTRAN_LIMIT = 132 };
  const char *const word = member_word(member), *const wanted = wanted_of(member);
  char texts[3][320];
  snprintf(texts[0], sizeof texts[0], "MEMBER(%s, %s) of VF_CONSTANTS_%s: the code's member must be %s", word,
           member->name, structure->name, wanted);
  snprintf(texts[1], sizeof texts[1], "MEMBER(%s, %s): the code's member must be %s", word, member->name, wanted);
  snprintf(texts[2], sizeof texts[2], "must be %s", wanted);
  int t = 0;
  while (t < 2 && strlen(line) + strlen(" ! ") + strlen(texts[t]) > FORTRAN_LIMIT) t++;
  put("%s ! %s\n", line, texts[t]);
}

/* SCALE takes reals alone, and NOT integers alone: no number is cut. */
static void put_number(const vfi_structure *structure, const vfi_constant *member, int at)
{
  char line[160];
  const char *const pattern = vfi_constant_is_real(member) ? "      real(scale(vfi_from%%%s, 0), c_double)"
                              : member->type == VF_ARGUMENT_LOGICAL
                                  ? "      merge(1.0_c_double, 0.0_c_double, vfi_from%%%s)"
                                  : "      real(not(not(vfi_from%%%s)), c_double)";
  snprintf(line, sizeof line, "    vfi_numbers(%s) = &", places_of(member, at)); /* an error of shapes stands here */
  put_explained(line, structure, member);
  snprintf(line, sizeof line, pattern, member->name);
  put_explained(line, structure, member);
}

/* True for a list that the code's own type may declare with another number of elements, or allocate. */
static bool has_length_of_code(const vfi_structure *structure, const vfi_constant *member)
{
  return is_list(member) && names_module(structure);
}

static bool has_lengths_of_code(const vfi_structure *structure)
{
  for (const vfi_constant *member = structure->members; member->name; member++)
    if (has_length_of_code(structure, member)) return true;
  return false;
}

/* Returns from a procedure if a list of a structure does not have its numbers. */
void check_structure_lengths(const vfi_kernel_description *kernel)
{
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *const argument = &kernel->arguments[a];
    if (!argument->structure || !has_lengths_of_code(argument->structure)) continue;
    put("    if (vfi_%s_lacks_numbers(%s, &\n        '%s', ierr)) return\n", argument->structure->name, argument->name,
        argument->name);
  }
}

static void write_lacks_numbers(const vfi_kernel_description *kernel, const vfi_structure *structure)
{
  const char *const name = structure->name;
  bool first = true;
  put("\n  ! True, and the call fails, if a list among the members does not have its numbers.\n");
  put("  function vfi_%s_lacks_numbers(vfi_from, vfi_argument, ierr) result(vfi_lacks)\n", name);
  put("    type(%s), intent(in) :: vfi_from\n    character(*), intent(in) :: vfi_argument\n",
      structure_type(structure));
  put("    integer(c_int), intent(inout), optional :: ierr\n    logical :: vfi_lacks\n");
  for (const vfi_constant *member = structure->members; member->name; member++) {
    if (!has_length_of_code(structure, member)) continue;
    put("    %svfi_lacks = vf_lacks_numbers(vfi_from%%%s, &\n        %d, 'vf_%s', vfi_argument, '%s', ierr)\n",
        first ? "" : "if (.not. vfi_lacks) ", member->name, member->count, kernel->name, member->name);
    first = false;
  }
  put("  end function\n");
}

static void write_numbers(const vfi_kernel_description *kernel, const vfi_argument_description *argument)
{
  const vfi_structure *const structure = argument->structure;
  int at = 1;
  put("\n  ! The members as numbers.\n");
  put("  function vfi_%s_numbers(vfi_from) result(vfi_numbers)\n", structure->name);
  put("    type(%s), intent(in) :: vfi_from\n    real(c_double) :: vfi_numbers(%d)\n", structure_type(structure),
      argument->count);
  for (const vfi_constant *member = structure->members; member->name; at += member->count, member++)
    put_number(structure, member, at);
  put("  end function\n");
  if (has_lengths_of_code(structure)) write_lacks_numbers(kernel, structure);
}

/* The names that the module of a kernel uses for lists. */
const char *used_for_lengths(const vfi_kernel_description *kernel)
{
  for (int a = 0; a < kernel->argument_count; a++)
    if (kernel->arguments[a].structure && has_lengths_of_code(kernel->arguments[a].structure))
      return ", vf_lacks_numbers";
  return "";
}

void write_structure_numbers(const vfi_kernel_description *kernel) { each_structure(kernel, write_numbers); }

/* ---- The module of the originals ---- */

static void put_member(const vfi_constant *member, int at)
{
  const char *const name = member->name, *const places = places_of(member, at);
  if (member->type == VF_ARGUMENT_LOGICAL) put("    vfi_to%%%s = vfi_numbers(%s) /= 0\n", name, places);
  else
    put("    vfi_to%%%s = %s(vfi_numbers(%s), kind(vfi_to%%%s))\n", name, vfi_constant_is_real(member) ? "real" : "int",
        places, name);
}

void write_structures_of_original(const vfi_kernel_description *kernel)
{
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *const argument = &kernel->arguments[a];
    int at = 1;
    if (!argument->structure) continue;
    put("\n  ! %s of the latest call, with the numbers of this call.\n", argument->name);
    put("  function vfi_constants_%d(vfi_given) result(vfi_to)\n", a + 1);
    put("    type(original_call), intent(in) :: vfi_given\n    type(%s) :: vfi_to\n",
        structure_type(argument->structure));
    put("    real(c_double) :: vfi_numbers(%d)\n", argument->count);
    put("    if (allocated(vfi_%s_latest_%d)) vfi_to = vfi_%s_latest_%d\n", kernel->name, a + 1, kernel->name, a + 1);
    put("    vfi_numbers = argument_constants(vfi_given, %d_c_int, %d)\n", a + 1, argument->count);
    for (const vfi_constant *member = argument->structure->members; member->name; at += member->count, member++)
      put_member(member, at);
    put("  end function\n");
  }
}

void use_kept_structures(const vfi_kernel_description *kernel)
{
  if (!has_structures(kernel)) return;
  put("  use viewfab_%s, only: vfi_%s_keeps", kernel->name, kernel->name);
  for (int a = 0; a < kernel->argument_count; a++) {
    char text[80];
    if (!kernel->arguments[a].structure) continue;
    snprintf(text, sizeof text, "vfi_%s_latest_%d", kernel->name, a + 1);
    put_item(", ", " &\n    ", text);
  }
  put("\n");
}

/* ---- C, and texts ---- */

static void declare_in_c(const vfi_kernel_description *kernel, const vfi_argument_description *argument)
{
  const vfi_structure *const structure = argument->structure;
  (void)kernel;
  put("#ifndef VF_HAS_CONSTANTS_%s\n#define VF_HAS_CONSTANTS_%s\n", structure->name, structure->name);
  put("/* Constants; integers and logicals (0, 1) are numbers here too. */\nstruct vf_constants_%s {\n",
      structure->name);
  for (const vfi_constant *member = structure->members; member->name; member++) {
    char head[128], extent[16] = "";
    if (is_list(member)) snprintf(extent, sizeof extent, "[%d]", member->count);
    snprintf(head, sizeof head, "  double %s%s; /* ", member->name, extent);
    char text[TEXT_ROOM];
    snprintf(text, sizeof text, "%s */", comment_text(member->documentation));
    put_paragraph(head, "    ", text);
  }
  put("};\n#endif\n\n");
}

void declare_structures_in_c(const vfi_kernel_description *kernel) { each_structure(kernel, declare_in_c); }

void describe_structures(const vfi_kernel_description *kernel)
{
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *const argument = &kernel->arguments[a];
    if (!argument->structure) continue;
    put("\nMembers of `%s`, type `%s`:\n\n| member | type | meaning |\n|---|---|---|\n", argument->name,
        structure_type(argument->structure));
    for (const vfi_constant *member = argument->structure->members; member->name; member++) {
      const char *const type = vfi_constant_is_real(member)          ? "real"
                               : member->type == VF_ARGUMENT_LOGICAL ? "logical"
                                                                     : "int";
      put("| %s | %s", member->name, type);
      if (is_list(member)) put("(%d)", member->count);
      put(" | %s |\n", cell_text(member->documentation));
    }
  }
}
