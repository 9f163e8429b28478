/* The memory that drop-ins know, and the views that drop-ins pass to kernels. */
#ifndef VIEWFAB_DROP_IN_MEMORY_H
#define VIEWFAB_DROP_IN_MEMORY_H

#include <viewfab/viewfab.h>

typedef enum vf_lease_kind {
  VF_LEASE_NONE,
  VF_LEASE_BLOCK,   /* lies in memory that the program has announced, by vf_memory_register or through its allocator */
  VF_LEASE_WRAPPED, /* lies in a view of the program's own, whose state counts */
  VF_LEASE_UNKNOWN, /* is wrapped for this call */
  VF_LEASE_SCRATCH  /* is viewfab's own */
} vf_lease_kind;

/* Life of the views of a block, for callers that keep the views. A life outlives the views until vf_lives_forget. */
typedef struct vf_life {
  bool over;   /* atomic */
  bool parked; /* atomic: the memory has been freed, and may be given again */
  struct vf_life *next;
} vf_life;

typedef struct vf_lease {
  vf_lease_kind kind;
  const vf_life *life; /* of a view in a block, or NULL */
  vf_view *view;
  bool temporary; /* ends with the call */
} vf_lease;

/* Memory that an allocator of the program has given; viewfab knows the memory from then on. Errors: as
 * vf_memory_register. */
vf_status vf_memory_allocated(void *address, size_t bytes);

/* The same while calls stay with the originals: nobody has to know this memory, nor earlier memory of allocators, so
 * that allocating threads do not wait for each other. Errors: the errors of waiting calls. */
vf_status vf_memory_unneeded(const void *address, size_t bytes);

/* vf_memory_unregister, for memory that an allocator of the program is about to take back.
 *   parked_bytes  out: the size of the memory, if its views wait for the next use of the same memory; else 0 */
vf_status vf_memory_freed(void *address, size_t *parked_bytes);

/* Memory that viewfab has allocated for itself: the program has freed its earlier contents, announced or not.
 * Errors: the errors of waiting calls. */
vf_status vf_memory_is_own(const char *begin, size_t bytes);

/* The view of an array that a legacy call passes.
 *   first       its first element
 *   bounds      of its three directions; may be empty
 *   components  >= 1
 *   label       for messages
 * Errors: the errors of vf_view_wrap. */
vf_status vf_lease_take(void *first, vf_type type, const vf_box *bounds, int components, const char *label,
                        vf_lease *lease);

/* An array of viewfab's own with these bounds. Errors: VF_ERROR_MEMORY. */
vf_status vf_lease_scratch(const vf_box *bounds, int components, const char *label, vf_lease *lease);

/* Ends temporary views; device values without a reader are let go. */
void vf_lease_end(vf_lease *lease);

/* Number of lives that have ended or whose memory was freed. If the number is unchanged, no further view is gone. Loads
 * the number only. */
uint64_t vf_lives_over(void);

/* Lets go of ended lives; nobody may keep them. */
void vf_lives_forget(void);

/* For all blocks with a view: takes the host's values as the newest, when a region begins, or brings the newest values
 * to the host, when a region ends. */
void vf_memory_enters_region(void);
vf_status vf_memory_leaves_region(void);

#endif
