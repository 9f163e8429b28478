/* Handles: numbers, made of a slot and a generation, in the type of pointers. They are never dereferenced, so that the
 * use of a released view or set is always noticed. Lock held. */
#ifndef VIEWFAB_CORE_HANDLE_H
#define VIEWFAB_CORE_HANDLE_H

#include <viewfab/viewfab.h>

enum { VF_LABEL_LENGTH = 64 };

struct vfi_operand;

/* A handle for an operand. label: for messages, copied, cut if too long.
 * Errors: VF_ERROR_MEMORY. */
vf_status vfi_handle_take(struct vfi_operand *operand, const char *label, vf_view **handle);

/* Ends a live handle. */
void vfi_handle_give(const vf_view *handle);

/* The operand of a handle; NULL if the handle is none, or was released. */
struct vfi_operand *vfi_handle_operand(const vf_view *handle);

/* The same with the last error set. who names the caller in that text. */
struct vfi_operand *vfi_handle_get(const vf_view *handle, const char *who);

/* The label of a live handle: memory that outlives the handle. */
const char *vfi_handle_label(const vf_view *handle);

/* The next live handle behind a handle, also behind an ended handle; NULL to begin with, NULL at the end. */
vf_view *vfi_handle_next(const vf_view *handle);

/* Number of ended handles so far: while the number stays, all live handles stay live. */
uint64_t vfi_handles_ended(void);

#endif
