/* usage: read_kernel KERNEL_FILE STAMP
 * Looks through a kernel file before it is compiled, for mistakes of which a compiler says much, but not the place: lists of
 * arguments that end too early or hold other words, and functions of Fortran that C does not have, or has with another meaning.
 * Says the first mistake in one line and exits with 1, or writes the empty file STAMP. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <viewfab/backend.h>

#include "reader.h"

static const char *path;
static const token *tokens;

void refuse(int line, const char *format, ...)
{
  va_list list;
  fprintf(stderr, "%s:%d: error: viewfab: ", path, line);
  va_start(list, format);
  vfprintf(stderr, format, list);
  va_end(list);
  fputc('\n', stderr);
  exit(1);
}

bool is_name(const token *t, const char *name) { return t->kind == TOKEN_NAME && !strcmp(t->text, name); }

bool is_defined_name(const token *t)
{
  return t - tokens >= 2 && t->directive && t->kind == TOKEN_NAME && is_name(t - 1, "define") && is_mark(t - 2, '#');
}

bool includes_others(void)
{
  for (const token *t = tokens; t->kind != TOKEN_END; t++)
    if (is_mark(t, '#') && is_name(t + 1, "include") && t[2].kind == TOKEN_TEXT) return true;
  return false;
}

bool is_defined(const char *name)
{
  int depth = 0;
  for (const token *t = tokens; t->kind != TOKEN_END; t++) {
    if (!t->directive) depth += is_mark(t, '{') - is_mark(t, '}');
    if (!is_name(t, name)) continue;
    if (is_defined_name(t)) return true;
    if (!t->directive && !depth && t > tokens && t[-1].kind == TOKEN_NAME && is_mark(t + 1, '(')) return true;
  }
  return false;
}

/* ---- Lists: #define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) READ(...) ... ---- */

/* A list is a macro of the kit's names whose parameters are in capitals. */
static bool is_list(const token *t)
{
  return is_defined_name(t) && !strncmp(t->text, "VF_", 3) && is_mark(t + 1, '(') && t[1].touches &&
         isupper((unsigned char)t[2].text[0]);
}

/* The list to which a token belongs; NULL: to none. */
static const token *list_of(const token *t)
{
  if (!t->directive) return NULL;
  while (t > tokens && t[-1].directive == t->directive) t--;
  return is_list(t + 2) ? t + 2 : NULL;
}

static bool is_parameter(const token *list, const char *name)
{
  for (const token *t = list + 2; t->directive == list->directive && !is_mark(t, ')'); t++)
    if (is_name(t, name)) return true;
  return false;
}

/* "READ WRITE UPDATE VALUE"; valid until the next call. */
static const char *parameters_of(const token *list, int *count)
{
  static char text[256];
  size_t used = 0;
  *count = 0;
  for (const token *t = list + 2; t->directive == list->directive && !is_mark(t, ')') && used < sizeof text; t++)
    if (t->kind == TOKEN_NAME)
      used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", (*count)++ ? " " : "", t->text);
  return text;
}

static void check_list(const token *list)
{
  int depth = 0, count = 0, items = 0;
  const char *words = parameters_of(list, &count);
  const token *t = list + 1, *item = NULL;
  if (is_name(list, "VF_ARGUMENTS") && count != 4)
    refuse(list->line, "VF_ARGUMENTS has %d parameters in place of the four (READ, WRITE, UPDATE, VALUE)", count);
  while (t->directive == list->directive && !is_mark(t, ')')) t++;
  for (t++; t->directive == list->directive; t++) {
    if (!depth && t->kind == TOKEN_NAME && is_mark(t + 1, '(')) {
      item = t;
      items++;
      if (!is_parameter(list, t->text) && !is_defined(t->text) && !includes_others())
        refuse(t->line, "%s has %s(...), which is none of: %s", list->text, t->text, words);
    }
    depth += is_mark(t, '(') - is_mark(t, ')');
  }
  if (is_name(list, "VF_ARGUMENTS") && items > VF_MAX_ARGUMENTS)
    refuse(list->line, "VF_ARGUMENTS has %d arguments; a kernel may have %d", items, VF_MAX_ARGUMENTS);
  if (depth > 0 && item)
    refuse(t[-1].line, "%s ends within %s(...): does this line lack the backslash at its end?", list->text, item->text);
}

/* What stands behind a list and begins like an item of it. */
static void check_stray(const token *t)
{
  const token *list = NULL;
  for (const token *before = t; before > tokens && !list; before--)
    if (is_list(before) && is_parameter(before, t->text)) list = before;
  if (!list) return;
  if (list_of(t - 1) == list)
    refuse(t[-1].line, "this line of %s lacks the backslash at its end: %s(...) follows", list->text, t->text);
  refuse(t->line, "%s(...) stands outside of %s: does a line before it lack the backslash at its end?", t->text,
         list->text);
}

/* ---- Words ---- */

/* A word of Fortran, and what kernel files have in its place. */
typedef struct fortran_word {
  const char *word, *instead;
  enum { C_HAS_ANOTHER, C_HAS_NONE, C_HAS_IT } c;
} fortran_word;

static const fortran_word words[] = {
  { "abs", "VF_ABS(x); C's abs cuts a number to a whole one, but not on every GPU", C_HAS_ANOTHER },
  { "gamma", "tgamma(x); C's gamma is its logarithm", C_HAS_ANOTHER },
  { "int", "VF_INT(x)", C_HAS_ANOTHER },
  { "real", "(real)x", C_HAS_ANOTHER },
  { "float", "(real)x", C_HAS_ANOTHER },
  { "double", "(double)x", C_HAS_ANOTHER },
  { "max", "VF_MAX(a, b), which takes two numbers", C_HAS_NONE },
  { "min", "VF_MIN(a, b), which takes two numbers", C_HAS_NONE },
  { "dmax1", "VF_MAX(a, b), which takes two numbers", C_HAS_NONE },
  { "dmin1", "VF_MIN(a, b), which takes two numbers", C_HAS_NONE },
  { "amax1", "VF_MAX(a, b), which takes two numbers", C_HAS_NONE },
  { "amin1", "VF_MIN(a, b), which takes two numbers", C_HAS_NONE },
  { "mod", "VF_MOD(a, p) for real numbers, a % p for integers", C_HAS_NONE },
  { "modulo", "VF_MODULO(a, p) for real numbers", C_HAS_NONE },
  { "sign", "VF_SIGN(a, b)", C_HAS_NONE },
  { "dsign", "VF_SIGN(a, b)", C_HAS_NONE },
  { "dim", "VF_MAX(a - b, 0)", C_HAS_NONE },
  { "nint", "VF_NINT(x)", C_HAS_NONE },
  { "aint", "VF_AINT(x)", C_HAS_NONE },
  { "anint", "VF_ANINT(x)", C_HAS_NONE },
  { "ceiling", "VF_CEILING(x)", C_HAS_NONE },
  { "dble", "(double)x", C_HAS_NONE },
  { "merge", "mask ? a : b", C_HAS_NONE },
  { "dabs", "VF_ABS(x)", C_HAS_NONE },
  { "dsqrt", "VF_SQRT(x)", C_HAS_NONE },
  { "dexp", "VF_EXP(x)", C_HAS_NONE },
  { "dlog", "VF_LOG(x)", C_HAS_NONE },
  { "alog", "VF_LOG(x)", C_HAS_NONE },
  { "iand", "a & b", C_HAS_NONE },
  { "ior", "a | b", C_HAS_NONE },
  { "ieor", "a ^ b", C_HAS_NONE },
  { "sqrt", "VF_SQRT(x)", C_HAS_IT },
  { "exp", "VF_EXP(x)", C_HAS_IT },
  { "log", "VF_LOG(x)", C_HAS_IT },
  { "log10", "VF_LOG10(x)", C_HAS_IT },
  { "sin", "VF_SIN(x)", C_HAS_IT },
  { "cos", "VF_COS(x)", C_HAS_IT },
  { "tan", "VF_TAN(x)", C_HAS_IT },
  { "asin", "VF_ASIN(x)", C_HAS_IT },
  { "acos", "VF_ACOS(x)", C_HAS_IT },
  { "atan", "VF_ATAN(x)", C_HAS_IT },
  { "sinh", "VF_SINH(x)", C_HAS_IT },
  { "cosh", "VF_COSH(x)", C_HAS_IT },
  { "tanh", "VF_TANH(x)", C_HAS_IT },
  { "floor", "VF_FLOOR(x)", C_HAS_IT },
  { "atan2", "VF_ATAN2(y, x)", C_HAS_IT },
};

/* The word of Fortran that a name is, in small letters or in capitals; NULL: none. */
static const fortran_word *fortran_word_of(const char *name)
{
  for (size_t w = 0; w < sizeof words / sizeof *words; w++)
    if (!strcasecmp(name, words[w].word)) return &words[w];
  return NULL;
}

static void check_call(const token *t)
{
  const token *list = list_of(t);
  if (t > tokens && (is_mark(t - 1, '.') || is_mark(t - 1, '>'))) return;
  if (is_mark(t + 2, '*') || is_defined_name(t) || (list && is_parameter(list, t->text)) || is_defined(t->text)) return;
  const fortran_word *word = fortran_word_of(t->text);
  if (!word) return;
  const bool as_c_writes_it = !strcmp(t->text, word->word);
  if (word->c == C_HAS_IT && as_c_writes_it) return;
  if (includes_others() && !(word->c == C_HAS_ANOTHER && as_c_writes_it)) return; /* which may define it */
  refuse(t->line, "%s(...) is no function of kernel files; write %s", t->text, word->instead);
}

/* face(y) */
static void check_direction(const token *t)
{
  if (t->directive && (is_name(t, "face") || is_name(t, "edge")) && t[2].kind == TOKEN_NAME && is_mark(t + 3, ')') &&
      strncmp(t[2].text, "VF_", 3) != 0 && !is_defined(t[2].text) && !includes_others())
    refuse(t->line, "%s(%s): directions are numbers, 0 for x, 1 for y, 2 for z", t->text, t[2].text);
}

/* #define VF_AXES x, y */
static void check_axes(const token *t)
{
  if (!is_defined_name(t) || !is_name(t, "VF_AXES")) return;
  for (const token *word = t + 1; word->directive == t->directive; word++) {
    const bool named = word->kind == TOKEN_NAME && strlen(word->text) == 1 && strchr("xyz", word->text[0]);
    if ((word - t) % 2 ? !named : !is_mark(word, ','))
      refuse(t->line, "VF_AXES is a list of directions, such as x, y; %s is none of x, y, z", word->text);
  }
}

/* x**2 */
static void check_power(const token *t)
{
  if (t > tokens && is_mark(t, '*') && is_mark(t + 1, '*') && t[1].touches &&
      (is_mark(t - 1, ')') || t[-1].kind == TOKEN_NUMBER || t[2].kind == TOKEN_NUMBER))
    refuse(t->line, "** is no operator of C; write x * x for a square, VF_POW(x, y) for other powers");
}

int main(int argc, char **argv)
{
  int braces = 0, parentheses = 0;
  if (argc != 3) {
    fputs("usage: read_kernel KERNEL_FILE STAMP\n", stderr);
    return 2;
  }
  path = argv[1];
  tokens = read_tokens(path);
  for (const token *t = tokens; t->kind != TOKEN_END; t++) {
    if (is_list(t)) check_list(t);
    if (is_list(t) && (is_name(t, "VF_ARGUMENTS") || is_name(t, "VF_RESULTS"))) check_declarations(t);
    if (is_defined_name(t) && is_name(t, "VF_SUMMARY")) check_summary(t);
    if (t->kind == TOKEN_NAME && is_mark(t + 1, '(')) {
      if (!t->directive && !braces && !parentheses) check_stray(t);
      check_direction(t);
      check_call(t);
    }
    check_power(t);
    check_axes(t);
    if (t->directive) continue;
    braces += is_mark(t, '{') - is_mark(t, '}');
    parentheses += is_mark(t, '(') - is_mark(t, ')');
  }
  FILE *stamp = fopen(argv[2], "w");
  if (!stamp || fclose(stamp)) {
    fprintf(stderr, "viewfab: %s: ", argv[2]);
    perror("write");
    return 1;
  }
  return 0;
}
