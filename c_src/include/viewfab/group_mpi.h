/* Groups of MPI processes: the library viewfab_mpi (CMake target viewfab::mpi, pkg-config viewfab_mpi). The library
 * needs MPI 3 with MPI_THREAD_FUNNELED. The library never calls MPI_Init or MPI_Finalize, and works on a copy of the
 * communicator. */
#ifndef VIEWFAB_GROUP_MPI_H
#define VIEWFAB_GROUP_MPI_H

#include <viewfab/group.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes a group of the processes of a communicator. Collective over these processes.
 *   communicator  as in Fortran: comm%MPI_VAL of mpi_f08, or the integer of mpi and mpif.h; in C MPI_Comm_c2f(comm).
 *                 The communicator is an intracommunicator; the ranks of the group are its ranks
 *   context       as for vf_group_create
 *   group         out; the caller destroys the group before MPI_Finalize
 * Errors: the errors of vf_group_create; VF_ERROR_STATE (before MPI_Init, or after MPI_Finalize), VF_ERROR_ARGUMENT
 * (not a communicator, or a communicator between two groups), VF_ERROR_PEER (the copy of the communicator failed, or
 * took longer than VF_WAIT). */
VF_API vf_status vf_group_create_mpi(int communicator, vf_context *context, vf_group **group);

#ifdef __cplusplus
}
#endif

#endif
