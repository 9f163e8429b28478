#include "wall_items.h"

#include <string.h>

#include "../backends/exchange.h"

static void copy_item(const vf_exchange *exchange, const vfi_exchange_item *item)
{
  const vfi_span *to = &exchange->spans[item->to], *from = &exchange->spans[item->from];
  const ptrdiff_t size = (ptrdiff_t)vfi_type_size(exchange->type);
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

/* Copies cells into a buffer, or ghosts out of a buffer: without gaps, in column order. */
static void move_item(const vf_exchange *exchange, const vfi_exchange_item *item)
{
  const bool put = item->to < 0;
  const vfi_span *span = &exchange->spans[put ? item->from : item->to];
  const ptrdiff_t size = (ptrdiff_t)vfi_type_size(exchange->type);
  const unsigned turn = exchange->turns[item->buffer / 32] >> item->buffer % 32 & 1;
  char *at = (char *)exchange->buffers[2 * (unsigned)item->buffer + turn] + item->offset * size;
  const int *shift = item->shift;
  const size_t row = (size_t)item->size[0] * (size_t)size;
  const ptrdiff_t i = item->first[0] + (put ? shift[0] : 0);
  for (int n = 0; n < exchange->components; n++)
    for (int k = item->first[2]; k < item->first[2] + item->size[2]; k++)
      for (int j = item->first[1]; j < item->first[1] + item->size[1]; j++, at += row) {
        const ptrdiff_t place = i + (j + (put ? shift[1] : 0)) * span->stride[0] +
                                (k + (put ? shift[2] : 0)) * span->stride[1] + n * span->stride[2];
        char *cells = (char *)span->origin + place * size;
        memcpy(put ? at : cells, put ? cells : at, row);
      }
}

int vfi_exchange_host(const vf_exchange *exchange)
{
#pragma omp parallel for schedule(dynamic, 16) if (exchange->item_count > 16)
  for (int x = 0; x < exchange->item_count; x++) {
    const vfi_exchange_item *item = &exchange->items[x];
    if (item->to < 0 || item->from < 0) move_item(exchange, item);
    else if (item->face < 0) copy_item(exchange, item);
    else if (exchange->type == VF_REAL64) vfi_walls_host_double(exchange, item);
    else vfi_walls_host_float(exchange, item);
  }
  return 0;
}
