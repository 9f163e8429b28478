/* Copies of the host's memory by several threads. viewfab has threads of its own, because the threads of OpenMP may all
 * be busy in calls of viewfab, or the user may have set one thread. */
#ifndef VIEWFAB_CORE_COPYING_H
#define VIEWFAB_CORE_COPYING_H

#include <stddef.h>

#include <viewfab/viewfab.h>

/* Reads VF_COPY_THREADS. Errors: VF_ERROR_ARGUMENT. Lock held. */
vf_status vf_copying_load(void);

/* memcpy. Lock held, so there is one copy at a time. */
void vf_copy_memory(char *to, const char *from, size_t bytes);

#endif
