/* The wire of a solver over the members of a group. */
#ifndef VIEWFAB_MULTIGRID_RANKS_WIRE_OF_GROUP_H
#define VIEWFAB_MULTIGRID_RANKS_WIRE_OF_GROUP_H

#include <viewfab/group.h>

#include "wire.h"

vfi_wire vfi_wire_of_group(vf_group *group);

#endif
