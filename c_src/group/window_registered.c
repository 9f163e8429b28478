/* Shared memory of the host, read and written by the GPUs of its members: a window of hosts, page-locked by each
 * process. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "window.h"

typedef struct registered {
  void *state;  /* of the window of hosts */
  char **hosts; /* [ranks] parts as the host sees them; NULL: not page-locked */
  char **parts; /* [ranks] the same, all of them */
} registered;

static const vf_peer_table *peers_of(const vfi_window *window) { return window->group->context->backend->peers; }

static void lock_part(vfi_window *window, registered *own, int r)
{
  const vf_context *context = window->group->context;
  void *device = NULL;
  if (!window->parts[r] || !window->sizes[r]) return;
  const int code = peers_of(window)->host_register(window->parts[r], window->sizes[r], &device);
  if (!code) own->hosts[r] = window->parts[r];
  else
    snprintf(window->why[r], VF_WHY, "page-locking shared memory on %s: %s", context->name,
             context->backend->error_text(code));
  window->parts[r] = device;
}

static void release(vfi_window *window)
{
  registered *own = window->state;
  const int ranks = window->group->ranks;
  if (window->group->context) vfi_context_select(window->group->context);
  for (int r = 0; r < ranks; r++) {
    if (own->hosts[r] && window->group->context) peers_of(window)->host_unregister(own->hosts[r]);
    window->parts[r] = own->parts[r];
  }
  window->state = own->state;
  free(own->hosts);
  free(own->parts);
  free(own);
  vfi_window_host.release(window);
}

static vf_status create(vfi_window *window, const char *call)
{
  const vf_group *group = window->group;
  const size_t ranks = (size_t)group->ranks;
  registered *own = calloc(1, sizeof *own);
  char **hosts = calloc(ranks, sizeof *hosts), **parts = calloc(ranks, sizeof *parts);
  vf_status status = own && hosts && parts ? VF_OK : vfi_fail(VF_ERROR_MEMORY, "%s: no host memory for a window", call);
  if (!status) status = vfi_context_select(group->context);
  status = vfi_group_agree(window->group, call, 0, status);
  if (!status) status = vfi_window_host.create(window, call);
  if (status) {
    free(own);
    free(hosts);
    free(parts);
    return status;
  }
  *own = (registered){ .state = window->state, .hosts = hosts, .parts = parts };
  memcpy(parts, window->parts, ranks * sizeof *parts);
  window->state = own;
  window->base = NULL; /* addresses of the device may be others */
  for (int r = 0; r < group->ranks; r++) lock_part(window, own, r);
  return VF_OK;
}

char *vfi_window_registered_host(const vfi_window *window, int rank)
{
  const registered *own = window->state;
  return own->hosts[rank];
}

const vfi_window_kind vfi_window_registered = { .name = "registered", .create = create, .release = release };
