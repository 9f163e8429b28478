/* A context: a device, its own in-order queue of kernels on the device, queues of copies and further queues of kernels (see queues.h), and its counters. The open contexts, and the default context,
 * are listed in open_contexts.c. */
#ifndef VIEWFAB_CORE_CONTEXT_H
#define VIEWFAB_CORE_CONTEXT_H

#include <viewfab/backend.h>

typedef struct vfi_buffer {
  struct vfi_buffer *next; /* list of the context */
  struct vf_context *context;
  void *address;
  struct vfi_block *block; /* with the address */
  size_t bytes;
  vf_partial *words; /* host memory, page-locked, for results in the buffer; NULL until needed, or if refused */
  bool words_refused;
  bool in_use;
  const struct vf_queue *queue; /* all uses are in this queue; NULL: in the own queue of the context */
} vfi_buffer;

/* Host memory for the rows of a call over ranks. */
typedef struct vfi_row_room {
  vf_partial *own; /* page-locked: rows of this rank */
  vf_partial *all; /* of all ranks */
  size_t own_bytes, all_bytes;
  bool in_use;
} vfi_row_room;

enum { VF_ROW_ROOMS = 4, VF_DEVICE_NAME = 32 };

/* A page-locked buffer for copies, see staging.h. */
typedef struct vfi_stage {
  char *at;
  void *event; /* behind the last copy from or to the buffer */
  bool busy;   /* nobody has waited for the copy */
  char *to;    /* target of the bytes for a copy to the host; else NULL */
  size_t bytes;
  const vf_packing *packing; /* NULL, or the bytes are packed elements of an array that begins at `to` */
  int64_t first;             /* of these elements */
} vfi_stage;

enum { VF_STAGES = 4 };

typedef struct vfi_staging {
  size_t bytes; /* of each buffer for plain copies; 0: plain copies do not go through buffers */
  size_t each;  /* of each buffer that was taken */
  char *block;  /* all buffers; NULL until needed */
  bool refused; /* the system refused to page-lock the buffers */
  int next;     /* buffer, in turn */
  vfi_stage at[VF_STAGES];
} vfi_staging;

/* Calls that hold an object, see check.h. */
typedef struct vfi_hold_count {
  int calls;
  const char *kernel; /* of the last call */
} vfi_hold_count;

/* Device memory from the program; see viewfab/memory.h. */
typedef struct vfi_program_pool {
  int (*take)(void *pool, size_t bytes, void *queue, void **address); /* NULL: from the device */
  void (*give)(void *pool, void *address, size_t bytes, void *queue);
  void *pool;
} vfi_program_pool;

struct vfi_block;
struct vfi_device_pool;

struct vf_context {
  const vf_backend *backend;
  int ordinal;
  char name[VF_DEVICE_NAME];
  void *main_queue;          /* its own; code takes it from vfi_context_queue, unless it knows the order itself */
  struct vfi_queues *queues; /* further queues of kernels; NULL: there was none so far */
  bool queue_given;          /* the program has the own queue */
  int tile[3];
  vf_counters counters;
  struct {
    int64_t copies, bytes;
  } served[2]; /* atomic: copies for accesses of the host to the device [0] and to the host [1]; a signal
                                   handler counts them, and vf_counters_get adds them */
  struct vfi_device_pool *pool; /* of the device */
  vfi_program_pool program;
  vfi_bounds_record *bounds; /* for kernels with checked accesses; NULL until the first call of such a
                                        * kernel */
  vfi_buffer *buffers;       /* list: device scratch, as many as calls hold; some are kept between calls */
  int buffer_count;
  vfi_row_room row_rooms[VF_ROW_ROOMS]; /* kept between calls too */
  vfi_staging staging;
  void *copy_queues[2]; /* for flights: to the device, to the host; see flight.h */
  bool copy_queue_there[2];
  int tracked;               /* arrays with a vfi_flight */
  struct vfi_array *flying;  /* list of the arrays with a copy in the air */
  uint64_t device_uses;      /* of shared arrays so far; see shared.h */
  uint64_t device_uses_over; /* uses up to this one are over */
  vfi_hold_count holds;
  uint64_t serial;         /* unique in the process, although a later context may have the address of an earlier one */
  struct vf_context *next; /* list of the open contexts */
};

/* One lock over contexts, views and their states. Kernels run without the lock. */
void vfi_lock(void);
void vfi_unlock(void);

/* A context with a queue on a device, on no list. Errors: VF_ERROR_ARGUMENT (VF_TILE, VF_TEST_ROWS, VF_STAGING,
 * VF_TEST_COPY_THREADS), VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
vf_status vfi_context_make(const vf_backend *backend, int ordinal, vf_context **context);

/* Frees a context, with its queue and its scratch. The caller has released all else before. */
void vfi_context_free(vf_context *context);

/* Makes the device current for the calling thread. */
vf_status vfi_context_select(vf_context *context);

/* Formats a native error of the context's device. what names the attempt. */
vf_status vfi_context_failure(const vf_context *context, int code, const char *what);

/* The record for kernels with checked accesses, with the lock held. Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
vf_status vfi_context_bounds(vf_context *context, vfi_bounds_record **record);

__attribute__((cold)) void *vfi_queues_join(const vf_context *context);

/* The own queue of the context, for work of any kind: work that is queued from now on comes behind all work in other queues,
 * and before the next launches in them. */
static inline void *vfi_context_queue(const vf_context *context)
{
  return __atomic_load_n(&context->queues, __ATOMIC_ACQUIRE) ? vfi_queues_join(context) : context->main_queue;
}

/* Device scratch, with the lock held: at least so many bytes; given back by vfi_context_give. A call may borrow any number: a checked
 * call borrows four for each of its arrays. The queue is in order, so a buffer may be given back as soon as its last use is queued.
 * Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
vf_status vfi_context_borrow(vf_context *context, size_t bytes, vfi_buffer **buffer);
void vfi_context_give(vfi_buffer *buffer);

/* The same for uses in a queue; NULL: in the own queue of the context. Memory that is new for the queue may have work of others before
 * it: the launch has to follow the own queue. */
vf_status vfi_context_borrow_for(vf_context *context, const struct vf_queue *queue, size_t bytes, vfi_buffer **buffer);

/* A room for rows, with the lock held. The holder enlarges the parts as needed, without the lock, and frees the room by
 * in_use = false. Errors: VF_ERROR_MEMORY. */
vf_status vfi_context_row_room(vf_context *context, vfi_row_room **room);
vf_status vfi_row_room_own(const vf_context *context, vfi_row_room *room, size_t bytes);
vf_status vfi_row_room_all(vfi_row_room *room, size_t bytes);

/* Page-locked host memory of a borrowed buffer, for one row of partial results; instead, if there is none. Devices fill
 * page-locked memory sooner than other memory. */
vf_partial *vfi_context_words(const vf_context *context, vfi_buffer *buffer, vf_partial *instead);

/* NULL becomes the default context, opened if needed; a closed context is refused. Takes the lock itself. */
vf_status vfi_context_resolve(vf_context **context);

/* True if the context with this address and serial number is open. Takes the lock itself. */
bool vfi_context_is_open(const vf_context *context, uint64_t serial);

/* True if the default context is open, and no open context has a device side of its own: a load. */
bool vfi_contexts_alias_host(void);

/* True if the default context is open, and an open context has a device side of its own: a load. */
bool vfi_contexts_have_device(void);

/* True if the default context is open. Takes the lock itself. */
bool vfi_context_default_is_open(void);

#endif
