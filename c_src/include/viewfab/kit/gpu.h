/* Included after the kernel file and bundle.h in a GPU translation unit: the kernel and its launcher. The
 * includer has opened a namespace of its own for the type of the pass. */

#include <viewfab/kit/distinct.h>
#include VF_LOOPS_FILE(gpu_)
