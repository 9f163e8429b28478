/* The header of viewfab_mpi, beside the headers that this header includes. */
#include <viewfab/group_mpi.h>
