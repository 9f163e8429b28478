/* First in a GPU translation unit of a kernel, before its two passes: everything that must not be included inside
 * the namespace of a pass. */
#include <viewfab/kit/gpu_names.h>
#include <viewfab/kernel.h>
#include <viewfab/kit/reduction_tree.h>
