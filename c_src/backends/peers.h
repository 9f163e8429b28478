/* The tables for peers; the tables of the GPU back ends point to these tables. */
#ifndef VIEWFAB_BACKENDS_PEERS_H
#define VIEWFAB_BACKENDS_PEERS_H

#include <viewfab/backend/peers.h>

#ifdef __cplusplus
extern "C" {
#endif

const vf_peer_table *vfi_peers_cuda(void);
const vf_peer_table *vfi_peers_hip(void);

/* Stands before a wait of the host for a queue or an event: the function itself waits while a guard says that other
 * processes may keep the queue. Return 0, or VF_PEER_LOST. */
int vfi_peers_pass_cuda(void *queue);
int vfi_peers_pass_hip(void *queue);
int vfi_peers_pass_event_cuda(void *event);
int vfi_peers_pass_event_hip(void *event);

#ifdef __cplusplus
}
#endif

#endif
