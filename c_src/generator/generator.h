/* The generator: writes the Fortran modules, the C header and the reference page from the kernels' declarations, so that
 * nobody types them again. */
#ifndef VIEWFAB_GENERATOR_H
#define VIEWFAB_GENERATOR_H

#include <viewfab/backend.h>

/* The kernels of this run, ended by NULL; viewfab_add_kernels() compiles the list in. */
extern const vfi_kernel_description *const vfi_kernel_list[];

/* The files of the kernels, in the same order. */
extern const char *const vfi_kernel_files[];

/* The name of a kernel's file, "relax.h". */
const char *file_name(const vfi_kernel_description *kernel);

/* The path of a kernel's file, as the build gives it. */
const char *file_path(const vfi_kernel_description *kernel);

/* Ends the generator with a text that names the kernel's file, and the line of the word if the file has the word. */
void refuse_file(const vfi_kernel_description *kernel, const char *word, const char *format, ...)
    __attribute__((format(printf, 3, 4), noreturn));

/* Ends the generator if the kernel file, or a file that it includes, has types or functions behind an include guard. */
void check_guards(const vfi_kernel_description *kernel);

/* ---- The text of a file: one file is written at a time ---- */

enum { LINE_LIMIT = 100, TEXT_LIMIT = 4000, TEXT_ROOM = TEXT_LIMIT + 600 };

/* The kernel in hand; functions of this part name the kernel when they refuse a text. */
void writing(const vfi_kernel_description *kernel);

const vfi_kernel_description *kernel_in_hand(void);

void put(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The pattern with its %s replaced; valid until the next call. */
const char *filled(const char *pattern, const char *name);

/* An item of a list: the separator, then the text. The text begins a new line, after continuation, if the line would
 * pass the limit. */
void put_item(const char *separator, const char *continuation, const char *text);

/* A Fortran declaration "type, attributes :: %s", on two lines if the line would pass the limit. */
void put_declaration(const char *indent, const char *pattern, const char *name);

/* A paragraph, broken at blanks, other white space and control characters; every line starts with the prefix. Words
 * longer than a line are cut. */
void put_paragraph(const char *first_prefix, const char *prefix, const char *text);

/* The text without the character sequences that would end a comment of C, or a cell of a Markdown table; valid until the
 * next call. */
const char *comment_text(const char *text);
const char *cell_text(const char *text);

/* The text put since the last save; discard() drops the text without a file. */
const char *composed(void);
size_t composed_length(void);
void discard(void);

/* Writes the file. A file with the same text stays untouched, so that no build compiles it again. Exits on failure. */
void save(const char *folder, const char *name);

/* ---- Functions shared by the parts ---- */

bool is_array(const vfi_argument_description *argument);
bool is_coefficient(const vfi_argument_description *argument); /* a value of real numbers */
const char *intent_text(const vfi_argument_description *argument);
/* "indexed like the point, up to 1 away", for the documentation */
const char *map_text(const vfi_argument_description *argument);
/* "cells of one colour": the points of a kernel */
const char *walked_text(const vfi_kernel_description *kernel);
const vfi_points_traits *points_of(const vfi_kernel_description *kernel);
/* Calls visit for each argument of type real64 or vf_place that takes a result of a kernel.
 *   name   of the argument
 *   place  true for the place of the result */
void each_result(const vfi_kernel_description *kernel,
                 void (*visit)(const vfi_result_description *result, const char *name, bool place));
bool has_places(const vfi_kernel_description *kernel);
const char *result_meaning(const vfi_kernel_description *kernel, const vfi_result_description *result, bool place);
/* Name and meaning of the argument for all results on the device. */
const char *results_view(const vfi_kernel_description *kernel);
const char *results_view_meaning(const vfi_kernel_description *kernel);
/* Name and meaning of the argument added by the kind of points; NULL if the kind adds no argument. */
const char *added_argument(const vfi_kernel_description *kernel);
const char *added_meaning(const vfi_kernel_description *kernel);
/* Name and meaning of the first argument of a kernel, a box or columns. */
const char *box_name(const vfi_kernel_description *kernel);
const char *box_meaning(const vfi_kernel_description *kernel);
/* Name and meaning of the argument that replaces the box in calls on a layout. */
const char *layout_name(void);
const char *layout_meaning(const vfi_kernel_description *kernel);

/* The number, from 0, of the first array with points of a kernel over columns; -1: no array has points. */
int array_with_points(const vfi_kernel_description *kernel);

/* An index of an array over columns, as an original declares it. */
typedef struct column_index {
  char letter;        /* of its axis, as a view names it */
  const char *extent; /* NULL: number */
  int number;
} column_index;

enum { MOST_COLUMN_INDICES = 3 };

/* The indices of the array in an original: an original gets one block and one species of an array. Returns the number of
 * indices. */
int column_indices(const vfi_argument_description *argument, column_index indices[MOST_COLUMN_INDICES]);

/* Kinds of real numbers in Fortran, k from 0 to VF_PASS_COUNT - 1, and the suffix of names for a kind: "" for kind 0. */
const char *real_kind(int k);
const char *kind_suffix(int k);
const char *real_kind_list(void);

/* Structures of constants; see structures.c. structure_type is the Fortran type, for the kernel in hand; valid until the next call.
 */
bool has_structures(const vfi_kernel_description *kernel);
const char *structure_type(const vfi_structure *structure);
bool is_list(const vfi_constant *member); /* reals or ints */
void put_structure_uses(const vfi_kernel_description *kernel, const char *indent, bool in_kernel_module);
void put_structure_imports(const vfi_kernel_description *kernel);
void declare_structures(const vfi_kernel_description *kernel);
void keep_structures(const vfi_kernel_description *kernel);
void check_structure_lengths(const vfi_kernel_description *kernel);
const char *used_for_lengths(const vfi_kernel_description *kernel); /* more names of viewfab_errors */
void write_structure_numbers(const vfi_kernel_description *kernel);
void write_structures_of_original(const vfi_kernel_description *kernel);
void use_kept_structures(const vfi_kernel_description *kernel);
void declare_structures_in_c(const vfi_kernel_description *kernel);
void describe_structures(const vfi_kernel_description *kernel);

/* Calls visit for each constant of an option. */
void each_option(const vfi_argument_description *argument, void (*visit)(const vfi_option *));

/* The documentation of a value, with the constants of an option: "scheme (in; vf_advect_upwind or ...)"; valid until the
 * next call. */
const char *value_text(const vfi_kernel_description *kernel, const vfi_argument_description *argument);

/* "real32 or real64", and "real(real32)": the elements of an array. */
const char *element_text(const vfi_argument_description *argument);
const char *element_type(const vfi_argument_description *argument, const char *kind);

/* Declarations with %s for the name: in the interface of the C function, and in a program. */
const char *bound_type(const vfi_argument_description *argument);
const char *program_type(const vfi_argument_description *argument, const char *kind);

/* The expression passed to C, with %s for the name, and the expression passed to an original for argument `number` from 1. */
const char *bound_value(const vfi_argument_description *argument);
const char *original_value(const vfi_argument_description *argument, int number, const char *kind);

const char *c_parameter(const vfi_argument_description *argument);
const char *page_type(const vfi_argument_description *argument);

/* The errors of a call of any kernel; a call over columns may also fail because of its axes. */
#define CALL_ERRORS CALL_ERRORS_OF("a value or a number of boxes")
#define COLUMN_CALL_ERRORS CALL_ERRORS_OF("a value, or axes other than the argument has")
#define CALL_ERRORS_OF(wrong)                                                                                        \
  "VF_ERROR_NULL (an array that is not set), VF_ERROR_ARGUMENT (" wrong "), VF_ERROR_BOX "                           \
  "(elements outside of an array), VF_ERROR_KIND, VF_ERROR_COMPONENT and VF_ERROR_CONTEXT (arrays that do not fit "  \
  "together), VF_ERROR_ALIAS (the same elements twice), VF_ERROR_DEVICE, VF_ERROR_MEMORY, VF_ERROR_BOUNDS (a build " \
  "with VIEWFAB_BOUNDS), VF_ERROR_STATE (validation: no original), VF_ERROR_MISMATCH (validation: vf_validate_stop)"

/* Reads the file of viewfab's own names; see tools/names.c. */
void read_names_in_use(const char *path);

/* Exits with a text if C or Fortran cannot use a name, or if a text is longer than TEXT_LIMIT. */
void check_names(const vfi_kernel_description *kernel);

/* The number of indices with bounds: all directions but the components. An array over columns has extents and no bounds;
 * if bodies read neighbours, the array has bounds of points, levels and blocks. */
int bounded_indices(const vfi_kernel_description *kernel, const vfi_argument_description *argument);

/* The declaration of an array in an original, and the declaration of its bounds. */
void declare_array(const vfi_kernel_description *kernel, const vfi_argument_description *argument, const char *kind,
                   const char *indent);

/* The subroutine statement and the declarations of an original for arrays of kind k. */
void put_original_head(const vfi_kernel_description *kernel, int k);

/* The line about a name in the documentation of a module; short names are padded. */
void explain(const char *name, const char *text);

/* viewfab_<kernel>, and viewfab_<kernel>_original: the interface of an original and its registration. */
void write_fortran_module(const vfi_kernel_description *kernel, const char *folder);
void write_original_module(const vfi_kernel_description *kernel, const char *folder);
void compose_fortran_module(const vfi_kernel_description *kernel);
void compose_original_module(const vfi_kernel_description *kernel);
/* include/viewfab_<kernel>_original.inc: the head of an original, a file for each kind; and
 * include/NAME_register_originals.inc, the registration of the originals of all kernels. */
void write_original_includes(const vfi_kernel_description *kernel, const char *folder);
void write_registering_includes(const char *folder, const char *name);
/* The module `name` of all kernels and their originals. If `originals` is not NULL, the originals are in a module of
 * this name instead. */
void write_fortran_umbrella(const char *folder, const char *name, const char *originals);
void write_header(const char *folder, const char *name);
void write_reference(const char *folder, const char *name);

#endif
