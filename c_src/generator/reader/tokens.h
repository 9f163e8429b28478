/* The tokens of a kernel file, as the preprocessor cuts it: without comments, and with lines joined that end in a backslash. */
#ifndef VIEWFAB_GENERATOR_TOKENS_H
#define VIEWFAB_GENERATOR_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum token_kind { TOKEN_NAME, TOKEN_NUMBER, TOKEN_TEXT, TOKEN_MARK, TOKEN_END } token_kind;

typedef struct token {
  token_kind kind;
  const char *text; /* ended by a zero byte; of a mark one character */
  int line;
  int directive; /* number of the directive of the preprocessor that it belongs to, from 1; 0: none */
  bool touches;  /* the token before it ends where this one begins */
} token;

/* Reads the file into a list that TOKEN_END ends; exits with a text where that fails. */
token *read_tokens(const char *path);

static inline bool is_mark(const token *t, char mark) { return t->kind == TOKEN_MARK && t->text[0] == mark; }

#endif
