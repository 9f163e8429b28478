/* What the environment says of groups, and which GPU a member takes. */
#ifndef VIEWFAB_GROUP_SETTINGS_H
#define VIEWFAB_GROUP_SETTINGS_H

#include "group.h"

/* VF_WAIT in seconds (0: for ever), and VF_TRANSPORT, names with commas between them, NULL where it is unset. Errors: VF_ERROR_ARGUMENT. */
vf_status vf_group_settings(double *wait, const char **transport);

/* Opens the default context where it is not open: of several GPUs the one that is for member number `on_host` of its host. */
vf_status vf_group_open_default(int on_host);

#endif
