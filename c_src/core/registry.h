/* The live arrays, found by address, with the rule for overlapping ranges; and the kernels of the program and its
 * libraries, found by name. Lock held by the caller, unless said otherwise. */
#ifndef VIEWFAB_CORE_REGISTRY_H
#define VIEWFAB_CORE_REGISTRY_H

#include "array.h"

/* The array that holds the address, or NULL. */
vfi_array *vfi_registry_find(const void *address);

/* All arrays that have elements, by place from 0; NULL behind the last one. */
vfi_array *vfi_registry_at(size_t place);

/* The first array with a byte in a range; NULL if there is none. */
vfi_array *vfi_registry_meets(const void *begin, size_t bytes);

/* Finds or makes the array for a host range, by the rule of vf_view_wrap. *joined tells if the array was found. */
vf_status vfi_registry_claim(vf_context *context, void *host, size_t bytes, vf_type type, const char *label,
                             vf_wrap_rule rule, vfi_array **array, bool *joined);

/* Takes the array off the list and destroys the array. */
void vfi_registry_drop(vfi_array *array);

/* True if there is a kernel of this name, without its vf_. A kernel is listed while its library is loaded. No lock of
 * viewfab is needed. */
bool vfi_kernel_is_listed(const char *name);

/* Kernels taken off the list so far: while the number stays, each kernel has its address. No lock is needed. */
unsigned vfi_kernels_unloaded(void);

#endif
