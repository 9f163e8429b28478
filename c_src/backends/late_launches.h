/* A queue of kernels on the host that runs its launches as late as the rules of backend.h allow: when something waits for them, or
 * other work of the queue comes behind them. A missing wait then gives old values in every run. */
#ifndef VIEWFAB_BACKENDS_LATE_LAUNCHES_H
#define VIEWFAB_BACKENDS_LATE_LAUNCHES_H

#include <viewfab/backend.h>

int vfi_late_launch(vfi_launcher launcher, const vfi_launch *launch, const vfi_kernel_description *kernel);

#endif
