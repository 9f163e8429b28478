/* The ghost exchange on host threads. */
#ifndef VIEWFAB_EXCHANGE_EXCHANGE_HOST_H
#define VIEWFAB_EXCHANGE_EXCHANGE_HOST_H

#include <viewfab/backend.h>

int vf_exchange_host(const vf_exchange *exchange);

/* The items beside a face of the domain, for each type. */
void vf_walls_host_float(const vf_exchange *exchange, const vf_exchange_item *item);
void vf_walls_host_double(const vf_exchange *exchange, const vf_exchange_item *item);

#endif
