program main
  use viewfab
  use viewfab_mpi
  implicit none
  include 'mpif.h'
  type(vf_group) :: group
  integer :: ierr
  call MPI_Init(ierr)
  call vf_group_create(group, MPI_COMM_WORLD)
  print '(i0,a)', group%ranks(), ' rank'
  call group%destroy()
  call MPI_Finalize(ierr)
end program
