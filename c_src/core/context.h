/* A context: a device, one in-order queue on the device, and its counters. */
#ifndef VIEWFAB_CORE_CONTEXT_H
#define VIEWFAB_CORE_CONTEXT_H

#include <viewfab/backend.h>

typedef struct vf_buffer {
  void *address;
  size_t bytes;
  vf_partial *words; /* host memory, page-locked, for results in the buffer; NULL until needed, or if refused */
  bool words_refused;
  bool in_use;
} vf_buffer;

/* Host memory for the rows of a call over ranks. */
typedef struct vf_row_room {
  vf_partial *own; /* page-locked: rows of this rank */
  vf_partial *all; /* of all ranks */
  size_t own_bytes, all_bytes;
  bool in_use;
} vf_row_room;

enum { VF_BUFFERS = 64, VF_ROW_ROOMS = 4, VF_DEVICE_NAME = 32 };

/* A page-locked buffer for copies, see staging.h. */
typedef struct vf_stage {
  char *at;
  void *event; /* behind the last copy from or to the buffer */
  bool busy;   /* nobody has waited for the copy */
  char *to;    /* target of the bytes for a copy to the host; else NULL */
  size_t bytes;
} vf_stage;

enum { VF_STAGES = 4 };

typedef struct vf_staging {
  size_t bytes; /* of each buffer; 0: none are wanted */
  char *block;  /* all buffers; NULL until needed */
  bool refused; /* the system did */
  int next;     /* buffer, in turn */
  vf_stage at[VF_STAGES];
} vf_staging;

/* Calls that hold an object, see hold.h. */
typedef struct vf_hold_count {
  int calls;
  const char *kernel; /* of the last call */
} vf_hold_count;

struct vf_context {
  const vf_backend *backend;
  int ordinal;
  char name[VF_DEVICE_NAME];
  void *queue;
  int tile[3];
  vf_counters counters;
  vf_bounds_record *bounds;            /* for kernels with checked accesses; NULL until the first call of such a
                                        * kernel */
  vf_buffer buffers[VF_BUFFERS];       /* device scratch, kept between calls */
  vf_row_room row_rooms[VF_ROW_ROOMS]; /* kept between calls too */
  vf_staging staging;
  vf_hold_count held;
  uint64_t serial;         /* no two contexts of a process have the same, whatever their addresses */
  struct vf_context *next; /* list of the open contexts */
};

/* One lock over contexts, views and their states. Kernels run without the lock. */
void vf_lock(void);
void vf_unlock(void);

/* A context with a queue on a device, on no list. Errors: VF_ERROR_ARGUMENT (VF_TILE, VF_ROWS, VF_STAGING,
 * VF_COPY_THREADS), VF_ERROR_MEMORY,
 * VF_ERROR_DEVICE. */
vf_status vf_context_make(const vf_backend *backend, int ordinal, vf_context **context);

/* Frees the queue and the scratch of a context; nothing else is left. */
void vf_context_free(vf_context *context);

/* Makes the device current for the calling thread. */
vf_status vf_context_select(vf_context *context);

/* Formats a native error of the context's device. what names the attempt. */
vf_status vf_context_failure(const vf_context *context, int code, const char *what);

/* The record for kernels with checked accesses, with the lock held. Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
vf_status vf_context_bounds(vf_context *context, vf_bounds_record **record);

/* Device scratch, with the lock held: at least so many bytes; given back by vf_context_give. The queue is in
 * order, so a buffer may be given back as soon as its last use is queued. */
vf_status vf_context_borrow(vf_context *context, size_t bytes, vf_buffer **buffer);
void vf_context_give(vf_buffer *buffer);

/* A room for rows, with the lock held. The holder enlarges the parts as needed, without the lock, and frees the room by
 * in_use = false. Errors: VF_ERROR_MEMORY. */
vf_status vf_context_row_room(vf_context *context, vf_row_room **room);
vf_status vf_row_room_own(const vf_context *context, vf_row_room *room, size_t bytes);
vf_status vf_row_room_all(vf_row_room *room, size_t bytes);

/* Page-locked host memory of a borrowed buffer, for one row of partial results; instead, if there is none. Devices fill
 * page-locked memory sooner than other memory. */
vf_partial *vf_context_words(const vf_context *context, vf_buffer *buffer, vf_partial *instead);

#endif
