#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "device.h"
#include "error.h"

#ifdef _OPENMP
#define THREADS "OpenMP threads"
#else
#define THREADS "one thread (built without OpenMP)"
#endif

/* Appends like snprintf, and counts on beyond the end. */
static void append(char *buffer, size_t size, size_t *used, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static void append(char *buffer, size_t size, size_t *used, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  const size_t room = *used < size ? size - *used : 0;
  const int written = vsnprintf(room ? buffer + *used : NULL, room, format, list);
  va_end(list);
  if (written > 0) *used += (size_t)written;
}

/* One line a device. A setting that would be refused is shown as it stands. */
static void append_device(char *buffer, size_t size, size_t *used, vf_backend_id id)
{
  const vf_backend *backend = NULL;
  append(buffer, size, used, "  device %-5s ", vf_device_id_name(id));
  if (vf_device_backend(id, &backend)) {
    append(buffer, size, used, "built, but %s\n", vf_last_error());
  } else if (!backend) {
    append(buffer, size, used, "not built\n");
  } else if (id == VF_BACKEND_HOST) {
    append(buffer, size, used, "built, %s memory, %s\n", backend->aliases_host ? "alias" : "mirror", THREADS);
  } else {
    int count = 0;
    const int code = backend->device_count(&count);
    append(buffer, size, used, "built, %d present%s%s\n", code ? 0 : count, code ? ": " : "",
           code ? backend->error_text(code) : "");
  }
}

vf_status vf_config_text(char *buffer, size_t size, size_t *needed)
{
  if (size && !buffer) return vf_fail(VF_ERROR_NULL, "vf_config_text: buffer is NULL");
  if (size) buffer[0] = 0;
  size_t used = 0;
  append(buffer, size, &used, "viewfab %d.%d.%d\n", VF_VERSION_MAJOR, VF_VERSION_MINOR, VF_VERSION_PATCH);
  for (int id = 0; id < VF_BACKEND_COUNT; id++) append_device(buffer, size, &used, (vf_backend_id)id);
#ifdef VIEWFAB_BOUNDS
  append(buffer, size, &used, "  bounds of kernels checked\n");
#endif
#define VARIABLE(name, meaning) \
  append(buffer, size, &used, "  %-17s = %-10s %s\n", name, getenv(name) ? getenv(name) : "(unset)", meaning);
  VF_ENVIRONMENT_LIST(VARIABLE)
#undef VARIABLE
  if (needed) *needed = used + 1;
  return VF_OK;
}

vf_status vf_print_config(void)
{
  size_t needed = 0;
  vf_status status = vf_config_text(NULL, 0, &needed);
  if (status) return status;
  char *text = malloc(needed);
  if (!text) return vf_fail(VF_ERROR_MEMORY, "no host memory for the configuration's text");
  status = vf_config_text(text, needed, NULL);
  if (!status && (fputs(text, stdout) == EOF || fflush(stdout)))
    status = vf_fail(VF_ERROR_STATE, "vf_print_config: standard output cannot be written");
  free(text);
  return status;
}
