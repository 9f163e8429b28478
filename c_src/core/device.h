/* Which devices were built, and how a name picks one. */
#ifndef VIEWFAB_CORE_DEVICE_H
#define VIEWFAB_CORE_DEVICE_H

#include <viewfab/backend.h>

extern const vf_backend vf_backend_host_alias, vf_backend_host_mirror;

/* The back end of an id as VF_HOST_MEMORY has it for the host; NULL where it was not built. */
vf_status vf_device_backend(vf_backend_id id, const vf_backend **backend);

/* "host", "cuda", "cuda:1", ...; NULL or "" picks the first GPU present, else the host. */
vf_status vf_device_resolve(const char *name, const vf_backend **backend, int *ordinal);

const char *vf_device_id_name(vf_backend_id id);

#endif
