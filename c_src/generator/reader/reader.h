/* The declarations that the parts of the reader share. */
#ifndef VIEWFAB_GENERATOR_READER_H
#define VIEWFAB_GENERATOR_READER_H

#include "tokens.h"

/* Ends the reader with a text that begins with the file and this line. */
void refuse(int line, const char *format, ...) __attribute__((format(printf, 2, 3), noreturn));

bool is_name(const token *t, const char *name);

/* #define NAME, of which this is the name. */
bool is_defined_name(const token *t);

/* True if the file defines a macro or a function of the name. */
bool is_defined(const char *name);

/* True if the file includes one of the author's, which may define anything. */
bool includes_others(void);

/* The definition of VF_SUMMARY, of which this is the name: a text in quotes. */
void check_summary(const token *summary);

/* The items of VF_ARGUMENTS or VF_RESULTS: each has a name of its own that the generated code can have, and a text. */
void check_declarations(const token *list);

#endif
