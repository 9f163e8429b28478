/* The headers that the build makes for users of the library, compiled by themselves. */
#include <viewfab_boxlib_kernels.h>

#include <viewfab_boxlib_kernel_table.h>
