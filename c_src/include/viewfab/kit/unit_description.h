/* Translation unit of the generator: the declaration of one kernel, and its file. Needs VF_KERNEL_FILE (in quotes) and
 * VF_FILE_IS_<kernel> 1. */
#define VF_REAL double
#include <viewfab/kit/declare.h>
#include VF_KERNEL_FILE
#include <viewfab/kit/bundle.h>
#ifdef VF_ACCEPTED
#include <viewfab/kit/metadata.h>
extern const vf_kernel_description VF_NAME(_description);
const vf_kernel_description VF_NAME(_description) = VF_DESCRIPTION;
extern const char VF_NAME(_file)[];
const char VF_NAME(_file)[] = VF_KERNEL_FILE;
#endif
