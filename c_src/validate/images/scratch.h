/* Host memory for checked calls, kept between them: fresh pages cost more than the comparison itself. */
#ifndef VIEWFAB_VALIDATE_IMAGES_SCRATCH_H
#define VIEWFAB_VALIDATE_IMAGES_SCRATCH_H

#include "../../core/context.h"

/* At least so many bytes, page-locked for the context's device if possible. Lock held.
 * Errors: VF_ERROR_MEMORY. */
vf_status vfi_scratch_take(vf_context *context, size_t bytes, char **address);
void vfi_scratch_give(const char *address);

/* The same, but only written pages take memory; the others read as background, 8 bytes again and again. The owner
 * leaves the memory as found, except for elements that others may have written there. Transfers with a device go by way
 * of other memory. */
vf_status vfi_scratch_take_sparse(vf_context *context, size_t bytes, uint64_t background, char **address);

/* Notes the written bytes of sparse memory, in whole pages: if a call needs much less, the pages are given back. */
void vfi_scratch_written(const char *address, size_t bytes);

/* Gives memory back and frees it at once. */
void vfi_scratch_drop(const char *address);

/* Frees the memory kept for a context. Lock held. */
void vfi_scratch_release(const vf_context *context);

/* Copies with all threads; the second form to two places at once. */
void vfi_scratch_copy(char *to, const char *from, size_t bytes);
void vfi_scratch_copy_twice(char *one, char *other, const char *from, size_t bytes);

#endif
