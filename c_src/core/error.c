#include "error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "text.h"

static _Thread_local char last_error[VF_ERROR_TEXT], first_error[VF_ERROR_TEXT];

const char *vf_last_error(void) { return last_error; }
void vfi_error_watch(void) { first_error[0] = 0; }
const char *vfi_error_watched(void) { return first_error[0] ? first_error : NULL; }

vf_status vfi_fail(vf_status status, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  vsnprintf(last_error, sizeof last_error, format, list);
  va_end(list);
  vfi_text_plain(last_error);
  if (!first_error[0]) memcpy(first_error, last_error, sizeof first_error);
  return status;
}

int vfi_error_report(int status, const char *text) { return vfi_fail((vf_status)status, "%s", text ? text : ""); }

void vfi_error_keep(char text[VF_ERROR_TEXT]) { memcpy(text, last_error, sizeof last_error); }

const char *vf_status_text(vf_status status)
{
  switch (status) {
#define VF_STATUS_CASE(name, value, text) \
  case name: return text;
    VF_STATUS_LIST(VF_STATUS_CASE)
#undef VF_STATUS_CASE
  }
  return "unknown status";
}
