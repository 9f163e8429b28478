#include "spare.h"

#include <pthread.h>
#include <stdlib.h>

#include "../core/context.h"
#include "../core/error.h"
#include "../core/handle.h"
#include "host_side.h"
#include "memory.h"

/* Most bytes of all waiting arrays together. */
enum { MOST_BYTES = 256 << 20 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static vfi_spare *first; /* the array that was given back last is the first */
static size_t waiting;   /* bytes of the arrays that are not lent */

static size_t bytes_of(const vfi_spare *spare) { return spare->elements * vfi_type_size(spare->type); }

/* True if the view of an array lives: it ends with its context. */
static bool is_live(const vfi_spare *spare)
{
  vfi_lock();
  const bool live = vfi_handle_operand(spare->view) != NULL;
  vfi_unlock();
  return live;
}

static void end(vfi_spare *spare)
{
  if (is_live(spare)) vf_view_release(&spare->view, true);
  free(spare->host);
  free(spare);
}

static vf_status make(vf_type type, size_t elements, vfi_spare **made)
{
  vfi_spare *spare = calloc(1, sizeof *spare);
  char *host = malloc(elements * vfi_type_size(type));
  if (!spare || !host) {
    free(spare);
    free(host);
    return vfi_fail(VF_ERROR_MEMORY, "no host memory for the window of a legacy call");
  }
  const int64_t extent = (int64_t)elements;
  *spare = (vfi_spare){ .host = host, .type = type, .elements = elements };
  vf_status status = vfi_memory_is_own(host, bytes_of(spare));
  if (!status) status = vf_view_wrap(NULL, host, type, 1, &extent, NULL, "window", VF_WRAP_DISTINCT, &spare->view);
  if (status) {
    free(host);
    free(spare);
    return status;
  }
  vfi_travels_once(spare->view, true); /* an array of few pages: a page lock would cut each copy in three */
  *made = spare;
  return VF_OK;
}

/* Takes an array out of the list. */
static vfi_spare *take(vfi_spare **link)
{
  vfi_spare *spare = *link;
  *link = spare->next;
  waiting -= bytes_of(spare);
  return spare;
}

vf_status vfi_spare_borrow(vf_type type, size_t elements, vfi_spare **spare)
{
  *spare = NULL;
  pthread_mutex_lock(&lock);
  for (vfi_spare **link = &first; *link && !*spare;) {
    if ((*link)->type != type || (*link)->elements != elements) {
      link = &(*link)->next;
      continue;
    }
    *spare = take(link);
    if (is_live(*spare)) break;
    end(*spare);
    *spare = NULL;
  }
  pthread_mutex_unlock(&lock);
  return *spare ? VF_OK : make(type, elements, spare);
}

void vfi_spare_give(vfi_spare *spare)
{
  if (!spare) return;
  pthread_mutex_lock(&lock);
  spare->next = first;
  first = spare;
  waiting += bytes_of(spare);
  while (waiting > MOST_BYTES && first) { /* the last array waits longest */
    vfi_spare **link = &first;
    while ((*link)->next) link = &(*link)->next;
    end(take(link));
  }
  pthread_mutex_unlock(&lock);
}
