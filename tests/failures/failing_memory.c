#include "failing_memory.h"

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#include "wrapped_memory.h"

static _Atomic int64_t left, blocks, allocations;
static atomic_bool failed;

void memory_fails_at(int64_t n)
{
  failed = false;
  left = n;
}

bool memory_has_failed(void) { return failed; }

int64_t memory_blocks(void) { return blocks; }

int64_t memory_allocations(void) { return allocations; }

static bool fails(void)
{
  allocations++;
  if (left <= 0 || --left > 0) return false;
  failed = true;
  return true;
}

static void *counted(void *block)
{
  if (block) blocks++;
  return block;
}

void *__wrap_malloc(size_t bytes) { return fails() ? NULL : counted(__real_malloc(bytes)); }

void *__wrap_calloc(size_t count, size_t bytes) { return fails() ? NULL : counted(__real_calloc(count, bytes)); }

void *__wrap_realloc(void *old, size_t bytes)
{
  if (fails()) return NULL;
  void *block = __real_realloc(old, bytes);
  if (!old) counted(block);
  return block;
}

void *__wrap_aligned_alloc(size_t alignment, size_t bytes)
{
  return fails() ? NULL : counted(__real_aligned_alloc(alignment, bytes));
}

char *__wrap_strdup(const char *text)
{
  char *copy = __wrap_malloc(strlen(text) + 1);
  return copy ? strcpy(copy, text) : NULL;
}

void __wrap_free(void *block)
{
  if (block) blocks--;
  __real_free(block);
}
