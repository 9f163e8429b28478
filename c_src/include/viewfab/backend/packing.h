/* Packed copies of boxes of an array: the elements of the boxes one after the other. */
#ifndef VIEWFAB_BACKEND_PACKING_H
#define VIEWFAB_BACKEND_PACKING_H

#include <stddef.h>
#include <stdint.h>

enum { VF_PACKED_BOXES = 16, VF_PACKED_RANK = 4 };

/* A box with extent[0] x ... x extent[rank - 1] elements. Element (i0, i1, ...) of the box is element
 * begin + i0 * stride[0] + i1 * stride[1] + ... of the array, and element packed + i0 + extent[0] * (i1 + ...) of the
 * packed copy. Unused extents are 1. */
typedef struct vf_packed_box {
  int64_t begin, packed, elements;
  int rank;
  int64_t extent[VF_PACKED_RANK], stride[VF_PACKED_RANK];
} vf_packed_box;

typedef struct vf_packing {
  size_t size;      /* bytes of an element: 4 or 8 */
  int64_t elements; /* of all boxes */
  int count;        /* boxes, in the order of their packed elements */
  vf_packed_box box[VF_PACKED_BOXES];
} vf_packing;

#endif
