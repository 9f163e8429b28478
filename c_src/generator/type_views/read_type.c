/* Finds a TYPE in the modules of a source, and reads its components. */
#include <stdio.h>
#include <string.h>

#include "type.h"

enum { MOST_INDICES = 4 }; /* of a view without names for its axes */

/* A TYPE statement of the source. */
typedef struct definition {
  const token *name;
  const token *module; /* its name; NULL: the TYPE is not in the specification part of a module */
  const token *parent; /* NULL: none */
  bool is_public, is_private, has_parameters;
} definition;

/* The name of the TYPE that a statement defines; NULL: the statement defines no TYPE. */
static const token *defined_name(const token *s)
{
  const token *t = s + 1;
  if (!is_word(s, "type") || ends(t)) return NULL;
  if (is_word(t, "is") && is_mark(t + 1, '(')) return NULL; /* of SELECT TYPE */
  if (t->kind == TOKEN_NAME && (ends(t + 1) || is_mark(t + 1, '('))) return t;
  while (!ends(t) && !(is_mark(t, ':') && is_mark(t + 1, ':'))) t = is_mark(t, '(') ? behind_parentheses(t) : t + 1;
  const bool with_attributes = is_mark(s + 1, ',') || is_mark(s + 1, ':');
  return with_attributes && !ends(t) && t[2].kind == TOKEN_NAME ? t + 2 : NULL;
}

static bool ends_type(const token *s) { return is_word(s, "endtype") || (is_word(s, "end") && is_word(s + 1, "type")); }

static definition definition_of(const token *s, const token *name, const token *module)
{
  definition d = { .name = name, .module = module, .has_parameters = is_mark(name + 1, '(') };
  for (const token *t = s + 1; t < name; t++) {
    d.is_public |= is_word(t, "public");
    d.is_private |= is_word(t, "private");
    if (is_word(t, "extends") && is_mark(t + 1, '(')) d.parent = t + 2;
  }
  return d;
}

/* ---- The place of a TYPE ---- */

/* The place of the current statement in the source. */
typedef struct place {
  const token *module; /* NULL: outside of the specification part of a module */
  bool in_interface;
} place;

static void follow(place *p, const token *s)
{
  const token *second = s + 1;
  const bool at_end = is_word(s, "end") || is_word(s, "endmodule") || is_word(s, "endinterface");
  if (is_word(s, "module") && second->kind == TOKEN_NAME && ends(second + 1)) p->module = second;
  if (is_word(s, "interface") || (is_word(s, "abstract") && is_word(second, "interface"))) p->in_interface = true;
  if (is_word(s, "endinterface") || (at_end && is_word(second, "interface"))) p->in_interface = false;
  const bool of_module = ends(second) || is_word(second, "module") || is_word(s, "endmodule");
  if (is_word(s, "contains") || (at_end && of_module && !p->in_interface)) p->module = NULL;
}

static const token *end_of_type(const token *statement, const token *name)
{
  const token *s = next_statement(statement);
  while (s->kind != TOKEN_LAST && !ends_type(s)) s = next_statement(s);
  if (s->kind == TOKEN_LAST) refuse(name, "TYPE %s has no END TYPE", name->text);
  return s;
}

/* The TYPE with this name in a module; else a TYPE with this name elsewhere; else a definition with a NULL name. */
static definition find(const token *source, const char *wanted)
{
  place here = { 0 };
  definition found = { 0 };
  for (const token *s = source; s->kind != TOKEN_LAST; s = next_statement(s)) {
    const token *name = defined_name(s);
    follow(&here, s);
    if (!name) continue;
    if (same_name(name->text, wanted)) {
      if (found.module && here.module)
        refuse(name, "TYPE %s is here a second time; line %d has the first", name->text, found.name->line);
      if (!found.module) found = definition_of(s, name, here.module);
    }
    s = end_of_type(s, name);
  }
  return found;
}

static void refuse_unknown(const token *source, const char *path, const char *wanted)
{
  const token nowhere = { .file = path, .line = 1 };
  char *there = more_memory(NULL, 1);
  size_t length = 0;
  there[0] = 0;
  for (const token *s = source; s->kind != TOKEN_LAST; s = next_statement(s)) {
    const token *name = defined_name(s);
    if (!name) continue;
    there = more_memory(there, length + strlen(name->text) + sizeof "; it has ");
    length += (size_t)sprintf(there + length, "%s%s", length ? ", " : "; it has ", name->text);
  }
  refuse(&nowhere, "the file has no TYPE %s%s", wanted, there);
}

/* True if PRIVATE and PUBLIC statements of the module hide the name. */
static bool is_hidden(const token *source, const definition *d)
{
  place here = { 0 };
  bool hidden = d->is_private, said = d->is_private || d->is_public, by_default = false;
  for (const token *s = source; s->kind != TOKEN_LAST; s = next_statement(s)) {
    const token *name = defined_name(s);
    const bool hides = is_word(s, "private");
    follow(&here, s);
    if (name) s = end_of_type(s, name);
    if (here.module != d->module || (!hides && !is_word(s, "public"))) continue;
    if (ends(s + 1)) by_default = hides;
    for (const token *t = s + 1; !ends(t) && !said; t++)
      if (is_word(t, d->name->text)) {
        said = true;
        hidden = hides;
      }
  }
  return said ? hidden : by_default;
}

static void check_definition(const token *source, const definition *d)
{
  const char *name = d->name->text;
  const size_t longest = NAME_ROOM - 1 - strlen("views_of_");
  if (!d->module)
    refuse(d->name, "TYPE %s is not in the first part of a module, so that no other source can use it", name);
  if (d->has_parameters) refuse(d->name, "TYPE %s has parameters; the views of such a type are made by hand", name);
  if (is_hidden(source, d))
    refuse(d->name, "TYPE %s is PRIVATE in module %s, so that the module of its views cannot use it", name,
           d->module->text);
  if (strlen(name) > longest)
    refuse(d->name, "the name of TYPE %s has more than %d characters, which views_of_%s needs", name, (int)longest,
           name);
}

/* ---- The components of a TYPE ---- */

/* The properties that a statement gives all components it declares. */
typedef struct declaration {
  const char *passed_over; /* NULL: views have this type and kind */
  bool intrinsic;
  component_sort sort;
  int indices; /* of a DIMENSION attribute; 0 without the attribute */
} declaration;

static const char *text_of(const char *format, const char *name)
{
  const size_t room = strlen(format) + strlen(name);
  char *text = more_memory(NULL, room);
  snprintf(text, room, format, name);
  return text;
}

/* The number of indices between two parentheses. */
static int indices_of(const token *open)
{
  const token *close = behind_parentheses(open) - 1;
  int count = 1;
  for (const token *t = open + 1; t < close; t = is_mark(t, '(') ? behind_parentheses(t) : t + 1)
    count += is_mark(t, ',');
  return count;
}

static bool has_views(const char *type, int bytes)
{
  if (!bytes || bytes == 4) return true;
  return bytes == 8 && strcmp(type, "logical");
}

/* Reads a type with its kind: real, real*8, real(8), real(kind=dp). Returns the token behind the type. */
static const token *read_kind(const token *source, const token *t, const char *type, declaration *d)
{
  int bytes = 4;
  const token *behind = t;
  if (is_mark(t, '*') && t[1].kind == TOKEN_NUMBER) {
    bytes = kind_bytes(source, t + 1, t + 2);
    behind = t + 2;
  } else if (is_mark(t, '(')) {
    const token *from = is_word(t + 1, "kind") && is_mark(t + 2, '=') ? t + 3 : t + 1;
    behind = behind_parentheses(t);
    bytes = kind_bytes(source, from, behind - 1);
  }
  if (has_views(type, bytes)) return behind;
  char reason[100];
  snprintf(reason, sizeof reason, "%s(%d), a kind without views", type, bytes);
  d->passed_over = text_of("%s", reason);
  return behind;
}

/* Reads the type of a declaration; returns the token behind the type. */
static const token *read_type_of(const token *source, const token *s, declaration *d)
{
  static const char *const with_kinds[] = { "real", "integer", "logical" };
  const token *behind = s + 1;
  d->intrinsic = true;
  for (size_t k = 0; k < sizeof with_kinds / sizeof *with_kinds; k++)
    if (is_word(s, with_kinds[k])) return read_kind(source, behind, with_kinds[k], d);
  const bool twice = is_word(s, "double");
  if (is_word(s, "doubleprecision") || (twice && is_word(behind, "precision"))) return behind + twice;
  const bool other = is_word(s, "type") || is_word(s, "class");
  if (is_word(s, "procedure")) d->passed_over = "a procedure";
  else if (other && is_mark(behind + 1, '*')) d->passed_over = "CLASS(*), no type of a view";
  else if (other && is_mark(behind, '('))
    d->passed_over = text_of("of TYPE %s, which gets views of its own", s[2].text);
  else if (is_word(s, "complex") || is_word(s, "doublecomplex") || twice) d->passed_over = "complex, no type of a view";
  else if (is_word(s, "character")) d->passed_over = "of characters, no type of a view";
  else refuse(s, "this is not understood as a component: '%s'", s->text);
  d->intrinsic = !other && !is_word(s, "procedure");
  behind += twice;
  if (is_mark(behind, '*')) behind++;
  if (behind->kind == TOKEN_NUMBER) behind++;
  return is_mark(behind, '(') ? behind_parentheses(behind) : behind;
}

/* Reads the attributes of a declaration; returns the token behind the attributes and the double colon. */
static const token *read_attributes(const token *t, declaration *d)
{
  for (; is_mark(t, ','); t = is_mark(t + 2, '(') ? behind_parentheses(t + 2) : t + 2) {
    const token *word = t + 1;
    if (is_word(word, "allocatable")) d->sort = COMPONENT_ALLOCATABLE;
    else if (is_word(word, "pointer")) d->sort = COMPONENT_POINTER;
    else if (is_word(word, "dimension") && is_mark(word + 1, '(')) d->indices = indices_of(word + 1);
    else if (is_word(word, "private")) d->passed_over = "PRIVATE";
    else if (d->intrinsic && !is_word(word, "public") && !is_word(word, "contiguous"))
      d->passed_over = text_of("%s, an attribute that views do not know", word->text);
  }
  return is_mark(t, ':') && is_mark(t + 1, ':') ? t + 2 : t;
}

static bool is_listed(const char *const *names, const char *name)
{
  for (; *names; names++)
    if (same_name(*names, name)) return true;
  return false;
}

static void add_component(type_found *type, const token *name, const declaration *d, int indices,
                          const char *const *without)
{
  static const char *const procedures[] = { "wrap", "release", "to_host", "to_device", NULL };
  component c = { .name = name, .sort = d->sort, .passed_over = d->passed_over };
  if (!indices && d->intrinsic) return;
  if (!c.passed_over && indices > MOST_INDICES)
    c.passed_over = "of more than 4 indices: wrap the array by hand with wrap(axes=...)";
  if (is_listed(without, name->text)) c.passed_over = "left out by --without";
  if (!c.passed_over && is_listed(procedures, name->text))
    refuse(name, "component %s has the name of a procedure of the views; leave it out (--without %s)", name->text,
           name->text);
  type->components = more_memory(type->components, (size_t)(type->count + 1) * sizeof c);
  type->components[type->count++] = c;
}

/* Skips codimensions, a length and a value: returns the comma before the next name, or the end. */
static const token *behind_value(const token *t)
{
  for (int brackets = 0; !ends(t) && (brackets || !is_mark(t, ','));
       t = is_mark(t, '(') ? behind_parentheses(t) : t + 1)
    brackets += is_mark(t, '[') - is_mark(t, ']');
  return t;
}

/* name(shape)[codimensions]*length = value, ... */
static void read_names(type_found *type, const token *t, const declaration *d, const char *const *without)
{
  for (;; t++) {
    const token *name = t;
    int indices = d->indices;
    if (name->kind != TOKEN_NAME) refuse(name, "a component has to have a name here, in place of '%s'", name->text);
    if (is_mark(++t, '(')) {
      indices = indices_of(t);
      t = behind_parentheses(t);
    }
    add_component(type, name, d, indices, without);
    t = behind_value(t);
    if (ends(t)) return;
  }
}

static void read_components(const token *source, type_found *type, const definition *d, const char *const *without)
{
  const token *s = next_statement(d->name);
  for (; !ends_type(s) && !is_word(s, "contains"); s = next_statement(s)) {
    declaration of_all = { 0 };
    if (s->kind == TOKEN_DIRECTIVE)
      refuse(s, "'%s' within TYPE %s: pass what the preprocessor makes of the file (gfortran -cpp -E)", s->text,
             d->name->text);
    if (is_word(s, "include"))
      refuse(s, "TYPE %s includes a file here, which is not read: pass a file with the whole TYPE", d->name->text);
    if (is_word(s, "sequence") && ends(s + 1)) continue;
    if (is_word(s, "private") && ends(s + 1))
      refuse(s, "the components of TYPE %s are PRIVATE, so that the module of its views cannot use them",
             d->name->text);
    const token *t = read_type_of(source, s, &of_all);
    read_names(type, read_attributes(t, &of_all), &of_all, without);
  }
}

static void read_with_parents(const token *source, type_found *type, const definition *d, const char *const *without,
                              int depth)
{
  if (d->parent) {
    const definition parent = find(source, d->parent->text);
    if (!parent.module || depth > 50)
      refuse(d->parent, "TYPE %s extends TYPE %s, which is in no module of this file: pass one file that has both",
             d->name->text, d->parent->text);
    read_with_parents(source, type, &parent, without, depth + 1);
  }
  read_components(source, type, d, without);
}

type_found read_type(const token *source, const char *path, const char *name, const char *const *without)
{
  const definition d = find(source, name);
  if (!d.name) refuse_unknown(source, path, name);
  check_definition(source, &d);
  type_found type = { .name = d.name, .module = d.module->text };
  read_with_parents(source, &type, &d, without, 0);
  for (const char *const *w = without; *w; w++) {
    bool there = false;
    for (int c = 0; c < type.count; c++) there |= same_name(type.components[c].name->text, *w);
    if (!there) refuse(d.name, "TYPE %s has no array %s, which is to be left out", d.name->text, *w);
  }
  for (int c = 0; c < type.count; c++)
    if (!type.components[c].passed_over) return type;
  refuse(d.name, "TYPE %s has no array for a view", d.name->text);
}
