#include "packing.h"

#include <string.h>

static void add(vf_packing *packing, const int64_t extent[VF_PART_RANK], const vfi_part *part)
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

/* True if the parts are the begin and the end of the same rows, and there is a next row to a row. */
static bool are_ends(const vfi_part *begin, const vfi_part *end, int64_t length)
{
  const size_t others = (VF_PART_RANK - 1) * sizeof begin->first[0];
  return begin->first[0] == 0 && end->last[0] == length - 1 && end->first[1] < end->last[1] &&
         !memcmp(begin->first + 1, end->first + 1, others) && !memcmp(begin->last + 1, end->last + 1, others);
}

/* The begins of the first rows, the end of each row with the begin of the next row, and the ends of the last rows. */
static void add_ends(vf_packing *packing, const int64_t extent[VF_PART_RANK], const vfi_part *begin,
                     const vfi_part *end)
{
  vfi_part first = *begin, both = *end, last = *end;
  first.last[1] = first.first[1];
  both.last[0] += begin->last[0] + 1;
  both.last[1]--;
  last.first[1] = last.last[1];
  add(packing, extent, &first);
  add(packing, extent, &both);
  add(packing, extent, &last);
}

vf_packing vfi_packing_of(const vfi_part_list *list, const int64_t extent[VF_PART_RANK], size_t size)
{
  vf_packing packing = { .size = size };
  bool added[VF_PARTS] = { false };
  int room = VF_PACKED_BOXES - list->count; /* a pair of ends takes three boxes */
  for (int p = 0; p < list->count; p++)
    for (int q = 0; q < list->count && !added[p] && room > 0; q++)
      if (q != p && !added[q] && are_ends(&list->at[p], &list->at[q], extent[0])) {
        add_ends(&packing, extent, &list->at[p], &list->at[q]);
        added[p] = added[q] = true;
        room--;
      }
  for (int p = 0; p < list->count; p++)
    if (!added[p]) add(&packing, extent, &list->at[p]);
  return packing;
}
