/* What the report says of groups: which there are, and the last ones that were destroyed. Lock held. */
#ifndef VIEWFAB_GROUP_SUMMARY_H
#define VIEWFAB_GROUP_SUMMARY_H

#include "../core/text.h"
#include "group.h"

/* Nothing where there was no group. */
void vf_groups_text(vf_text *text);

/* The elements of a list. */
void vf_groups_json(vf_text *text);

/* Keeps what a group comes to, when it is destroyed. Takes the lock itself. */
void vf_group_remember(const vf_group *group);

/* The number of this process in the first group that it was in with others; 0 where there was none. */
int vf_groups_rank(void);
void vf_groups_rank_is(const vf_group *group);

#endif
