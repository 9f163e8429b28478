! The same with the module mpi.
program served_by_mpi
  use, intrinsic :: iso_fortran_env, only: error_unit, real64
  use mpi
  use viewfab
  implicit none
  integer :: requests(4), row_type, window
  integer :: rank, ranks, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  call check_messages()
  call check_window()
  call vf_finalize()
  call MPI_Finalize(ierr)
contains
  include 'served_messages.inc'
end program
