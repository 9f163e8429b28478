#include "text.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

void vf_text_add(vf_text *text, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  const size_t room = text->used < text->size ? text->size - text->used : 0;
  const int written = vsnprintf(room ? text->buffer + text->used : NULL, room, format, list);
  va_end(list);
  if (written > 0) text->used += (size_t)written;
}

int vf_text_character(const char *at)
{
  const unsigned char *c = (const unsigned char *)at;
  if (*c < 0x80) return *c ? 1 : 0;
  const int length = *c >= 0xc2 && *c < 0xe0 ? 2 : *c >= 0xe0 && *c < 0xf0 ? 3 : *c >= 0xf0 && *c < 0xf5 ? 4 : 0;
  for (int b = 1; b < length; b++)
    if ((c[b] & 0xc0) != 0x80) return 0;
  /* longer than needed, surrogates, and beyond the last character */
  if ((*c == 0xe0 && c[1] < 0xa0) || (*c == 0xed && c[1] > 0x9f) || (*c == 0xf0 && c[1] < 0x90) ||
      (*c == 0xf4 && c[1] > 0x8f))
    return 0;
  return length;
}

/* U+0000 to U+001F, U+007F to U+009F, and the ends of lines and paragraphs, U+2028 and U+2029 */
static bool steers(const unsigned char *c, int length)
{
  if (length == 2) return c[0] == 0xc2 && c[1] < 0xa0;
  if (length == 3) return c[0] == 0xe2 && c[1] == 0x80 && (c[2] == 0xa8 || c[2] == 0xa9);
  return length < 2 && (*c < 0x20 || (*c >= 0x7f && *c < 0xa0));
}

void vf_text_plain(char *text)
{
  while (*text) {
    const int length = vf_text_character(text), bytes = length ? length : 1;
    if (steers((const unsigned char *)text, length)) memset(text, '?', (size_t)bytes);
    text += bytes;
  }
}

void vf_text_copy_label(char *to, size_t size, const char *from)
{
  size_t used = 0;
  while (from[used]) {
    const int length = vf_text_character(from + used), bytes = length ? length : 1;
    if (used + (size_t)bytes >= size) break;
    used += (size_t)bytes;
  }
  memset(to, 0, size);
  memcpy(to, from, used);
  vf_text_plain(to);
}
