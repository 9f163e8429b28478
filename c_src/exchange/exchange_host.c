#include "wall_items.h"

#include <string.h>

#include "../backends/exchange.h"

static void copy_item(const vf_exchange *exchange, const vf_exchange_item *item)
{
  const vf_span *to = &exchange->spans[item->to], *from = &exchange->spans[item->from];
  const ptrdiff_t size = (ptrdiff_t)vf_type_size(exchange->type);
  for (int n = 0; n < exchange->components; n++)
    for (int k = item->first[2]; k < item->first[2] + item->size[2]; k++)
      for (int j = item->first[1]; j < item->first[1] + item->size[1]; j++) {
        const int i = item->first[0], *shift = item->shift;
        const ptrdiff_t put = i + j * to->stride[0] + k * to->stride[1] + n * to->stride[2];
        const ptrdiff_t take =
            (i + shift[0]) + (j + shift[1]) * from->stride[0] + (k + shift[2]) * from->stride[1] + n * from->stride[2];
        memcpy((char *)to->origin + put * size, (const char *)from->origin + take * size,
               (size_t)item->size[0] * (size_t)size);
      }
}

int vf_exchange_host(const vf_exchange *exchange)
{
#pragma omp parallel for schedule(dynamic, 16) if (exchange->item_count > 16)
  for (int x = 0; x < exchange->item_count; x++) {
    const vf_exchange_item *item = &exchange->items[x];
    if (item->face < 0) copy_item(exchange, item);
    else if (exchange->type == VF_REAL64) vf_walls_host_double(exchange, item);
    else vf_walls_host_float(exchange, item);
  }
  return 0;
}
