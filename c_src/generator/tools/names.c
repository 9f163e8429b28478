/* usage: names OUT PUBLIC... [-- PRIVATE...]
 * Writes the names of viewfab, which kernels may not use, into OUT, one a line and sorted: names beginning with vf_ or
 * viewfab_ in Fortran modules and public C headers. Macros of C do not count: they are in upper case. Fortran names count
 * in any case. Comments and quoted texts do not count. A function of a private header whose name begins with vf_, and is
 * not public, ends the program with an error: a user's kernel of the same name would replace it at the link. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char **names;
static size_t count, room, public_count; /* the public names are sorted, once private headers are read */
static int refused;

static void fail(const char *what, const char *name)
{
  fprintf(stderr, "viewfab names: %s: ", name);
  perror(what);
  exit(1);
}

static bool in_name(int c) { return isalnum(c) || c == '_'; }

static int in_order(const void *one, const void *other) { return strcmp(*(char *const *)one, *(char *const *)other); }

static void keep(const char *name)
{
  if (strncmp(name, "vf_", 3) != 0 && strncmp(name, "viewfab_", 8) != 0) return;
  if (count == room) {
    room = room ? 2 * room : 1024;
    names = realloc(names, room * sizeof *names);
    if (!names) fail("names", "memory");
  }
  names[count] = strdup(name);
  if (!names[count++]) fail("names", "memory");
}

static void skip_line(FILE *file)
{
  for (int c = fgetc(file); c != EOF && c != '\n';) c = fgetc(file);
}

static void skip_comment(FILE *file)
{
  int before = 0;
  for (int c = fgetc(file); c != EOF && !(before == '*' && c == '/'); c = fgetc(file)) before = c;
}

static void skip_text(FILE *file, int quote, bool fortran)
{
  for (int c = fgetc(file); c != EOF && c != quote && c != '\n'; c = fgetc(file))
    if (c == '\\' && !fortran) fgetc(file);
}

static void check_private(const char *path, const char *name)
{
  if (strncmp(name, "vf_", 3) != 0 || bsearch(&name, names, public_count, sizeof *names, in_order)) return;
  fprintf(stderr, "%s: %s is not public: names of the library's own parts begin with vfi_\n", path, name);
  refused++;
}

static void read_names(const char *path, bool private)
{
  FILE *file = fopen(path, "r");
  if (!file) fail("open", path);
  const char *end = strrchr(path, '.');
  const bool fortran = end && !strcmp(end, ".f90");
  char name[256];
  size_t length = 0;
  for (int c = fgetc(file);; c = fgetc(file)) {
    if (c != EOF && in_name(c)) {
      if (length + 1 < sizeof name) name[length++] = (char)(fortran ? tolower(c) : c);
      continue;
    }
    name[length] = 0;
    length = 0;
    if (!strcmp(name, "include") && !fortran) skip_line(file);
    else if (!private) keep(name);
    else if (c == '(') check_private(path, name);
    if (c == EOF) break;
    if (c == '"' || c == '\'') skip_text(file, c, fortran);
    if (c == '!' && fortran) skip_line(file);
    if (c == '/' && !fortran) {
      const int after = fgetc(file);
      if (after == '/') skip_line(file);
      else if (after == '*') skip_comment(file);
      else ungetc(after, file);
    }
  }
  if (ferror(file)) fail("read", path);
  fclose(file);
}

int main(int argc, char **argv)
{
  if (argc < 3) {
    fputs("usage: names OUT PUBLIC... [-- PRIVATE...]\n", stderr);
    return 2;
  }
  int a = 2;
  for (; a < argc && strcmp(argv[a], "--"); a++) read_names(argv[a], false);
  qsort(names, count, sizeof *names, in_order);
  public_count = count;
  for (a++; a < argc; a++) read_names(argv[a], true);
  if (refused) return 1;
  FILE *out = fopen(argv[1], "w");
  if (!out) fail("open", argv[1]);
  for (size_t n = 0; n < count; n++)
    if (n == 0 || strcmp(names[n], names[n - 1])) fprintf(out, "%s\n", names[n]);
  if (fclose(out)) fail("write", argv[1]);
  return 0;
}
