#include "source.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The tokens read so far, and the text of the statement in hand. */
typedef struct scanner {
  const char *file;
  int line;
  token *tokens;
  size_t count, room;
  char *text; /* of the statement, without comments */
  int *lines; /* of its characters, a line number each */
  size_t length, text_room;
  char quote; /* of a text that is still open; 0: none */
  bool continued;
} scanner;

static void stop(const char *path, const char *what)
{
  fprintf(stderr, "%s: ", path);
  perror(what);
  exit(1);
}

void refuse(const token *at, const char *format, ...)
{
  va_list list;
  fprintf(stderr, "%s:%d: ", at->file, at->line);
  va_start(list, format);
  vfprintf(stderr, format, list);
  va_end(list);
  fputc('\n', stderr);
  exit(1);
}

void *more_memory(void *old, unsigned long bytes)
{
  void *memory = realloc(old, bytes);
  if (!memory) stop("vf_wrap_type", "memory");
  return memory;
}

static char *copy_of(const char *from, size_t length)
{
  char *copy = more_memory(NULL, length + 1);
  memcpy(copy, from, length);
  copy[length] = 0;
  return copy;
}

bool same_name(const char *a, const char *b) { return !strcasecmp(a, b); }
bool is_word(const token *t, const char *word) { return t->kind == TOKEN_NAME && same_name(t->text, word); }
bool is_mark(const token *t, char mark) { return t->kind == TOKEN_MARK && t->text[0] == mark; }
bool ends(const token *t) { return t->kind == TOKEN_END || t->kind == TOKEN_LAST; }

const token *next_statement(const token *t)
{
  while (!ends(t)) t++;
  return t->kind == TOKEN_LAST ? t : t + 1;
}

const token *behind_parentheses(const token *t)
{
  const token *open = t;
  int depth = 0;
  do {
    if (ends(t)) refuse(open, "this parenthesis is not closed");
    depth += is_mark(t, '(') - is_mark(t, ')');
    t++;
  } while (depth);
  return t;
}

/* ---- From a statement to its tokens ---- */

static void add(scanner *s, token_kind kind, const char *text, int line)
{
  if (s->count == s->room) {
    s->room = s->room ? 2 * s->room : 4096;
    s->tokens = more_memory(s->tokens, s->room * sizeof *s->tokens);
  }
  s->tokens[s->count++] = (token){ kind, text, s->file, line };
}

static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

static size_t end_of_number(const char *text, size_t at)
{
  for (; in_name(text[at]) || text[at] == '.'; at++)
    if (strchr("eEdD", text[at]) && (text[at + 1] == '+' || text[at + 1] == '-')) at++;
  return at;
}

static size_t end_of_text(const char *text, size_t at)
{
  const char quote = text[at++];
  while (text[at] && text[at] != quote) at++;
  return text[at] ? at + 1 : at;
}

static void end_statement(scanner *s)
{
  const size_t before = s->count;
  s->text = more_memory(s->text, s->length + 1);
  s->text[s->length] = 0;
  for (size_t from = 0, to; from < s->length; from = to) {
    const char c = s->text[from];
    token_kind kind = TOKEN_MARK;
    to = from + 1;
    if (isspace((unsigned char)c)) continue;
    if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)s->text[to]))) {
      kind = TOKEN_NUMBER;
      to = end_of_number(s->text, from);
    } else if (in_name(c)) {
      kind = TOKEN_NAME;
      while (in_name(s->text[to])) to++;
    } else if (c == '"' || c == '\'') {
      kind = TOKEN_TEXT;
      to = end_of_text(s->text, from);
    }
    add(s, kind, copy_of(s->text + from, to - from), s->lines[from]);
  }
  if (s->count > before) add(s, TOKEN_END, "", s->tokens[s->count - 1].line);
  s->length = s->text_room = 0;
  free(s->text);
  free(s->lines);
  s->text = NULL;
  s->lines = NULL;
  s->quote = 0;
  s->continued = false;
}

static void append(scanner *s, char c)
{
  if (s->length + 1 >= s->text_room) {
    s->text_room = s->text_room ? 2 * s->text_room : 256;
    s->text = more_memory(s->text, s->text_room);
    s->lines = more_memory(s->lines, s->text_room * sizeof *s->lines);
  }
  s->lines[s->length] = s->line;
  s->text[s->length++] = c;
}

/* ---- Lines ---- */

static const char *past_blanks(const char *at)
{
  while (*at == ' ' || *at == '\t') at++;
  return at;
}

/* Appends a line without its comment. In free form an ampersand at the end of the line is left out, and continues it. */
static void append_line(scanner *s, const char *at, bool free_form)
{
  for (; *at; at++) {
    if (free_form && *at == '&') {
      const char *behind = past_blanks(at + 1);
      if (!*behind || (*behind == '!' && !s->quote)) {
        s->continued = true;
        return;
      }
    }
    if (s->quote) {
      if (*at == s->quote) s->quote = 0;
    } else if (*at == '!') {
      return;
    } else if (*at == ';') {
      end_statement(s);
      continue;
    } else if (*at == '"' || *at == '\'') {
      s->quote = *at;
    }
    append(s, *at);
  }
}

static void read_free_line(scanner *s, const char *line)
{
  const char *at = past_blanks(line);
  if (!*at || (*at == '!' && !s->quote)) return;
  if (s->continued && *at == '&') at++;
  else append(s, ' ');
  s->continued = false;
  append_line(s, at, true);
  if (!s->continued) end_statement(s);
}

/* A continuation line marks itself, so the next initial line ends a statement. */
static void read_fixed_line(scanner *s, char *line, int columns)
{
  const char *at = past_blanks(line), *tab = strchr(line, '\t');
  bool continues;
  if (!*at || strchr("cCdD*!", line[0]) || (*at == '!' && at - line != 5)) return;
  if (tab && tab - line < 6) {
    continues = tab[1] > '0' && tab[1] <= '9';
    at = tab + 1 + continues;
  } else {
    if (columns && strlen(line) > (size_t)columns) line[columns] = 0;
    if (strlen(line) < 6) return;
    continues = line[5] != ' ' && line[5] != '0';
    at = line + 6;
  }
  if (!continues) end_statement(s);
  append_line(s, at, false);
}

/* A line marker gives the file and number of the following lines. Other directives are kept as statements, since some readers
 * refuse them. */
static void read_directive(scanner *s, const char *line)
{
  const char *at = past_blanks(line + 1);
  if (!strncmp(at, "line", 4)) at = past_blanks(at + 4);
  if (!isdigit((unsigned char)*at)) {
    add(s, TOKEN_DIRECTIVE, copy_of(line, strlen(line)), s->line);
    add(s, TOKEN_END, "", s->line);
    return;
  }
  const char *name = strchr(at, '"'), *end = name ? strchr(name + 1, '"') : NULL;
  s->line = atoi(at) - 1;
  if (end) s->file = copy_of(name + 1, (size_t)(end - name - 1));
}

static char *contents(const char *path)
{
  FILE *file = fopen(path, "rb");
  if (!file) stop(path, "open");
  size_t used = 0, room = 1 << 16;
  char *text = more_memory(NULL, room + 1);
  for (size_t got; (got = fread(text + used, 1, room - used, file)) > 0;) {
    used += got;
    if (used < room) continue;
    room *= 2;
    text = more_memory(text, room + 1);
  }
  if (ferror(file)) stop(path, "read");
  fclose(file);
  text[used] = 0;
  return text;
}

const token *read_source(const char *path, source_form form)
{
  scanner s = { .file = path };
  for (char *line = contents(path), *next; line; line = next) {
    next = strchr(line, '\n');
    if (next) *next++ = 0;
    const size_t length = strlen(line);
    if (length && line[length - 1] == '\r') line[length - 1] = 0;
    s.line++;
    if (line[0] == '#') read_directive(&s, line);
    else if (form.fixed) read_fixed_line(&s, line, form.columns);
    else read_free_line(&s, line);
  }
  end_statement(&s);
  add(&s, TOKEN_LAST, "", s.line);
  return s.tokens;
}
