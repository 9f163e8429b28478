/* The settings of groups in the environment, and the choice of the GPU of a member. */
#ifndef VIEWFAB_GROUP_SETTINGS_H
#define VIEWFAB_GROUP_SETTINGS_H

#include "group.h"

/* VF_WAIT in seconds (0: for ever), and VF_TRANSPORT, names with commas between them, NULL if unset. Errors:
 * VF_ERROR_ARGUMENT. */
vf_status vf_group_settings(double *wait, const char **transport);

/* Opens the default context if it is not open: if there are several GPUs, the GPU for member number `on_host` of its
 * host. */
vf_status vf_group_open_default(int on_host);

#endif
