#include "error.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

static _Thread_local char last_error[1024];

const char *vf_last_error(void) { return last_error; }

vf_status vf_fail(vf_status status, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  vsnprintf(last_error, sizeof last_error, format, list);
  va_end(list);
  return status;
}

int vf_error_report(int status, const char *text) { return vf_fail((vf_status)status, "%s", text ? text : ""); }

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

const char *vf_range_text(char buffer[VF_RANGE_TEXT], int rank, const int64_t *lower, const int64_t *upper)
{
  int used = snprintf(buffer, VF_RANGE_TEXT, "(");
  for (int d = 0; d < rank && used < VF_RANGE_TEXT; d++)
    used += snprintf(buffer + used, (size_t)(VF_RANGE_TEXT - used), "%s%" PRId64 ":%" PRId64, d ? ", " : "", lower[d],
                     upper[d]);
  if (used < VF_RANGE_TEXT) snprintf(buffer + used, (size_t)(VF_RANGE_TEXT - used), ")");
  return buffer;
}

const char *vf_box_text(char buffer[VF_RANGE_TEXT], const vf_box *box)
{
  int64_t lower[3], upper[3];
  for (int d = 0; d < 3; d++) {
    lower[d] = box->lower[d];
    upper[d] = box->upper[d];
  }
  return vf_range_text(buffer, 3, lower, upper);
}
