/* The ghosts of calls: what a declaration says about them, with the values of a call. */
#ifndef VIEWFAB_CORE_GHOSTS_H
#define VIEWFAB_CORE_GHOSTS_H

#include <viewfab/backend.h>

#include "check.h"

/* The ghosts that a call visits, for calls that were checked; of a kernel that is not over ghosts, its box alone.
 *   values  of the call */
vf_halo vf_halo_of(const vf_kernel_description *kernel, const vf_argument *values);

/* Refuses a call whose depth or centring is none, and ghosts that have no image. Lock held. */
vf_status vf_check_ghosts(const vf_call *call, const vf_checked *checked);

#endif
