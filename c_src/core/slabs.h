/* Calls whose arrays do not fit on the device together: they are cut along the slowest direction of their box, or into blocks of
 * columns. Each slab has its elements alone on the device; the host has the newest values before and after. Lock held. */
#ifndef VIEWFAB_CORE_SLABS_H
#define VIEWFAB_CORE_SLABS_H

#include "device_pool.h"
#include "execute.h"

/* Runs a call in slabs, after a failure for lack of memory. The function releases the lock while the kernel runs.
 *   failure  VF_ERROR_MEMORY, and the text of the last error: returned if the call cannot be cut, or if its thinnest slabs do not
 *            fit either; the call has changed nothing then
 *   begun    out: true if a slab has run, even if a later slab failed
 * A call cannot be cut if its points are ghosts or tiles, or have lines; if it is on a set, on remote arrays, or
 * has a result with a place or in an array; if one argument writes an array of another argument; and while the coherence looks
 * at the host. A sum is cut where its tiles end (VF_REDUCTION_TILE). */
vf_status vfi_slabs_run(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list, vf_status failure,
                        bool *begun);

/* Runs a call on the host, in the host's arrays, after a failure for lack of memory: if it cannot be cut, and its arrays do not fit.
 * Refused are calls on sets and on remote arrays, and while the coherence looks at the host. Arguments and results as for
 * vfi_slabs_run. */
vf_status vfi_host_run(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list, vf_status failure);

/* Runs a part of a call in slabs or whole: all arrays are on the device. No lock held.
 *   queue  NULL: the own queue of the context */
vf_status vfi_execute_run(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                          struct vf_queue *queue);

/* True if a launch of this thread was not made, because there was no memory for its scratch; asked once after a failure. */
bool vfi_execute_lacked_scratch(void);

/* ---- The arrays of a slab; see slab_arrays.c ---- */

/* An argument with device memory for the elements of a slab. */
typedef struct vfi_slab_array {
  vfi_record record; /* the elements of the slab, in the bounds of the view */
  vfi_record *itself;
  vfi_array array; /* with the device memory of the slab */
  vfi_array *arrays;
  vfi_operand operand;
  vfi_array *of; /* the whole array; NULL: the argument is not cut */
  int direction; /* that is cut, of the view */
  size_t most;   /* bytes of the largest slab */
} vfi_slab_array;

/* The direction of an argument along an axis of the loop, for elements in one piece of memory; -1: the argument cannot be
 * cut. */
int vfi_slab_direction(const vfi_call *call, const vfi_checked *checked, int argument, int axis);

/* The elements of an argument for a slab, in the direction that is cut. reach: those around the mapped elements too. */
void vfi_slab_range(const vfi_call *call, const vfi_checked *checked, const vfi_slab_array *array, int argument,
                    const vf_box *slab, bool reach, int64_t *first, int64_t *last);

/* Bytes of a range of the direction. */
size_t vfi_slab_bytes(const vfi_record *record, int direction, int64_t first, int64_t last);

/* Gives the argument the elements first .. last of a view. */
void vfi_slab_place(const vfi_record *record, vfi_slab_array *array, int64_t first, int64_t last);

/* Queues the copies of the elements first .. last. Returns a native error code, or 0. */
int vfi_slab_copy(const vfi_record *record, const vfi_slab_array *array, vfi_copy_direction copy, int64_t first,
                  int64_t last);

/* ---- The slabs of a call; see slab_runs.c ---- */

/* A call in slabs. */
typedef struct vfi_slabs {
  const vfi_call *call;
  const vfi_checked *checked;
  const vfi_box_list *list;
  vf_context *context;
  int axis;               /* of the loop: the cut axis */
  int64_t unit;           /* each thickness is a multiple of the unit */
  int64_t thickness;      /* of a slab, in points */
  vfi_slab_array *arrays; /* [argument_count] */
  vfi_block *block;       /* device memory of the slabs */
  vf_partial_row row;     /* of a kernel with results */
  vf_partial *rows;       /* of all tiles so far; NULL: the kernel has no results */
  int64_t all_tiles;
  bool *begun;        /* a slab has run */
  vfi_row_room *room; /* for the rows of a slab */
} vfi_slabs;

static inline const vfi_kernel_description *vfi_slabs_kernel(const vfi_slabs *s)
{
  return &s->call->kernel->description;
}

static inline bool vfi_slabs_write(const vfi_kernel_description *kernel, int argument)
{
  return kernel->arguments[argument].intent == VF_ARGUMENT_WRITE ||
         kernel->arguments[argument].intent == VF_ARGUMENT_UPDATE;
}

/* The slabs of all arguments lie side by side in the block. */
static inline size_t vfi_slab_aligned(size_t bytes) { return (bytes + 255) / 256 * 256; }

/* Slab number `part` of a box; false: the box has no such slab. */
bool vfi_slabs_at(const vfi_slabs *s, const vf_box *box, int64_t part, vf_box *slab);

/* Runs all slabs, and gives the results. The memory and the other arrays are there. */
vf_status vfi_slabs_run_all(const vfi_slabs *s);

#endif
