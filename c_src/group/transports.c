#include "transport.h"

#include <string.h>

#include "transports/peer_memory.h"

const vf_transport *const vf_transports[] = { &vf_transport_self,       &vf_transport_flat,   &vf_transport_ipc,
                                              &vf_transport_registered, &vf_transport_nccl,   &vf_transport_shared,
                                              &vf_transport_device,     &vf_transport_staged, NULL };

void **vf_transport_state(vf_group *group, const vf_transport *transport)
{
  int t = 0;
  while (vf_transports[t] != transport) t++;
  return &group->transports[t];
}

bool vf_transport_is_among(const char *names, const char *name)
{
  const size_t length = strlen(name);
  for (const char *at = names; at; at = strchr(at, ','), at = at ? at + 1 : NULL)
    if (!strncmp(at, name, length) && (!at[length] || at[length] == ',')) return true;
  return false;
}

int vf_transport_count(void)
{
  int count = 0;
  while (vf_transports[count]) count++;
  return count;
}
