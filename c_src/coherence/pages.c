#define _GNU_SOURCE
#include "pages.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__) && defined(__x86_64__)

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static enum { UNTRIED, BY_KEY, BY_FILE, NOT_AT_ALL } way;
static int key = -1, memory_file = -1;
static const char *obstacle;
static int test_pipe[2] = { -1, -1 };

size_t vfi_page_size(void) { return (size_t)sysconf(_SC_PAGESIZE); }

static int result_of(int code) { return code ? errno : 0; }

static int open_memory_file(void) { return open("/proc/self/mem", O_RDWR | O_CLOEXEC); }

int vfi_pages_shut(char *at, size_t bytes)
{
#ifdef PKEY_DISABLE_ACCESS
  if (way == BY_KEY) return result_of(pkey_mprotect(at, bytes, PROT_READ | PROT_WRITE, key));
#endif
  return result_of(mprotect(at, bytes, PROT_NONE));
}

static int give_access(char *at, size_t bytes, int access)
{
#ifdef PKEY_DISABLE_ACCESS
  if (way == BY_KEY) return result_of(pkey_mprotect(at, bytes, access, 0));
#endif
  return result_of(mprotect(at, bytes, access));
}

int vfi_pages_make_read_only(char *at, size_t bytes) { return give_access(at, bytes, PROT_READ); }

int vfi_pages_open(char *at, size_t bytes) { return give_access(at, bytes, PROT_READ | PROT_WRITE); }

static int fill_by_file(char *to, const char *from, size_t bytes)
{
  while (bytes) {
    const ssize_t written = pwrite(memory_file, from, bytes, (off_t)(size_t)to);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return written ? errno : EIO;
    to += written;
    from += written;
    bytes -= (size_t)written;
  }
  return 0;
}

bool vfi_pages_permit(unsigned *before)
{
#ifdef PKEY_DISABLE_ACCESS
  if (way == BY_KEY) {
    *before = (unsigned)pkey_get(key);
    return !pkey_set(key, 0);
  }
#endif
  *before = 0;
  return false;
}

int vfi_pages_forbid(unsigned before)
{
#ifdef PKEY_DISABLE_ACCESS
  return result_of(pkey_set(key, before));
#else
  return before ? ENOSYS : 0;
#endif
}

int vfi_pages_fill(char *to, const char *from, size_t bytes)
{
  unsigned before;
  if (!vfi_pages_permit(&before)) return way == BY_KEY ? errno : fill_by_file(to, from, bytes);
  memcpy(to, from, bytes);
  return vfi_pages_forbid(before);
}

/* A shut page must take a fill, and give the value once it is read-only. */
static bool works(void)
{
  const size_t size = vfi_page_size();
  char *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return false;
  const bool does = !vfi_pages_shut(page, size) && !vfi_pages_fill(page, "x", 1) &&
                    !vfi_pages_make_read_only(page, size) && *page == 'x' && !vfi_pages_open(page, size);
  munmap(page, size);
  return does;
}

static bool allowed(const char *name)
{
  const char *text = getenv("VF_TEST_COHERENCE");
  return !text || !*text || !strcmp(text, name);
}

static bool key_works(void)
{
#ifdef PKEY_DISABLE_ACCESS
  way = BY_KEY;
  key = allowed("keys") ? pkey_alloc(0, PKEY_DISABLE_ACCESS) : -1;
  if (key >= 0 && works()) return true;
  if (key >= 0) pkey_free(key);
#endif
  return false;
}

static bool file_works(void)
{
  way = BY_FILE;
  memory_file = allowed("file") ? open_memory_file() : -1;
  if (memory_file >= 0 && works()) return true;
  if (memory_file >= 0) close(memory_file);
  return false;
}

bool vfi_pages_begin(const char **why)
{
  if (way == UNTRIED && pipe2(test_pipe, O_CLOEXEC | O_NONBLOCK)) test_pipe[0] = -1;
  if (way == UNTRIED && !key_works() && !file_works()) {
    way = NOT_AT_ALL;
    obstacle = "the system offers neither protection keys nor writes to /proc/self/mem";
  }
  *why = obstacle;
  return way != NOT_AT_ALL;
}

const char *vfi_pages_way(void) { return way == BY_KEY ? "protection keys" : "/proc/self/mem"; }

bool vfi_pages_enlarge(char *at, size_t bytes)
{
  enum { COLLAPSE = 25 }; /* of madvise, from Linux 6.1 on: older headers do not name it */
  const uintptr_t begin = (uintptr_t)at, large = VF_LARGE_PAGE;
  const uintptr_t first = (begin + large - 1) / large * large, end = (begin + bytes) / large * large;
  return first < end && !madvise(at + (first - begin), end - first, COLLAPSE);
}

bool vfi_pages_hold_data(const char *at, size_t bytes)
{
  FILE *maps = fopen("/proc/self/maps", "re");
  if (!maps) return false;
  const uintptr_t end = (uintptr_t)at + bytes;
  uintptr_t known = (uintptr_t)at; /* all before it is data */
  char line[512], access[8];
  unsigned long from, to;
  while (known < end && fgets(line, sizeof line, maps)) {
    if (sscanf(line, "%lx-%lx %7s", &from, &to, access) != 3 || to <= known) continue;
    if (from > known || strchr(access, 'x')) break;
    known = to;
  }
  fclose(maps);
  return known >= end;
}

/* The system reads the page for a pipe, and fails if the page is shut. The call by its name would be led to viewfab, and open the page. */
static bool system_reads(const char *page)
{
  char byte;
  if (test_pipe[0] < 0 || syscall(SYS_write, test_pipe[1], page, (size_t)1) != 1) return false;
  return read(test_pipe[0], &byte, 1) == 1;
}

bool vfi_pages_are_others(char *page, bool shut)
{
  enum { POPULATE_WRITE = 23 }; /* of madvise, from Linux 5.14 on */
  return shut ? system_reads(page) : !madvise(page, vfi_page_size(), POPULATE_WRITE);
}

void vfi_pages_after_fork(void)
{
  if (way != BY_FILE) return;
  close(memory_file);
  memory_file = open_memory_file();
}

#else

size_t vfi_page_size(void) { return 4096; }

bool vfi_pages_begin(const char **why)
{
  *why = "viewfab protects pages on Linux with x86-64 alone";
  return false;
}

const char *vfi_pages_way(void) { return "none"; }

int vfi_pages_shut(char *at, size_t bytes) { return at && bytes ? ENOSYS : 0; }
int vfi_pages_make_read_only(char *at, size_t bytes) { return vfi_pages_shut(at, bytes); }
int vfi_pages_open(char *at, size_t bytes) { return vfi_pages_shut(at, bytes); }

bool vfi_pages_permit(unsigned *before)
{
  *before = 0;
  return false;
}

int vfi_pages_forbid(unsigned before) { return before ? ENOSYS : 0; }

int vfi_pages_fill(char *to, const char *from, size_t bytes)
{
  memcpy(to, from, bytes);
  return 0;
}

bool vfi_pages_enlarge(char *at, size_t bytes)
{
  (void)at, (void)bytes;
  return false;
}

bool vfi_pages_hold_data(const char *at, size_t bytes) { return at && bytes; }

bool vfi_pages_are_others(char *page, bool shut)
{
  (void)page, (void)shut;
  return false;
}

void vfi_pages_after_fork(void) {}

#endif
