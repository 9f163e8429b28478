/* System calls on watched memory. The kernel of the system does not fault into a handler: a read or write of shut memory
 * fails. Calls of read, write and their relatives in the program and its libraries therefore go through functions of
 * viewfab. These functions make the memory fit first. */
#ifndef VIEWFAB_COHERENCE_SYSTEM_CALLS_H
#define VIEWFAB_COHERENCE_SYSTEM_CALLS_H

/* Leads the calls of all loaded libraries here, also those of libraries that were loaded since the last time. */
void vfi_system_calls_begin(void);

/* The same for the calls of the allocator alone; see heap.h. */
void vfi_system_calls_lead_heap(void);

#endif
