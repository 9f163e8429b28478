/* Groups of MPI processes: the library viewfab_mpi (CMake target viewfab::mpi, pkg-config viewfab_mpi). It needs MPI 3 with
 * MPI_THREAD_FUNNELED. It never calls MPI_Init or MPI_Finalize, and works on a copy of the communicator. */
#ifndef VIEWFAB_GROUP_MPI_H
#define VIEWFAB_GROUP_MPI_H

#include <viewfab/group.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes a group of the processes of a communicator. Collective over these.
 *   communicator  as Fortran has it: comm%MPI_VAL of mpi_f08, or the integer of mpi and mpif.h; in C MPI_Comm_c2f(comm). An
 *                 intracommunicator; ranks of the group are its ranks
 *   context       as for vf_group_create
 *   group         out; the caller destroys it, before MPI_Finalize
 * Errors: those of vf_group_create; VF_ERROR_STATE (MPI_Init was not called yet, or MPI_Finalize was), VF_ERROR_ARGUMENT (no
 * communicator, or one between two groups), VF_ERROR_PEER (copying the communicator failed, or took longer than
 * VF_WAIT). */
VF_API vf_status vf_group_create_mpi(int communicator, vf_context *context, vf_group **group);

#ifdef __cplusplus
}
#endif

#endif
