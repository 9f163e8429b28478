/* All headers of the C libraries. */
#include <viewfab/all.h>
#include <viewfab/backend.h>
#include <viewfab/boxlib.h>
#include <viewfab_boxlib_kernels.h>
#include <viewfab_kernels.h>
