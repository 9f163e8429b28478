/* vf_wrap_type: writes a module with a view for each array of a derived TYPE. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "type.h"

static const char usage[] =
    "usage: vf_wrap_type [options] FILE TYPE\n"
    "Reads the definition of a derived TYPE in a Fortran source, and writes a module TYPE_views: a type "
    "views_of_TYPE,\n"
    "which has a view for each array of the TYPE and the procedures wrap, to_host, to_device and release.\n"
    "  -o FILE            writes the module to a file, not to standard output\n"
    "  --without NAME     leaves out an array; may be given more than once\n"
    "  --form free|fixed  of the source; by default .f, .for, .ftn and .f77 are fixed\n"
    "  --columns N        of a source in fixed form; default 72, 0: as many as there are\n";

typedef struct options {
  const char *path, *type, *out, *form;
  int columns;
  const char **without; /* ended by NULL */
} options;

static void refuse_options(const char *what, const char *word)
{
  fprintf(stderr, "vf_wrap_type: %s%s\n%s", what, word, usage);
  exit(2);
}

static options read_options(int argc, char **argv)
{
  options o = { .form = "", .columns = 72, .without = more_memory(NULL, (size_t)(argc + 1) * sizeof(char *)) };
  int left_out = 0;
  for (int a = 1; a < argc; a++) {
    const char *word = argv[a];
    if (!strcmp(word, "--help")) {
      fputs(usage, stdout);
      exit(0);
    }
    if (word[0] == '-' && word[1]) {
      if (a + 1 == argc) refuse_options("a value has to follow ", word);
      const char *value = argv[++a];
      if (!strcmp(word, "-o")) o.out = value;
      else if (!strcmp(word, "--without")) o.without[left_out++] = value;
      else if (!strcmp(word, "--form")) o.form = value;
      else if (!strcmp(word, "--columns") && isdigit((unsigned char)*value)) o.columns = atoi(value);
      else refuse_options("not understood: ", word);
    } else if (!o.path) {
      o.path = word;
    } else if (!o.type) {
      o.type = word;
    } else {
      refuse_options("one word too many: ", word);
    }
  }
  if (!o.type) refuse_options("a file and the name of a TYPE are needed", "");
  o.without[left_out] = NULL;
  return o;
}

static bool is_fixed(const options *o)
{
  static const char *const endings[] = { ".f", ".for", ".ftn", ".f77" };
  if (!strcmp(o->form, "fixed") || !strcmp(o->form, "free")) return !strcmp(o->form, "fixed");
  if (*o->form) refuse_options("--form is free or fixed, not ", o->form);
  const char *ending = strrchr(o->path, '.');
  for (size_t e = 0; ending && e < sizeof endings / sizeof *endings; e++)
    if (same_name(ending, endings[e])) return true;
  return false;
}

int main(int argc, char **argv)
{
  const options o = read_options(argc, argv);
  const token *source = read_source(o.path, (source_form){ is_fixed(&o), o.columns });
  const type_found type = read_type(source, o.path, o.type, o.without);
  for (int c = 0; c < type.count; c++) {
    const component *passed = &type.components[c];
    if (passed->passed_over)
      fprintf(stderr, "%s:%d: no view for %s: %s\n", passed->name->file, passed->name->line, passed->name->text,
              passed->passed_over);
  }
  write_views(&type, o.out);
  return 0;
}
