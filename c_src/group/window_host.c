/* Windows in shared memory of the host: an object of the system for each member. The object has a name only until all
 * members have opened it. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../core/error.h"
#include "shared_names.h"
#include "window.h"

typedef struct mapping {
  size_t page;
  char *base;
  size_t reserved;           /* bytes of addresses from base; 0: each part is mapped by itself */
  int descriptor;            /* of the own object; -1: there is none */
  char name[VF_SHARED_NAME]; /* of the own object, while it has a name */
} mapping;

static size_t whole_pages(const mapping *m, size_t bytes) { return (bytes + m->page - 1) / m->page * m->page; }

static vf_status make_own(mapping *m, const char *call, size_t bytes)
{
  if (!bytes) return VF_OK;
  m->descriptor = vfi_shared_make(m->name);
  if (m->descriptor < 0)
    return vfi_fail(VF_ERROR_MEMORY, "%s: shared memory of the host (shm_open): %s", call, strerror(errno));
  /* A file of this length without reserved memory would end the process if memory turns out to be short. */
  const int code = posix_fallocate(m->descriptor, 0, (off_t)bytes);
  return code ? vfi_fail(VF_ERROR_MEMORY, "%s: %zu bytes of shared memory of the host (/dev/shm): %s", call, bytes,
                         strerror(code))
              : VF_OK;
}

static void close_own(mapping *m)
{
  if (m->name[0]) shm_unlink(m->name);
  if (m->descriptor >= 0) close(m->descriptor);
  m->name[0] = 0;
  m->descriptor = -1;
}

/* One range of addresses for all parts; without such a range, each part is mapped by itself. */
static void reserve(vfi_window *window, mapping *m)
{
  while ((size_t)1 << window->shift < m->page) window->shift++;
  const size_t part = (size_t)1 << window->shift, ranks = (size_t)window->group->ranks;
  if (part > (SIZE_MAX >> 8) / ranks) return;
  void *base = mmap(NULL, part * ranks, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED) return;
  window->base = m->base = base;
  m->reserved = part * ranks;
}

/* NULL, or why the part of a member cannot be had. */
static const char *map_part(vfi_window *window, mapping *m, int rank, const char *name)
{
  const bool own = rank == window->group->rank;
  const size_t bytes = whole_pages(m, window->sizes[rank]);
  char *at = m->reserved ? m->base + ((size_t)rank << window->shift) : NULL;
  if (!window->sizes[rank]) {
    window->parts[rank] = at; /* there is nothing to reach */
    return NULL;
  }
  const int descriptor = own ? m->descriptor : shm_open(name, O_RDWR, 0);
  if (descriptor < 0) return strerror(errno);
  void *mapped = mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | (at ? MAP_FIXED : 0), descriptor, 0);
  const int code = errno;
  if (!own) close(descriptor);
  if (mapped == MAP_FAILED) return strerror(code);
  window->parts[rank] = mapped;
  return NULL;
}

static void release_mapping(vfi_window *window, mapping *m)
{
  if (m->reserved) munmap(m->base, m->reserved);
  for (int r = 0; r < window->group->ranks && !m->reserved; r++)
    if (window->parts[r]) munmap(window->parts[r], whole_pages(m, window->sizes[r]));
  close_own(m);
  free(m);
}

static vf_status create(vfi_window *window, const char *call)
{
  vf_group *group = window->group;
  char own_name[VF_SHARED_NAME] = "", (*names)[VF_SHARED_NAME] = calloc((size_t)group->ranks, sizeof *names);
  mapping *m = calloc(1, sizeof *m);
  vf_status status = names && m ? VF_OK : vfi_fail(VF_ERROR_MEMORY, "%s: no host memory for a window", call);
  if (m) *m = (mapping){ .page = (size_t)sysconf(_SC_PAGESIZE), .descriptor = -1 };
  if (!status) status = make_own(m, call, window->bytes);
  if (!status) memcpy(own_name, m->name, sizeof own_name);
  status = vfi_group_gather(group, call, 0, status, own_name, sizeof own_name, names);
  if (!status) {
    reserve(window, m);
    for (int r = 0; r < group->ranks; r++) {
      const char *obstacle = map_part(window, m, r, names[r]);
      if (!obstacle) continue;
      window->base = NULL;
      snprintf(window->why[r], sizeof window->why[r], "its shared memory cannot be opened here: %s", obstacle);
      if (r == group->rank)
        status = vfi_fail(VF_ERROR_MEMORY, "%s: %zu bytes of shared memory: %s", call, window->bytes, obstacle);
    }
    status = vfi_group_agree(group, call, 0, status); /* all have opened their possible parts */
  }
  if (m && status) release_mapping(window, m);
  if (!status) {
    close_own(m);
    window->state = m;
  }
  free(names);
  return status;
}

static void release(vfi_window *window) { release_mapping(window, window->state); }

const vfi_window_kind vfi_window_host = { .name = "host", .create = create, .release = release };
