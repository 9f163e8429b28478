#include "queue.h"

bool vf_queue_put(const vf_legacy_call *call)
{
  (void)call;
  return false;
}

vf_status vf_queue_flush(void) { return VF_OK; }
