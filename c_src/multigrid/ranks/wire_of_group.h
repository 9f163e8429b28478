/* The wire of a solver whose ranks are those of a group. */
#ifndef VIEWFAB_MULTIGRID_RANKS_WIRE_OF_GROUP_H
#define VIEWFAB_MULTIGRID_RANKS_WIRE_OF_GROUP_H

#include <viewfab/group.h>

#include "wire.h"

vf_wire vf_wire_of_group(vf_group *group);

#endif
