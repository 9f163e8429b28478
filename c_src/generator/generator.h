/* The generator: writes from the kernels' declarations what would otherwise be typed again, the Fortran modules, the
 * C header and the reference page. */
#ifndef VIEWFAB_GENERATOR_H
#define VIEWFAB_GENERATOR_H

#include <viewfab/backend.h>

/* The kernels of this run, ended by NULL; the list is compiled in by viewfab_add_kernels(). */
extern const vf_kernel_description *const vf_kernel_list[];

/* Their files, in the same order. */
extern const char *const vf_kernel_files[];

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

/* Writes the file unless it holds this text already, so that nothing is compiled again in vain. Exits on failure. */
void save(const char *folder, const char *name);

/* ---- What the parts share ---- */

bool is_array(const vf_argument_description *argument);
bool is_coefficient(const vf_argument_description *argument); /* a value of type real or real3 */
const char *intent_text(const vf_argument_description *argument);
/* "indexed like the point, up to 1 away", for the documentation */
const char *map_text(const vf_argument_description *argument);
/* Name and meaning of the argument that the kind of point set adds; NULL where it adds none. */
const char *last_argument(const vf_kernel_description *kernel);
const char *last_meaning(const vf_kernel_description *kernel);
const char *box_meaning(const vf_kernel_description *kernel);

/* Exits with a text where a name cannot be used in C and Fortran alike, or a text is longer than TEXT_LIMIT. */
void check_names(const vf_kernel_description *kernel);

/* Parts of the Fortran module that are about originals: the public names, the declarations, the procedures. */
void put_original_names(const vf_kernel_description *kernel);
void declare_original(const vf_kernel_description *kernel);
void write_original(const vf_kernel_description *kernel);
/* An original to be filled in, for the reference page. */
void put_original_skeleton(const vf_kernel_description *kernel);

void write_fortran_module(const vf_kernel_description *kernel, const char *folder);
void write_fortran_umbrella(const char *folder, const char *name);
void write_header(const char *folder, const char *name);
void write_reference(const char *folder, const char *name);

#endif
