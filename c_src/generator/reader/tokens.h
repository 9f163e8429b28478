/* The tokens of a kernel file, as the preprocessor cuts it: without comments, and with lines joined at backslashes. */
#ifndef VIEWFAB_GENERATOR_TOKENS_H
#define VIEWFAB_GENERATOR_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum token_kind { TOKEN_NAME, TOKEN_NUMBER, TOKEN_TEXT, TOKEN_MARK, TOKEN_END } token_kind;

typedef struct token {
  token_kind kind;
  const char *text; /* ended by a zero byte; a mark has one character */
  int line;
  int directive; /* number of the token's preprocessor directive in the file, from 1; 0: none */
  bool touches;  /* no white space between the previous token and this token */
} token;

/* Reads the file into a list with TOKEN_END as its last token; exits with a text on failure. */
token *read_tokens(const char *path);

static inline bool is_mark(const token *t, char mark) { return t->kind == TOKEN_MARK && t->text[0] == mark; }

#endif
