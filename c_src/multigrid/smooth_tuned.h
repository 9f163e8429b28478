/* The smooths of views by a device's engine. */
#ifndef VIEWFAB_MULTIGRID_SMOOTH_TUNED_H
#define VIEWFAB_MULTIGRID_SMOOTH_TUNED_H

#include "smooth.h"

/* Whether an engine can take the call as it is: double, one component, no values on walls, every face of a kind that
 * folds. A call that is wrong is not taken: the plain sequence says what is wrong. */
bool vf_smooth_poisson_takes(const void *arguments);
bool vf_smooth_helmholtz_takes(const void *arguments);
vf_status vf_smooth_poisson_tuned(const void *arguments);
vf_status vf_smooth_helmholtz_tuned(const void *arguments);

#endif
