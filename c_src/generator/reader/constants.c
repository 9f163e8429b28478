/* Checks structures of constants, whose lists may stand in a header: VF_CONSTANTS_<name>(MEMBER), its members, and its line
 * VF_CONSTANTS_TYPE(<name>). Without the line a compiler complains about an unknown type that no author wrote. */
#include <string.h>
#include <strings.h>

#include "included.h"
#include "reader.h"

enum { MOST_FILES = 64 };
static author_file files[MOST_FILES];
static int file_count;

static const char list_prefix[] = "VF_CONSTANTS_", module_prefix[] = "VF_MODULE_";

/* The rest of a name that the token defines with this prefix; NULL: the token defines no such name. */
static const char *defined_with(const author_file *file, const token *t, const char *prefix)
{
  const bool defined = t - file->tokens >= 2 && t->directive && t->kind == TOKEN_NAME && is_name(t - 1, "define");
  return defined && !strncmp(t->text, prefix, strlen(prefix)) ? t->text + strlen(prefix) : NULL;
}

/* The first list of the structure; sets *of to its file. exact: letter by letter. */
static const token *list_of_structure(const char *name, bool exact, const author_file **of)
{
  for (int f = 0; f < file_count; f++)
    for (const token *t = files[f].tokens; t->kind != TOKEN_END; t++) {
      const char *found = is_mark(t + 1, '(') ? defined_with(&files[f], t, list_prefix) : NULL;
      if (!found || (exact ? strcmp(found, name) : strcasecmp(found, name)) != 0) continue;
      *of = &files[f];
      return t;
    }
  return NULL;
}

static bool is_macro(const char *name)
{
  for (int f = 0; f < file_count; f++)
    for (const token *t = files[f].tokens; t->kind != TOKEN_END; t++)
      if (is_name(t, name) && defined_with(&files[f], t, "")) return true;
  return false;
}

static bool has_type(const char *name)
{
  for (int f = 0; f < file_count; f++)
    for (const token *t = files[f].tokens; t->kind != TOKEN_END; t++)
      if (is_name(t, "VF_CONSTANTS_TYPE") && is_mark(t + 1, '(') && is_name(t + 2, name)) return true;
  return false;
}

/* MEMBER(real, inner%x, "..."); t is MEMBER. */
static void check_member(const author_file *file, const token *t)
{
  const int directive = t->directive;
  int depth = 0;
  for (t++; t->directive == directive; t++) {
    depth += is_mark(t, '(') - is_mark(t, ')');
    if (!depth || (depth == 1 && is_mark(t, ','))) break;
  }
  if (t->directive != directive || !is_mark(t, ',') || t[1].kind != TOKEN_NAME) return;
  if ((is_mark(t + 2, '%') || is_mark(t + 2, '.')) && t[3].kind == TOKEN_NAME)
    refuse_in(
        file->path, t[1].line,
        "member %s%s%s: a member stands in the type itself; pass %s, the inner structure, as an argument of its own, "
        "with a list for its type",
        t[1].text, t[2].text, t[3].text, t[1].text);
}

static void check_members(const author_file *file, const token *list)
{
  const char *item = list[2].text;
  for (const token *t = list + 3; t->directive == list->directive; t++)
    if (is_name(t, item) && is_mark(t + 1, '(')) check_member(file, t);
}

/* constants(name) in the kernel file. whole: all included files are known. */
static void check_use(const token *name, bool whole)
{
  const author_file *file = NULL;
  const token *list = list_of_structure(name->text, true, &file), *other;
  if (list && !has_type(name->text) && whole)
    refuse_in(file->path, list->line, "the line VF_CONSTANTS_TYPE(%s) behind this list is missing", name->text);
  if (list || is_macro(name->text)) return;
  other = list_of_structure(name->text, false, &file);
  if (other)
    refuse(name->line, "there is no list VF_CONSTANTS_%s(MEMBER), but there is %s; C tells capitals from small letters",
           name->text, other->text);
  if (whole)
    refuse(name->line, "there is no list VF_CONSTANTS_%s(MEMBER) in this file, nor in a file that it includes",
           name->text);
}

void check_constants(const char *path)
{
  bool whole;
  const author_file *of = NULL;
  file_count = read_with_included(path, files, MOST_FILES, &whole);
  for (const token *t = files[0].tokens; t->kind != TOKEN_END; t++)
    if (t->directive && is_name(t, "constants") && is_mark(t + 1, '(') && t[2].kind == TOKEN_NAME &&
        is_mark(t + 3, ')'))
      check_use(t + 2, whole);
  for (int f = 0; f < file_count; f++)
    for (const token *t = files[f].tokens; t->kind != TOKEN_END; t++) {
      const char *const module = defined_with(&files[f], t, module_prefix);
      if (defined_with(&files[f], t, list_prefix) && is_mark(t + 1, '(')) check_members(&files[f], t);
      if (!module || list_of_structure(module, true, &of)) continue;
      const token *const list = list_of_structure(module, false, &of);
      if (list)
        refuse_in(files[f].path, t->line,
                  "%s names the module of no list; the list is %s, and C tells capitals from "
                  "small letters",
                  t->text, list->text);
    }
}
