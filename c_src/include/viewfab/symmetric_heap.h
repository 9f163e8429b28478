/* Memory shared by processes through a separate library, such as NVSHMEM. An object has the same place in the heap of
 * each process. Kernels reach the heap of another process by functions of the library if the heap is not mapped.
 * libviewfab contains no such library. Programs with kernels compiled for NVSHMEM (viewfab_add_kernels with NVSHMEM)
 * offer their library at program start. Remote arrays (remote.h) lie in this memory if their parts have no other
 * mapping. */
#ifndef VIEWFAB_SYMMETRIC_HEAP_H
#define VIEWFAB_SYMMETRIC_HEAP_H

#include <stddef.h>

#include <viewfab/viewfab.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { VF_SYMMETRIC_ID_BYTES = 128 };

/* Functions that return int return 0 or a native code; error_text explains the native code. Collective functions wait
 * for all processes, without an end; viewfab calls these functions after an agreement of all processes. */
typedef struct vf_symmetric_heap {
  const char *name;   /* for messages: "NVSHMEM" */
  const char *device; /* name of the back end that owns the memory, "cuda" */

  /* Makes the start id: one rank makes the id, and all ranks get the id for the start. id: [VF_SYMMETRIC_ID_BYTES],
   * out */
  int (*make_id)(void *id);

  /* Collective; once in a process. rank: of this process, from 0, of `ranks` */
  int (*start)(const void *id, int rank, int ranks);

  /* Collective. bytes: the same everywhere. NULL: there is no memory */
  void *(*allocate)(size_t bytes);
  void (*release)(void *memory);

  /* The address in this process of the memory of another rank; NULL: not mapped. */
  void *(*reach)(void *memory, int rank);

  /* Queues a wait for the puts and adds of earlier kernels. */
  int (*quiet)(void *queue);

  /* Writes the text of a native code, cut to `size` bytes with its end. */
  void (*error_text)(int code, char *text, size_t size);
} vf_symmetric_heap;

/* Offers a heap, before the first remote array. The first offered heap counts. heap: kept by the caller */
VF_API void vf_symmetric_heap_offer(const vf_symmetric_heap *heap);

#ifdef __cplusplus
}
#endif

#endif
