#define _GNU_SOURCE
#include "heap.h"

#include "system_calls.h"

#if defined(__linux__) && defined(__x86_64__)

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>

#include "allocations.h"
#include "pages.h"

/* The functions of the program's allocator. */
static void *(*real_malloc)(size_t);
static void *(*real_calloc)(size_t, size_t);
static void *(*real_realloc)(void *, size_t);
static void *(*real_reallocarray)(void *, size_t, size_t);
static void *(*real_aligned_alloc)(size_t, size_t);
static void *(*real_memalign)(size_t, size_t);
static void *(*real_valloc)(size_t);
static int (*real_posix_memalign)(void **, size_t, size_t);
static void (*real_free)(void *);

static vfi_heap_listener listener;
/* Noted allocations get whole pages of their own: an array without foreign data in its pages needs no copy behind each kernel. So
 * many allocations of less than a page do at a time, because a page is much more memory. calloc of larger allocations may get pages
 * with zeros from the system, which nobody should touch before the program. */
enum { LEAST = 512, MOST_SMALL = 1 << 14, MOST_ZEROS = 1 << 20 };
static size_t page;
static int small; /* atomic: allocations of less than a page in a page of their own */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the list; nothing is called while it is held */
static uint64_t serials;

static bool is_small(const vfi_noted *noted) { return noted->in_own_pages && noted->of.bytes < page; }

static void end(vfi_noted *noted)
{
  if (is_small(noted)) __atomic_sub_fetch(&small, 1, __ATOMIC_RELAXED);
  real_free(noted);
}

static void *note_where(void *address, size_t bytes, bool in_own_pages)
{
  if (!address || bytes < LEAST) return address;
  vfi_noted *fresh = real_malloc(sizeof *fresh);
  if (!fresh) return address; /* the array is then as memory that is not known */
  pthread_mutex_lock(&lock);
  vfi_noted *ended = vfi_allocations_take_overlapped(address, (const char *)address + bytes);
  *fresh = (vfi_noted){ .of = { address, bytes, ++serials }, .in_own_pages = in_own_pages };
  fresh->priority = fresh->of.serial * 0x9e3779b97f4a7c15u;
  vfi_allocations_put(fresh);
  if (is_small(fresh)) __atomic_add_fetch(&small, 1, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&lock);
  for (vfi_noted *next; ended; ended = next) {
    next = ended->left;
    end(ended);
  }
  return address;
}

static void *note(void *address, size_t bytes) { return note_where(address, bytes, false); }

/* Before the allocator takes the memory back: another thread may get the memory at once. */
static void forget(const void *address, bool values_count)
{
  if (!vfi_allocations_may_have(address)) return;
  const int error = errno;
  pthread_mutex_lock(&lock);
  vfi_noted *ended = vfi_allocations_take(address);
  pthread_mutex_unlock(&lock);
  if (ended && ended->heard) listener(&ended->of, values_count);
  if (ended) end(ended);
  errno = error;
}

/* ---- In place of the program's allocator ----------------------------------------------------------------------------- */

/* NULL: the allocation gets memory like any other. */
static void *in_pages(size_t bytes)
{
  if (bytes < LEAST || bytes > SIZE_MAX / 2 || !real_aligned_alloc) return NULL;
  if (bytes < page && __atomic_load_n(&small, __ATOMIC_RELAXED) >= MOST_SMALL) return NULL;
  return note_where(real_aligned_alloc(page, (bytes + page - 1) / page * page), bytes, true);
}

static void *own_malloc(size_t bytes)
{
  void *address = in_pages(bytes);
  return address ? address : note(real_malloc(bytes), bytes);
}

static void *own_calloc(size_t count, size_t bytes)
{
  size_t all;
  void *address = __builtin_mul_overflow(count, bytes, &all) || all > MOST_ZEROS ? NULL : in_pages(all);
  return address ? memset(address, 0, all) : note(real_calloc(count, bytes), count * bytes);
}

static void own_free(void *address)
{
  forget(address, false);
  real_free(address);
}

/* After a failure the memory stays with the program, and is noted again. */
static void *moved(void *to, void *from, size_t bytes, size_t before)
{
  if (to) return note(to, bytes);
  if (bytes) note(from, before);
  return NULL;
}

static size_t noted_bytes(const void *address)
{
  size_t bytes = 0;
  if (!vfi_allocations_may_have(address)) return 0;
  pthread_mutex_lock(&lock);
  const vfi_noted *found = vfi_allocations_at(address);
  if (found) bytes = found->of.bytes;
  pthread_mutex_unlock(&lock);
  return bytes;
}

static void *own_realloc(void *address, size_t bytes)
{
  const size_t before = noted_bytes(address);
  forget(address, true);
  return moved(real_realloc(address, bytes), address, bytes, before);
}

static void *own_reallocarray(void *address, size_t count, size_t bytes)
{
  const size_t before = noted_bytes(address);
  forget(address, true);
  return moved(real_reallocarray(address, count, bytes), address, count * bytes, before);
}

static void *own_aligned_alloc(size_t alignment, size_t bytes)
{
  return note(real_aligned_alloc(alignment, bytes), bytes);
}

static void *own_memalign(size_t alignment, size_t bytes) { return note(real_memalign(alignment, bytes), bytes); }

static void *own_valloc(size_t bytes) { return note(real_valloc(bytes), bytes); }

static int own_posix_memalign(void **address, size_t alignment, size_t bytes)
{
  const int code = real_posix_memalign(address, alignment, bytes);
  if (!code) note(*address, bytes);
  return code;
}

#define LED(name)                                                       \
  {                                                                     \
#name, (void **)(void *)&real_##name, (void *)(uintptr_t)own_##name \
  }
static const vfi_led_call calls[] = { LED(malloc),       LED(calloc),        LED(realloc),
                                      LED(reallocarray), LED(aligned_alloc), LED(posix_memalign),
                                      LED(memalign),     LED(valloc),        LED(free) };

int vfi_heap_calls(const vfi_led_call **table)
{
  *table = calls;
  return listener ? (int)(sizeof calls / sizeof calls[0]) : 0;
}

/* ---- A child of a fork gets the list as a whole ------------------------------------------------------------------------ */

static void before_fork(void) { pthread_mutex_lock(&lock); }
static void after_fork(void) { pthread_mutex_unlock(&lock); }

/* True if the executable itself defines the function: its calls do not go through a pointer that could be led. */
static bool is_of_executable(const char *name)
{
  Dl_info of_function, of_program;
  const ElfW(Sym) *symbol = NULL;
  void *found = dlsym(RTLD_DEFAULT, name);
  return found && dladdr1(found, &of_function, (void **)&symbol, RTLD_DL_SYMENT) &&
         dladdr((const void *)getauxval(AT_PHDR), &of_program) && of_function.dli_fbase == of_program.dli_fbase &&
         symbol && symbol->st_shndx != SHN_UNDEF;
}

void vfi_heap_follow(vfi_heap_listener heard)
{
  if (listener) return;
  if (is_of_executable("malloc") || is_of_executable("free")) {
    fputs("viewfab: VF_COHERENCE=auto: the executable has an allocator of its own, so arrays of legacy calls do not "
          "stay on the "
          "device between the calls, unless their memory is known; see vf_allocator_gave\n",
          stderr);
    return;
  }
  page = vfi_page_size();
  if (pthread_atfork(before_fork, after_fork, after_fork)) return;
  listener = heard;
  vfi_system_calls_lead_heap();
}

bool vfi_heap_find(const char *begin, size_t bytes, vfi_allocation *found)
{
  pthread_mutex_lock(&lock);
  vfi_noted *around = vfi_allocations_before(begin);
  const bool holds = around && begin + bytes <= around->of.begin + around->of.bytes;
  if (holds) {
    around->heard = true;
    *found = around->of;
  }
  pthread_mutex_unlock(&lock);
  return holds;
}

size_t vfi_heap_own_pages(const char *begin, size_t bytes)
{
  size_t own = 0;
  pthread_mutex_lock(&lock);
  const vfi_noted *found = vfi_allocations_at(begin);
  if (found && found->in_own_pages) own = (found->of.bytes + page - 1) / page * page;
  pthread_mutex_unlock(&lock);
  return own >= bytes && own - bytes < page ? own : 0;
}

bool vfi_heap_holds(const char *begin, uint64_t serial)
{
  pthread_mutex_lock(&lock);
  const vfi_noted *found = vfi_allocations_at(begin);
  const bool holds = found && found->of.serial == serial;
  pthread_mutex_unlock(&lock);
  return holds;
}

#else

void vfi_heap_follow(vfi_heap_listener listener) { (void)listener; }

bool vfi_heap_find(const char *begin, size_t bytes, vfi_allocation *found)
{
  (void)begin, (void)bytes, (void)found;
  return false;
}

bool vfi_heap_holds(const char *begin, uint64_t serial)
{
  (void)begin, (void)serial;
  return false;
}

size_t vfi_heap_own_pages(const char *begin, size_t bytes)
{
  (void)begin, (void)bytes;
  return 0;
}

int vfi_heap_calls(const vfi_led_call **calls)
{
  *calls = NULL;
  return 0;
}

#endif
