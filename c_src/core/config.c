#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "device.h"
#include "error.h"
#include "shared.h"
#include "text.h"

#ifdef _OPENMP
#define THREADS "OpenMP threads"
#else
#define THREADS "one thread (built without OpenMP)"
#endif

static const char *memory_of(const vf_backend *backend)
{
  if (backend->aliases_host) return "alias";
  return backend == &vf_backend_host_late ? "late" : backend == &vf_backend_host_shared ? "shared" : "mirror";
}

/* One line for each device. A setting with an error is shown as it stands in the environment. */
static void append_device(vfi_text *text, vf_backend_id id)
{
  const vf_backend *backend = NULL;
  vfi_text_add(text, "  device %-5s ", vfi_device_id_name(id));
  if (vfi_device_backend(id, &backend)) {
    vfi_text_add(text, "built, but %s\n", vf_last_error());
  } else if (!backend) {
    vfi_text_add(text, "not built\n");
  } else if (id == VF_BACKEND_HOST) {
    vfi_text_add(text, "built, %s memory, %s\n", memory_of(backend), THREADS);
  } else {
    int count = 0;
    const int code = backend->device_count(&count);
    vfi_text_add(text, "built, %d present%s%s", code ? 0 : count, code ? ": " : "",
                 code ? backend->error_text(code) : "");
    if (!code && count) vfi_text_add(text, "; the first can use ");
    if (!code && count) vfi_shared_reach_text(backend, 0, text);
    vfi_text_add(text, "\n");
  }
}

vf_status vf_config_text(char *buffer, size_t size, size_t *needed)
{
  if (size && !buffer) return vfi_fail(VF_ERROR_NULL, "vf_config_text: buffer is NULL");
  if (size) buffer[0] = 0;
  vfi_text text = { .buffer = buffer, .size = size };
  vfi_text_add(&text, "viewfab %d.%d.%d\n", VF_VERSION_MAJOR, VF_VERSION_MINOR, VF_VERSION_PATCH);
  for (int id = 0; id < VF_BACKEND_COUNT; id++) append_device(&text, (vf_backend_id)id);
#ifdef VIEWFAB_BOUNDS
  vfi_text_add(&text, "  bounds of viewfab's own kernels checked\n");
#endif
#define VARIABLE(name, meaning) \
  vfi_text_add(&text, "  %-17s = %-10s %s\n", name, getenv(name) ? getenv(name) : "(unset)", meaning);
  VF_ENVIRONMENT_LIST(VARIABLE)
#undef VARIABLE
  if (needed) *needed = text.used + 1;
  return VF_OK;
}

vf_status vf_print_config(void)
{
  size_t needed = 0;
  vf_status status = vf_config_text(NULL, 0, &needed);
  if (status) return status;
  char *text = malloc(needed);
  if (!text) return vfi_fail(VF_ERROR_MEMORY, "no host memory for the configuration's text");
  status = vf_config_text(text, needed, NULL);
  if (!status && (fputs(text, stdout) == EOF || fflush(stdout)))
    status = vfi_fail(VF_ERROR_STATE, "vf_print_config: standard output cannot be written");
  free(text);
  return status;
}
