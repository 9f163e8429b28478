/* Facts of a body, read in the kernel file. They only choose between loops with the same results: a body that the reader
 * does not find, because a macro makes it, gets the general loop. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"

enum { SHORT_BODY = 2500, SHORT_SCAN = 1000 }; /* characters */

static bool in_name(int c) { return isalnum(c) || c == '_'; }

/* The word begins at `at`, and no letter is before or behind it. */
static bool is_word(const char *text, const char *at, const char *word)
{
  const size_t length = strlen(word);
  return !strncmp(at, word, length) && !in_name((unsigned char)at[length]) &&
         (at == text || !in_name((unsigned char)at[-1]));
}

/* The text of the kernel file, with blanks in place of comments; the caller frees the text. NULL: not to be read. */
static char *file_without_comments(const vfi_kernel_description *kernel)
{
  FILE *file = fopen(file_path(kernel), "rb");
  if (!file) return NULL;
  char *text = NULL;
  long length = -1;
  if (!fseek(file, 0, SEEK_END) && (length = ftell(file)) >= 0 && !fseek(file, 0, SEEK_SET))
    text = (char *)calloc((size_t)length + 1, 1);
  if (text && fread(text, 1, (size_t)length, file) != (size_t)length) *text = 0;
  fclose(file);
  for (char *at = text; at && (at = strchr(at, '/'));) {
    const char *const end = at[1] == '*' ? strstr(at + 2, "*/") : at[1] == '/' ? strchr(at, '\n') : NULL;
    if (!end) at++;
    else memset(at, ' ', (size_t)(end - at) + (at[1] == '*' ? 2 : 0)), at = (char *)end;
  }
  return text;
}

/* The first character of the body "WORD(name, ...) { ... }" behind its opening brace; its end is cut off. */
static char *body_in(char *text, const char *word, const char *name)
{
  for (char *at = strstr(text, word); at; at = strstr(at + 1, word)) {
    if (!is_word(text, at, word)) continue;
    char *open = at + strlen(word) + strspn(at + strlen(word), " ");
    if (*open != '(') continue;
    open += 1 + strspn(open + 1, " ");
    if (!is_word(text, open, name) || !(open = strchr(open, ')'))) continue;
    open += 1 + strspn(open + 1, " \n");
    if (*open != '{') continue;
    int depth = 1;
    for (char *end = open + 1; *end; end++) {
      depth += (*end == '{') - (*end == '}');
      if (depth) continue;
      *end = 0;
      return open + 1;
    }
  }
  return NULL;
}

static bool compares(const char *at)
{
  return *at == '<' || *at == '>' || !strncmp(at, "==", 2) || !strncmp(at, "!=", 2);
}

/* Is k compared with something? */
static bool compares_level(const char *body)
{
  for (const char *at = strchr(body, 'k'); at; at = strchr(at + 1, 'k')) {
    if (!is_word(body, at, "k")) continue;
    if (compares(at + 1 + strspn(at + 1, " "))) return true;
    const char *before = at;
    while (before > body && before[-1] == ' ') before--;
    if (before - body >= 2 && (compares(before - 1) || compares(before - 2))) return true;
  }
  return false;
}

/* Does the body give a carried value a new number? */
static bool carries(const char *body)
{
  for (const char *at = strstr(body, "VF_CARRIED_VALUE("); at; at = strstr(at + 1, "VF_CARRIED_VALUE(")) {
    const char *const end = strchr(at, ')');
    if (end && end[1 + strspn(end + 1, " ")] == '=' && end[2 + strspn(end + 1, " ")] != '=') return true;
  }
  return false;
}

static bool has_word(const char *body, const char *const words[], size_t count)
{
  for (const char *at = body; *at; at++)
    for (size_t w = 0; w < count; w++)
      if (is_word(body, at, words[w])) return true;
  return false;
}

static const char *const of_loops[] = { "for", "while", "do", "switch", "goto", "return", "break" };
/* Functions of the C library: calls. */
static const char *const of_calls[] = { "VF_EXP",  "VF_LOG",  "VF_LOG10", "VF_SIN",   "VF_COS",  "VF_TAN",
                                        "VF_ASIN", "VF_ACOS", "VF_ATAN",  "VF_SINH",  "VF_COSH", "VF_TANH",
                                        "VF_ERF",  "VF_ERFC", "VF_POW",   "VF_ATAN2", "VF_HYPOT" };
static const char *const of_rounding[] = { "VF_MOD", "VF_MODULO", "VF_AINT", "VF_ANINT" };
#define HAS_WORD(body, words) has_word(body, words, sizeof words / sizeof *words)

/* No loop, no call of a function, and no branch but on the level. */
static bool is_straight(const char *body)
{
  if (HAS_WORD(body, of_loops) || HAS_WORD(body, of_calls) || HAS_WORD(body, of_rounding)) return false;
  for (const char *at = body; *at; at++)
    if (is_word(body, at, "if") && strncmp(at, "if (k ", 6) != 0) return false;
  return true;
}

body_facts facts_of_body(const vfi_kernel_description *kernel, const char *word, const char *name)
{
  char *const text = file_without_comments(kernel);
  const char *const body = text ? body_in(text, word, name) : NULL;
  const size_t length = body ? strlen(body) : 0;
  const body_facts facts = { .compares_level = body && length <= SHORT_BODY && compares_level(body),
                             .is_short_scan = body && length <= SHORT_SCAN && carries(body) && is_straight(body),
                             .calls = body && length <= SHORT_BODY && !HAS_WORD(body, of_loops) &&
                                      HAS_WORD(body, of_calls) };
  free(text);
  return facts;
}
