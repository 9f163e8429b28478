#include "exposed.h"

#include <stdint.h>
#include <stdlib.h>

/* Windows are few. */
typedef struct range {
  const char *begin;
  size_t bytes;
  struct range *next;
} range;

static range *ranges;

bool vfi_exposed_add(const char *begin, size_t bytes)
{
  range *fresh = malloc(sizeof *fresh);
  if (!fresh) return false;
  *fresh = (range){ begin, bytes, ranges };
  ranges = fresh;
  return true;
}

void vfi_exposed_remove(const char *begin, size_t bytes)
{
  range **at = &ranges;
  while (*at && ((*at)->begin != begin || (*at)->bytes != bytes)) at = &(*at)->next;
  range *found = *at;
  if (found) *at = found->next;
  free(found);
}

bool vfi_exposed_meets(const char *begin, size_t bytes)
{
  for (const range *r = ranges; r; r = r->next)
    if ((uintptr_t)r->begin < (uintptr_t)begin + bytes && (uintptr_t)begin < (uintptr_t)r->begin + r->bytes)
      return true;
  return false;
}
