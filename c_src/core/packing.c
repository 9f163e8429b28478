#include "packing.h"

void vfi_packing_add(vf_packing *packing, const int64_t extent[VF_PART_RANK], const vfi_part *part)
{
  vf_packed_box *box = &packing->box[packing->count++];
  int64_t stride = 1;
  *box = (vf_packed_box){ .packed = packing->elements, .elements = 1 };
  for (int d = 0; d < VF_PART_RANK; d++) {
    const int64_t length = part->last[d] - part->first[d] + 1;
    const int below = box->rank - 1;
    box->begin += part->first[d] * stride;
    box->elements *= length;
    if (below >= 0 && box->extent[below] * box->stride[below] == stride) {
      box->extent[below] *= length;
    } else if (length > 1) {
      box->extent[box->rank] = length;
      box->stride[box->rank++] = stride;
    }
    stride *= extent[d];
  }
  for (int d = box->rank; d < VF_PACKED_RANK; d++) box->extent[d] = box->stride[d] = 1;
  if (!box->rank) box->rank = 1; /* a single element */
  packing->elements += box->elements;
}
