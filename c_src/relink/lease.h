/* The views that drop-ins pass to kernels. */
#ifndef VIEWFAB_RELINK_LEASE_H
#define VIEWFAB_RELINK_LEASE_H

#include <viewfab/viewfab.h>

typedef enum vfi_lease_kind {
  VF_LEASE_NONE,
  VF_LEASE_BLOCK,   /* lies in memory that the program has announced, by vf_memory_register or through its allocator */
  VF_LEASE_WRAPPED, /* lies in a view of the program's own, whose state counts */
  VF_LEASE_UNKNOWN, /* is wrapped for this call */
  VF_LEASE_SCRATCH  /* is viewfab's own */
} vfi_lease_kind;

/* Life of the views of a block, for callers that keep the views. A life outlives the views until vfi_lives_forget. */
typedef struct vfi_life {
  bool over;   /* atomic */
  bool parked; /* atomic: the memory has been freed, and may be given again */
  struct vfi_life *next;
} vfi_life;

typedef struct vfi_lease {
  vfi_lease_kind kind;
  const vfi_life *life; /* of a view in a block, or NULL */
  vf_view *view;
  bool temporary; /* ends with the call */
} vfi_lease;

/* The view of an array that a legacy call passes.
 *   first       its first element
 *   bounds      of its three directions; may be empty
 *   components  >= 1
 *   label       for messages
 * Errors: the errors of vf_view_wrap. */
vf_status vfi_lease_take(void *first, vf_type type, const vf_box *bounds, int components, const char *label,
                         vfi_lease *lease);

/* An array of viewfab's own with these bounds. Errors: VF_ERROR_MEMORY. */
vf_status vfi_lease_scratch(const vf_box *bounds, int components, const char *label, vfi_lease *lease);

/* Ends temporary views; device values without a reader are let go. */
void vfi_lease_end(vfi_lease *lease);

/* Number of lives that have ended or whose memory was freed. If the number is unchanged, no further view is gone. Loads
 * the number only. */
uint64_t vfi_lives_over(void);

/* Lets go of ended lives; nobody may keep them. */
void vfi_lives_forget(void);

#endif
