/* Headers of collective calls: a group keeps room for its own and for one of each member. */
#ifndef VIEWFAB_GROUP_GATHER_H
#define VIEWFAB_GROUP_GATHER_H

#include "group.h"

enum { VF_GATHER_ROOM = 192 }; /* bytes of a member that travel in its header */

size_t vf_gather_header_bytes(void);

/* Before members have a group: whether each has the memory for one, as `status` says of this one.
 *   wait  seconds, as in a group
 *   lost  out: not all came, and what was sent may still be under way */
vf_status vf_gather_first(const vf_messages *messages, double wait, vf_status status, bool *lost);

#endif
