/* Copies of the host's memory by several threads, which are viewfab's own: those of OpenMP may all be busy calling viewfab, or be
 * one by the user's wish. */
#ifndef VIEWFAB_CORE_COPYING_H
#define VIEWFAB_CORE_COPYING_H

#include <stddef.h>

#include <viewfab/viewfab.h>

/* Reads VF_COPY_THREADS. Errors: VF_ERROR_ARGUMENT. Lock held. */
vf_status vf_copying_load(void);

/* memcpy. Lock held, so that there is one at a time. */
void vf_copy_memory(char *to, const char *from, size_t bytes);

#endif
