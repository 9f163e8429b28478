/* The ghost exchange in the table of a back end; the folder exchange/ has the code for each back end. */
#ifndef VIEWFAB_BACKENDS_EXCHANGE_H
#define VIEWFAB_BACKENDS_EXCHANGE_H

#include <viewfab/backend.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Queue all items as one launch. Return 0, or the native error code. */
int vfi_exchange_host(const vf_exchange *exchange);
int vfi_exchange_cuda(const vf_exchange *exchange);
int vfi_exchange_hip(const vf_exchange *exchange);

#ifdef __cplusplus
}
#endif

#endif
