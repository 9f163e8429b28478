#include "fetch.h"

#include <errno.h>
#include <sched.h>

#include "../core/moves.h"
#include "pages.h"

/* A GPU copies into memory that is page-locked and open; from there the bytes go to the shut pages. */
enum { BOUNCE = 1 << 20 };
static char *bounce;
static const vf_backend *bounce_of;
static atomic_flag bounce_taken = ATOMIC_FLAG_INIT;

/* Calls of this thread on arrays of devices. */
static _Thread_local __attribute__((tls_model("initial-exec"))) int own_calls;

void vfi_fetch_call_uses(vfi_array *array)
{
  own_calls++;
  atomic_fetch_add(&array->device_calls, 1);
}

void vfi_fetch_call_leaves(vfi_array *array)
{
  own_calls--;
  atomic_fetch_sub(&array->device_calls, 1);
}

bool vfi_fetch_calls_run(const vfi_array *array) { return !own_calls && atomic_load(&array->device_calls); }

void vfi_fetch_wait_for_calls(const vfi_array *array)
{
  while (vfi_fetch_calls_run(array)) sched_yield();
}

static int select_device(const vfi_array *array) { return array->context->backend->select(array->context->ordinal); }

static void count(const vfi_array *array, bool to_host, size_t bytes)
{
  __atomic_fetch_add(&array->context->served[to_host].copies, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&array->context->served[to_host].bytes, (int64_t)bytes, __ATOMIC_RELAXED);
}

int vfi_fetch_from_device(const vfi_array *array, size_t offset, size_t bytes, void *to)
{
  const vf_backend *backend = array->context->backend;
  count(array, true, bytes);
  int code = select_device(array);
  for (size_t done = 0, part; done < bytes && !code; done += part) {
    char *host = (char *)to + done;
    part = vfi_moves_until_lock_ends(array, host, bytes - done);
    code = backend->copy_to_host(host, array->device + offset + done, part, vfi_context_queue(array->context));
  }
  return code ? code : backend->queue_wait(vfi_context_queue(array->context));
}

int vfi_fetch_to_device(const vfi_array *array, size_t offset, size_t bytes, const void *from)
{
  const vf_backend *backend = array->context->backend;
  count(array, false, bytes);
  int code = select_device(array);
  for (size_t done = 0, part; done < bytes && !code; done += part) {
    const char *host = (const char *)from + done;
    part = vfi_moves_until_lock_ends(array, host, bytes - done);
    code = backend->copy_to_device(array->device + offset + done, host, part, vfi_context_queue(array->context));
  }
  return code ? code : backend->queue_wait(vfi_context_queue(array->context));
}

/* The buffer is held. */
static int through_bounce(const vfi_array *array, size_t offset, size_t bytes)
{
  vf_context *context = array->context;
  const vf_backend *backend = context->backend;
  int code = select_device(array);
  if (!code && bounce_of != backend) {
    void *address = NULL;
    if (bounce) bounce_of->release_shared(bounce);
    code = backend->allocate_shared(&address, BOUNCE);
    bounce = code ? NULL : address;
    bounce_of = code ? NULL : backend;
  }
  for (size_t done = 0; done < bytes && !code; done += BOUNCE) {
    const size_t part = bytes - done < BOUNCE ? bytes - done : BOUNCE;
    code = backend->copy_to_host(bounce, array->device + offset + done, part, vfi_context_queue(context));
    if (!code) code = backend->queue_wait(vfi_context_queue(context));
    if (!code) code = vfi_pages_fill(array->host + offset + done, bounce, part);
  }
  return code ? EIO : 0;
}

static bool is_locked(const vfi_array *array, size_t offset, size_t bytes)
{
  const char *at = array->host + offset;
  return array->locked && at >= array->locked && at + bytes <= array->locked + array->locked_bytes;
}

/* The device writes into page-locked memory, whatever the protection of the pages is for threads of the host. */
static int into_locked_pages(const vfi_array *array, size_t offset, size_t bytes)
{
  unsigned before;
  const bool permitted = vfi_pages_permit(&before); /* should the runtime look at the memory */
  const int code = vfi_fetch_from_device(array, offset, bytes, array->host + offset);
  const int forbidden = permitted ? vfi_pages_forbid(before) : 0;
  return code ? EIO : forbidden;
}

int vfi_fetch_to_shut_pages(const vfi_array *array, size_t offset, size_t bytes)
{
  const bool on_host = array->context->backend->id == VF_BACKEND_HOST;
  if (!on_host && is_locked(array, offset, bytes)) return into_locked_pages(array, offset, bytes);
  count(array, true, bytes);
  if (on_host) return vfi_pages_fill(array->host + offset, array->device + offset, bytes);
  while (atomic_flag_test_and_set(&bounce_taken)) sched_yield();
  const int code = through_bounce(array, offset, bytes);
  atomic_flag_clear(&bounce_taken);
  return code;
}
