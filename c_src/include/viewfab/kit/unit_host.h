/* Translation unit: the host loops of one kernel for one type. Needs VF_KERNEL_FILE (in quotes),
 * VF_FILE_IS_<kernel> 1 and VF_REAL. One type a unit, so that helpers in the kernel file exist once. */
#include <viewfab/kit/declare.h>
#include VF_KERNEL_FILE
#include <viewfab/kit/bundle.h>
#include <viewfab/kit/host.h>

#if VF_POINT_KIND == VF_IS_reduction && !defined(VF_NO_FMA)
VF_REFUSE("the kernel has become a reduction: configure the build again (reductions are compiled without FMA)")
#endif
