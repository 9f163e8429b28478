/* Transports with waits of streams for each other, and the notes that their hosts compare meanwhile. */
#ifndef VIEWFAB_GROUP_PEER_MEMORY_H
#define VIEWFAB_GROUP_PEER_MEMORY_H

#include "../transport.h"

extern const vf_transport vf_transport_flat, vf_transport_ipc, vf_transport_registered;

/* The last notes of each link, in shared memory of the host. */
typedef struct vf_notes vf_notes;

/* Collective. *notes is NULL without shared memory; then nothing is compared. */
vf_status vf_notes_make(vf_group *group, vf_notes **notes);
void vf_notes_free(vf_notes *notes);

/* Shows a rank the note of the data sent to this rank. */
void vf_notes_give(vf_notes *notes, int rank, const vf_note *note);

/* Compares the expected note of a link, and lately expected notes, with the notes shown so far by the other end.
 * Errors: VF_ERROR_PEER, as vf_link_compare. */
vf_status vf_notes_compare(vf_notes *notes, vf_link *link, const vf_note *expected);

/* The name of the expected data of an exchange; "" if not known any more. */
const char *vf_notes_what(const vf_notes *notes, int rank, uint64_t number);

#endif
