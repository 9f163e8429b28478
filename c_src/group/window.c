#include "window.h"

#include <stdlib.h>
#include <string.h>

#include "../core/error.h"

static void free_window(vfi_window *window)
{
  if (!window) return;
  free(window->sizes);
  free(window->parts);
  free(window->why);
  free(window);
}

static vfi_window *new_window(vf_group *group, const vfi_window_kind *kind, size_t bytes)
{
  const size_t ranks = (size_t)group->ranks;
  vfi_window *window = calloc(1, sizeof *window);
  if (!window) return NULL;
  *window = (vfi_window){ .group = group,
                          .kind = kind,
                          .bytes = bytes,
                          .sizes = calloc(ranks, sizeof *window->sizes),
                          .parts = calloc(ranks, sizeof *window->parts),
                          .why = calloc(ranks, sizeof *window->why) };
  if (window->sizes && window->parts && window->why) return window;
  free_window(window);
  return NULL;
}

vf_status vfi_window_create_as(vf_group *group, const vfi_window_kind *kind, const char *call, size_t bytes,
                               vfi_window **made)
{
  *made = NULL;
  vfi_window *window = new_window(group, kind, bytes);
  const vf_status room = window ? VF_OK : vfi_fail(VF_ERROR_MEMORY, "%s: no host memory for a window", call);
  size_t *sizes = window ? window->sizes : &bytes;
  vf_status status = vfi_group_gather(group, call, 0, room, &bytes, sizeof bytes, sizes);
  if (!status) {
    size_t largest = 1;
    for (int r = 0; r < group->ranks; r++)
      if (sizes[r] > largest) largest = sizes[r];
    while (window->shift < 62 && (size_t)1 << window->shift < largest) window->shift++;
    status = kind->create(window, call);
  }
  if (status) free_window(window);
  else *made = window;
  return status;
}

vf_status vfi_window_create(vf_group *group, const char *call, size_t bytes, vfi_window **window)
{
  const bool host = group->context->backend->id == VF_BACKEND_HOST;
  return vfi_window_create_as(group, host ? &vfi_window_host : &vfi_window_gpu, call, bytes, window);
}

vf_status vfi_window_create_host(vf_group *group, const char *call, size_t bytes, vfi_window **window)
{
  return vfi_window_create_as(group, &vfi_window_host, call, bytes, window);
}

void vfi_window_release(vfi_window *window)
{
  if (!window) return;
  window->kind->release(window);
  free_window(window);
}
