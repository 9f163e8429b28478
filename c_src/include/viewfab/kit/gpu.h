/* Included after the kernel file and bundle.h in a GPU translation unit: the kernel and its launcher. The
 * includer has opened a namespace of its own for the type of the pass. */

#include <viewfab/kit/distinct.h>
#if defined(VF_REMOTE_FORMS) && !defined(VIEWFAB_BOUNDS)
#include <viewfab/kit/remote_forms.h>
#else
#include VF_LOOPS_FILE(gpu_)
#endif
