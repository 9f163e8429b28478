#include "group.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/context.h"
#include "../core/device.h"
#include "../core/error.h"
#include "../core/text.h"
#include "transport.h"

static bool is_known(const char *word, size_t length)
{
  for (int t = 0; vfi_transports[t]; t++) {
    const char *name = vfi_transports[t]->name;
    if (vfi_transports[t] != &vfi_transport_self && strlen(name) == length && !strncmp(word, name, length)) return true;
  }
  return false;
}

static vf_status check_transports(const char *names)
{
  char known[128] = "";
  for (const char *at = names;; at++) {
    const size_t length = strcspn(at, ",");
    if (!is_known(at, length)) break;
    at += length;
    if (!*at) return VF_OK;
  }
  for (int t = 0; vfi_transports[t]; t++)
    if (vfi_transports[t] != &vfi_transport_self && !vfi_transport_is_among(known + 1, vfi_transports[t]->name))
      snprintf(known + strlen(known), sizeof known - strlen(known), ",%s", vfi_transports[t]->name);
  return vfi_fail(VF_ERROR_ARGUMENT, "VF_TRANSPORT is '%s'; it may have one or more of %s", names, known + 1);
}

vf_status vf_messages_wait(double *seconds)
{
  const char *text = getenv("VF_WAIT");
  *seconds = 60;
  if (!text || !*text || vfi_is_real(text, seconds)) return VF_OK;
  return vfi_fail(VF_ERROR_ARGUMENT, "VF_WAIT is '%s'; it must be a number of seconds, such as 60 or 1.5, or 0", text);
}

vf_status vfi_group_settings(double *wait, const char **transport)
{
  const char *name = getenv("VF_TRANSPORT");
  *transport = name && *name ? name : NULL;
  const vf_status status = vf_messages_wait(wait);
  if (status) return status;
  return *transport ? check_transports(*transport) : VF_OK;
}

vf_status vfi_group_open_default(int on_host)
{
  const char *wanted = getenv("VF_DEVICE");
  const vf_backend *backend = NULL;
  int ordinal = 0, count = 0;
  char name[32];
  if (vfi_context_default_is_open()) return VF_OK;
  if (wanted && strchr(wanted, ':')) return vf_init(NULL);
  vfi_lock();
  const vf_status status = vfi_device_resolve(wanted, &backend, &ordinal);
  vfi_unlock();
  if (status) return status;
  if (backend->id == VF_BACKEND_HOST || backend->device_count(&count) || count < 2) return vf_init(NULL);
  snprintf(name, sizeof name, "%s:%d", backend->name, on_host % count);
  return vf_init(name);
}
