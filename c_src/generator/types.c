/* Types of arguments in C and Fortran, made from the rows of viewfab/words/. Texts are valid until the next call. */
#include <stdio.h>

#include "generator.h"

static const char *const real_words[] = {
#define WORD(NAME, word, number, c, epsilon) #word,
  VF_REAL_TYPE_LIST(WORD)
#undef WORD
};

/* The widest kind comes first: programs mean it by default. */
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

const char *element_text(const vfi_argument_description *argument)
{
  const int type = vfi_element_type_of(argument->type);
  return type ? vfi_type_traits_of(type).word : real_kinds(" or ");
}

const char *element_type(const vfi_argument_description *argument, const char *kind)
{
  static char text[64];
  const int type = vfi_element_type_of(argument->type);
  if (vfi_type_is_logical(type)) return "logical";
  snprintf(text, sizeof text, "%s(%s)", !type || vfi_type_is_real(type) ? "real" : "integer",
           type ? vfi_type_traits_of(type).word : kind);
  return text;
}

static const vfi_value_traits *value_of(const vfi_argument_description *argument)
{
  return vfi_value_traits_of(argument->type);
}

/* "[3]" and "(3)" for an array by value, with the brackets of the language. */
static const char *extent(const vfi_argument_description *argument, const char *brackets)
{
  static char text[16];
  snprintf(text, sizeof text, "%c%d%c", brackets[0], argument->count, brackets[1]);
  return value_of(argument)->shape == VF_SHAPE_ARRAY ? text : "";
}

/* "type(kind), attribute :: %s(3)" */
static const char *declaration(const vfi_argument_description *argument, const char *kind, const char *attribute)
{
  static char text[160];
  if (argument->structure) {
    snprintf(text, sizeof text, "type(%s), %s :: %%s", structure_type(argument->structure), attribute);
    return text;
  }
  snprintf(text, sizeof text, "%s%s, %s :: %%s%s", value_of(argument)->fortran, kind, attribute,
           extent(argument, "()"));
  return text;
}

const char *bound_type(const vfi_argument_description *argument)
{
  if (is_array(argument)) return "type(c_ptr), value :: %s";
  static const char *const kinds[] = { [VF_NUMBERS_REAL] = "(c_double)",
                                       [VF_NUMBERS_INTEGER] = "(c_int)",
                                       [VF_NUMBERS_LOGICAL] = "(c_bool)",
                                       [VF_NUMBERS_MIXED] = "" };
  _Static_assert(sizeof kinds / sizeof *kinds == VF_NUMBERS_MIXED + 1, "a kind for every sort of numbers");
  if (argument->structure) return "real(c_double), intent(in) :: %s(*)";
  const bool scalar = value_of(argument)->shape == VF_SHAPE_SCALAR;
  return declaration(argument, kinds[value_of(argument)->numbers], scalar ? "value" : "intent(in)");
}

const char *program_type(const vfi_argument_description *argument, const char *kind)
{
  char kind_of[32] = "";
  if (is_coefficient(argument)) snprintf(kind_of, sizeof kind_of, "(%s)", kind);
  return declaration(argument, kind_of, "intent(in)");
}

const char *bound_value(const vfi_argument_description *argument)
{
  if (is_array(argument)) return "%s%handle";
  if (argument->structure) {
    static char text[128];
    snprintf(text, sizeof text, "vfi_%s_numbers(%%s)", argument->structure->name);
    return text;
  }
  switch (value_of(argument)->numbers) {
    case VF_NUMBERS_REAL: return "real(%s, c_double)";
    case VF_NUMBERS_INTEGER: return "int(%s, c_int)";
    case VF_NUMBERS_LOGICAL: return "logical(%s, c_bool)";
    case VF_NUMBERS_MIXED: break;
  }
  return "%s";
}

const char *original_value(const vfi_argument_description *argument, int number, const char *kind)
{
  static char text[128];
  char taken[96], length[16] = "";
  if (argument->structure) {
    snprintf(text, sizeof text, "vfi_constants_%d(vfi_given)", number);
    return text;
  }
  if (value_of(argument)->shape == VF_SHAPE_ARRAY) snprintf(length, sizeof length, ", %d", argument->count);
  snprintf(taken, sizeof taken, "%s(vfi_given, %d_c_int%s)", value_of(argument)->accessor, number, length);
  switch (value_of(argument)->numbers) {
    case VF_NUMBERS_REAL: snprintf(text, sizeof text, "real(%s, %s)", taken, kind); break;
    case VF_NUMBERS_INTEGER: snprintf(text, sizeof text, "int(%s)", taken); break;
    case VF_NUMBERS_LOGICAL:
    case VF_NUMBERS_MIXED: snprintf(text, sizeof text, "%s", taken); break;
  }
  return text;
}

const char *c_parameter(const vfi_argument_description *argument)
{
  static char text[160];
  if (is_array(argument)) {
    snprintf(text, sizeof text, "vf_view *%s", argument->name);
    return text;
  }
  static const char *const patterns[] = {
    [VF_SHAPE_SCALAR] = "%s %s", [VF_SHAPE_ARRAY] = "const %s %s%s", [VF_SHAPE_STRUCT] = "const %s *%s"
  };
  if (argument->structure) {
    snprintf(text, sizeof text, "const struct vf_constants_%s *%s", argument->structure->name, argument->name);
    return text;
  }
  const vfi_value_traits *value = value_of(argument);
  /* bool is a macro in C, and C++ does not know the type behind the macro */
  const char *type = value->numbers == VF_NUMBERS_LOGICAL ? "bool" : value->entry;
  snprintf(text, sizeof text, patterns[value->shape], type, argument->name, extent(argument, "[]"));
  return text;
}

const char *page_type(const vfi_argument_description *argument)
{
  static char text[64];
  if (is_array(argument))
    snprintf(text, sizeof text, "%s %s", vfi_element_word_of(argument->type),
             argument->map.remote ? "remote array" : "view");
  else if (argument->options) snprintf(text, sizeof text, "option");
  else if (argument->structure) snprintf(text, sizeof text, "constants(%.40s)", argument->structure->name);
  else if (value_of(argument)->shape == VF_SHAPE_ARRAY)
    snprintf(text, sizeof text, "%s%s", value_of(argument)->numbers == VF_NUMBERS_REAL ? "real" : "int",
             extent(argument, "()"));
  else snprintf(text, sizeof text, "%s", value_of(argument)->word);
  return text;
}
