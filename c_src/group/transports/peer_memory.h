/* Transports with waits of streams for each other, and the notes that their hosts compare meanwhile. */
#ifndef VIEWFAB_GROUP_PEER_MEMORY_H
#define VIEWFAB_GROUP_PEER_MEMORY_H

#include "../transport.h"

extern const vfi_transport vfi_transport_flat, vfi_transport_ipc, vfi_transport_registered;

/* The last notes of each link, in shared memory of the host. */
typedef struct vfi_notes vfi_notes;

/* Collective. *notes is NULL without shared memory; then nothing is compared. */
vf_status vfi_notes_make(vf_group *group, vfi_notes **notes);
void vfi_notes_free(vfi_notes *notes);

/* Shows a rank the note of the data sent to this rank. */
void vfi_notes_give(vfi_notes *notes, int rank, const vfi_note *note);

/* Compares the expected note of a link, and lately expected notes, with the notes shown so far by the other end.
 * Errors: VF_ERROR_PEER, as vfi_link_compare. */
vf_status vfi_notes_compare(vfi_notes *notes, vfi_link *link, const vfi_note *expected);

/* The name of the expected data of an exchange; "" if not known any more. */
const char *vfi_notes_what(const vfi_notes *notes, int rank, uint64_t number);

#endif
