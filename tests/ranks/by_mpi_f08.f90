! Groups of communicators of mpi_f08: all processes, and the processes of a split communicator.
program by_mpi_f08
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi_f08
  use viewfab
  use viewfab_mpi
  implicit none
  type(MPI_Comm) :: half
  integer :: rank, ranks, members
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  call check_slabs(MPI_COMM_WORLD%MPI_VAL, ranks)
  call MPI_Comm_split(MPI_COMM_WORLD, modulo(rank, 2), -rank, half)
  call MPI_Comm_size(half, members)
  call check_slabs(half%MPI_VAL, members)
  call MPI_Comm_free(half)
  call vf_finalize()
  call MPI_Finalize()
contains
  include 'communicators.inc'
end program
