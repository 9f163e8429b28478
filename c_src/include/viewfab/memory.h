/* Device memory: its figures by label, and memory from a pool of the program. */
#ifndef VIEWFAB_MEMORY_H
#define VIEWFAB_MEMORY_H

#include <viewfab/viewfab.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Memory that viewfab has on the device of a context, together with the other contexts of the device: arrays, and scratch of
 * calls. The levels of solvers, the tables of sets and the buffers of ranks are not in it. In bytes, or numbers of blocks, arrays and
 * calls. */
typedef struct vf_memory {
  int64_t bytes;         /* in use now */
  int64_t most_bytes;    /* in use at once, since the device was opened */
  int64_t kept_bytes;    /* given back, and kept for later arrays */
  int64_t limit_bytes;   /* of VF_DEVICE_MEMORY; 0: there is no limit, or no array leaves the device */
  int64_t taken;         /* number of blocks taken from the device, or from the program's pool */
  int64_t reused;        /* number of kept blocks handed out again */
  int64_t evictions;     /* number of arrays that left the device because memory was short */
  int64_t evicted_bytes; /* of these arrays */
  int64_t cut_calls;     /* number of calls in slabs, because their arrays did not fit on the device together */
  int64_t host_calls;    /* number of such calls that cannot be cut, and ran on the host */
} vf_memory;

/* Reads the figures.
 *   context  NULL: the default context
 *   memory   out
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE. */
VF_API vf_status vf_memory_get(vf_context *context, vf_memory *memory);

/* Writes the device memory of all open devices as text into the buffer, cut to its size and ended by a zero byte: the figures
 * of vf_memory, and the memory by label of the arrays. After a context was closed, the text also has the labels of
 * the arrays of closed devices that the program did not release.
 *   needed  out: size of the whole text in bytes with its zero byte; may be NULL
 * Errors: VF_ERROR_NULL (the buffer is NULL and the size is not 0). */
VF_API vf_status vf_memory_report(char *buffer, size_t size, size_t *needed);

/* Functions of the program that give device memory to viewfab and take it back, such as those of RMM or Umpire.
 *   pool     as given to vf_context_use_memory
 *   bytes    size of the block; at least 1
 *   queue    native handle of the context's queue (cudaStream_t, hipStream_t; NULL on the host)
 *   address  out: the block, aligned to 256 bytes
 * take returns 0, or another number if there is no memory. viewfab uses the block in work queued after the call of take. Work
 * queued before the call of give may still use the block: a pool that knows no queues has to wait for the queue there. The
 * functions are called with viewfab's lock held, and call no function of viewfab. */
typedef int vf_memory_take(void *pool, size_t bytes, void *queue, void **address);
typedef void vf_memory_give(void *pool, void *address, size_t bytes, void *queue);

/* Has the arrays and the scratch of a context take device memory from a pool of the program. viewfab frees the blocks
 * that it keeps, and keeps no others. Blocks from before the call stay where they are, and go back where they came from. The pool has to live until
 * the context is closed.
 *   context     NULL: the default context
 *   take, give  NULL, both: memory from the device, as before
 * A device that works on the arrays of the host takes only scratch.
 * Errors: VF_ERROR_NULL (one of the two functions), VF_ERROR_STATE, VF_ERROR_DEVICE. */
VF_API vf_status vf_context_use_memory(vf_context *context, vf_memory_take *take, vf_memory_give *give, void *pool);

#ifdef __cplusplus
}
#endif

#endif
