/* Windows in memory of GPUs. */
#include "../core/error.h"
#include "window.h"

static vf_status create(vf_window *window, const char *call)
{
  return vf_group_agree(
      window->group, call, 0,
      vf_fail(VF_ERROR_DEVICE, "%s: %s has no memory that other ranks reach", call, window->group->context->name));
}

static void release(vf_window *window) { (void)window; }

const vf_window_kind vf_window_gpu = { .name = "gpu", .create = create, .release = release };
