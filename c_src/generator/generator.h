/* The generator: writes from the kernels' declarations what would otherwise be typed again, the Fortran modules, the
 * C header and the reference page. */
#ifndef VIEWFAB_GENERATOR_H
#define VIEWFAB_GENERATOR_H

#include <viewfab/backend.h>

/* The kernels of this run, ended by NULL; the list is compiled in by viewfab_add_kernels(). */
extern const vf_kernel_description *const vf_kernel_list[];

/* Their files, in the same order. */
extern const char *const vf_kernel_files[];

/* The name of a kernel's file, "relax.h". */
const char *file_name(const vf_kernel_description *kernel);

/* Ends the generator with a text that names the kernel's file, and the line of the word in it where it is found. */
void refuse_file(const vf_kernel_description *kernel, const char *word, const char *format, ...)
    __attribute__((format(printf, 3, 4), noreturn));

/* ---- Text being written: one file at a time ---- */

enum { LINE_LIMIT = 100, TEXT_LIMIT = 4000, TEXT_ROOM = TEXT_LIMIT + 600 };

/* The kernel that is being written, for those texts that refuse it. */
void writing(const vf_kernel_description *kernel);

void put(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The pattern with its %s replaced; valid until the next call. */
const char *filled(const char *pattern, const char *name);

/* An item of a list: the separator, then the text, on a new line (after continuation) where the limit would be
 * passed. */
void put_item(const char *separator, const char *continuation, const char *text);

/* A Fortran declaration "type, attributes :: %s", on two lines where the limit would be passed. */
void put_declaration(const char *indent, const char *pattern, const char *name);

/* A paragraph, broken at spaces and at whatever else is white or no character; every line starts with the prefix. Words
 * longer than a line are cut. */
void put_paragraph(const char *first_prefix, const char *prefix, const char *text);

/* The text with what would end a comment of C, or a cell of a Markdown table, made harmless; valid until the next call.
 */
const char *comment_text(const char *text);
const char *cell_text(const char *text);

/* What was put since the last save, and its end without a file. */
const char *composed(void);
void discard(void);

/* Writes the file unless it holds this text already, so that nothing is compiled again in vain. Exits on failure. */
void save(const char *folder, const char *name);

/* ---- What the parts share ---- */

bool is_array(const vf_argument_description *argument);
bool is_coefficient(const vf_argument_description *argument); /* a value of real numbers */
const char *intent_text(const vf_argument_description *argument);
/* "indexed like the point, up to 1 away", for the documentation */
const char *map_text(const vf_argument_description *argument);
/* "cells of one colour": which points a kernel visits */
const char *walked_text(const vf_kernel_description *kernel);
const vf_points_traits *points_of(const vf_kernel_description *kernel);
/* Calls visit for each argument of type real64, or of vf_place, through which a kernel gives results.
 *   name   of the argument
 *   place  it is the place of the result */
void each_result(const vf_kernel_description *kernel,
                 void (*visit)(const vf_result_description *result, const char *name, bool place));
bool has_places(const vf_kernel_description *kernel);
const char *result_meaning(const vf_kernel_description *kernel, const vf_result_description *result, bool place);
/* Name and meaning of the argument that takes all results on the device. */
const char *results_view(const vf_kernel_description *kernel);
const char *results_view_meaning(const vf_kernel_description *kernel);
/* Name and meaning of the argument that the kind of points adds; NULL where it adds none. */
const char *added_argument(const vf_kernel_description *kernel);
const char *added_meaning(const vf_kernel_description *kernel);
/* The first argument of a kernel, box or columns, and what it means. */
const char *box_name(const vf_kernel_description *kernel);
const char *box_meaning(const vf_kernel_description *kernel);
/* What stands in its place in calls on a layout. */
const char *layout_name(void);
const char *layout_meaning(const vf_kernel_description *kernel);

/* The number, from 0, of the first array with points of a kernel over columns; -1: there is none. */
int array_with_points(const vf_kernel_description *kernel);

/* An index of an array over columns, as an original has it. */
typedef struct column_index {
  char letter;        /* of its axis, as a view names it */
  const char *extent; /* NULL: number */
  int number;
} column_index;

enum { MOST_COLUMN_INDICES = 3 };

/* The indices of what an original gets of an array: one block and one species of it. Returns how many. */
int column_indices(const vf_argument_description *argument, column_index indices[MOST_COLUMN_INDICES]);

/* Kinds of real numbers in Fortran, from 0 to VF_PASS_COUNT - 1, and how the names for a kind end: not, for the first. */
const char *real_kind(int k);
const char *kind_suffix(int k);
const char *real_kind_list(void);

/* Calls visit for each constant of an option. */
void each_option(const vf_argument_description *argument, void (*visit)(const vf_option *));

/* The documentation of a value, with the constants of an option: "scheme (in; vf_advect_upwind or ...)"; valid until the
 * next call. */
const char *value_text(const vf_kernel_description *kernel, const vf_argument_description *argument);

/* "real32 or real64", and "real(real32)": what an array holds. */
const char *element_text(const vf_argument_description *argument);
const char *element_type(const vf_argument_description *argument, const char *kind);

/* Declarations with %s for the name: where C is called, and of a program. */
const char *bound_type(const vf_argument_description *argument);
const char *program_type(const vf_argument_description *argument, const char *kind);

/* What is passed to C, with %s for the name, and to an original, for argument `number` from 1. */
const char *bound_value(const vf_argument_description *argument);
const char *original_value(const vf_argument_description *argument, int number, const char *kind);

const char *c_parameter(const vf_argument_description *argument);
const char *page_type(const vf_argument_description *argument);

/* What a call of any kernel may fail with; over columns it may be axes too. */
#define CALL_ERRORS CALL_ERRORS_OF("a value or a number of boxes")
#define COLUMN_CALL_ERRORS CALL_ERRORS_OF("a value, or axes other than the argument has")
#define CALL_ERRORS_OF(wrong)                                                                                        \
  "VF_ERROR_NULL (an array that is not set), VF_ERROR_ARGUMENT (" wrong "), VF_ERROR_BOX "                           \
  "(elements outside of an array), VF_ERROR_KIND, VF_ERROR_COMPONENT and VF_ERROR_CONTEXT (arrays that do not fit "  \
  "together), VF_ERROR_ALIAS (the same elements twice), VF_ERROR_DEVICE, VF_ERROR_MEMORY, VF_ERROR_BOUNDS (a build " \
  "with VIEWFAB_BOUNDS), VF_ERROR_STATE (validation: no original), VF_ERROR_MISMATCH (validation: vf_validate_stop)"

/* The file of names that viewfab has; see tools/names.c. */
void read_names_in_use(const char *path);

/* Exits with a text where a name cannot be used in C and Fortran alike, or a text is longer than TEXT_LIMIT. */
void check_names(const vf_kernel_description *kernel);

/* Indices of an array that have bounds: directions beside that of the components. Over columns it has extents, or, where bodies
 * read neighbours, bounds of points, levels and blocks. */
int bounded_indices(const vf_kernel_description *kernel, const vf_argument_description *argument);

/* The declaration of an array in an original, and of its bounds. */
void declare_array(const vf_kernel_description *kernel, const vf_argument_description *argument, const char *kind,
                   const char *indent);

/* The subroutine statement and the declarations of an original for arrays of kind k. */
void put_original_head(const vf_kernel_description *kernel, int k);

/* The line of the documentation of a module that explains a name; short names are filled up. */
void explain(const char *name, const char *text);

/* viewfab_<kernel>, and viewfab_<kernel>_original: the interface of an original and its registration. */
void write_fortran_module(const vf_kernel_description *kernel, const char *folder);
void write_original_module(const vf_kernel_description *kernel, const char *folder);
void compose_fortran_module(const vf_kernel_description *kernel);
void compose_original_module(const vf_kernel_description *kernel);
/* include/viewfab_<kernel>_original.inc: how an original begins, a file a kind; and include/NAME_register_originals.inc,
 * which registers those of all kernels. */
void write_original_includes(const vf_kernel_description *kernel, const char *folder);
void write_registering_includes(const char *folder, const char *name);
void write_fortran_umbrella(const char *folder, const char *name);
void write_header(const char *folder, const char *name);
void write_reference(const char *folder, const char *name);

#endif
