#include "context.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "check.h"
#include "config.h"
#include "device.h"
#include "device_pool.h"
#include "error.h"
#include "hooks.h"
#include "queues.h"
#include "host_memory.h"
#include "view.h"
#include "used_reach.h"

bool vfi_profiling, vfi_ranging, vfi_host_watched; /* see hooks.h */

static vf_context *default_context;
static vf_context *open_contexts;
static uint64_t contexts_made;
static atomic_bool alias_host;  /* all open contexts, with the default context */
static atomic_bool have_device; /* an open context does not alias the host */

/* The context if it is open, else NULL. */
static const vf_context *find_open(const vf_context *context)
{
  const vf_context *open = open_contexts;
  while (open && open != context) open = open->next;
  return open;
}

bool vfi_contexts_alias_host(void) { return atomic_load_explicit(&alias_host, memory_order_acquire); }

bool vfi_contexts_have_device(void) { return atomic_load_explicit(&have_device, memory_order_acquire); }

static void note_sides(void)
{
  bool all = default_context != NULL;
  for (const vf_context *open = open_contexts; open; open = open->next) all = all && open->backend->aliases_host;
  atomic_store(&alias_host, all);
  atomic_store(&have_device, default_context != NULL && !all);
}

static vf_status create_locked(const char *device, vf_context **created)
{
  const vf_backend *backend = NULL;
  int ordinal = 0;
  vf_context *context = NULL;
  vf_status status = vfi_device_resolve(device, &backend, &ordinal);
  vfi_environment_look();
  vfi_used_reach_look();
  if (!status) status = vfi_wiring.context_opens();
  if (!status) status = vfi_context_make(backend, ordinal, &context);
  if (status) return status;
  context->serial = ++contexts_made;
  if (vfi_profiling) vfi_wiring.context_is_made(context);
  context->next = open_contexts;
  open_contexts = context;
  *created = context;
  note_sides();
  return VF_OK;
}

vf_status vf_init(const char *device)
{
  const char *wanted = device && *device ? device : getenv("VF_DEVICE");
  vfi_lock();
  vf_status status = VF_OK;
  if (!default_context) {
    status = create_locked(wanted, &default_context);
  } else if (wanted && *wanted) {
    const vf_backend *backend = NULL;
    int ordinal = 0;
    status = vfi_device_resolve(wanted, &backend, &ordinal);
    if (!status && (backend->id != default_context->backend->id || ordinal != default_context->ordinal))
      status =
          vfi_fail(VF_ERROR_STATE, "vf_init('%s'): %s is open; call vf_finalize first", wanted, default_context->name);
  }
  vfi_unlock();
  return status;
}

vf_status vf_context_default(vf_context **context)
{
  if (!context) return vfi_fail(VF_ERROR_NULL, "vf_context_default: context is NULL");
  *context = NULL;
  return vfi_context_resolve(context);
}

vf_status vfi_context_resolve(vf_context **context)
{
  if (!*context) {
    vfi_lock();
    vf_status status = default_context ? VF_OK : create_locked(getenv("VF_DEVICE"), &default_context);
    *context = default_context;
    vfi_unlock();
    return status;
  }
  vfi_lock();
  const vf_context *open = find_open(*context);
  vfi_unlock();
  return open ? VF_OK : vfi_fail(VF_ERROR_STATE, "the context was destroyed");
}

bool vfi_context_is_open(const vf_context *context, uint64_t serial)
{
  vfi_lock();
  const vf_context *open = find_open(context);
  const bool same = open && open->serial == serial;
  vfi_unlock();
  return same;
}

bool vfi_context_default_is_open(void)
{
  vfi_lock();
  const bool is = default_context != NULL;
  vfi_unlock();
  return is;
}

vf_status vf_context_create(const char *device, vf_context **context)
{
  if (!context) return vfi_fail(VF_ERROR_NULL, "vf_context_create: context is NULL");
  *context = NULL;
  vfi_lock();
  const vf_status status = create_locked(device && *device ? device : getenv("VF_DEVICE"), context);
  vfi_unlock();
  return status;
}

/* Waits for the queue first, so that nothing is in use when the rest is freed. */
static vf_status close_locked(vf_context *context, const char *who)
{
  vf_status status = vfi_check_context_free(context, who);
  if (!status) status = vfi_queues_check_free(context, who);
  if (status) return status;
  status = vfi_context_select(context);
  const int code = context->backend->queue_wait(vfi_context_queue(context));
  if (!status && code) status = vfi_context_failure(context, code, "waiting for the queue");
  vfi_wiring.context_closes(context);
  vfi_device_pool_note_leaks(context);
  const vf_status kept = vfi_record_release_all(context);
  if (!status) status = kept;
  if (context == default_context) default_context = NULL;
  vf_context **link = &open_contexts;
  while (*link != context) link = &(*link)->next;
  *link = context->next;
  vfi_context_free(context);
  if (!open_contexts) vfi_host_memory_free_kept();
  note_sides();
  return status;
}

vf_status vf_context_destroy(vf_context *context)
{
  if (!context) return VF_OK;
  vf_status status = vfi_context_resolve(&context);
  if (status) return status;
  vfi_lock();
  status = close_locked(context, "vf_context_destroy");
  vfi_unlock();
  return status;
}

vf_status vf_finalize(void)
{
  vfi_lock();
  const vf_status status = default_context ? close_locked(default_context, "vf_finalize") : VF_OK;
  vfi_unlock();
  return status;
}
