/* The bytes of a component's kind. */
#include <stdlib.h>
#include <string.h>

#include "type.h"

static int bytes_of(const token *source, const token *from, const token *to, int depth);

/* Names of kinds in the intrinsic modules. */
static const struct known_kind {
  const char *name;
  int bytes;
} known_kinds[] = {
  { "real32", 4 },    { "real64", 8 },    { "real128", 16 },    { "int8", 1 },      { "int16", 2 },
  { "int32", 4 },     { "int64", 8 },     { "logical8", 1 },    { "logical16", 2 }, { "logical32", 4 },
  { "logical64", 8 }, { "c_float", 4 },   { "c_double", 8 },    { "c_bool", 1 },    { "c_signed_char", 1 },
  { "c_short", 2 },   { "c_int", 4 },     { "c_long_long", 8 }, { "c_int8_t", 1 },  { "c_int16_t", 2 },
  { "c_int32_t", 4 }, { "c_int64_t", 8 },
};

/* The value that a statement gives a name: "name = value" of a parameter, "name => value" of a USE statement. Returns the
 * first token of the value; NULL: the statement gives the name no value. */
static const token *value_in(const token *statement, const char *name)
{
  bool names_values = is_word(statement, "use");
  for (const token *t = statement; !ends(t); t++) {
    names_values |= is_word(t, "parameter");
    if (!names_values || t == statement || !is_word(t, name) || !is_mark(t + 1, '=')) continue;
    return is_mark(t + 2, '>') ? t + 3 : t + 2;
  }
  return NULL;
}

/* The end of an expression: a comma, or a closing parenthesis opened before the expression. */
static const token *end_of_value(const token *t)
{
  while (!ends(t) && !is_mark(t, ',') && !is_mark(t, ')')) t = is_mark(t, '(') ? behind_parentheses(t) : t + 1;
  return t;
}

static int bytes_of_name(const token *source, const token *name, int depth)
{
  for (const token *s = source; s->kind != TOKEN_LAST; s = next_statement(s)) {
    const token *value = value_in(s, name->text);
    if (value) return bytes_of(source, value, end_of_value(value), depth + 1);
  }
  for (size_t k = 0; k < sizeof known_kinds / sizeof *known_kinds; k++)
    if (same_name(name->text, known_kinds[k].name)) return known_kinds[k].bytes;
  return 0;
}

/* The number in an argument, found by its place from 0 or by its name; `otherwise` if the call does not have it. */
static int argument(const token *t, const token *to, int place, const char *name, int otherwise)
{
  for (int k = 0; t < to; k++) {
    const bool named = is_mark(t + 1, '=');
    const token *value = named ? t + 2 : t;
    if ((named ? is_word(t, name) : k == place) && value->kind == TOKEN_NUMBER) return atoi(value->text);
    t = end_of_value(t) + 1;
  }
  return otherwise;
}

static int bytes_of_real(int digits, int range)
{
  if (digits <= 6 && range <= 37) return 4;
  return digits <= 15 && range <= 307 ? 8 : 16;
}

static int bytes_of_integer(int range)
{
  if (range <= 4) return range <= 2 ? 1 : 2;
  if (range <= 18) return range <= 9 ? 4 : 8;
  return 16;
}

static int bytes_of_call(const token *call, const token *to)
{
  const token *first = call + 2;
  if (is_word(call, "kind") && first->kind == TOKEN_NUMBER)
    return strpbrk(first->text, "dD") ? 8 : strchr(first->text, '_') ? 0 : 4;
  if (is_word(call, "selected_real_kind"))
    return bytes_of_real(argument(first, to, 0, "p", 0), argument(first, to, 1, "r", 0));
  if (is_word(call, "selected_int_kind")) return bytes_of_integer(argument(first, to, 0, "r", 99));
  return 0;
}

static int bytes_of(const token *source, const token *from, const token *to, int depth)
{
  if (depth > 20) return 0; /* names that stand for each other */
  if (to - from == 1 && from->kind == TOKEN_NUMBER) return atoi(from->text);
  if (to - from == 1 && from->kind == TOKEN_NAME) return bytes_of_name(source, from, depth);
  if (to - from > 3 && from->kind == TOKEN_NAME && is_mark(from + 1, '(')) return bytes_of_call(from, to - 1);
  return 0;
}

int kind_bytes(const token *source, const token *from, const token *to) { return bytes_of(source, from, to, 0); }
