/* The statements of a Fortran source, as tokens: without comments, and with continued lines joined. */
#ifndef VIEWFAB_GENERATOR_SOURCE_H
#define VIEWFAB_GENERATOR_SOURCE_H

#include <stdbool.h>

typedef enum token_kind {
  TOKEN_NAME,
  TOKEN_NUMBER,
  TOKEN_TEXT,      /* in quotes */
  TOKEN_MARK,      /* one character */
  TOKEN_DIRECTIVE, /* a preprocessor line, a statement by itself */
  TOKEN_END,       /* the end of a statement */
  TOKEN_LAST       /* behind the last statement */
} token_kind;

typedef struct token {
  token_kind kind;
  const char *text; /* in the spelling of the source, ended by a zero byte */
  const char *file; /* the source, or the file named by a line marker of the preprocessor */
  int line;
} token;

/* The form of the lines of a source. */
typedef struct source_form {
  bool fixed;
  int columns; /* in fixed form: text behind this column is a comment; 0: no limit */
} source_form;

/* Reads the file into a list with TOKEN_LAST as its last token. Blanks separate words in fixed form too. Exits with a text
 * on failure. */
const token *read_source(const char *path, source_form form);

/* True if a token is this word, in letters of any case; this mark; the end of a statement. */
bool is_word(const token *t, const char *word);
bool is_mark(const token *t, char mark);
bool ends(const token *t);

/* True if two names are the same name in Fortran. */
bool same_name(const char *a, const char *b);

/* The first token of the next statement. */
const token *next_statement(const token *t);

/* The token behind the closing parenthesis; t is the opening parenthesis. */
const token *behind_parentheses(const token *t);

/* Ends the program with a text that begins with file and line. */
void refuse(const token *at, const char *format, ...) __attribute__((format(printf, 2, 3), noreturn));

/* Memory that lives as long as the program; exits if there is no memory. */
void *more_memory(void *old, unsigned long bytes);

#endif
