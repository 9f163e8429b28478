#include "text.h"

#include <stdarg.h>
#include <stdio.h>

void vf_text_add(vf_text *text, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  const size_t room = text->used < text->size ? text->size - text->used : 0;
  const int written = vsnprintf(room ? text->buffer + text->used : NULL, room, format, list);
  va_end(list);
  if (written > 0) text->used += (size_t)written;
}
