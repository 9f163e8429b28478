#include "transport.h"
#include "transports/peer_memory.h"

const vf_transport *const vf_transports[] = { &vf_transport_self,   &vf_transport_flat,
                                              &vf_transport_ipc,    &vf_transport_registered,
                                              &vf_transport_shared, &vf_transport_device,
                                              &vf_transport_staged, NULL };

void **vf_transport_state(vf_group *group, const vf_transport *transport)
{
  int t = 0;
  while (vf_transports[t] != transport) t++;
  return &group->transports[t];
}

int vf_transport_count(void)
{
  int count = 0;
  while (vf_transports[count]) count++;
  return count;
}
