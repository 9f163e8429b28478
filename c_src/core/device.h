/* The built devices, and the choice of a device by name. */
#ifndef VIEWFAB_CORE_DEVICE_H
#define VIEWFAB_CORE_DEVICE_H

#include <viewfab/backend.h>

extern const vf_backend vf_backend_host_alias, vf_backend_host_mirror, vf_backend_host_late, vf_backend_host_shared;

/* The back end of an id; VF_HOST_MEMORY chooses the variant of the host. NULL if not built. */
vf_status vfi_device_backend(vf_backend_id id, const vf_backend **backend);

/* "host", "cuda", "cuda:1", ...; NULL or "" picks the first GPU present, else the host. */
vf_status vfi_device_resolve(const char *name, const vf_backend **backend, int *ordinal);

/* Instructions of the host's tuned loops, as VF_TEST_ROWS has them; unset: the highest.
 * Errors: VF_ERROR_ARGUMENT (another word). */
typedef enum vfi_rows_wish { VF_ROWS_PORTABLE, VF_ROWS_AVX2, VF_ROWS_AVX512 } vfi_rows_wish;
vf_status vfi_device_rows(vfi_rows_wish *wish);

const char *vfi_device_id_name(vf_backend_id id);

#endif
