/* Headers of collective calls: a group keeps room for its own header and for a header of each member. */
#ifndef VIEWFAB_GROUP_GATHER_H
#define VIEWFAB_GROUP_GATHER_H

#include "group.h"

enum { VF_GATHER_ROOM = 192 }; /* bytes of a member that travel in its header */

size_t vf_gather_header_bytes(void);

/* An agreement before members have a group: refuses if a member has no memory for a group. `status` is the status of
 * this member.
 *   wait  seconds, as in a group
 *   lost  out: true if a member is missing; data may then still be under way */
vf_status vf_gather_first(const vf_messages *messages, double wait, vf_status status, bool *lost);

#endif
