#include "poison.h"

#include <stdint.h>
#include <string.h>

/* The first bit of the fraction tells quiet from signalling. */
static const uint64_t signalling64 = UINT64_C(0x7ff4000000000000);
static const uint32_t signalling32 = UINT32_C(0x7fa00000);

void vfi_poison_memory(void *memory, vf_type type, size_t bytes)
{
  unsigned char pattern[sizeof(uint64_t)] = { 0 };
  const size_t size = vfi_type_size(type);
  if (type == VF_REAL64) memcpy(pattern, &signalling64, sizeof signalling64);
  else if (type == VF_REAL32) memcpy(pattern, &signalling32, sizeof signalling32);
  else pattern[size - 1] = 0x80; /* the smallest integer, as the machines of viewfab store it */
  for (size_t at = 0; at + size <= bytes; at += size) memcpy((char *)memory + at, pattern, size);
}

void vfi_poison_host(vfi_array *array)
{
  array->host_used = true;
  vfi_poison_memory(array->host, array->type, array->bytes);
}

void vfi_poison_device(const vfi_array *array)
{
  enum { PART = 64 << 10 };
  const vf_backend *backend = array->context->backend;
  static char part[PART]; /* the lock is held */
  vfi_poison_memory(part, array->type, sizeof part);
  int code = backend->select(array->context->ordinal);
  for (size_t at = 0; at < array->bytes && !code; at += PART) {
    const size_t bytes = array->bytes - at < PART ? array->bytes - at : PART;
    code = backend->copy_to_device(array->device + at, part, bytes, vfi_context_queue(array->context));
  }
  if (!code) backend->queue_wait(vfi_context_queue(array->context));
}
