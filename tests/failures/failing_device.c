#include "failing_device.h"

#include <errno.h>

#include "context.h"
#include "testing.h"

static const vf_backend *working;
static vf_backend table;
static int64_t left;
static bool failed, resting;

void device_fails_at(int64_t n)
{
  failed = false;
  left = n;
}

bool device_has_failed(void) { return failed; }

void device_rests(bool rests) { resting = rests; }

static bool fails(void)
{
  if (resting || left <= 0 || --left > 0) return false;
  failed = true;
  return true;
}

#define FAILING(name, parameters, arguments) \
  static int failing_##name parameters { return fails() ? EIO : working->name arguments; }
FAILING(queue_wait, (void *queue), (queue))
FAILING(copy_to_device, (void *device, const void *host, size_t bytes, void *queue), (device, host, bytes, queue))
FAILING(copy_to_host, (void *host, const void *device, size_t bytes, void *queue), (host, device, bytes, queue))
FAILING(copy_on_device, (void *to, const void *from, size_t bytes, void *queue), (to, from, bytes, queue))
FAILING(event_record, (void *event, void *queue), (event, queue))
FAILING(event_wait, (void *event), (event))
FAILING(reduce, (vf_partial * partials, int64_t count, const vf_partial_row *row, double *numbers, void *queue),
        (partials, count, row, numbers, queue))
FAILING(digest, (const void *address, size_t bytes, void *queue, uint64_t *result), (address, bytes, queue, result))
FAILING(exchange, (const vf_exchange *exchange), (exchange))
FAILING(pack, (void *packed, const void *array, size_t size, const vf_run *runs, int64_t count, void *queue),
        (packed, array, size, runs, count, queue))
FAILING(unpack, (void *array, const void *packed, size_t size, const vf_run *runs, int64_t count, void *queue),
        (array, packed, size, runs, count, queue))

void device_fails_in_context(void)
{
  vf_context *context = NULL;
  must(vf_context_default(&context));
  working = context->backend;
  table = *working;
  table.queue_wait = failing_queue_wait;
  table.copy_to_device = failing_copy_to_device;
  table.copy_to_host = failing_copy_to_host;
  table.copy_on_device = failing_copy_on_device;
  table.event_record = failing_event_record;
  table.event_wait = failing_event_wait;
  table.reduce = failing_reduce;
  table.digest = failing_digest;
  table.exchange = failing_exchange;
  table.pack = failing_pack;
  table.unpack = failing_unpack;
  context->backend = &table;
}
