#include "moves.h"

#include <stdlib.h>

#include "packing.h"
#include "staging.h"

enum { WORTH = 8 }; /* the packed elements have at most this part of the bytes of the array */

/* The elements outside of the box. */
static vfi_part_list outside(const vfi_overwritten *box)
{
  vfi_part_list list = { .count = 1, .at = { vfi_part_whole(box->extent) } };
  vfi_part inside = list.at[0];
  for (int d = 0; d < 3; d++) {
    inside.first[d] = box->first[d];
    inside.last[d] = box->last[d];
  }
  vfi_parts_remove(&list, &inside);
  return list;
}

static size_t size_of(const vfi_array *array) { return vfi_type_traits_of(array->type).size; }

bool vfi_outside_pays(const vfi_array *array)
{
  const vfi_part_list list = outside(&array->overwritten);
  return vfi_staging_worth(array->context, array->bytes) &&
         (size_t)vfi_parts_elements(&list) * size_of(array) <= array->bytes / WORTH;
}

int vfi_outside_queue(vfi_array *array, size_t *sent)
{
  const vfi_part_list list = outside(&array->overwritten);
  *sent = 0;
  if (!vfi_staging_packs(array->context)) return 0;
  vf_packing *packing = array->packed = calloc(1, sizeof *packing);
  if (!packing) return 0;
  *packing = vfi_packing_of(&list, array->overwritten.extent, size_of(array));
  const int code = vfi_staging_copy_boxes(array->context, VF_COPY_TO_DEVICE, array->device, array->host, packing);
  if (!code) *sent = (size_t)packing->elements * packing->size;
  return code;
}

void vfi_outside_end(vfi_array *array)
{
  free(array->packed);
  array->packed = NULL;
}
