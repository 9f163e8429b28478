#include "settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/device.h"
#include "../core/error.h"
#include "../core/open_contexts.h"
#include "transport.h"

static vf_status check_transport(const char *name)
{
  char known[128] = "";
  for (int t = 0; vf_transports[t]; t++) {
    const vf_transport *transport = vf_transports[t];
    if (transport == &vf_transport_self) continue;
    if (!strcmp(name, transport->name)) return VF_OK;
    snprintf(known + strlen(known), sizeof known - strlen(known), " %s", transport->name);
  }
  return vf_fail(VF_ERROR_ARGUMENT, "VF_TRANSPORT is '%s'; it may be one of%s", name, known);
}

vf_status vf_group_settings(double *wait, const char **transport)
{
  const char *seconds = getenv("VF_WAIT"), *name = getenv("VF_TRANSPORT");
  *wait = 60;
  *transport = name && *name ? name : NULL;
  if (seconds && *seconds) {
    char *end = NULL;
    *wait = strtod(seconds, &end);
    if (*end || !(*wait >= 0)) {
      *wait = 60;
      return vf_fail(VF_ERROR_ARGUMENT, "VF_WAIT is '%s'; it must be a number of seconds, or 0", seconds);
    }
  }
  return *transport ? check_transport(*transport) : VF_OK;
}

vf_status vf_group_open_default(int on_host)
{
  const char *wanted = getenv("VF_DEVICE");
  const vf_backend *backend = NULL;
  int ordinal = 0, count = 0;
  char name[32];
  if (vf_context_default_is_open()) return VF_OK;
  if (wanted && strchr(wanted, ':')) return vf_init(NULL);
  vf_lock();
  const vf_status status = vf_device_resolve(wanted, &backend, &ordinal);
  vf_unlock();
  if (status) return status;
  if (backend->id == VF_BACKEND_HOST || backend->device_count(&count) || count < 2) return vf_init(NULL);
  snprintf(name, sizeof name, "%s:%d", backend->name, on_host % count);
  return vf_init(name);
}
