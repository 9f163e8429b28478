/* Handles: numbers, made of a slot and a generation, in the type of pointers. They are never dereferenced, so that the
 * use of a released view or set is always noticed. Lock held. */
#ifndef VIEWFAB_CORE_HANDLE_H
#define VIEWFAB_CORE_HANDLE_H

#include <viewfab/viewfab.h>

enum { VF_LABEL_LENGTH = 64 };

struct vf_operand;

/* A handle for an operand. label: for messages, copied, cut if too long.
 * Errors: VF_ERROR_MEMORY. */
vf_status vf_handle_take(struct vf_operand *operand, const char *label, vf_view **handle);

/* Ends a live handle. */
void vf_handle_give(const vf_view *handle);

/* The operand of a handle; NULL if the handle is none, or was released. */
struct vf_operand *vf_handle_operand(const vf_view *handle);

/* The same with the last error set. who names the caller in that text. */
struct vf_operand *vf_handle_get(const vf_view *handle, const char *who);

/* The label of a live handle: memory that outlives the handle. */
const char *vf_handle_label(const vf_view *handle);

/* The next live handle behind a handle, also behind an ended handle; NULL to begin with, NULL at the end. */
vf_view *vf_handle_next(const vf_view *handle);

/* Number of ended handles so far: while the number stays, all live handles stay live. */
uint64_t vf_handles_ended(void);

#endif
