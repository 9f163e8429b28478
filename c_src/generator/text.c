#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generator.h"

static char text[1 << 20];
static size_t used, column;

static const vfi_kernel_description *in_hand;

void writing(const vfi_kernel_description *kernel) { in_hand = kernel; }

const vfi_kernel_description *kernel_in_hand(void) { return in_hand; }

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
    if (in_hand) refuse_file(in_hand, in_hand->name, "the text for the kernels up to here would exceed 1 MiB");
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
  const size_t behind = strlen("), &"); /* text that may have to follow on the line */
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

/* Blanks, line ends and control characters part words. */
static bool parts_words(char c) { return (unsigned char)c <= ' ' || c == 0x7f; }

static size_t word_length(const char *text)
{
  size_t length = 0;
  while (text[length] && !parts_words(text[length])) length++;
  return length;
}

/* The longest piece of a word that fits on a line, without cutting a character of UTF-8. */
static size_t piece_length(const char *word, size_t length, size_t room)
{
  if (length <= room) return length;
  size_t piece = room;
  while (piece > 1 && ((unsigned char)word[piece] & 0xc0) == 0x80) piece--;
  return piece;
}

void put_paragraph(const char *first_prefix, const char *prefix, const char *paragraph)
{
  bool first = true;
  put("%s", first_prefix);
  for (const char *word = paragraph; *word;) {
    if (parts_words(*word)) {
      word++;
      continue;
    }
    const size_t length = piece_length(word, word_length(word), LINE_LIMIT - strlen(prefix));
    if (!first && column + 1 + length > LINE_LIMIT) put("\n%s", prefix);
    else if (!first) put(" ");
    put("%.*s", (int)length, word);
    word += length;
    first = false;
  }
  put("\n");
}

/* Copies a text, with an insertion before each character that is_bad finds. */
static const char *defused(const char *from, bool (*is_bad)(const char *at), char insertion)
{
  static char safe[2 * TEXT_ROOM];
  size_t length = 0;
  for (; *from && length + 2 < sizeof safe; from++) {
    if (is_bad(from)) safe[length++] = insertion;
    safe[length++] = parts_words(*from) ? ' ' : *from;
  }
  safe[length] = 0;
  return safe;
}

static bool is_bar(const char *at) { return *at == '|'; }
static bool is_comment_mark(const char *at)
{
  /* the text begins with a word, so at[-1] exists */
  return (*at == '/' && at[-1] == '*') || (*at == '*' && at[-1] == '/');
}

const char *cell_text(const char *from) { return defused(from, is_bar, '\\'); }

const char *comment_text(const char *from)
{
  static char whole[TEXT_ROOM + 2];
  snprintf(whole, sizeof whole, " %s", from);
  return defused(whole + 1, is_comment_mark, ' ');
}

const char *composed(void) { return text; }

size_t composed_length(void) { return used; }

void discard(void)
{
  used = column = 0;
  text[0] = 0;
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
  discard();
}
