/* Handles: numbers, made of a slot and a generation, in the guise of pointers. They are never dereferenced, so that the
 * use of one whose view or set was released is always noticed. Lock held. */
#ifndef VIEWFAB_CORE_HANDLE_H
#define VIEWFAB_CORE_HANDLE_H

#include <viewfab/viewfab.h>

enum { VF_LABEL_LENGTH = 64 };

struct vf_operand;

/* A handle for what will be used through it. label: for messages, copied, cut where it is too long.
 * Errors: VF_ERROR_MEMORY. */
vf_status vf_handle_take(struct vf_operand *operand, const char *label, vf_view **handle);

/* Ends a handle that is live. */
void vf_handle_give(const vf_view *handle);

/* What a handle is for; NULL where it is none, or was released. */
struct vf_operand *vf_handle_operand(const vf_view *handle);

/* The same with the last error set. who names the caller in that text. */
struct vf_operand *vf_handle_get(const vf_view *handle, const char *who);

/* The label of a handle that is live: memory that outlives it. */
const char *vf_handle_label(const vf_view *handle);

/* The next live handle behind one, which may have ended meanwhile; NULL to begin with, NULL at the end. */
vf_view *vf_handle_next(const vf_view *handle);

/* How many handles have ended so far: as long as that stays, all handles that were live are. */
uint64_t vf_handles_ended(void);

#endif
