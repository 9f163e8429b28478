#include "json.h"

#include <math.h>

void vfi_json_string(vfi_text *text, const char *string)
{
  vfi_text_add(text, "\"");
  for (const unsigned char *c = (const unsigned char *)string; *c; c++) {
    const int length = vfi_text_character((const char *)c);
    if (*c == '"' || *c == '\\') vfi_text_add(text, "\\%c", *c);
    else if (*c < 0x20 || length == 0 || *c == 0x7f)
      vfi_text_add(text, "\\u%04x", *c); /* Latin-1 where it is no UTF-8 */
    else vfi_text_add(text, "%.*s", length, (const char *)c);
    if (length > 1) c += length - 1;
  }
  vfi_text_add(text, "\"");
}

void vfi_json_number(vfi_text *text, double number)
{
  if (isfinite(number)) vfi_text_add(text, "%.17g", number);
  else vfi_text_add(text, "\"%s\"", isnan(number) ? "nan" : number > 0 ? "inf" : "-inf");
}
