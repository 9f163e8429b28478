/* The live arrays, found by address, and the rule for overlapping ranges. Lock held by the caller. */
#ifndef VIEWFAB_CORE_REGISTRY_H
#define VIEWFAB_CORE_REGISTRY_H

#include "array.h"

/* The array that holds the address, or NULL. */
vf_array *vf_registry_find(const void *address);

/* All arrays that have elements, by place from 0; NULL behind the last one. */
vf_array *vf_registry_at(size_t place);

/* Finds or makes the array for a host range, by the rule of vf_view_wrap. *joined tells if the array was found. */
vf_status vf_registry_claim(vf_context *context, void *host, size_t bytes, vf_type type, const char *label,
                            vf_wrap_rule rule, vf_array **array, bool *joined);

/* Takes the array off the list and destroys the array. */
void vf_registry_drop(vf_array *array);

#endif
