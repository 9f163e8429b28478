/* Names that a kernel and its arguments may not have. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "generator.h"
#include "reader/taken.h"

/* ---- Names of viewfab ---- */

static char *names_in_use; /* each ended by a zero byte, and the last one by two */

void read_names_in_use(const char *path)
{
  FILE *file = fopen(path, "r");
  size_t used = 0, room = 1 << 16;
  free(names_in_use);
  names_in_use = malloc(room);
  if (file && names_in_use)
    for (size_t got; (got = fread(names_in_use + used, 1, room - used - 1, file)) > 0;) {
      used += got;
      if (used + 1 < room) continue;
      room *= 2;
      names_in_use = realloc(names_in_use, room);
      if (!names_in_use) break;
    }
  if (!file || !names_in_use || ferror(file)) {
    fprintf(stderr, "viewfab generator: %s: ", path);
    perror("read");
    exit(1);
  }
  fclose(file);
  names_in_use[used] = 0;
  for (size_t c = 0; c < used; c++)
    if (names_in_use[c] == '\n') names_in_use[c] = 0;
}

static bool is_in_use(const char *name)
{
  for (const char *other = names_in_use; other && *other; other += strlen(other) + 1)
    if (!strcasecmp(name, other)) return true;
  return false;
}

/* ---- Names of the generated code ---- */

enum { LONGEST_NAME = 63, GENERATED_NAMES = 512 };
typedef struct name_list {
  char names[GENERATED_NAMES][LONGEST_NAME + 1];
  int count;
} name_list;

static name_list generated_for[2]; /* kernels over boxes, and over columns */

/* Words of the language: an argument may have such a name. real and int are missing here because they are functions too. */
static const char *const fortran_words[] = { "abstract",  "bind",   "call",       "class",   "contains",  "contiguous",
                                             "do",        "end",    "function",   "generic", "if",        "implicit",
                                             "import",    "in",     "inout",      "integer", "intent",    "interface",
                                             "intrinsic", "module", "name",       "none",    "null",      "only",
                                             "optional",  "out",    "pointer",    "private", "procedure", "public",
                                             "return",    "save",   "subroutine", "target",  "type",      "use",
                                             "value",     "c" };

static void note_generated(name_list *generated, const char *name)
{
  if (isdigit((unsigned char)*name) || !strncasecmp(name, "vf_", 3) || !strncasecmp(name, "viewfab_", 8)) return;
  for (size_t w = 0; w < sizeof fortran_words / sizeof *fortran_words; w++)
    if (!strcasecmp(name, fortran_words[w])) return;
  for (int n = 0; n < generated->count; n++)
    if (!strcasecmp(name, generated->names[n])) return;
  if (generated->count == GENERATED_NAMES) {
    fputs("viewfab generator: more names in generated code than it can note\n", stderr);
    exit(1);
  }
  snprintf(generated->names[generated->count++], sizeof generated->names[0], "%s", name);
}

/* Notes the names in a part of a Fortran text, without comments, quoted texts, components of types and keywords. */
static void note_text(name_list *generated, const char *text, const char *end)
{
  char name[LONGEST_NAME + 1];
  size_t length = 0;
  bool component = false;
  for (const char *at = text; at < end; at++) {
    if (isalnum((unsigned char)*at) || *at == '_') {
      if (length < LONGEST_NAME) name[length++] = *at;
      continue;
    }
    name[length] = 0;
    if (length && !component && *at != '=') note_generated(generated, name);
    length = 0;
    component = *at == '%';
    if (*at == '\'') at = strchr(at + 1, '\'');
    if (*at == '!') at = strchr(at, '\n');
  }
}

/* Notes names of a module: only paragraphs that name the first argument, vf_0, and paragraphs with USE statements count. */
static void note_module(name_list *generated, const char *text)
{
  while (*text) {
    const char *blank = strstr(text, "\n\n");
    const char *end = blank ? blank + 2 : text + strlen(text);
    const char *argument = strstr(text, "vf_0"), *use = strstr(text, "\n  use ");
    if ((argument && argument < end) || (use && use < end)) note_text(generated, text, end);
    text = end;
  }
}

static vfi_argument_description argument_of(vfi_argument_intent intent, vfi_argument_type type, bool over_columns)
{
  vfi_argument_description argument = { .intent = intent, .type = type, .documentation = "", .count = 1 };
  argument.map.shift = argument.map.within = argument.map.text = argument.map.word = "";
  argument.map.rank = 3;
  if (over_columns) argument.map.column = (vfi_column_shape){ .is = 1, .points = 1, .levels = 1, .blocks = 1 };
  return argument;
}

/* Writes modules of sample kernels and notes their names. The samples cover each kind of points of boxes or of columns,
 * arguments of each type, and kernels with and without results. */
static void learn_generated_names(bool over_columns)
{
  static char names[VF_MAX_ARGUMENTS][16];
  vfi_argument_description arguments[VF_MAX_ARGUMENTS];
  vfi_kernel_description kernel = { .name = "vf_any", .summary = "", .rank = 3, .arguments = arguments };
#define ARRAY(NAME, ...) \
  arguments[kernel.argument_count++] = argument_of(VF_ARGUMENT_UPDATE, VF_ARGUMENT_##NAME, over_columns);
#define VALUE(NAME, ...) \
  arguments[kernel.argument_count++] = argument_of(VF_ARGUMENT_VALUE, VF_ARGUMENT_##NAME, over_columns);
  VF_ELEMENT_LIST(ARRAY)
  VF_VALUE_LIST(VALUE)
#undef ARRAY
#undef VALUE
  for (int a = 0; a < kernel.argument_count; a++) {
    snprintf(names[a], sizeof names[a], "vf_%d", a);
    arguments[a].name = names[a];
  }
  static const vfi_points points[] = {
#define KIND(NAME, ...) VF_POINTS_##NAME,
    VF_POINTS_LIST(KIND)
#undef KIND
  };
  static const vfi_result_description of_term = { .name = "result", .documentation = "" };
  static const vfi_result_description of_body = { .name = "vf_r", .placed = true, .documentation = "" };
  for (size_t p = 0; p < 2 * sizeof points / sizeof *points; p++) {
    kernel.points = points[p / 2];
    if (vfi_is_over_columns(&kernel) != over_columns) continue;
    kernel.results = vfi_is_reduction(&kernel) ? &of_term : &of_body;
    kernel.result_count = vfi_is_reduction(&kernel) || p % 2;
    compose_fortran_module(&kernel);
    compose_original_module(&kernel);
    note_module(&generated_for[over_columns], composed());
    discard();
  }
}

static bool is_generated(const char *name, bool over_columns)
{
  const name_list *generated = &generated_for[over_columns];
  if (!generated->count) learn_generated_names(over_columns);
  for (int n = 0; n < generated->count; n++)
    if (!strcasecmp(name, generated->names[n])) return true;
  return false;
}

/* A kernel file is compiled as C++ too. */
static const char *const taken_by_cpp[] = { "alignas",   "and",       "asm",      "bool",      "catch",    "class",
                                            "constexpr", "delete",    "explicit", "export",    "false",    "friend",
                                            "mutable",   "namespace", "new",      "noexcept",  "not",      "nullptr",
                                            "operator",  "or",        "private",  "protected", "public",   "template",
                                            "this",      "throw",     "true",     "try",       "typename", "using",
                                            "virtual",   "xor" };

static void refuse(const vfi_kernel_description *kernel, const char *name, const char *why)
{
  refuse_file(kernel, name, "the name '%s' %s", name, why);
}

static bool same_name(const char *name, const char *other) { return !strcasecmp(name, other); }

/* Endings of the C functions, objects and Fortran names that are made for a kernel besides vf_<kernel>. */
static const char *const endings[] = { "",
                                       "_boxes",
                                       "_layout",
                                       "_kernel",
                                       "_set_original",
                                       "_original",
                                       "_original_real32",
                                       "_register_original",
                                       "_register_original_real32",
                                       "_forget_original",
#define LAUNCHER(backend, NAME, word, number, c, epsilon) "_" #backend "_" #c, "_tuned_" #backend "_" #c,
#define LAUNCHERS(NAME, word, built, tuned) VF_PASS_LIST(LAUNCHER, word)
                                       VF_BACKEND_LIST(LAUNCHERS) };

/* No name made for this kernel may be a name of viewfab, or a name made for another kernel. */
static void check_kernel_name(const vfi_kernel_description *kernel)
{
  enum { LONGEST = LONGEST_NAME - (int)(sizeof "vf__register_original_real32" - 1) };
  char text[128];
  snprintf(text, sizeof text, "is longer than %d characters", LONGEST);
  if (strlen(kernel->name) > LONGEST) refuse(kernel, kernel->name, text);
  for (size_t e = 0; e < sizeof endings / sizeof *endings; e++) {
    snprintf(text, sizeof text, "vf_%s%s", kernel->name, endings[e]);
    if (is_in_use(text))
      refuse_file(kernel, kernel->name, "the name '%s' is used by viewfab itself: it has %s", kernel->name, text);
  }
  snprintf(text, sizeof text, "viewfab_%s", kernel->name);
  if (is_in_use(text))
    refuse_file(kernel, kernel->name, "the name '%s' is used by viewfab itself: it has %s", kernel->name, text);
  for (const vfi_kernel_description *const *other = vfi_kernel_list; *other; other++)
    for (size_t e = 1; e < sizeof endings / sizeof *endings; e++) {
      snprintf(text, sizeof text, "%s%s", kernel->name, endings[e]);
      if (same_name((*other)->name, text)) refuse(*other, text, "is made for the kernel whose name it starts with");
    }
}

/* An original has the bounds of its arrays as arguments, x_lo and x_hi for an array x. */
static void check_bounds_names(const vfi_kernel_description *kernel, const vfi_argument_description *array)
{
  enum { LONGEST = 63 - 3 };
  char bounds[80];
  if (strlen(array->name) > LONGEST) refuse(kernel, array->name, "is longer than 60 characters, but names an array");
  for (int upper = 0; upper < 2; upper++) {
    snprintf(bounds, sizeof bounds, upper ? "%s_hi" : "%s_lo", array->name);
    for (int b = 0; b < kernel->argument_count; b++)
      if (same_name(bounds, kernel->arguments[b].name))
        refuse(kernel, kernel->arguments[b].name, "is used by viewfab itself, for bounds of an array");
  }
}

/* The constants of an option have names vf_<kernel>_<name>. */
static void check_option(const vfi_kernel_description *kernel, const vfi_option *option)
{
  char name[256], text[320];
  snprintf(name, sizeof name, "%.*s", option->length, option->name);
  for (const char *c = name; *c; c++)
    if (!isalnum((unsigned char)*c) && *c != '_') refuse(kernel, name, "of an option is not a name");
  snprintf(text, sizeof text, "vf_%s_%s", kernel->name, name);
  if (!option->sound) refuse_file(kernel, name, "the value of option %s is not a number written in the file", name);
  if (strlen(text) > LONGEST_NAME)
    refuse(kernel, name, "of an option is too long: vf_<kernel>_<name> has 63 characters");
  if (is_in_use(text)) refuse(kernel, name, "of an option is used by viewfab itself");
  for (const vfi_kernel_description *const *other = vfi_kernel_list; *other; other++)
    for (size_t e = 0; e < sizeof endings / sizeof *endings; e++) {
      snprintf(text, sizeof text, "%s%s", (*other)->name, endings[e]);
      if (!strncasecmp(text, kernel->name, strlen(kernel->name)) && text[strlen(kernel->name)] == '_' &&
          same_name(name, text + strlen(kernel->name) + 1))
        refuse(kernel, name, "of an option is one that is made for a kernel");
    }
}

static void check_language(const vfi_kernel_description *kernel, const char *name)
{
  for (size_t t = 0; t < sizeof taken_by_c / sizeof *taken_by_c; t++)
    if (!strcmp(name, taken_by_c[t])) refuse(kernel, name, "is a word of C");
  for (size_t t = 0; t < sizeof taken_by_cpp / sizeof *taken_by_cpp; t++)
    if (!strcmp(name, taken_by_cpp[t])) refuse(kernel, name, "is a word of C++");
}

/* The name of an argument of a procedure. */
static void check_word(const vfi_kernel_description *kernel, const char *name)
{
  if (!isalpha((unsigned char)*name)) refuse(kernel, name, "does not begin with a letter");
  if (strlen(name) > 63) refuse(kernel, name, "is longer than 63 characters");
  if (!strncasecmp(name, "vf_", 3)) refuse(kernel, name, "starts with vf_, which viewfab keeps");
  if (!strncasecmp(name, "vfi_", 4)) refuse(kernel, name, "starts with vfi_, which viewfab keeps");
  if (is_generated(name, vfi_is_over_columns(kernel)) || (vfi_reads_neighbours(kernel) && is_generated(name, false)))
    refuse(kernel, name, "is used by viewfab itself");
  for (int k = 0; k < VF_PASS_COUNT; k++) {
    char original[128];
    snprintf(original, sizeof original, "%s_original%s", kernel->name, kind_suffix(k));
    if (same_name(name, original)) refuse(kernel, name, "is used by viewfab itself, for the original");
  }
  for (size_t t = 0; t < sizeof of_the_body / sizeof *of_the_body; t++)
    if (same_name(name, of_the_body[t])) refuse(kernel, name, "is used by viewfab itself");
  check_language(kernel, name);
}

/* A result dt with a place has a second argument, dt_place. */
static bool is_result_argument(const vfi_result_description *result, const char *name)
{
  const size_t length = strlen(result->name);
  if (same_name(result->name, name)) return true;
  return result->placed && !strncasecmp(result->name, name, length) && same_name(name + length, "_place");
}

static void check_result(const vfi_kernel_description *kernel, int number)
{
  const vfi_result_description *result = &kernel->results[number];
  if (strlen(result->name) > 40) refuse(kernel, result->name, "is longer than 40 characters, but names a result");
  check_word(kernel, result->name);
  for (int a = 0; a < kernel->argument_count; a++)
    if (is_result_argument(result, kernel->arguments[a].name))
      refuse(kernel, kernel->arguments[a].name, "is used twice, for an argument and a result (Fortran ignores case)");
  for (int r = 0; r < kernel->result_count; r++)
    if (r != number && is_result_argument(result, kernel->results[r].name))
      refuse(kernel, kernel->results[r].name, "is used twice, for two results (Fortran ignores case)");
}

/* A text of a declaration: any C expression with a pointer as its value. */
static void check_length(const vfi_kernel_description *kernel, const char *name, const char *text)
{
  if (!text) refuse_file(kernel, name, "there is no text about %s", name);
  if (strlen(text) > TEXT_LIMIT)
    refuse_file(kernel, name, "the text about %s has %zu bytes, more than %d", name, strlen(text), TEXT_LIMIT);
}

static bool same_members(const vfi_constant *p, const vfi_constant *q)
{
  for (; p->name && q->name; p++, q++)
    if (strcmp(p->name, q->name) != 0 || p->type != q->type || p->count != q->count) return false;
  return !p->name && !q->name;
}

/* In C the structure of a name is the same for all kernels of a target. */
static void check_other_structures(const vfi_kernel_description *kernel, const vfi_structure *structure)
{
  for (const vfi_kernel_description *const *other = vfi_kernel_list; *other; other++)
    for (int a = 0; a < (*other)->argument_count; a++) {
      const vfi_structure *there = (*other)->arguments[a].structure;
      if (!there || strcmp(there->name, structure->name) != 0) continue;
      if (!same_members(structure->members, there->members) || strcmp(there->module, structure->module) != 0)
        refuse_file(
            kernel, structure->name,
            "the structure %s has other members, or another module, in kernel %s; kernels of a target share a header "
            "with VF_CONSTANTS_%s",
            structure->name, (*other)->name, structure->name);
    }
}

/* A structure of constants, whose type and module have names beside the arguments in Fortran. */
static void check_structure(const vfi_kernel_description *kernel, const vfi_structure *structure)
{
  enum { LONGEST = 24 };
  char text[128];
  snprintf(text, sizeof text, "is longer than %d characters, but names a structure of constants", LONGEST);
  if (strlen(structure->name) > LONGEST) refuse(kernel, structure->name, text);
  for (int a = 0; a < kernel->argument_count; a++)
    if (same_name(kernel->arguments[a].name, structure->name) ||
        same_name(kernel->arguments[a].name, structure->module))
      refuse(kernel, kernel->arguments[a].name,
             "is used twice, for an argument and for a type or a module of constants");
  check_other_structures(kernel, structure);
  if (!structure->members->name) refuse(kernel, structure->name, "belongs to a structure without members");
  for (const vfi_constant *member = structure->members; member->name; member++) {
    check_length(kernel, member->name, member->documentation);
    if (!isalpha((unsigned char)*member->name)) refuse(kernel, member->name, "does not begin with a letter");
    if (strlen(member->name) > LONGEST_NAME) refuse(kernel, member->name, "is longer than 63 characters");
    check_language(kernel, member->name);
    for (const vfi_constant *other = structure->members; other < member; other++)
      if (same_name(member->name, other->name))
        refuse(kernel, member->name, "is used twice in a structure (Fortran ignores case)");
  }
}

static bool has_value(const vfi_kernel_description *kernel, const char *name, vfi_argument_type type)
{
  for (int a = 0; a < kernel->argument_count; a++)
    if (kernel->arguments[a].intent == VF_ARGUMENT_VALUE && kernel->arguments[a].type == type &&
        !strcmp(kernel->arguments[a].name, name))
      return true;
  return false;
}

/* The names and numbers in VF_GHOSTS: values of the kernel, a number of layers, mirrors everywhere. */
static void check_ghosts(const vfi_kernel_description *kernel)
{
  const vfi_ghosts_clause *clause = &kernel->ghosts;
  const bool number = clause->depth && strspn(clause->depth, "0123456789") == strlen(clause->depth);
  if (clause->depth && !(number && strlen(clause->depth) < 4 && atoi(clause->depth) > 0) &&
      !has_value(kernel, clause->depth, VF_ARGUMENT_INT))
    refuse(kernel, clause->depth, "is a depth, but neither 1 to 999 nor a VALUE(int, ...) of the kernel");
  if (clause->sides && !has_value(kernel, clause->sides, VF_ARGUMENT_BOUNDARY) &&
      !(clause->images && !strcmp(clause->sides, "mirrors")))
    refuse(kernel, clause->sides,
           clause->images ? "gives images, but is neither mirrors nor a VALUE(boundary, ...) of the kernel"
                          : "names the filled faces, but is no VALUE(boundary, ...) of the kernel");
  if (clause->nodal && !has_value(kernel, clause->nodal, VF_ARGUMENT_INT3))
    refuse(kernel, clause->nodal, "says where points are nodes, but is no VALUE(int3, ...) of the kernel");
  for (int d = 0; d < 3; d++)
    if (clause->nodal_in[d] < -1 || clause->nodal_in[d] > 1 || (clause->nodal_in[d] && d >= kernel->rank))
      refuse_file(kernel, "nodal",
                  "nodal(%d, %d, %d) has numbers other than -1, 0 and 1, or one beyond the kernel's rank",
                  clause->nodal_in[0], clause->nodal_in[1], clause->nodal_in[2]);
}

void check_names(const vfi_kernel_description *kernel)
{
  for (int r = 0; r < kernel->result_count && !vfi_is_reduction(kernel); r++) {
    check_length(kernel, kernel->results[r].name, kernel->results[r].documentation);
    check_result(kernel, r);
  }
  bool has_array = false;
  for (int a = 0; a < kernel->argument_count; a++) has_array = has_array || is_array(&kernel->arguments[a]);
  if (!has_array) refuse(kernel, kernel->name, "belongs to a kernel without an array argument");
  if (vfi_is_over_columns(kernel) && array_with_points(kernel) < 0)
    refuse(kernel, kernel->name, "belongs to a kernel over columns without an array that has points");
  check_kernel_name(kernel);
  check_length(kernel, kernel->name, kernel->summary);
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *argument = &kernel->arguments[a];
    check_length(kernel, argument->name, argument->documentation);
    check_word(kernel, argument->name);
    for (int b = 0; b < a; b++)
      if (same_name(argument->name, kernel->arguments[b].name))
        refuse(kernel, argument->name, "is used twice (Fortran ignores case)");
    if (argument->structure) {
      check_structure(kernel, argument->structure);
      if (argument->count > VF_MOST_CONSTANTS)
        refuse_file(kernel, argument->name, "%s has %d numbers; a structure of constants has at most %d",
                    argument->name, argument->count, VF_MOST_CONSTANTS);
    }
    const char *options = argument->options;
    for (vfi_option option = { .number = -1 }; options && vfi_option_next(&options, &option);)
      check_option(kernel, &option);
    if (is_array(argument) && (!vfi_is_over_columns(kernel) || vfi_reads_neighbours(kernel)))
      check_bounds_names(kernel, argument);
    if (is_array(argument) && argument->map.shift[0] && !has_value(kernel, argument->map.shift, VF_ARGUMENT_INT3))
      refuse(kernel, argument->map.shift, "is a shift, but no VALUE(int3, ...) of the kernel");
    if (is_array(argument) && argument->map.within[0] && !has_value(kernel, argument->map.within, VF_ARGUMENT_BOX))
      refuse(kernel, argument->map.within, "limits indices, but is no VALUE(box, ...) of the kernel");
  }
  check_ghosts(kernel);
}
