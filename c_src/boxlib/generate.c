/* usage: generate FOLDER
 * Writes the sources that know how many parameters a symbol has, from symbols.h:
 *   symbols.c       the symbols, with a function each that calls an original
 *   drop_in/X.c     the symbol itself
 *   wrapped/X.c     the same for the linker's --wrap, which keeps the original
 *   preload.c       all symbols, whose originals are in libraries behind this one
 * A file a symbol, because a program may bring some of the originals itself. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../drop_in/row.h"
#include "symbols.h"

typedef struct entry {
  const char *name, *kernel;
  vf_legacy_form form;
  const char *form_word, *derive, *order;
  vf_legacy_row row;
} entry;

#define ENTRY(name, kernel, form, derive, order) \
  { #name, #kernel, VF_FORM_##form, #form, #derive, order, { 0, 0, 0, 0, { { 0 } } } },
static entry entries[] = { VF_SYMBOL_LIST(ENTRY) };
enum { ENTRY_COUNT = sizeof entries / sizeof entries[0] };

static FILE *file;

static void fail(const char *what, const char *name)
{
  fprintf(stderr, "generate: %s %s: %s\n", what, name, strerror(errno));
  exit(1);
}

static void begin(const char *folder, const char *part, const char *name)
{
  char path[4000];
  snprintf(path, sizeof path, "%s/%s%s.c", folder, part, name);
  file = fopen(path, "w");
  if (!file) fail("cannot write", path);
  fputs("/* generated from symbols.h; do not edit */\n#include \"drop_in.h\"\n\n", file);
}

static void end(void)
{
  const int lost = ferror(file);
  if (fclose(file) || lost) fail("cannot write", "a source");
}

/* prefix0, prefix1, ... */
static void list(const char *before, const char *after, int count)
{
  for (int p = 0; p < count; p++) fprintf(file, "%s%s%d%s", p ? (p % 12 ? ", " : ",\n  ") : "", before, p, after);
}

static void put_invoke(const entry *e)
{
  const char *type = e->row.gives ? "double" : "void";
  fprintf(file, "static double invoke_%s(vf_procedure original, void *const *p)\n{\n  ", e->name);
  fprintf(file, "%s((%s (*)(", e->row.gives ? "return " : "", type);
  for (int p = 0; p < e->row.parameter_count; p++) fprintf(file, "%svoid *", p ? ", " : "");
  fputs("))original)(", file);
  list("p[", "]", e->row.parameter_count);
  fprintf(file, ");\n%s}\n\n", e->row.gives ? "" : "  return 0;\n");
}

static void put_symbols(void)
{
  for (const entry *e = entries; e < entries + ENTRY_COUNT; e++) put_invoke(e);
  for (const entry *e = entries; e < entries + ENTRY_COUNT; e++)
    fprintf(file,
            "extern VF_API vf_kernel vf_%s_kernel;\n"
            "vf_symbol vf_symbol_%s = { .name = \"%s\", .kernel = &vf_%s_kernel, .form = VF_FORM_%s, .derive = VF_DERIVE_%s,\n"
            "  .order = \"%s\", .invoke = invoke_%s };\n",
            e->kernel, e->name, e->name, e->kernel, e->form_word, e->derive, e->order, e->name);
}

static void put_function(const entry *e, const char *prefix, const char *suffix, const char *attribute,
                         const char *original)
{
  const char *type = e->row.gives ? "double" : "void";
  char name[200];
  snprintf(name, sizeof name, "%s%s%s", prefix, e->name, suffix);
  fprintf(file, "VF_API %s %s(", type, name);
  list("void *p", "", e->row.parameter_count);
  fprintf(file, ")%s%s;\n%s %s(", *attribute ? " " : "", attribute, type, name);
  list("void *p", "", e->row.parameter_count);
  fputs(")\n{\n  void *p[] = { ", file);
  list("p", "", e->row.parameter_count);
  fprintf(file, " };\n  %svf_drop_in(&vf_symbol_%s, %s, p);\n}\n\n", e->row.gives ? "return " : "", e->name, original);
}

/* Spellings of a symbol by compilers: that of gfortran first, with an underscore; none; two where the name has one. A
 * function of the name alone may be the program's own. */
static const char *const spellings[] = { "_", "", "__" };

static int spelling_count(const entry *e) { return strchr(e->name, '_') ? 3 : 2; }

static void put_drop_in(const entry *e)
{
  fprintf(file, "extern vf_symbol vf_symbol_%s;\n\n", e->name);
  for (int s = 0; s < spelling_count(e); s++) put_function(e, "", spellings[s], "__attribute__((weak))", "NULL");
}

static void put_wrapped(const entry *e)
{
  fprintf(file, "extern vf_symbol vf_symbol_%s;\n\n", e->name);
  for (int s = 0; s < spelling_count(e); s++) {
    char original[200];
    snprintf(original, sizeof original, "__real_%s%s", e->name, spellings[s]);
    fprintf(file, "extern void %s(void) __attribute__((weak));\n", original);
    put_function(e, "__wrap_", spellings[s], "", original);
  }
}

static void put_preload(void)
{
  for (const entry *e = entries; e < entries + ENTRY_COUNT; e++) {
    fprintf(file, "extern vf_symbol vf_symbol_%s;\n", e->name);
    for (int s = 0; s < spelling_count(e); s++) {
      char original[200];
      snprintf(original, sizeof original, "vf_original_behind(\"%s%s\")", e->name, spellings[s]);
      put_function(e, "", spellings[s], "", original);
    }
  }
}

static void read_rows(void)
{
  for (entry *e = entries; e < entries + ENTRY_COUNT; e++) {
    const char *wrong = NULL;
    if (vf_legacy_row_read(e->form, e->order, &e->row, &wrong)) continue;
    fprintf(stderr, "symbols.h: %s: no such word: %s\n", e->name, wrong);
    exit(1);
  }
}

int main(int argc, char **argv)
{
  if (argc != 2) {
    fputs("usage: generate FOLDER\n", stderr);
    return 2;
  }
  read_rows();
  begin(argv[1], "", "symbols");
  put_symbols();
  end();
  for (const entry *e = entries; e < entries + ENTRY_COUNT; e++) {
    begin(argv[1], "drop_in/", e->name);
    put_drop_in(e);
    end();
    begin(argv[1], "wrapped/", e->name);
    put_wrapped(e);
    end();
  }
  begin(argv[1], "", "preload");
  put_preload();
  end();
  return 0;
}
