/* Results of the tiles of all ranks, from each rank to all ranks. */
#ifndef VIEWFAB_GROUP_ROWS_H
#define VIEWFAB_GROUP_ROWS_H

#include "group.h"

/* vf_group_gather_lists for frequent pieces of some kilobytes: ranks of one host put their pieces into shared memory,
 * and meet once. */
vf_status vf_rows_gather(vf_group *group, const char *call, uint64_t digest, vf_status status, const void *mine,
                         const size_t *sizes, void *all);

/* The place of this rank's piece in the next such gather, for a writer in place: memory of the host that the device can
 * write. NULL: the piece comes from elsewhere. */
void *vf_rows_place(const vf_group *group, size_t bytes);

/* Gives the memory back, as vf_window_release. */
void vf_rows_free(vf_group *group);

#endif
