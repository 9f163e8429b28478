/* Memory that processes have in common by a library of its own, such as NVSHMEM: what lies at one address here lies at the same place of
 * the heap of each other process, and kernels reach it there by functions of the library where it is not mapped. libviewfab knows
 * no such library; programs whose kernels are compiled for NVSHMEM (viewfab_add_kernels with NVSHMEM) offer it when they start. Remote
 * arrays (remote.h) lie there where their parts cannot be mapped otherwise. */
#ifndef VIEWFAB_SYMMETRIC_HEAP_H
#define VIEWFAB_SYMMETRIC_HEAP_H

#include <stddef.h>

#include <viewfab/viewfab.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { VF_SYMMETRIC_ID_BYTES = 128 };

/* Functions that return int give 0 or a native code that error_text explains. Those that are collective wait for all
 * processes, without an end; viewfab calls them once all have agreed to. */
typedef struct vf_symmetric_heap {
  const char *name;   /* for messages: "NVSHMEM" */
  const char *device; /* whose memory it is: name of the back end, "cuda" */

  /* What one rank makes, and all are given to start. id: [VF_SYMMETRIC_ID_BYTES], out */
  int (*make_id)(void *id);

  /* Collective; once in a process. rank: of this process, from 0, of `ranks` */
  int (*start)(const void *id, int rank, int ranks);

  /* Collective. bytes: the same everywhere. NULL: there is no memory */
  void *(*allocate)(size_t bytes);
  void (*release)(void *memory);

  /* Where this process has mapped the memory of another rank; NULL: it has not. */
  void *(*reach)(void *memory, int rank);

  /* Queues a wait for what kernels before it have put and added. */
  int (*quiet)(void *queue);

  /* Writes the text of a native code, cut to `size` bytes with its end. */
  void (*error_text)(int code, char *text, size_t size);
} vf_symmetric_heap;

/* Offers a heap, before the first remote array. The first one that is offered counts. heap: kept by the caller */
VF_API void vf_symmetric_heap_offer(const vf_symmetric_heap *heap);

#ifdef __cplusplus
}
#endif

#endif
