/* Settings of the profile, and its pages at the end of the program. */
#include "profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "../core/hooks.h"
#include "../core/host_memory.h"
#include "../core/new_file.h"
#include "../core/seconds.h"
#include "../group/summary.h"
#include "device_clock.h"
#include "pages.h"
#include "source_lines.h"

static double opening; /* when the opening of the last context began */

/* Bytes read and written in a second by a copy of memory larger than caches. The program waits for these copies, and a host is
 * slower, so it copies less. */
enum { DEVICE_BYTES = 64 << 20, HOST_BYTES = 32 << 20, PIECE = 4 << 20, COPIES = 3 };

/* The fastest of some copies; 0: a failure. The first copy also meets new pages, and does not count. */
static double rate_of_device(const vf_context *context)
{
  char *memory = NULL;
  double fastest = 0;
  int code = 0;
  if (context->backend->allocate((void **)&memory, 2 * (size_t)DEVICE_BYTES)) return 0;
  for (int c = 0; c < COPIES && !code; c++) {
    const double begin = vfi_seconds();
    code = context->backend->copy_on_device(memory + DEVICE_BYTES, memory, DEVICE_BYTES, vfi_context_queue(context));
    if (!code) code = context->backend->queue_wait(vfi_context_queue(context));
    const double rate = 2.0 * DEVICE_BYTES / (vfi_seconds() - begin);
    if (c && rate > fastest) fastest = rate;
  }
  return context->backend->release(memory) || code ? 0 : fastest;
}

static int by_size(const void *p, const void *q)
{
  const double a = *(const double *)p, b = *(const double *)q;
  return (a > b) - (a < b);
}

/* The median of pieces, because other programs may take the processor now and then. Pages that nobody has written are one page of
 * zeros, which stays in the cache. */
static double rate_of_host(void)
{
  enum { PIECES = HOST_BYTES / PIECE, TIMES = 2 * PIECES };
  double seconds[TIMES];
  char *memory = vfi_host_memory_take(2 * (size_t)HOST_BYTES);
  if (!memory) return 0;
  memset(memory, 1, 2 * (size_t)HOST_BYTES);
  for (int p = 0; p < TIMES; p++) {
    char *piece = memory + (size_t)(p % PIECES) * PIECE;
    const double begin = vfi_seconds();
    memcpy(piece + HOST_BYTES, piece, PIECE);
    seconds[p] = vfi_seconds() - begin;
  }
  vfi_host_memory_give(memory, 2 * (size_t)HOST_BYTES, false);
  qsort(seconds, TIMES, sizeof *seconds, by_size);
  return 2.0 * PIECE / seconds[TIMES / 2];
}

void vfi_profile_context(const vf_context *context)
{
  if (vfi_profile.device[0]) {
    vfi_profile.openings++;
    vfi_profile.opening_seconds += vfi_seconds() - opening;
    return;
  }
  const bool is_host = context->backend->id == VF_BACKEND_HOST;
  snprintf(vfi_profile.device, sizeof vfi_profile.device, "%s%s", context->name,
           is_host && !context->backend->aliases_host ? " (mirror)" : "");
  vfi_profile.has_copies = !context->backend->aliases_host;
  vfi_profile.is_gpu = !is_host;
  vfi_profile.host_rate = rate_of_host();
  vfi_profile.copy_rate = is_host ? vfi_profile.host_rate : rate_of_device(context);
  vfi_profile.begin = vfi_seconds();
}

void vfi_profile_context_closes(const vf_context *context) { vfi_device_clock_end_of(context); }

typedef void (*page_writer)(vfi_text *text, const vfi_profile_content *content);

/* A page, in memory that the caller frees; NULL: no memory. */
static char *compose(page_writer write, const vfi_profile_content *content)
{
  vfi_text text = { 0 };
  write(&text, content);
  text.size = text.used + 1;
  text.used = 0;
  text.buffer = malloc(text.size);
  if (text.buffer) write(&text, content);
  return text.buffer;
}

static char *compose_html(const vfi_profile_content *content)
{
  char *json = compose(vfi_profile_json, content);
  char *page = json ? compose(vfi_profile_html, &(vfi_profile_content){ .json = json }) : NULL;
  free(json);
  return page;
}

static bool ends_in(const char *name, const char *ending)
{
  const size_t length = strlen(name), of_ending = strlen(ending);
  return length > of_ending && !strcmp(name + length - of_ending, ending);
}

/* The kind of the page follows from the name of its file. */
static void write_page(const char *name, const vfi_profile_content *content)
{
  char *page = NULL;
  if (ends_in(name, ".html")) page = compose_html(content);
  else page = compose(ends_in(name, ".json") ? vfi_profile_json : vfi_profile_text, content);
  const char *reason = page ? vfi_text_write(name, page) : "no memory";
  if (reason) fprintf(stderr, "viewfab: the profile cannot be written to '%s': %s\n", name, reason);
  free(page);
}

static void at_exit(void)
{
  char names[4096], name[4096];
  const char *wanted = getenv("VF_PROFILE");
  if (!wanted || !vfi_profiling) return;
  vfi_profiling = false;
  vfi_profile.end = vfi_seconds();
  vfi_lock();
  const int rank = vfi_groups_rank();
  snprintf(names, sizeof names, "%s", wanted);
  vfi_device_clock_end_of(NULL);
  vfi_profile_lock();
  for (int k = 0; k < vfi_profile.kernel_count; k++) vfi_profile_count_untimed(&vfi_profile.kernels[k]);
  vfi_profile_name_sites();
  vfi_profile_advices advices = vfi_profile_advise();
  const vfi_profile_content content = { .advices = &advices };
  char *left = NULL;
  for (const char *file = strtok_r(names, ",", &left); file; file = strtok_r(NULL, ",", &left))
    write_page(vfi_rank_file(name, sizeof name, file, rank), &content);
  vfi_profile_free_advices(&advices);
  vfi_profile_unlock();
  vfi_unlock();
}

vf_status vfi_profile_settings(void)
{
  const char *wanted = getenv("VF_PROFILE");
  static bool registered;
  opening = vfi_seconds();
  if (!wanted || !*wanted || registered) return VF_OK;
  if (strlen(wanted) >= 4096)
    return vfi_fail(VF_ERROR_ARGUMENT, "VF_PROFILE has %zu characters; it may have 4095", strlen(wanted));
  registered = atexit(at_exit) == 0;
  if (!registered) return vfi_fail(VF_ERROR_MEMORY, "no memory to write the profile at the end of the program");
  vfi_profile.begin = vfi_seconds();
  vfi_profiling = true;
  return VF_OK;
}
