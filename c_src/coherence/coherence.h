/* Coherence: viewfab notices accesses of the program to values that are old on the host, and writes that nobody announced.
 *
 * After a kernel has written an array on the device, the array's pages on the host are shut: an access of the host
 * faults, the handler fills a piece of the pages from the device, and the access goes on. After a copy to the device the
 * pages are read-only, so the first write of the host is noticed. VF_COHERENCE=auto serves such accesses;
 * VF_CHECK=coherence serves and reports them; VF_CHECK=poison fills stale copies with signalling NaN. Without these
 * words nothing here takes memory, installs a handler or changes a page.
 *
 * The functions are the answers of core's hooks (core/hooks.h). Lock held, unless said otherwise. */
#ifndef VIEWFAB_COHERENCE_COHERENCE_H
#define VIEWFAB_COHERENCE_COHERENCE_H

#include "../core/execute.h"

bool vfi_coherence_keeps_copy(void);

/* Reads the environment, and prepares the handler if pages have to be protected. Errors: VF_ERROR_ARGUMENT, VF_ERROR_MEMORY. */
vf_status vfi_coherence_opens(void);

/* A call of a kernel begins in this thread; reports name the kernel. No lock held. */
void vfi_coherence_call_begins(const vf_kernel *kernel);

/* The program ends: the report gets a finding for each array with wrong accesses, while calls are checked. Lock held. */
void vfi_coherence_notes_accesses(void);

/* True if VF_COHERENCE=auto serves accesses of the host, so that arrays need no announcements. No lock needed. */
bool vfi_coherence_serves(void);

/* True if the program has certainly freed the memory of a watched array unseen. */
bool vfi_coherence_has_lost(const vfi_array *array);

/* Leads the calls of libraries that were loaded since the last time. */
void vfi_coherence_looks_for_libraries(void);

/* True if accesses of the host to the array are, or will be, noticed. */
bool vfi_coherence_watches_array(const vfi_array *array);

/* Memory becomes, or was until now, a window of other processes; see led_calls.h. No lock held. */
bool vfi_coherence_exposes(const char *begin, size_t bytes, void *from);
void vfi_coherence_conceals(const char *begin, size_t bytes, bool keeps);

vf_status vfi_coherence_call_uses_arrays(const vfi_call *call, const vfi_checked *checked, bool begins);
void vfi_coherence_view_ends(const vfi_array *array);
void vfi_coherence_array_is_used(vfi_array *array, vf_side side, vf_intent intent, bool copies);
void vfi_coherence_core_accesses_host(bool begins);
void vfi_coherence_state_is_set(vfi_array *array, bool device_wrote);
void vfi_coherence_host_gets_new(vfi_array *array);
void vfi_coherence_host_gets_old(vfi_array *array);
void vfi_coherence_device_memory_is_new(const vfi_array *array);
bool vfi_coherence_brings_at_end(vfi_array *array);
void vfi_coherence_array_ends(vfi_array *array);

#endif
