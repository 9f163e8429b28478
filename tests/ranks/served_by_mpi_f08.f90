! The same with the module mpi_f08.
program served_by_mpi_f08
  use, intrinsic :: iso_fortran_env, only: error_unit, real64
  use mpi_f08
  use viewfab
  implicit none
  type(MPI_Request) :: requests(4)
  type(MPI_Datatype) :: row_type
  type(MPI_Win) :: window
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
