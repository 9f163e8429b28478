/* Checks declarations of a kernel file: its sentence, and the names and texts of its arguments and results. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "reader.h"
#include "taken.h"

static bool is_quoted(const token *t) { return t->kind == TOKEN_TEXT && t->text[0] == '"'; }

/* True for a name that the file, or an included file, may define as a text. */
static bool may_be_text(const token *t) { return t->kind == TOKEN_NAME && (is_defined(t->text) || includes_others()); }

void check_summary(const token *summary)
{
  bool text = false;
  for (const token *t = summary + 1; t->directive == summary->directive; t++) {
    if (is_mark(t, '(') || is_mark(t, ')')) continue;
    text = is_quoted(t) || may_be_text(t);
    if (!text) break;
  }
  if (!text) refuse(summary->line, "VF_SUMMARY is no text in quotes: one sentence that says what the kernel does");
}

/* Refuses a bad name here: the compiler, or the generator later, would refuse the name with a less clear text. */
static void check_declared(const token *name)
{
  const char *text = name->text;
  if (!isalpha((unsigned char)text[0])) refuse(name->line, "the name '%s' does not begin with a letter", text);
  for (size_t t = 0; t < sizeof of_the_body / sizeof *of_the_body; t++)
    if (!strcasecmp(text, of_the_body[t]))
      refuse(name->line, "the name '%s' is used by viewfab itself, in the body", text);
  for (size_t t = 0; t < sizeof taken_by_c / sizeof *taken_by_c; t++)
    if (!strcmp(text, taken_by_c[t])) refuse(name->line, "the name '%s' is a word of C", text);
}

/* The token behind the last token of an item; `open` is the item's opening parenthesis. */
static const token *end_of_item(const token *open)
{
  int depth = 0;
  const token *t = open;
  for (; t->directive == open->directive; t++) {
    depth += is_mark(t, '(') - is_mark(t, ')');
    if (!depth) return t + 1;
  }
  return t;
}

/* The name declared by an item: the second word in VF_ARGUMENTS, after the type; the first word in VF_RESULTS. NULL: the
 * item has no plain name there. */
static const token *declared_by(const token *item, const token *end, int place)
{
  int depth = 0;
  const token *t = item + 2;
  for (; t < end && place; t++) {
    depth += is_mark(t, '(') - is_mark(t, ')');
    if (!depth && is_mark(t, ',')) place--;
  }
  const bool plain = t < end && t->kind == TOKEN_NAME && (is_mark(t + 1, ',') || is_mark(t + 1, ')'));
  return plain && !is_defined(t->text) ? t : NULL;
}

static void check_text(const token *item, const token *name, const token *end)
{
  for (const token *t = name + 1; t < end; t++)
    if (is_quoted(t) || may_be_text(t)) return;
  refuse(name->line, "%s(...) of '%s' has no text in quotes that says what it is", item->text, name->text);
}

void check_declarations(const token *list)
{
  enum { MOST = 1024 };
  const token *names[MOST];
  const int place = is_name(list, "VF_ARGUMENTS") ? 1 : 0;
  int count = 0;
  const token *t = list + 1;
  while (t->directive == list->directive && !is_mark(t, ')')) t++;
  for (t++; t->directive == list->directive;) {
    if (t->kind != TOKEN_NAME || !is_mark(t + 1, '(')) {
      t++;
      continue;
    }
    const token *end = end_of_item(t + 1), *name = declared_by(t, end, place);
    if (name) {
      check_declared(name);
      check_text(t, name, end);
    }
    for (int n = 0; name && n < count; n++)
      if (!strcasecmp(name->text, names[n]->text))
        refuse(name->line, "the name '%s' is used twice (Fortran ignores case)", name->text);
    if (name && count < MOST) names[count++] = name;
    t = end;
  }
}

const token *declaration_of(const char *name)
{
  for (const token *t = first_token(); t->kind != TOKEN_END; t++) {
    const token *list = t->kind == TOKEN_NAME && is_mark(t + 1, '(') ? list_of(t) : NULL;
    if (!list || t == list || !is_name(list, "VF_ARGUMENTS") || !is_parameter(list, t->text)) continue;
    const token *declared = declared_by(t, end_of_item(t + 1), 1);
    if (declared && !strcmp(declared->text, name)) return t;
  }
  return NULL;
}
