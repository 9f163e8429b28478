/* For a shared viewfab, which shows none of its internals: how the parts of a replay report a failure. */
#include <stdarg.h>
#include <stdio.h>

#include "../core/error.h"

vf_status vf_fail(vf_status status, const char *format, ...)
{
  char text[1024];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  return (vf_status)vf_error_report(status, text);
}
