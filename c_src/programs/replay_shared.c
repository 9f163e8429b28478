/* Reports failures for the parts of a replay: a shared viewfab hides its internals. */
#include <stdarg.h>
#include <stdio.h>

#include "../core/error.h"

vf_status vfi_fail(vf_status status, const char *format, ...)
{
  char text[1024];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  return (vf_status)vfi_error_report(status, text);
}
