/* A shared viewfab: the linker cannot lead its calls elsewhere. The program's own malloc and its relatives take the place of
 * libc's in the whole process, and lead the calls of viewfab's libraries, and only these, to the failing versions. */
#define _GNU_SOURCE
#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "wrapped_memory.h"

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *old, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);
void __libc_free(void *block);

void *__real_malloc(size_t bytes) { return __libc_malloc(bytes); }
void *__real_calloc(size_t count, size_t bytes) { return __libc_calloc(count, bytes); }
void *__real_realloc(void *old, size_t bytes) { return __libc_realloc(old, bytes); }
void *__real_aligned_alloc(size_t alignment, size_t bytes) { return __libc_memalign(alignment, bytes); }
void __real_free(void *block) { __libc_free(block); }

/* Addresses of the code of the libraries. */
enum { MOST_RANGES = 64 };
static struct {
  uintptr_t begin, end;
} ranges[MOST_RANGES];
static int range_count;

static int add_ranges(struct dl_phdr_info *library, size_t size, void *user)
{
  (void)size;
  (void)user;
  if (!strstr(library->dlpi_name, "libviewfab")) return 0;
  for (int s = 0; s < library->dlpi_phnum && range_count < MOST_RANGES; s++) {
    const ElfW(Phdr) *segment = &library->dlpi_phdr[s];
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X)) continue;
    ranges[range_count].begin = library->dlpi_addr + segment->p_vaddr;
    ranges[range_count].end = ranges[range_count].begin + segment->p_memsz;
    range_count++;
  }
  return 0;
}

__attribute__((constructor)) static void find_libraries(void) { dl_iterate_phdr(add_ranges, NULL); }

static bool of_library(const void *caller)
{
  for (int r = 0; r < range_count; r++)
    if ((uintptr_t)caller >= ranges[r].begin && (uintptr_t)caller < ranges[r].end) return true;
  return false;
}

/* Blocks of the libraries, in an open hash table: functions of a library may end in a jump to free, so that the return address
 * does not say who frees a block. */
enum { PLACES = 1 << 16 };
static void *places[PLACES];
static atomic_flag busy = ATOMIC_FLAG_INIT;
static char gone; /* its address stands at the place of a freed block */

static void begin(void)
{
  while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire)) {
  }
}

static void end(void) { atomic_flag_clear_explicit(&busy, memory_order_release); }

static size_t first_place(const void *block) { return ((uintptr_t)block >> 4) * 40503 % PLACES; }

/* A full table ends the process. */
static void *noted(void *block)
{
  if (!block) return NULL;
  begin();
  int tries = 0;
  size_t at = first_place(block);
  while (places[at] && places[at] != &gone) {
    at = (at + 1) % PLACES;
    if (++tries == PLACES) __builtin_trap();
  }
  places[at] = block;
  end();
  return block;
}

/* True if the block was in the table. */
static bool forgotten(const void *block)
{
  if (!block) return false;
  begin();
  size_t at = first_place(block);
  for (int tries = 0; tries < PLACES && places[at] && places[at] != block; tries++) at = (at + 1) % PLACES;
  const bool found = places[at] == block;
  if (found) places[at] = &gone;
  end();
  return found;
}

void *malloc(size_t bytes)
{
  return of_library(__builtin_return_address(0)) ? noted(__wrap_malloc(bytes)) : __libc_malloc(bytes);
}

void *calloc(size_t count, size_t bytes)
{
  return of_library(__builtin_return_address(0)) ? noted(__wrap_calloc(count, bytes)) : __libc_calloc(count, bytes);
}

void *realloc(void *old, size_t bytes)
{
  if (!of_library(__builtin_return_address(0)) || (old && !forgotten(old))) return __libc_realloc(old, bytes);
  void *block = __wrap_realloc(old, bytes);
  noted(block ? block : old);
  return block;
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
  return of_library(__builtin_return_address(0)) ? noted(__wrap_aligned_alloc(alignment, bytes))
                                                 : __libc_memalign(alignment, bytes);
}

/* The name in parentheses: string.h may define strdup as a macro. */
char *(strdup)(const char *text)
{
  if (of_library(__builtin_return_address(0))) return noted(__wrap_strdup(text));
  char *copy = __libc_malloc(strlen(text) + 1);
  return copy ? strcpy(copy, text) : NULL;
}

void free(void *block)
{
  if (forgotten(block)) __wrap_free(block);
  else __libc_free(block);
}
