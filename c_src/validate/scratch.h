/* Host memory for checked calls, kept between them: fresh pages cost more than the comparison itself. */
#ifndef VIEWFAB_VALIDATE_SCRATCH_H
#define VIEWFAB_VALIDATE_SCRATCH_H

#include "../core/context.h"

/* At least so many bytes, page-locked for the context's device where it has such a thing. Lock held.
 * Errors: VF_ERROR_MEMORY. */
vf_status vf_scratch_take(vf_context *context, size_t bytes, char **address);
void vf_scratch_give(const char *address);

/* Frees what is kept for a context. Lock held. */
void vf_scratch_release(const vf_context *context);

/* Copies with all threads; the second form to two places at once. */
void vf_scratch_copy(char *to, const char *from, size_t bytes);
void vf_scratch_copy_twice(char *one, char *other, const char *from, size_t bytes);

#endif
