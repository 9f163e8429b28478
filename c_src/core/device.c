#include "device.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "hooks.h"
#include "text.h"

#define WORD(NAME, word, built, tuned) " " #word

#define NAME_OF(NAME, word, built, tuned) #word,
static const char *const id_names[VF_BACKEND_COUNT] = { VF_BACKEND_LIST(NAME_OF) };

/* NULL if the back end was not built. */
static const vf_backend *backend_of(int id)
{
#define FUNCTION(NAME, word, built, tuned) VF_IF(VF_IS_ON(built))(vf_backend_##word)(NULL),
  static const vf_backend *(*const functions[VF_BACKEND_COUNT])(void) = { VF_BACKEND_LIST(FUNCTION) };
  return functions[id] ? functions[id]() : NULL;
}

const char *vfi_device_id_name(vf_backend_id id) { return id_names[id]; }

vf_status vfi_device_backend(vf_backend_id id, const vf_backend **backend)
{
  *backend = backend_of(id);
  if (id != VF_BACKEND_HOST) return VF_OK;
  const char *memory = getenv("VF_HOST_MEMORY");
  if (!memory || !*memory) {
    if (vfi_wiring.host_keeps_copy()) *backend = &vf_backend_host_mirror;
    return VF_OK;
  }
  if (!strcmp(memory, "alias")) return VF_OK;
  if (!strcmp(memory, "mirror")) *backend = &vf_backend_host_mirror;
  else if (!strcmp(memory, "late")) *backend = &vf_backend_host_late;
  else if (!strcmp(memory, "shared")) *backend = &vf_backend_host_shared;
  else
    return vfi_fail(VF_ERROR_DEVICE, "VF_HOST_MEMORY is '%s'; the value may be 'alias', 'mirror', 'late' or 'shared'",
                    memory);
  return VF_OK;
}

vf_status vfi_device_rows(vfi_rows_wish *wish)
{
  static const char *const words[] = { "portable", "avx2", "avx512" };
  const char *text = getenv("VF_TEST_ROWS");
  *wish = VF_ROWS_AVX512;
  if (!text || !*text) return VF_OK;
  for (int w = VF_ROWS_PORTABLE; w <= VF_ROWS_AVX512; w++)
    if (!strcmp(text, words[w])) {
      *wish = (vfi_rows_wish)w;
      return VF_OK;
    }
  return vfi_fail(VF_ERROR_ARGUMENT, "VF_TEST_ROWS is '%s'; it may be portable, avx2 or avx512", text);
}

static int present(const vf_backend *backend)
{
  int count = 0;
  if (!backend || backend->device_count(&count) != 0) return 0;
  return count;
}

static vf_status first_present(const vf_backend **backend, int *ordinal)
{
  *ordinal = 0;
  for (int id = VF_BACKEND_HOST + 1; id < VF_BACKEND_COUNT; id++)
    if (present(backend_of(id))) {
      *backend = backend_of(id);
      return VF_OK;
    }
  return vfi_device_backend(VF_BACKEND_HOST, backend);
}

vf_status vfi_device_resolve(const char *name, const vf_backend **backend, int *ordinal)
{
  if (!name || !*name) return first_present(backend, ordinal);
  const size_t length = strcspn(name, ":");
  int id = 0;
  while (id < VF_BACKEND_COUNT && (strlen(id_names[id]) != length || strncmp(name, id_names[id], length))) id++;
  if (id == VF_BACKEND_COUNT)
    return vfi_fail(
        VF_ERROR_DEVICE,
        "unknown device '%s'; the known devices are" VF_BACKEND_LIST(WORD) ", also with a number such as cuda:1", name);
  *ordinal = 0;
  if (name[length] == ':') {
    int64_t number = 0;
    if (!vfi_is_whole(name + length + 1, 0, INT_MAX, &number))
      return vfi_fail(VF_ERROR_DEVICE, "device '%s': the part after ':' is not a device number", name);
    *ordinal = (int)number;
  }
  const vf_status status = vfi_device_backend((vf_backend_id)id, backend);
  if (status) return status;
  if (!*backend) return vfi_fail(VF_ERROR_DEVICE, "device '%s': viewfab was built without %s", name, id_names[id]);
  int count = 0;
  const int code = (*backend)->device_count(&count);
  if (code || count == 0)
    return vfi_fail(VF_ERROR_DEVICE, "device '%s': no %s device is present (%s)", name, id_names[id],
                    code ? (*backend)->error_text(code) : "the runtime found none");
  if (*ordinal >= count) return vfi_fail(VF_ERROR_DEVICE, "device '%s': there are %d, numbered from 0", name, count);
  return VF_OK;
}
