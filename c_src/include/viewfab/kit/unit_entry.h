/* Translation unit: the object and the C entries of one kernel. Needs VF_KERNEL_FILE (in quotes) and
 * VF_FILE_IS_<kernel> 1. */
#define VF_REAL double
#include <viewfab/kit/declare.h>
#include VF_KERNEL_FILE
#include <viewfab/kit/accepted.h>
#ifdef VF_ACCEPTED
#include <viewfab/kit/metadata.h>
#include <viewfab/kit/entry.h>
#endif
