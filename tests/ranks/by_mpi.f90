! The same with the integers of the module mpi.
program by_mpi
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi
  use viewfab
  use viewfab_mpi
  implicit none
  integer :: ranks, ierr
  call MPI_Init(ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  call check_slabs(MPI_COMM_WORLD, ranks)
  call vf_finalize()
  call MPI_Finalize(ierr)
contains
  include 'communicators.inc'
end program
