/* Compiles generated headers for users of the library by themselves, to show that each header is complete. */
#include <viewfab_boxlib_kernels.h>

#include <viewfab_boxlib_kernel_table.h>
