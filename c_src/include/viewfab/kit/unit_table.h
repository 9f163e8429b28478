/* Translation unit: the kernels of a target as one list. Needs VF_TABLE, its name, and VF_KERNELS(X), X(<kernel>) for
 * each. */
#include <viewfab/backend.h>

#define VF_DECLARE(name) extern VF_API vf_kernel vf_##name##_kernel;
VF_KERNELS(VF_DECLARE)

#define VF_LISTED(name) &vf_##name##_kernel,
extern VF_API vf_kernel *const VF_TABLE[];
vf_kernel *const VF_TABLE[] = { VF_KERNELS(VF_LISTED) NULL };
