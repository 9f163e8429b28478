#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tokens.h"

typedef struct scanner {
  const char *at;
  int line, directives;
  bool in_directive, at_begin; /* at_begin: the line had only white space so far */
  token *tokens;
  size_t count, room;
} scanner;

static _Noreturn void stop(const char *path, const char *what)
{
  fprintf(stderr, "viewfab: %s: ", path);
  perror(what);
  exit(1);
}

static char *contents(const char *path)
{
  FILE *file = fopen(path, "rb");
  if (!file) stop(path, "open");
  size_t used = 0, room = 1 << 14;
  char *text = malloc(room + 1);
  for (size_t got; text && (got = fread(text + used, 1, room - used, file)) > 0;) {
    used += got;
    if (used < room) continue;
    room *= 2;
    char *const grown = realloc(text, room + 1);
    if (!grown) stop(path, "read");
    text = grown;
  }
  if (!text || ferror(file)) stop(path, "read");
  fclose(file);
  text[used] = 0;
  return text;
}

static void add(scanner *s, token_kind kind, const char *from, size_t length, const char *end_before)
{
  char *text = malloc(length + 1);
  if (s->count == s->room) {
    s->room = s->room ? 2 * s->room : 512;
    s->tokens = realloc(s->tokens, s->room * sizeof *s->tokens);
  }
  if (!text || !s->tokens) stop("tokens", "memory");
  memcpy(text, from, length);
  text[length] = 0;
  token *const fresh = &s->tokens[s->count++];
  fresh->kind = kind;
  fresh->text = text;
  fresh->line = s->line;
  fresh->directive = s->in_directive ? s->directives : 0;
  fresh->touches = end_before == from;
}

/* Skips a comment, or the end of a line that continues on the next line. Returns true if something was skipped. */
static bool skip_joined(scanner *s)
{
  if (s->at[0] == '\\') {
    const char *end = s->at + 1;
    while (*end == ' ' || *end == '\t' || *end == '\r') end++;
    if (*end != '\n') return false;
    s->at = end + 1;
    s->line++;
    return true;
  }
  if (s->at[0] == '/' && s->at[1] == '/') {
    while (*s->at && *s->at != '\n') s->at++;
    return true;
  }
  if (s->at[0] != '/' || s->at[1] != '*') return false;
  for (s->at += 2; *s->at && !(s->at[0] == '*' && s->at[1] == '/'); s->at++) s->line += *s->at == '\n';
  if (*s->at) s->at += 2;
  return true;
}

static const char *end_of_text(const char *at)
{
  const char quote = *at++;
  for (; *at && *at != quote && *at != '\n'; at++)
    if (at[0] == '\\' && at[1] && at[1] != '\n') at++;
  return *at == quote ? at + 1 : at;
}

static const char *end_of_number(const char *at)
{
  for (; isalnum((unsigned char)*at) || *at == '.' || *at == '_'; at++)
    if (strchr("eEpP", *at) && (at[1] == '+' || at[1] == '-')) at++;
  return at;
}

static const char *end_of_name(const char *at)
{
  while (isalnum((unsigned char)*at) || *at == '_') at++;
  return at;
}

static void next(scanner *s, const char **end_before)
{
  const char *from = s->at, c = *from;
  const bool number = isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)from[1]));
  token_kind kind = TOKEN_MARK;
  if (c == '#' && s->at_begin) {
    s->in_directive = true;
    s->directives++;
  }
  s->at_begin = false;
  if (number) kind = TOKEN_NUMBER;
  else if (isalpha((unsigned char)c) || c == '_') kind = TOKEN_NAME;
  else if (c == '"' || c == '\'') kind = TOKEN_TEXT;
  s->at = kind == TOKEN_NUMBER ? end_of_number(from)
          : kind == TOKEN_NAME ? end_of_name(from)
          : kind == TOKEN_TEXT ? end_of_text(from)
                               : from + 1;
  add(s, kind, from, (size_t)(s->at - from), *end_before);
  *end_before = s->at;
}

token *read_tokens(const char *path)
{
  scanner s = { .at = contents(path), .line = 1, .at_begin = true };
  const char *end_before = NULL;
  while (*s.at) {
    if (skip_joined(&s)) continue;
    if (*s.at == '\n') {
      s.line++;
      s.in_directive = false;
      s.at_begin = true;
    }
    if (isspace((unsigned char)*s.at)) s.at++;
    else next(&s, &end_before);
  }
  s.in_directive = false;
  add(&s, TOKEN_END, "", 0, NULL);
  return s.tokens;
}
