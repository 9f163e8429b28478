/* The choice between copies and memory that both sides see, for a device: VF_SHARED_MEMORY. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device_pool.h"
#include "error.h"
#include "hooks.h"
#include "seconds.h"
#include "shared.h"

typedef enum wish { WISH_OFF, WISH_MANAGED, WISH_ON, WISH_AUTO } wish;

/* Unset: managed, and on for a device that was chosen for its arrays in place. */
static vf_status read_wish(const vf_backend *backend, wish *wanted)
{
  static const char *const words[] = { "off", "managed", "on", "auto" };
  const char *text = getenv("VF_SHARED_MEMORY");
  *wanted = backend->launch_later ? WISH_ON : WISH_MANAGED;
  if (!text || !*text) return VF_OK;
  for (int w = WISH_OFF; w <= WISH_AUTO; w++)
    if (!strcmp(text, words[w])) {
      *wanted = (wish)w;
      return VF_OK;
    }
  return vfi_fail(VF_ERROR_ARGUMENT, "VF_SHARED_MEMORY is '%s'; the value may be 'off', 'managed', 'on' or 'auto'",
                  text);
}

static void reach_of(const vf_backend *backend, int ordinal, vf_host_reach *reach)
{
  *reach = (vf_host_reach){ false, false, false };
  if (backend->host_reach) (void)backend->host_reach(ordinal, reach);
}

void vfi_shared_reach_text(const vf_backend *backend, int ordinal, vfi_text *text)
{
  vf_host_reach reach;
  reach_of(backend, ordinal, &reach);
  vfi_text_add(text, "%s",
               reach.host_tables ? "all memory of the host, by its page tables"
               : reach.pages     ? "all memory of the host, page by page"
               : reach.managed   ? "managed memory"
                                 : "no memory of the host");
}

/* ---- The probe ---- */

enum {
  PROBE_BYTES = 16 << 20,
  PROBE_PASSES = 4, /* kernels between two writes of the host */
  PROBE_ROUNDS = 3  /* the first pays for first touches, and does not count */
};

/* A pass over the memory in a kernel. */
static int passes(const vf_context *context, const void *at)
{
  uint64_t digest;
  int code = 0;
  for (int p = 0; p < PROBE_PASSES && !code; p++)
    code = context->backend->digest(at, PROBE_BYTES, vfi_context_queue(context), &digest);
  return code;
}

/* The least seconds of a round in which the host writes the array and kernels read it.
 *   device  memory of the device for a copy; NULL: in place */
static int time_rounds(const vf_context *context, void *host, void *device, double *seconds)
{
  const vf_backend *backend = context->backend;
  int code = 0;
  *seconds = 1e30;
  for (int round = 0; round < PROBE_ROUNDS && !code; round++) {
    memset(host, round + 1, PROBE_BYTES);
    const double begin = vfi_seconds();
    if (device) code = backend->copy_to_device(device, host, PROBE_BYTES, vfi_context_queue(context));
    if (!code) code = passes(context, device ? device : host);
    const double took = vfi_seconds() - begin;
    if (round && took < *seconds) *seconds = took;
  }
  return code;
}

static vf_status probe(vf_context *context, bool *faster, double seconds[2])
{
  const vf_backend *backend = context->backend;
  void *host = malloc(PROBE_BYTES), *device = NULL;
  if (!host) return vfi_fail(VF_ERROR_MEMORY, "no host memory to try memory that both sides see");
  vf_status status = vfi_context_select(context);
  int code = status ? 0 : backend->allocate(&device, PROBE_BYTES);
  if (!status && !code) code = time_rounds(context, host, NULL, &seconds[0]);
  if (!status && !code) code = time_rounds(context, host, device, &seconds[1]);
  if (device) backend->release(device);
  free(host);
  if (code) status = vfi_context_failure(context, code, "trying memory that both sides see");
  *faster = !status && seconds[0] < seconds[1];
  return status;
}

static vf_status try_both(vf_context *context)
{
  vfi_device_pool *pool = context->pool;
  double seconds[2] = { 0, 0 };
  bool faster = false;
  const vf_status status = probe(context, &faster, seconds);
  if (status) return status;
  pool->shares = faster ? VF_SHARES_ALL : VF_SHARES_MANAGED;
  snprintf(pool->shares_text, sizeof pool->shares_text,
           "%s: %d passes over %d MiB that the host has written took %.3f ms in place and %.3f ms with a copy "
           "(VF_SHARED_MEMORY=auto)",
           faster ? "used in place" : "copied", PROBE_PASSES, PROBE_BYTES >> 20, 1e3 * seconds[0], 1e3 * seconds[1]);
  return VF_OK;
}

/* ---- The decision ---- */

/* A wish that cannot be met is told once, because the program is then slower than its user thinks. */
static void tell(const vfi_device_pool *pool)
{
  static bool told;
  const char *check = getenv("VF_CHECK");
  if (told || (check && strstr(check, "quiet"))) return;
  told = true;
  fprintf(stderr, "viewfab: arrays are %s\n", pool->shares_text);
}

static void refuse(const vf_context *context, const char *word)
{
  vfi_device_pool *pool = context->pool;
  snprintf(
      pool->shares_text, sizeof pool->shares_text,
      "copied: VF_SHARED_MEMORY is '%s', but %s cannot use memory of the host in place (it has no coherent link to "
      "the host, and its driver no HMM)",
      word, context->name);
  tell(pool);
}

vf_status vfi_shared_decide(vf_context *context)
{
  vfi_device_pool *pool = context->pool;
  vf_host_reach reach;
  wish wanted;
  const vf_status status = read_wish(context->backend, &wanted);
  if (status || context->backend->aliases_host || wanted == WISH_OFF) return status;
  reach_of(context->backend, context->ordinal, &reach);
  if (reach.managed) pool->shares = VF_SHARES_MANAGED;
  if (wanted == WISH_MANAGED) return VF_OK;
  if (!reach.pages) {
    refuse(context, wanted == WISH_ON ? "on" : "auto");
    return VF_OK;
  }
  if (wanted == WISH_AUTO) return try_both(context);
  pool->shares = VF_SHARES_ALL;
  snprintf(pool->shares_text, sizeof pool->shares_text, "used in place");
  return VF_OK;
}
