#include "windows.h"

#include <pthread.h>
#include <stdlib.h>

#include "../coherence/led_calls.h"

typedef struct memory {
  MPI_Win window;
  void *base;
  size_t bytes;
  bool own;
  struct memory *next;
} memory;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static memory *all;

int vfi_window_exposes(void *base, MPI_Aint bytes, void *from)
{
  return bytes <= 0 || vfi_led_calls_expose(base, (size_t)bytes, from) ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

int vfi_window_has(int code, const MPI_Win *window, void *base, MPI_Aint bytes, bool own)
{
  if (bytes <= 0) return code;
  memory *fresh = code ? NULL : malloc(sizeof *fresh);
  if (!fresh) {
    if (code) vfi_led_calls_unexpose(base, (size_t)bytes, !own);
    return code; /* without memory for a note it stays exposed for good */
  }
  pthread_mutex_lock(&lock);
  *fresh = (memory){ *window, base, (size_t)bytes, own, all };
  all = fresh;
  pthread_mutex_unlock(&lock);
  return code;
}

void vfi_window_ends(MPI_Win window, const void *base)
{
  for (;;) {
    pthread_mutex_lock(&lock);
    memory **at = &all;
    while (*at && ((*at)->window != window || (base && (*at)->base != base))) at = &(*at)->next;
    memory *found = *at;
    if (found) *at = found->next;
    pthread_mutex_unlock(&lock);
    if (!found) return;
    vfi_led_calls_unexpose(found->base, found->bytes, !found->own);
    free(found);
    if (base) return;
  }
}
