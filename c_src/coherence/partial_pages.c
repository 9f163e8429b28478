#include "partial_pages.h"

#include <string.h>

#include "fetch.h"

enum { PART = 4096 /* bytes that are compared and copied at a time */ };

static size_t head_bytes(const vfi_watch *watch) { return (size_t)(watch->first - watch->host); }
static size_t tail_bytes(const vfi_watch *watch) { return (size_t)(watch->host + watch->bytes - watch->end); }

size_t vfi_partial_bytes(const vfi_watch *watch) { return head_bytes(watch) + tail_bytes(watch); }

/* The host may go on writing: the shadow keeps the sent values. */
static int collect_end(vfi_watch *watch, const char *begin, size_t bytes, char *shadow, int64_t *changed)
{
  char newest[PART];
  for (size_t done = 0; done < bytes; done += sizeof newest) {
    const size_t part = bytes - done < sizeof newest ? bytes - done : sizeof newest;
    if (!memcmp(begin + done, shadow + done, part)) continue;
    memcpy(newest, begin + done, part);
    size_t at = 0;
    while (at < part && newest[at] == shadow[done + at]) at++;
    if (*changed < 0 && at < part) *changed = begin + done + at - watch->host;
    const int code = vfi_fetch_to_device(watch->array, (size_t)(begin - watch->host) + done, part, newest);
    if (code) return code;
    memcpy(shadow + done, newest, part);
  }
  return 0;
}

int vfi_partial_collect(vfi_watch *watch, int64_t *changed)
{
  if (!watch->ends_known) return 0;
  const size_t head = head_bytes(watch);
  const int code = collect_end(watch, watch->host, head, watch->shadow, changed);
  return code ? code : collect_end(watch, watch->end, tail_bytes(watch), watch->shadow + head, changed);
}

void vfi_partial_take(vfi_watch *watch)
{
  const size_t head = head_bytes(watch);
  memcpy(watch->shadow, watch->host, head);
  memcpy(watch->shadow + head, watch->end, tail_bytes(watch));
  watch->ends_known = true;
}

/* A thread of the host may write other elements of these pages at the same time: only elements that the device has changed
 * are written. */
static int bring_end(vfi_watch *watch, char *begin, size_t bytes, char *shadow)
{
  const size_t size = vfi_type_size(watch->array->type);
  char newest[PART];
  for (size_t done = 0; done < bytes; done += sizeof newest) {
    const size_t part = bytes - done < sizeof newest ? bytes - done : sizeof newest;
    const int code = vfi_fetch_from_device(watch->array, (size_t)(begin - watch->host) + done, part, newest);
    if (code) return code;
    for (size_t e = 0; e < part; e += size)
      if (memcmp(shadow + done + e, newest + e, size)) memcpy(begin + done + e, newest + e, size);
    memcpy(shadow + done, newest, part);
  }
  return 0;
}

int vfi_partial_bring(vfi_watch *watch)
{
  const size_t head = head_bytes(watch);
  if (!watch->ends_known) vfi_partial_take(watch);
  const int code = bring_end(watch, watch->host, head, watch->shadow);
  return code ? code : bring_end(watch, watch->end, tail_bytes(watch), watch->shadow + head);
}
