/* Headers of collective calls: a group keeps room for its own header and for a header of each member. Rows of results
 * are gathered beside them (rows.c). */
#ifndef VIEWFAB_GROUP_GATHER_H
#define VIEWFAB_GROUP_GATHER_H

#include "group.h"

enum { VF_GATHER_ROOM = 192 }; /* bytes of a member that travel in its header */

size_t vfi_gather_header_bytes(void);

/* An agreement before members have a group: refuses if a member has no memory for a group. `status` is the status of
 * this member.
 *   wait  seconds, as in a group
 *   lost  out: true if a member is missing; data may then still be under way */
vf_status vfi_gather_first(const vf_messages *messages, double wait, vf_status status, bool *lost);

/* Results of the tiles of all ranks, from each rank to all ranks: vfi_group_gather_lists for frequent pieces of some
 * kilobytes. Ranks of one host put their pieces into shared memory, and meet once. */
vf_status vfi_rows_gather(vf_group *group, const char *call, uint64_t digest, vf_status status, const void *mine,
                          const size_t *sizes, void *all);

/* The place of this rank's piece in the next such gather, for a writer in place: memory of the host that the device can
 * write. NULL: the piece comes from elsewhere. */
void *vfi_rows_place(const vf_group *group, size_t bytes);

/* Gives the memory back, as vfi_window_release. */
void vfi_rows_free(vf_group *group);

#endif
