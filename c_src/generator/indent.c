/* The indentation of generated C: two columns for each open brace, two more behind a line that does not end a statement, four
 * more inside parentheses. Lines of the preprocessor, of namespaces and of comments stay as they are. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loops.h"

typedef struct indentation {
  int braces, parentheses, unended; /* unended: lines before, that begin a loop, a condition or an expression */
  bool in_comment, in_macro;
} indentation;

/* The code of a line without a comment at its end. */
static size_t code_length(const char *line)
{
  const char *const comment = strstr(line, "/*");
  size_t length = comment ? (size_t)(comment - line) : strlen(line);
  while (length && line[length - 1] == ' ') length--;
  return length;
}

static void count(indentation *at, const char *line)
{
  const size_t length = code_length(line);
  bool in_text = false;
  for (size_t c = 0; c < length; c++) {
    if (line[c] == '"') in_text = !in_text;
    if (in_text) continue;
    at->braces += (line[c] == '{') - (line[c] == '}');
    at->parentheses += (line[c] == '(') - (line[c] == ')');
  }
}

static bool begins(const char *line, const char *word) { return !strncmp(line, word, strlen(word)); }

static bool is_header(const char *line)
{
  return begins(line, "for (") || begins(line, "if (") || begins(line, "else");
}

static void put_indented(indentation *at, const char *line)
{
  const int closing = *line == '}', opening = *line == '{';
  const int levels = at->braces - closing + (opening ? 0 : at->unended);
  put("%*s%s\n", 2 * levels + (at->parentheses > 0 ? 4 : 0), "", line);
  count(at, line);
  if (at->parentheses > 0) return;
  const size_t length = code_length(line);
  if (!length || strchr(";{},:", line[length - 1])) at->unended = 0;
  else if (is_header(line) || !at->unended) at->unended++;
}

/* A line of the preprocessor or of a comment. */
static bool stays(indentation *at, const char *code)
{
  if (begins(code, "namespace ") || begins(code, "} /* namespace")) return true;
  if (at->in_macro || *code == '#') {
    const size_t length = strlen(code);
    at->in_macro = length && code[length - 1] == '\\';
    return true;
  }
  if (!at->in_comment && !begins(code, "/*")) return false;
  at->in_comment = !strstr(code, "*/");
  return true;
}

void indent_composed(void)
{
  char *const text = strdup(composed());
  indentation at = { 0 };
  if (!text) {
    fputs("viewfab generator: no memory\n", stderr);
    exit(1);
  }
  discard();
  for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
    *end = 0;
    const char *const code = line + strspn(line, " ");
    if (!*code || stays(&at, code)) put("%s\n", line);
    else put_indented(&at, code);
  }
  free(text);
}
