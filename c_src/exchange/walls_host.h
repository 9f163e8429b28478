/* Included by the two units for float and double: ghosts beside a face of the domain. */
#include <viewfab/kit/declare.h>
#include <viewfab/kit/ghost_value.h>

#include "wall_items.h"
#include "wall_cell.h"

void VF_CAT(vf_walls_host_, VF_REAL)(const vf_exchange *exchange, const vf_exchange_item *item)
{
  if (exchange->sides.kind[item->face] == VF_UNFILLED) return;
  for (int n = 0; n < exchange->components; n++)
    for (int k = item->first[2]; k < item->first[2] + item->size[2]; k++)
      for (int j = item->first[1]; j < item->first[1] + item->size[1]; j++)
        for (int i = item->first[0]; i < item->first[0] + item->size[0]; i++)
          vf_wall_cell(&exchange->spans[item->to], exchange->walls ? &exchange->walls[item->to] : NULL,
                       exchange->boxes[item->to], exchange->sides, item->face, i, j, k, n);
}
