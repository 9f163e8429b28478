/* Text of the report about groups: the live groups, and the last destroyed groups. Lock held. */
#ifndef VIEWFAB_GROUP_SUMMARY_H
#define VIEWFAB_GROUP_SUMMARY_H

#include "../core/text.h"
#include "group.h"

/* Appends nothing if there was no group. */
void vfi_groups_text(vfi_text *text);

/* The elements of a list. */
void vfi_groups_json(vfi_text *text);

/* Keeps the figures of a group at its end. Takes the lock itself. */
void vfi_group_remember(const vf_group *group);

/* The number of this process in its first group with other members; 0 if there was no such group. */
int vfi_groups_rank(void);

/* The members of this group; 1 if there was no such group. */
int vfi_groups_ranks(void);
void vfi_groups_rank_is(const vf_group *group);

#endif
