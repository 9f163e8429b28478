/* Headers of collective calls: a group keeps room for its own and for one of each member. */
#ifndef VIEWFAB_GROUP_GATHER_H
#define VIEWFAB_GROUP_GATHER_H

#include "group.h"

enum { VF_GATHER_ROOM = 192 }; /* bytes of a member that travel in its header */

size_t vf_gather_header_bytes(void);

#endif
