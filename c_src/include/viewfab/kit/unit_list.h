/* Translation unit of the generator: the kernels of this run. Needs VF_KERNELS(X), X(<kernel>) for each. */
#include <viewfab/backend.h>

#define VF_DECLARE(name)                                      \
  extern const vf_kernel_description vf_##name##_description; \
  extern const char vf_##name##_file[];
VF_KERNELS(VF_DECLARE)

#define VF_LISTED(name) &vf_##name##_description,
extern const vf_kernel_description *const vf_kernel_list[];
const vf_kernel_description *const vf_kernel_list[] = { VF_KERNELS(VF_LISTED) NULL };

#define VF_FILE(name) vf_##name##_file,
extern const char *const vf_kernel_files[];
const char *const vf_kernel_files[] = { VF_KERNELS(VF_FILE) NULL };
