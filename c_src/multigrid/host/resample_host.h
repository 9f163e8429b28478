/* Transfers over a joint that is resampled; see engine.h. */
#ifndef VIEWFAB_MULTIGRID_HOST_RESAMPLE_HOST_H
#define VIEWFAB_MULTIGRID_HOST_RESAMPLE_HOST_H

#include "../engine.h"

int vf_host_interpolate_resampled(vf_engine *engine, const vf_level *fine, const vf_level *coarse, bool add);
int vf_host_restrict_resampled(vf_engine *engine, const vf_level *fine, vf_field from, const vf_level *coarse);

#endif
