/* What the tiles of all ranks gave, from each to all. */
#ifndef VIEWFAB_GROUP_ROWS_H
#define VIEWFAB_GROUP_ROWS_H

#include "group.h"

/* vf_group_gather_lists for pieces of some kilobytes that come again and again: ranks of one host put them into memory that they
 * share, and meet once. */
vf_status vf_rows_gather(vf_group *group, const char *call, uint64_t digest, vf_status status, const void *mine,
                         const size_t *sizes, void *all);

/* Where this rank's piece of the next such gather lies, for who writes it in place: memory of the host that the device can write.
 * NULL: it is given from elsewhere. */
void *vf_rows_place(const vf_group *group, size_t bytes);

/* Gives the memory back, as vf_window_release. */
void vf_rows_free(vf_group *group);

#endif
