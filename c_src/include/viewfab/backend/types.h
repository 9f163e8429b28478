/* Element types, for whoever handles memory of arrays. */
#ifndef VIEWFAB_BACKEND_TYPES_H
#define VIEWFAB_BACKEND_TYPES_H

#include <viewfab/viewfab.h>

/* Bytes of an element. */
static inline size_t vf_type_size(vf_type type) { return type == VF_REAL64 || type == VF_INT64 ? 8 : 4; }

#endif
