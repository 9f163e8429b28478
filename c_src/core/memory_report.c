/* The figures of device memory, as numbers and as text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "device_pool.h"
#include "error.h"
#include "registry.h"

static vfi_label_memory *row_of(vfi_device_pool *pool, const char *label)
{
  uint32_t hash = 2166136261U;
  for (const char *c = label; *c; c++) hash = (hash ^ (uint8_t)*c) * 16777619U;
  for (uint32_t probe = 0; probe < VF_MEMORY_LABELS; probe++) {
    vfi_label_memory *row = &pool->labels[(hash + probe) % VF_MEMORY_LABELS];
    if (!row->label[0]) snprintf(row->label, sizeof row->label, "%s", label);
    if (!strncmp(row->label, label, sizeof row->label)) return row;
  }
  vfi_label_memory *others = &pool->labels[VF_MEMORY_LABELS];
  snprintf(others->label, sizeof others->label, "(others)");
  return others;
}

void vfi_device_pool_note(const vf_context *context, const char *label, int64_t bytes)
{
  vfi_label_memory *row = row_of(context->pool, *label ? label : "unnamed");
  row->bytes += bytes;
  row->arrays += bytes > 0 ? 1 : -1;
  if (row->bytes > row->most) row->most = row->bytes;
}

/* Arrays of a label that were live when their context closed. */
typedef struct leak {
  char label[VF_LABEL_LENGTH];
  int arrays;
  int64_t bytes;
} leak;

enum { MOST_LEAKS = 64 };
static leak leaks[MOST_LEAKS];
static int leak_count, further_leaks;

static void note_leak(const vfi_array *array)
{
  int at = 0;
  while (at < leak_count && strcmp(leaks[at].label, array->label)) at++;
  if (at == MOST_LEAKS) {
    further_leaks++;
    return;
  }
  if (at == leak_count) memcpy(leaks[leak_count++].label, array->label, sizeof array->label);
  leaks[at].arrays++;
  leaks[at].bytes += (int64_t)array->bytes;
}

void vfi_device_pool_note_leaks(const vf_context *context)
{
  if (context->backend->aliases_host) return;
  const vfi_array *array;
  for (size_t place = 0; (array = vfi_registry_at(place)); place++)
    if (array->context == context && array->block) note_leak(array);
}

/* Most bytes first. */
static int by_bytes(const void *p, const void *q)
{
  const int64_t a = (*(const vfi_label_memory *const *)p)->bytes, b = (*(const vfi_label_memory *const *)q)->bytes;
  return (a < b) - (a > b);
}

static int by_most(const void *p, const void *q)
{
  const int64_t a = (*(const vfi_label_memory *const *)p)->most, b = (*(const vfi_label_memory *const *)q)->most;
  return (a < b) - (a > b);
}

typedef const vfi_label_memory *sorted_rows[VF_MEMORY_LABELS + 1];

/* Rows in the order of their memory; returns their number. */
static int sort(const vfi_device_pool *pool, sorted_rows rows, int (*order)(const void *, const void *))
{
  int count = 0;
  for (int r = 0; r <= VF_MEMORY_LABELS; r++)
    if (pool->labels[r].label[0]) rows[count++] = &pool->labels[r];
  qsort(rows, (size_t)count, sizeof *rows, order);
  return count;
}

void vfi_device_pool_add_labels(const vfi_device_pool *pool, vfi_text *text, int most)
{
  sorted_rows rows;
  const int count = sort(pool, rows, by_bytes);
  for (int r = 0; r < count && r < most && rows[r]->bytes; r++)
    vfi_text_add(text, "%s'%s' %lld", r ? ", " : "", rows[r]->label, (long long)rows[r]->bytes);
  if (count > most && rows[most]->bytes) vfi_text_add(text, ", ...");
}

static const char *name_of(const vfi_device_pool *pool) { return vfi_device_id_name(pool->id); }

static void add_pool(vfi_text *text, const vfi_device_pool *pool)
{
  const vf_memory *m = &pool->figures;
  sorted_rows rows;
  vfi_text_add(text, "  device %s:%d\n", name_of(pool), pool->ordinal);
  vfi_text_add(text, "    %lld bytes in use, %lld at most, %lld kept for later\n", (long long)m->bytes,
               (long long)m->most_bytes, (long long)m->kept_bytes);
  if (m->limit_bytes) vfi_text_add(text, "    limit %lld bytes (VF_DEVICE_MEMORY)\n", (long long)m->limit_bytes);
  if (pool->shares_text[0]) vfi_text_add(text, "    arrays of the host are %s\n", pool->shares_text);
  vfi_text_add(text, "    %lld blocks taken, %lld handed out again\n", (long long)m->taken, (long long)m->reused);
  if (m->evictions)
    vfi_text_add(text, "    %lld arrays of %lld bytes left the device, because memory was short\n",
                 (long long)m->evictions, (long long)m->evicted_bytes);
  if (m->cut_calls || m->host_calls)
    vfi_text_add(text, "    %lld calls ran in slabs and %lld on the host, because their arrays did not fit\n",
                 (long long)m->cut_calls, (long long)m->host_calls);
  const int count = sort(pool, rows, by_most);
  if (count) vfi_text_add(text, "    %-32s %14s %14s %7s\n", "label", "bytes now", "at most", "arrays");
  for (int r = 0; r < count; r++)
    vfi_text_add(text, "    %-32s %14lld %14lld %7d\n", rows[r]->label, (long long)rows[r]->bytes,
                 (long long)rows[r]->most, rows[r]->arrays);
}

/* The lines of devices that were closed. Without memory the oldest stay alone. */
static char *closed;

void vfi_device_pool_note_end(const vfi_device_pool *pool)
{
  const char *wanted = getenv("VF_MEMORY_REPORT");
  vfi_text text = { 0 };
  if (!wanted || !*wanted || pool->aliases_host) return;
  add_pool(&text, pool);
  const size_t before = closed ? strlen(closed) : 0;
  char *longer = realloc(closed, before + text.used + 1);
  if (!longer) return;
  closed = longer;
  text = (vfi_text){ .buffer = closed + before, .size = text.used + 1 };
  add_pool(&text, pool);
}

static void add_leaks(vfi_text *text)
{
  if (leak_count) vfi_text_add(text, "  not released before the device was closed\n");
  for (int l = 0; l < leak_count; l++)
    vfi_text_add(text, "    %-32s %d array%s of %lld bytes\n", leaks[l].label, leaks[l].arrays,
                 leaks[l].arrays == 1 ? "" : "s", (long long)leaks[l].bytes);
  if (further_leaks) vfi_text_add(text, "    and %d arrays with other labels\n", further_leaks);
}

vf_status vf_memory_report(char *buffer, size_t size, size_t *needed)
{
  if (size && !buffer) return vfi_fail(VF_ERROR_NULL, "vf_memory_report: buffer is NULL");
  if (size) buffer[0] = 0;
  vfi_text text = { .buffer = buffer, .size = size };
  vfi_lock();
  vfi_text_add(&text, "device memory of viewfab\n");
  for (const vfi_device_pool *pool = vfi_device_pools; pool; pool = pool->next) add_pool(&text, pool);
  if (closed) vfi_text_add(&text, "%s", closed);
  if (!vfi_device_pools && !closed) vfi_text_add(&text, "  no device is open\n");
  add_leaks(&text);
  vfi_unlock();
  if (needed) *needed = text.used + 1;
  return VF_OK;
}

vf_status vf_memory_get(vf_context *context, vf_memory *memory)
{
  if (!memory) return vfi_fail(VF_ERROR_NULL, "vf_memory_get: memory is NULL");
  const vf_status status = vfi_context_resolve(&context);
  if (status) return status;
  vfi_lock();
  *memory = context->pool->figures;
  vfi_unlock();
  return VF_OK;
}

vf_status vf_context_use_memory(vf_context *context, vf_memory_take *take, vf_memory_give *give, void *pool)
{
  if (!take != !give)
    return vfi_fail(VF_ERROR_NULL, "vf_context_use_memory: %s is NULL; both functions are needed, or none",
                    take ? "give" : "take");
  vf_status status = vfi_context_resolve(&context);
  if (status) return status;
  vfi_lock();
  status = vfi_context_select(context);
  if (!status) vfi_device_pool_free_kept(context);
  if (!status) context->program = (vfi_program_pool){ take, give, pool };
  vfi_unlock();
  return status;
}
