#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generator.h"

static char text[1 << 20];
static size_t used, column;

static void fail(const char *what, const char *name)
{
  fprintf(stderr, "viewfab generator: %s: ", name);
  perror(what);
  exit(1);
}

void put(const char *format, ...)
{
  va_list list;
  va_start(list, format);
  const int written = vsnprintf(text + used, sizeof text - used, format, list);
  va_end(list);
  if (written < 0 || used + (size_t)written >= sizeof text) {
    fputs("viewfab generator: a file would exceed 1 MiB\n", stderr);
    exit(1);
  }
  for (const char *c = text + used; *c; c++) column = *c == '\n' ? 0 : column + 1;
  used += (size_t)written;
}

const char *filled(const char *pattern, const char *name)
{
  static char result[256];
  const char *slot = strstr(pattern, "%s");
  snprintf(result, sizeof result, "%.*s%s%s", (int)(slot - pattern), pattern, name, slot + 2);
  return result;
}

void put_item(const char *separator, const char *continuation, const char *item)
{
  put("%s", separator);
  const size_t behind = strlen("), &"); /* what may have to follow on the line */
  if (column + strlen(item) + behind > LINE_LIMIT) {
    while (used && text[used - 1] == ' ') used--;
    put("%s", continuation);
  }
  put("%s", item);
}

void put_declaration(const char *indent, const char *pattern, const char *name)
{
  const char *object = strstr(pattern, ":: ") + 3;
  char type[128];
  snprintf(type, sizeof type, "%s%.*s", indent, (int)(object - pattern), pattern);
  put_item(type, " &\n          ", filled(object, name));
  put("\n");
}

void put_paragraph(const char *first_prefix, const char *prefix, const char *paragraph)
{
  put("%s", first_prefix);
  for (const char *word = paragraph; *word;) {
    const size_t length = strcspn(word, " ");
    if (column + 1 + length > LINE_LIMIT) put("\n%s", prefix);
    else if (word != paragraph) put(" ");
    put("%.*s", (int)length, word);
    word += length;
    word += strspn(word, " ");
  }
  put("\n");
}

void save(const char *folder, const char *name)
{
  char path[4096];
  static char old[sizeof text];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "rb");
  bool same = false;
  if (file) {
    same = fread(old, 1, sizeof old, file) == used && !memcmp(old, text, used);
    fclose(file);
  }
  if (!same) {
    file = fopen(path, "wb");
    if (!file) fail("open", path);
    if (fwrite(text, 1, used, file) != used) fail("write", path);
    if (fclose(file)) fail("close", path);
  }
  used = column = 0;
}
