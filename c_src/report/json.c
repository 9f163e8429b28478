#include "json.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

void vfi_json_string(vfi_text *text, const char *string)
{
  const char *plain = string; /* the begin of the characters that stay, and are not written yet */
  vfi_text_put(text, "\"", 1);
  for (const char *c = string; *c;) {
    const unsigned char byte = (unsigned char)*c;
    const int length = vfi_text_character(c);
    const bool escapes = byte == '"' || byte == '\\' || byte < 0x20 || length == 0 || byte == 0x7f;
    if (escapes) {
      vfi_text_put(text, plain, (size_t)(c - plain));
      if (byte == '"' || byte == '\\') vfi_text_add(text, "\\%c", byte);
      else vfi_text_add(text, "\\u%04x", byte); /* Latin-1 where it is no UTF-8 */
    }
    c += length > 1 ? length : 1;
    if (escapes) plain = c;
  }
  vfi_text_put(text, plain, strlen(plain));
  vfi_text_put(text, "\"", 1);
}

void vfi_json_number(vfi_text *text, double number)
{
  if (isfinite(number)) vfi_text_add(text, "%.17g", number);
  else vfi_text_add(text, "\"%s\"", isnan(number) ? "nan" : number > 0 ? "inf" : "-inf");
}
