/* usage: read_kernel KERNEL_FILE STAMP
 * Looks through a kernel file before it is compiled, for mistakes that give long compiler messages without the right line:
 * lists of arguments that end too early or hold other words, and words of Fortran that C lacks or defines differently.
 * Prints a line for each word of Fortran, else for the first mistake, and exits with 1, or writes the empty file STAMP. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/backend.h>

#include "reader.h"

static const char *path;
static const token *tokens;

const token *first_token(void) { return tokens; }

static bool failed;

static void print_mistake(const char *file, int line, const char *format, va_list list)
{
  static char last[512];
  static int last_line;
  char text[512];
  vsnprintf(text, sizeof text, format, list);
  if (line != last_line || strcmp(text, last) != 0) fprintf(stderr, "%s:%d: error: viewfab: %s\n", file, line, text);
  memcpy(last, text, sizeof last);
  last_line = line;
  failed = true;
}

void refuse(int line, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  print_mistake(path, line, format, list);
  va_end(list);
  exit(1);
}

void refuse_in(const char *file, int line, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  print_mistake(file, line, format, list);
  va_end(list);
  exit(1);
}

void refuse_at_the_end(int line, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  print_mistake(path, line, format, list);
  va_end(list);
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

/* A list is a macro with a name of the kit and parameters in capitals. */
static bool is_list(const token *t)
{
  return is_defined_name(t) && !strncmp(t->text, "VF_", 3) && is_mark(t + 1, '(') && t[1].touches &&
         isupper((unsigned char)t[2].text[0]);
}

const token *list_of(const token *t)
{
  if (!t->directive) return NULL;
  while (t > tokens && t[-1].directive == t->directive) t--;
  return is_list(t + 2) ? t + 2 : NULL;
}

bool is_parameter(const token *list, const char *name)
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

/* Refuses text outside of a list that begins like an item of the list. */
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

/* face(y) */
static void check_direction(const token *t)
{
  if (t->directive && (is_name(t, "face") || is_name(t, "edge")) && t[2].kind == TOKEN_NAME && is_mark(t + 3, ')') &&
      strncmp(t[2].text, "VF_", 3) != 0 && !is_defined(t[2].text) && !includes_others())
    refuse(t->line, "%s(%s): directions are numbers, 0 for x, 1 for y, 2 for z", t->text, t[2].text);
}

/* table(251) */
static void check_table(const token *t)
{
  const token *const list = list_of(t);
  const bool one = t[2].kind == TOKEN_NUMBER || t[2].kind == TOKEN_NAME;
  if (list && is_name(list, "VF_ARGUMENTS") && is_name(t, "table") && one && is_mark(t + 3, ')') &&
      !is_defined("table"))
    refuse(t->line,
           "there is no map table(%s): a table with one index is table(%s, 1), and its view may have the axis c alone",
           t[2].text, t[2].text);
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
      check_table(t);
    }
    check_fortran(t);
    check_axes(t);
    if (t->directive) continue;
    braces += is_mark(t, '{') - is_mark(t, '}');
    parentheses += is_mark(t, '(') - is_mark(t, ')');
  }
  if (failed) return 1;
  check_constants(path);
  FILE *stamp = fopen(argv[2], "w");
  if (!stamp || fclose(stamp)) {
    fprintf(stderr, "viewfab: %s: ", argv[2]);
    perror("write");
    return 1;
  }
  return 0;
}
