! Groups of MPI processes. The module is a separate library (CMake target viewfab::mpi_fortran, pkg-config
! viewfab_mpi_fortran), so that programs without MPI need no MPI. The module uses no module of MPI: a
! communicator is an integer, which all of MPI's modules have.
module viewfab_mpi
  use, intrinsic :: iso_c_binding, only: c_int, c_null_ptr, c_ptr
  use viewfab, only: vf_group
  use viewfab_errors, only: vf_finish
  implicit none
  private
  public :: vf_group_create

  interface
    function c_group_create_mpi(communicator, context, group) result(status) &
        bind(c, name='vf_group_create_mpi')
      import :: c_int, c_ptr
      integer(c_int), value :: communicator
      type(c_ptr), value :: context
      type(c_ptr), intent(inout) :: group
      integer(c_int) :: status
    end function
  end interface

contains

  ! Makes a group of the processes of a communicator, in the default context. Collective over these processes.
  !   group         not set before; group%destroy() ends the group, before MPI_Finalize
  !   communicator  comm%MPI_VAL of mpi_f08, or the integer of mpi and mpif.h. viewfab works on a copy; the
  !                 ranks of the group are the ranks of the communicator. If the default context is not open
  !                 and a host has several GPUs, each process opens a GPU of its own
  !   ierr          VF_ERROR_STATE (MPI_Init was not called yet, or MPI_Finalize was called),
  !                 VF_ERROR_ARGUMENT (no communicator, or a communicator between two groups; VF_WAIT,
  !                 VF_TRANSPORT), VF_ERROR_PEER, VF_ERROR_MEMORY, errors of vf_init
  subroutine vf_group_create(group, communicator, ierr)
    type(vf_group), intent(inout) :: group
    integer, intent(in) :: communicator
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_group_create_mpi(int(communicator, c_int), c_null_ptr, group%handle), ierr)
  end subroutine

end module
