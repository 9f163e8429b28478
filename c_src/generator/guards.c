/* Include guards in kernel files and in the headers of kernel files. A unit for a GPU includes a kernel file for float and again
 * for double; a guard leaves the second time without the functions and types of the file. A build for the host does not notice. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generator.h"
#include "reader/included.h"

static bool is_word(const token *t, const char *word) { return t->kind == TOKEN_NAME && !strcmp(t->text, word); }

static bool begins_directive(const token *t, const char *word)
{
  return t->directive && is_mark(t, '#') && is_word(t + 1, word);
}

static const token *end_of_directive(const token *t)
{
  const int directive = t->directive;
  while (t->directive == directive) t++;
  return t;
}

/* True for a file that is whole between #ifndef NAME, #define NAME and the last #endif. */
static bool is_guarded(const token *first)
{
  const bool negated = begins_directive(first, "if") && is_mark(first + 2, '!') && is_word(first + 3, "defined");
  if (!begins_directive(first, "ifndef") && !negated) return false;
  const token *name = negated ? first + 4 + is_mark(first + 4, '(') : first + 2, *t = end_of_directive(first);
  if (!begins_directive(t, "define") || !is_word(t + 2, name->text)) return false;
  for (int depth = 1; depth; t = end_of_directive(t)) {
    while (!t->directive && t->kind != TOKEN_END) t++;
    if (t->kind == TOKEN_END) return false;
    depth += begins_directive(t, "if") || begins_directive(t, "ifdef") || begins_directive(t, "ifndef");
    depth -= begins_directive(t, "endif");
  }
  return t->kind == TOKEN_END;
}

/* The first token of the guard of a file; NULL: the file has none. */
static const token *guard_of(const token *first)
{
  if (is_guarded(first)) return first;
  for (const token *t = first; t->kind != TOKEN_END; t++)
    if (begins_directive(t, "pragma") && is_word(t + 2, "once")) return t;
  return NULL;
}

/* True if the file has more than directives. */
static bool declares(const token *t)
{
  for (; t->kind != TOKEN_END; t++)
    if (!t->directive) return true;
  return false;
}

void check_guards(const vfi_kernel_description *kernel)
{
  enum { MOST_FILES = 64 };
  author_file files[MOST_FILES];
  bool whole;
  const int count = read_with_included(file_path(kernel), files, MOST_FILES, &whole);
  for (int f = 0; f < count; f++) {
    const token *const guard = guard_of(files[f].tokens);
    if (!guard || !declares(files[f].tokens)) continue;
    fprintf(stderr,
            "%s:%d: error: viewfab generator: kernel %s: take this include guard away: a unit for a GPU includes the "
            "file for "
            "float and again for double, and needs its functions and types each time\n",
            files[f].path, guard->line, kernel->name);
    exit(1);
  }
}
