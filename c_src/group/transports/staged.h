/* Links by messages: common functions of staged.c and device.c, and buffers for nccl.c. */
#ifndef VIEWFAB_GROUP_TRANSPORTS_STAGED_H
#define VIEWFAB_GROUP_TRANSPORTS_STAGED_H

#include "../transport.h"

/* The memory of message buffers. Functions return 0 or the native code of the device. */
typedef struct vfi_message_memory {
  int (*allocate)(const vf_backend *backend, void **address, size_t bytes);
  int (*release)(const vf_backend *backend, void *address);
} vfi_message_memory;

extern const vfi_message_memory vfi_message_device_memory;

/* For the tables of the transports by messages: buffers of all links of a transport, and the state of each link. */
vf_status vfi_message_links_grow(vf_group *group, const vfi_transport *transport, const vfi_message_memory *memory,
                                 const size_t *put, const size_t *take);
void vfi_message_links_drop(vf_group *group, const vfi_transport *transport, const vfi_message_memory *memory);

/* The state of the links of these transports, made with a group. */
vf_status vfi_message_links_make(vf_group *group);

vf_status vfi_message_begin(vfi_link *link, const vfi_note *note);
vf_status vfi_message_send(vfi_link *link, const vfi_note *note);
vf_status vfi_message_receive(vfi_link *link, const vfi_note *note);

#endif
