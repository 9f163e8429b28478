#include "text.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void vfi_text_add(vfi_text *text, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  const size_t room = text->used < text->size ? text->size - text->used : 0;
  const int written = vsnprintf(room ? text->buffer + text->used : NULL, room, format, list);
  va_end(list);
  if (written > 0) text->used += (size_t)written;
}

void vfi_text_put(vfi_text *text, const char *bytes, size_t length)
{
  const size_t room = text->used < text->size ? text->size - text->used : 0, part = length < room ? length : room - 1;
  if (room) {
    memcpy(text->buffer + text->used, bytes, part);
    text->buffer[text->used + part] = 0;
  }
  text->used += length;
}

int vfi_text_character(const char *at)
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

void vfi_text_plain(char *text)
{
  while (*text) {
    const int length = vfi_text_character(text), bytes = length ? length : 1;
    if (steers((const unsigned char *)text, length)) memset(text, '?', (size_t)bytes);
    text += bytes;
  }
}

void vfi_text_copy_label(char *to, size_t size, const char *from)
{
  size_t used = 0;
  while (from[used]) {
    const int length = vfi_text_character(from + used), bytes = length ? length : 1;
    if (used + (size_t)bytes >= size) break;
    used += (size_t)bytes;
  }
  memset(to, 0, size);
  memcpy(to, from, used);
  vfi_text_plain(to);
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

const char *vfi_read_whole(const char *text, int64_t least, int64_t most, int64_t *number)
{
  char *end = NULL;
  if (!is_digit(*text)) return NULL;
  errno = 0;
  const long long value = strtoll(text, &end, 10);
  if (errno || value < least || value > most) return NULL;
  *number = value;
  return end;
}

const char *vfi_read_list(const char *text, char sign, int least, int count, int *numbers)
{
  for (int n = 0; n < count; n++) {
    int64_t number = 0;
    if (n && *text++ != sign) return NULL;
    text = vfi_read_whole(text, least, INT_MAX, &number);
    if (!text) return NULL;
    numbers[n] = (int)number;
  }
  return text;
}

bool vfi_is_whole(const char *text, int64_t least, int64_t most, int64_t *number)
{
  const char *end = vfi_read_whole(text, least, most, number);
  return end && !*end;
}

bool vfi_is_real(const char *text, double *number)
{
  char *end = NULL;
  if (!is_digit(*text) && !(*text == '.' && is_digit(text[1]))) return false;
  if (*text == '0' && (text[1] == 'x' || text[1] == 'X')) return false;
  errno = 0;
  const double value = strtod(text, &end);
  if (errno || !isfinite(value)) return false;
  *number = value;
  return !*end;
}

const char *const vfi_face_names[6] = { "x low", "y low", "z low", "x high", "y high", "z high" };

const char *vfi_range_text(char buffer[VF_RANGE_TEXT], int rank, const int64_t *lower, const int64_t *upper)
{
  int used = snprintf(buffer, VF_RANGE_TEXT, "(");
  for (int d = 0; d < rank && used < VF_RANGE_TEXT; d++)
    used += snprintf(buffer + used, (size_t)(VF_RANGE_TEXT - used), "%s%" PRId64 ":%" PRId64, d ? ", " : "", lower[d],
                     upper[d]);
  if (used < VF_RANGE_TEXT) snprintf(buffer + used, (size_t)(VF_RANGE_TEXT - used), ")");
  return buffer;
}

const char *vfi_box_text_in(char buffer[VF_RANGE_TEXT], const vf_box *box, int rank)
{
  int64_t lower[3], upper[3];
  if (rank > 3) rank = 3;
  for (int d = 0; d < 3; d++) {
    lower[d] = box->lower[d];
    upper[d] = box->upper[d];
    if (d >= rank && (lower[d] != 1 || upper[d] != 1)) rank = 3;
  }
  return vfi_range_text(buffer, rank, lower, upper);
}

const char *vfi_box_text(char buffer[VF_RANGE_TEXT], const vf_box *box) { return vfi_box_text_in(buffer, box, 3); }

static bool alike(const int numbers[3]) { return numbers[0] == numbers[1] && numbers[1] == numbers[2]; }

void vfi_reach_add(vfi_text *text, const vfi_reach *reach)
{
  const int *below = reach->below, *above = reach->above;
  if (memcmp(below, above, sizeof reach->below))
    vfi_text_add(text, "reach(below(%d, %d, %d), above(%d, %d, %d))", below[0], below[1], below[2], above[0], above[1],
                 above[2]);
  else if (alike(below)) vfi_text_add(text, "reach(%d)", below[0]);
  else vfi_text_add(text, "reach(%d, %d, %d)", below[0], below[1], below[2]);
}
