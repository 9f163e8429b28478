#include "records.h"

#include <sys/mman.h>

/* The search for leaks of the address sanitizer reads mapped memory only on request. */
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
static void begin_search(const void *chunk, size_t bytes) { __lsan_register_root_region(chunk, bytes); }
static void end_search(const void *chunk, size_t bytes) { __lsan_unregister_root_region(chunk, bytes); }
#else
static void begin_search(const void *chunk, size_t bytes) { (void)chunk, (void)bytes; }
static void end_search(const void *chunk, size_t bytes) { (void)chunk, (void)bytes; }
#endif

typedef struct vfi_records_chunk {
  struct vfi_records_chunk *next;
  size_t bytes;
} vfi_records_chunk;

enum { CHUNK = 1 << 20, ALIGNMENT = 16 };

static size_t aligned(size_t bytes) { return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }

void *vfi_records_take(vfi_records *records, size_t bytes)
{
  const size_t header = aligned(sizeof(vfi_records_chunk)), wanted = aligned(bytes);
  if (!records->chunks || records->used + wanted > records->chunks->bytes) {
    const size_t size = header + wanted > CHUNK ? header + wanted : CHUNK;
    vfi_records_chunk *chunk = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (chunk == MAP_FAILED) return NULL;
    chunk->next = records->chunks;
    chunk->bytes = size;
    begin_search(chunk, size);
    records->chunks = chunk;
    records->used = header;
  }
  char *record = (char *)records->chunks + records->used;
  records->used += wanted;
  return record;
}

void vfi_records_end(vfi_records *records)
{
  while (records->chunks) {
    vfi_records_chunk *chunk = records->chunks;
    records->chunks = chunk->next;
    end_search(chunk, chunk->bytes);
    munmap(chunk, chunk->bytes);
  }
  records->used = 0;
}
