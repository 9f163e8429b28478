/* Types of arguments in C and Fortran, made of the rows of viewfab/words/. Texts are valid until the next call. */
#include <stdio.h>

#include "generator.h"

static const char *const real_words[] = {
#define WORD(NAME, word, number, c, epsilon) #word,
  VF_REAL_TYPE_LIST(WORD)
#undef WORD
};

/* The widest comes first: it is the one that programs mean by default. */
const char *real_kind(int k) { return real_words[VF_PASS_COUNT - 1 - k]; }

const char *kind_suffix(int k)
{
  static char text[32];
  snprintf(text, sizeof text, "_%s", real_kind(k));
  return k ? text : "";
}

static const char *real_kinds(const char *separator)
{
  static char text[128];
  size_t used = 0;
  for (int pass = 0; pass < VF_PASS_COUNT; pass++)
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", pass ? separator : "", real_words[pass]);
  return text;
}

const char *real_kind_list(void) { return real_kinds(", "); }

const char *element_text(const vf_argument_description *argument)
{
  const int type = vf_element_type_of(argument->type);
  return type ? vf_type_traits_of(type).word : real_kinds(" or ");
}

const char *element_type(const vf_argument_description *argument, const char *kind)
{
  static char text[64];
  const int type = vf_element_type_of(argument->type);
  if (type) snprintf(text, sizeof text, "integer(%s)", vf_type_traits_of(type).word);
  else snprintf(text, sizeof text, "real(%s)", kind);
  return text;
}

static const vf_value_traits *value_of(const vf_argument_description *argument)
{
  return vf_value_traits_of(argument->type);
}

static const char *three(const vf_argument_description *argument)
{
  return value_of(argument)->shape == VF_SHAPE_TRIPLE ? "(3)" : "";
}

/* "type(kind), attribute :: %s(3)" */
static const char *declaration(const vf_argument_description *argument, const char *kind, const char *attribute)
{
  static char text[128];
  snprintf(text, sizeof text, "%s%s, %s :: %%s%s", value_of(argument)->fortran, kind, attribute, three(argument));
  return text;
}

const char *bound_type(const vf_argument_description *argument)
{
  if (is_array(argument)) return "type(c_ptr), value :: %s";
  static const char *const kinds[] = {
    [VF_NUMBERS_REAL] = "(c_double)", [VF_NUMBERS_INTEGER] = "(c_int)", [VF_NUMBERS_MIXED] = ""
  };
  _Static_assert(sizeof kinds / sizeof *kinds == VF_NUMBERS_MIXED + 1, "a kind for every sort of numbers");
  const bool scalar = value_of(argument)->shape == VF_SHAPE_SCALAR;
  return declaration(argument, kinds[value_of(argument)->numbers], scalar ? "value" : "intent(in)");
}

const char *program_type(const vf_argument_description *argument, const char *kind)
{
  char kind_of[32] = "";
  if (is_coefficient(argument)) snprintf(kind_of, sizeof kind_of, "(%s)", kind);
  return declaration(argument, kind_of, "intent(in)");
}

const char *bound_value(const vf_argument_description *argument)
{
  if (is_array(argument)) return "%s%handle";
  switch (value_of(argument)->numbers) {
    case VF_NUMBERS_REAL: return "real(%s, c_double)";
    case VF_NUMBERS_INTEGER: return "int(%s, c_int)";
    case VF_NUMBERS_MIXED: break;
  }
  return "%s";
}

const char *original_value(const vf_argument_description *argument, int number, const char *kind)
{
  static char text[128];
  const char *accessor = value_of(argument)->accessor;
  switch (value_of(argument)->numbers) {
    case VF_NUMBERS_REAL:
      snprintf(text, sizeof text, "real(%s(vf_given, %d_c_int), %s)", accessor, number, kind);
      break;
    case VF_NUMBERS_INTEGER: snprintf(text, sizeof text, "int(%s(vf_given, %d_c_int))", accessor, number); break;
    case VF_NUMBERS_MIXED: snprintf(text, sizeof text, "%s(vf_given, %d_c_int)", accessor, number); break;
  }
  return text;
}

const char *c_parameter(const vf_argument_description *argument)
{
  static char text[160];
  const vf_value_traits *value = value_of(argument);
  if (is_array(argument)) snprintf(text, sizeof text, "vf_view *%s", argument->name);
  else if (value->shape == VF_SHAPE_SCALAR) snprintf(text, sizeof text, "%s %s", value->entry, argument->name);
  else if (value->shape == VF_SHAPE_TRIPLE) snprintf(text, sizeof text, "const %s %s[3]", value->entry, argument->name);
  else snprintf(text, sizeof text, "const %s *%s", value->entry, argument->name);
  return text;
}

const char *page_type(const vf_argument_description *argument)
{
  static char text[64];
  const vf_value_traits *value = value_of(argument);
  const bool three_reals = value->numbers == VF_NUMBERS_REAL;
  if (value->shape == VF_SHAPE_TRIPLE) snprintf(text, sizeof text, "%s(3)", three_reals ? "real" : "int");
  else snprintf(text, sizeof text, "%s%s", value->word, is_array(argument) ? " view" : "");
  return text;
}
