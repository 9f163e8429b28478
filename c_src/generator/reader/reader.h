/* The declarations that the parts of the reader share. */
#ifndef VIEWFAB_GENERATOR_READER_H
#define VIEWFAB_GENERATOR_READER_H

#include "tokens.h"

/* Ends the reader with a text that begins with the file and this line. */
void refuse(int line, const char *format, ...) __attribute__((format(printf, 2, 3), noreturn));

/* The same for a line of a file that the kernel file includes. */
void refuse_in(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4), noreturn));

/* The same, after the remaining lines have been read: a body in Fortran has many mistakes. */
void refuse_at_the_end(int line, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The first token of the file. */
const token *first_token(void);

bool is_name(const token *t, const char *name);

/* True if t is the name in "#define NAME". */
bool is_defined_name(const token *t);

/* True if the file defines a macro or a function with this name. */
bool is_defined(const char *name);

/* True if the file includes a file of the author, which may define anything. */
bool includes_others(void);

/* The list, such as VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE), that a token belongs to: the name in its #define; NULL: none. */
const token *list_of(const token *t);

/* True if the list has a parameter with this name. */
bool is_parameter(const token *list, const char *name);

/* Checks a definition of VF_SUMMARY, a text in quotes; `summary` is the name in its #define. */
void check_summary(const token *summary);

/* Checks the items of VF_ARGUMENTS or VF_RESULTS: each item has its own name, usable in generated code, and a text. */
void check_declarations(const token *list);

/* The item of VF_ARGUMENTS that declares the name: the token READ, WRITE, UPDATE or VALUE; NULL: none. */
const token *declaration_of(const char *name);

/* Checks the structures of constants of a kernel file, in the file and in the files of the author that it includes. */
void check_constants(const char *path);

/* Refuses a word of Fortran in the body of the kernel or in a function of the file. */
void check_fortran(const token *t);

#endif
