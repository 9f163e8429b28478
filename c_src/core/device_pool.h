/* Device memory: blocks in use, and blocks kept for later calls. The contexts of one device share a pool. Lock held. */
#ifndef VIEWFAB_CORE_DEVICE_POOL_H
#define VIEWFAB_CORE_DEVICE_POOL_H

#include <viewfab/memory.h>

#include "context.h"
#include "handle.h"
#include "text.h"

/* A block of device memory. */
typedef struct vfi_block {
  char *address;
  size_t bytes;
  int arrays; /* with a piece of the block */
  /* From a pool of the program; both NULL: from the device. */
  vf_memory_give *give;
  void *program_pool;
  void *queue;            /* of a kept block: work queued there may still use the block; NULL: no work does */
  struct vfi_block *next; /* kept blocks, the newest first */
  uint64_t used;          /* scratch of an eviction: the last use of its arrays */
  bool stays;             /* scratch of an eviction: an array of the block has to stay */
} vfi_block;

/* Device memory of the arrays of a label. */
typedef struct vfi_label_memory {
  char label[VF_LABEL_LENGTH];
  int64_t bytes, most; /* now, and at once so far */
  int arrays;          /* now */
} vfi_label_memory;

enum { VF_MEMORY_LABELS = 256, VF_SHARED_TEXT = 256 };

/* The host memory that a device works on in place, see shared.h. */
typedef enum vfi_shares { VF_SHARES_NOTHING, VF_SHARES_MANAGED, VF_SHARES_ALL } vfi_shares;

typedef struct vfi_device_pool {
  vf_backend_id id;
  int ordinal;
  bool aliases_host; /* only scratch comes from the pool */
  int contexts;
  size_t limit; /* of VF_DEVICE_MEMORY; SIZE_MAX: there is none */
  bool evicts;  /* arrays may leave the device for others */
  vfi_shares shares;
  char shares_text[VF_SHARED_TEXT]; /* the cause, for the report; "": nothing to tell */
  vf_memory figures;
  vfi_block *kept;
  int kept_count;
  vfi_label_memory labels[VF_MEMORY_LABELS + 1]; /* by hash of the label; the last is for all further labels */
  struct vfi_device_pool *next;
} vfi_device_pool;

/* The pools of all devices with an open context. */
extern vfi_device_pool *vfi_device_pools;

/* Joins the pool of the device, or makes it. Errors: VF_ERROR_ARGUMENT (VF_DEVICE_MEMORY), VF_ERROR_MEMORY. */
vf_status vfi_device_pool_open(vf_context *context);

/* Leaves the pool; the queue is empty. The last context frees the kept blocks. */
void vfi_device_pool_close(vf_context *context);

/* Takes a block: a kept block of fitting size, else new memory. If memory is short, the pool frees kept blocks and then has
 * arrays leave the device (see evict.h).
 *   label   for the error's text
 *   others  number of further arrays beside the array of the label
 * Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
vf_status vfi_device_pool_take(vf_context *context, size_t bytes, const char *label, int others, vfi_block **block);

/* Gives a block back. Work queued before may still use the block. */
void vfi_device_pool_give(vf_context *context, vfi_block *block);

/* Frees the kept blocks. True if there were any. */
bool vfi_device_pool_free_kept(const vf_context *context);

/* True if arrays may leave the device for others: it has a limit, or it says how much memory it has. Calls may then be cut. */
bool vfi_device_pool_spills(const vf_context *context);

/* Takes memory outside of the pool from a back end, whose release gets it back. If memory is short, kept blocks are freed, arrays
 * leave the device, and the function tries again. Returns a native error code, or 0. */
int vfi_device_allocate(vf_context *context, const vf_backend *backend, void **address, size_t bytes);

/* Notes the memory of a label, for the report; negative: the memory is given back. */
void vfi_device_pool_note(const vf_context *context, const char *label, int64_t bytes);

/* Notes the arrays of a context that closes and that nobody released. */
void vfi_device_pool_note_leaks(const vf_context *context);

/* Keeps the figures of a device that closes, if VF_MEMORY_REPORT is set. */
void vfi_device_pool_note_end(const vfi_device_pool *pool);

/* Appends the labels with most device memory and their bytes, "'phi' 8000, 'rhs' 4000".
 *   most  number of labels */
void vfi_device_pool_add_labels(const vfi_device_pool *pool, vfi_text *text, int most);

#endif
