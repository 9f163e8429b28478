/* usage: generate FOLDER
 * Writes, from symbols.h, the sources that depend on the number of a symbol's parameters:
 *   symbols.c       the symbols, with a function each that calls an original
 *   drop_in/X.c     the symbol itself
 *   wrapped/X.c     the same for the linker's --wrap, which keeps the original
 *   preload.c       all symbols; their originals are in libraries behind this one
 *   symbols.md      a table for users
 * Each symbol has its own file, because a program may bring some of the originals itself. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../row.h"
#include "symbols.h"

typedef struct entry {
  const char *name, *kernel;
  vfi_legacy_form form;
  const char *form_word, *derive, *order;
  vfi_legacy_row row;
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

static void open_file(const char *folder, const char *part, const char *name)
{
  char path[4000];
  snprintf(path, sizeof path, "%s/%s%s", folder, part, name);
  file = fopen(path, "w");
  if (!file) fail("cannot write", path);
}

static void begin(const char *folder, const char *part, const char *name)
{
  char source[200];
  snprintf(source, sizeof source, "%s.c", name);
  open_file(folder, part, source);
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

/* original(p0, p1, ...), with two texts around each parameter */
static void put_call(const entry *e, const char *before, const char *after)
{
  fprintf(file, "%s((%s (*)(", e->row.gives ? "return " : "", e->row.gives ? "double" : "void");
  for (int p = 0; p < e->row.parameter_count; p++) fprintf(file, "%svoid *", p ? ", " : "");
  fputs("))original)(", file);
  list(before, after, e->row.parameter_count);
  fputs(")", file);
}

static void put_invoke(const entry *e)
{
  fprintf(file, "static double invoke_%s(vfi_procedure original, void *const *p)\n{\n  ", e->name);
  put_call(e, "p[", "]");
  fprintf(file, ";\n%s}\n\n", e->row.gives ? "" : "  return 0;\n");
}

static void put_symbols(void)
{
  for (const entry *e = entries; e < entries + ENTRY_COUNT; e++) put_invoke(e);
  for (const entry *e = entries; e < entries + ENTRY_COUNT; e++)
    fprintf(file,
            "extern VF_API vf_kernel vf_%s_kernel;\n"
            "static vfi_stayed stayed_%s[VF_STAYED_PLACES];\n"
            "vfi_symbol vfi_symbol_%s = { .name = \"%s\", .kernel = &vf_%s_kernel, .form = VF_FORM_%s, .derive = "
            "VF_DERIVE_%s,\n"
            "  .order = \"%s\", .invoke = invoke_%s, .stayed = stayed_%s };\n",
            e->kernel, e->name, e->name, e->name, e->kernel, e->form_word, e->derive, e->order, e->name, e->name);
}

/* The form of the parameters in a symbol's functions. */
typedef struct layout {
  bool in_row; /* parameters behind the first as a structure, if callers see no difference */
  int named;   /* number of parameters with their own name */
} layout;

enum { IN_REGISTERS = 6 };

static layout layout_of(const entry *e, bool in_row)
{
  const int count = e->row.parameter_count;
  return (layout){ in_row, in_row && count > IN_REGISTERS ? IN_REGISTERS : count };
}

static void put_parameters(const entry *e, layout form, const char *type, const char *rest)
{
  list(type, "", form.named);
  if (form.named < e->row.parameter_count) fprintf(file, ", %srest", rest);
}

static void put_head(const entry *e, layout form, const char *before, const char *name)
{
  char rest[200];
  snprintf(rest, sizeof rest, "struct rest_of_%s ", e->name);
  fprintf(file, "%s%s %s(", before, e->row.gives ? "double" : "void", name);
  put_parameters(e, form, "void *p", rest);
  fputs(")", file);
}

/* Hands over the parameters in an array. */
static void put_leave(const entry *e, layout form, const char *original)
{
  fprintf(file, "  void *p[%d] = { ", e->row.parameter_count);
  list("p", "", form.named);
  fputs(" };\n", file);
  if (form.named < e->row.parameter_count) fprintf(file, "  memcpy(p + %d, rest.p, sizeof rest.p);\n", form.named);
  fprintf(file, "  %svfi_drop_in(&vfi_symbol_%s, %s, p);\n}\n\n", e->row.gives ? "return " : "", e->name, original);
}

static void put_stay(const entry *e, layout form, const char *original)
{
  char rest[200];
  snprintf(rest, sizeof rest, "struct rest_of_%s ", e->name);
  const char *type = e->row.gives ? "double" : "void", *gives = e->row.gives ? "return " : "";
  fprintf(file,
          "  const vfi_procedure original = %s;\n  if (vfi_call_stays(&vfi_symbol_%s, original)) {\n    %s((%s (*)(",
          original, e->name, gives, type);
  for (int p = 0; p < form.named; p++) fprintf(file, "%svoid *", p ? ", " : "");
  if (form.named < e->row.parameter_count) fprintf(file, ", %s", rest);
  fputs("))original)(", file);
  put_parameters(e, form, "p", "");
  fprintf(file, ");\n%s  }\n", e->row.gives ? "" : "    return;\n");
}

/* A call that stays with the original jumps there and leaves the parameters in place. Only the separate function for the
 * other calls makes an array of them. */
static void put_jump(const entry *e, const char *name, const char *original)
{
  const layout form = layout_of(e, true);
  char leave[220];
  snprintf(leave, sizeof leave, "leave_%s", name);
  put_head(e, form, "__attribute__((noinline)) static ", leave);
  fputs("\n{\n", file);
  put_leave(e, form, original);
  put_head(e, form, "VF_API ", name);
  fputs(";\n", file);
  put_head(e, form, "", name);
  fputs("\n{\n", file);
  put_stay(e, form, original);
  fprintf(file, "  %s%s(", e->row.gives ? "return " : "", leave);
  put_parameters(e, form, "p", "");
  fputs(");\n}\n\n", file);
}

static void put_function(const entry *e, const char *prefix, const char *suffix, const char *attribute,
                         const char *original)
{
  const bool stays = strcmp(original, "NULL") != 0;
  const layout form = layout_of(e, false);
  char name[200];
  snprintf(name, sizeof name, "%s%s%s", prefix, e->name, suffix);
  if (stays) {
    fputs("#ifdef VF_PARAMETERS_IN_ROW\n", file);
    put_jump(e, name, original);
    fputs("#else\n", file);
  }
  put_head(e, form, "VF_API ", name);
  fprintf(file, "%s%s;\n", *attribute ? " " : "", attribute);
  put_head(e, form, "", name);
  fputs("\n{\n", file);
  if (stays) put_stay(e, form, original);
  put_leave(e, form, stays ? "original" : "NULL");
  if (stays) fputs("#endif\n", file);
}

/* The structure for the parameters behind the first, see drop_in.h. */
static void put_rest(const entry *e)
{
  if (e->row.parameter_count > IN_REGISTERS)
    fprintf(file, "struct rest_of_%s {\n  void *p[%d];\n};\n\n", e->name, e->row.parameter_count - IN_REGISTERS);
}

/* Tells the runtime about a symbol before main, so that the report can name a symbol without calls. */
static void put_constructor(const entry *e, const char *original)
{
  fprintf(file,
          "__attribute__((constructor)) static void tell_%s(void)\n{\n"
          "  vfi_drop_in_known(&vfi_symbol_%s, %s);\n}\n\n",
          e->name, e->name, original);
}

/* Spellings of a symbol by compilers: with an underscore, as gfortran does; without; with two if the name has an
 * underscore. A program may have its own function with the plain name. */
static const char *const spellings[] = { "_", "", "__" };

static int spelling_count(const entry *e) { return strchr(e->name, '_') ? 3 : 2; }

static void put_drop_in(const entry *e)
{
  fprintf(file, "extern vfi_symbol vfi_symbol_%s;\n\n", e->name);
  for (int s = 0; s < spelling_count(e); s++) put_function(e, "", spellings[s], "__attribute__((weak))", "NULL");
  put_constructor(e, "false");
}

/* Writes a function that asks the dynamic linker for a procedure by name. The search begins at the library of the asking
 * function, or behind that library, so each source needs its own copy. */
static void put_search(const char *where)
{
  fprintf(file,
          "#include <dlfcn.h>\n#include <string.h>\n\n"
          "static vfi_procedure find(const char *name)\n{\n"
          "  vfi_procedure found = NULL;\n  void *address = dlsym(%s, name);\n"
          "  memcpy(&found, &address, sizeof found);\n  return found;\n}\n\n",
          where);
}

/* Finds originals by name. The linker's __real_X would be an error for a missing original when -u asks archives for it. */
static void put_wrapped(const entry *e)
{
  put_search("RTLD_DEFAULT");
  fprintf(file, "extern vfi_symbol vfi_symbol_%s;\n\nstatic vfi_procedure originals[3];\n\n", e->name);
  put_rest(e);
  for (int s = 0; s < spelling_count(e); s++) {
    char original[40];
    snprintf(original, sizeof original, "originals[%d]", s);
    put_function(e, "__wrap_", spellings[s], "", original);
  }
  fprintf(file, "__attribute__((constructor)) static void tell(void)\n{\n");
  for (int s = 0; s < spelling_count(e); s++)
    fprintf(file, "  originals[%d] = find(\"%s%s\");\n", s, e->name, spellings[s]);
  fprintf(file, "  vfi_drop_in_known(&vfi_symbol_%s, originals[0] || originals[1] || originals[2]);\n}\n", e->name);
}

static void put_preload(void)
{
  put_search("RTLD_NEXT");
  for (const entry *e = entries; e < entries + ENTRY_COUNT; e++) {
    fprintf(file, "extern vfi_symbol vfi_symbol_%s;\n", e->name);
    put_rest(e);
    for (int s = 0; s < spelling_count(e); s++) {
      char original[200];
      snprintf(original, sizeof original, "find(\"%s%s\")", e->name, spellings[s]);
      put_function(e, "", spellings[s], "", original);
    }
    char any[400];
    snprintf(any, sizeof any, "find(\"%s_\") || find(\"%s\")", e->name, e->name);
    put_constructor(e, any);
  }
}

static void put_condition(const vfi_legacy_condition *condition)
{
  fprintf(file, "%s is %s", condition->name, condition->differs ? "not " : "");
  for (int n = 0; n < condition->count; n++) fprintf(file, "%s%d", n ? " or " : "", condition->numbers[n]);
}

/* Arguments of a call that the original does not read: never, or only for some values of the call's integers. */
static void put_unread(const vfi_legacy_row *row)
{
  const char *separator = "";
  for (int w = 0; w < row->word_count; w++) {
    const vfi_legacy_word *word = &row->words[w];
    if (word->kind == VF_WORD_UNUSED) fprintf(file, "%s`%s` never", separator, word->name);
    else if (word->condition_count) fprintf(file, "%s`%s` where ", separator, word->name);
    else continue;
    for (int c = 0; c < word->condition_count; c++) {
      if (c) fputs(" and ", file);
      put_condition(&word->conditions[c]);
    }
    separator = "; ";
  }
}

/* A row for each symbol: the arguments in order of the call, with the kernel's names. */
static void put_table(void)
{
  fputs(
      "# Legacy symbols\n\n"
      "The symbols that viewfab_boxlib has, the kernel behind each, and what a call passes, all by reference: `*x` an "
      "array\n"
      "(its first element, lower and upper bounds: six integers in form FAB, two arrays of three in form BOX), other "
      "names\n"
      "are values. The kernels are explained in viewfab_kernels.md and viewfab_boxlib_kernels.md.\n\n"
      "The last column names what the originals look at in some calls only, by the integers of the call, or never. The "
      "port\n"
      "does not look at it in the other calls either: there it may have any bounds and values.\n\n"
      "| symbol | kernel | form | passes | looked at |\n|---|---|---|---|---|\n",
      file);
  for (const entry *e = entries; e < entries + ENTRY_COUNT; e++) {
    fprintf(file, "| `%s` | `vf_%s` | %s | `", e->name, e->kernel, e->form_word);
    for (int w = 0, put = 0; w < e->row.word_count; w++) {
      if (!e->row.words[w].count) continue;
      const char *order = e->order;
      for (int skip = 0; skip < w; skip++) {
        order += strspn(order, " ");
        order += strcspn(order, " ");
      }
      order += strspn(order, " ");
      fprintf(file, "%s%.*s", put++ ? " " : "", (int)strcspn(order, " ?"), order);
    }
    fprintf(file, "`%s | ", e->row.gives ? ", and gives a number back" : "");
    put_unread(&e->row);
    fputs(" |\n", file);
  }
}

static void read_rows(void)
{
  for (entry *e = entries; e < entries + ENTRY_COUNT; e++) {
    const char *wrong = NULL;
    if (vfi_legacy_row_read(e->form, e->order, &e->row, &wrong)) continue;
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
  open_file(argv[1], "", "symbols.md");
  put_table();
  end();
  return 0;
}
