/* The statements of a Fortran source, as tokens: without comments, and with continued lines joined. */
#ifndef VIEWFAB_GENERATOR_SOURCE_H
#define VIEWFAB_GENERATOR_SOURCE_H

#include <stdbool.h>

typedef enum token_kind {
  TOKEN_NAME,
  TOKEN_NUMBER,
  TOKEN_TEXT,      /* in quotes */
  TOKEN_MARK,      /* one character */
  TOKEN_DIRECTIVE, /* a line of the preprocessor, a statement by itself */
  TOKEN_END,       /* of a statement */
  TOKEN_LAST       /* behind the last statement */
} token_kind;

typedef struct token {
  token_kind kind;
  const char *text; /* as it is spelled, ended by a zero byte */
  const char *file; /* the source, or the one that a line marker of the preprocessor names */
  int line;
} token;

/* How lines are read. */
typedef struct source_form {
  bool fixed;
  int columns; /* of the fixed form; what stands behind them is a comment; 0: any number */
} source_form;

/* Reads the file into a list that TOKEN_LAST ends. Blanks part words in the fixed form too. Exits with a text where that
 * fails. */
const token *read_source(const char *path, source_form form);

/* Whether a token is a word, in letters of any case, or a mark. */
bool is_word(const token *t, const char *word);
bool is_mark(const token *t, char mark);
bool ends(const token *t);

/* Whether two names are one for Fortran. */
bool same_name(const char *a, const char *b);

/* The first token of the next statement. */
const token *next_statement(const token *t);

/* Behind the parenthesis that closes the one at t. */
const token *behind_parentheses(const token *t);

/* Ends the program with a text that begins with file and line. */
void refuse(const token *at, const char *format, ...) __attribute__((format(printf, 2, 3), noreturn));

/* Memory that lives as long as the program; exits where there is none. */
void *more_memory(void *old, unsigned long bytes);

#endif
