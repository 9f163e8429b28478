/* Text of the report about groups: the live groups, and the last destroyed groups. Lock held. */
#ifndef VIEWFAB_GROUP_SUMMARY_H
#define VIEWFAB_GROUP_SUMMARY_H

#include "../core/text.h"
#include "group.h"

/* Appends nothing if there was no group. */
void vf_groups_text(vf_text *text);

/* The elements of a list. */
void vf_groups_json(vf_text *text);

/* Keeps the figures of a group at its end. Takes the lock itself. */
void vf_group_remember(const vf_group *group);

/* The number of this process in its first group with other members; 0 if there was no such group. */
int vf_groups_rank(void);
void vf_groups_rank_is(const vf_group *group);

#endif
