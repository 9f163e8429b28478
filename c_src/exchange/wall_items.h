/* The items beside a face of the domain on host threads, for each type. */
#ifndef VIEWFAB_EXCHANGE_WALL_ITEMS_H
#define VIEWFAB_EXCHANGE_WALL_ITEMS_H

#include <viewfab/backend.h>

void vfi_walls_host_float(const vf_exchange *exchange, const vfi_exchange_item *item);
void vfi_walls_host_double(const vf_exchange *exchange, const vfi_exchange_item *item);

#endif
