! The use of an array in a call, and the two sides of an array. Both have types of their own and are
! not integers: so a compiler refuses an ierr in their place.
module viewfab_access
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  private
  public :: vf_access, vf_read, vf_write, vf_update
  public :: vf_side, vf_host, vf_device

  type :: vf_access
    integer(c_int) :: code = 1     ! enum vf_intent
  end type

  type :: vf_side
    integer(c_int) :: code = 0     ! enum vf_side
  end type

  type(vf_access), parameter :: vf_read = vf_access(1)    ! reads values; all elements keep their values
  type(vf_access), parameter :: vf_write = vf_access(2)   ! overwrites every element, reads none
  type(vf_access), parameter :: vf_update = vf_access(3)  ! reads or keeps some elements

  type(vf_side), parameter :: vf_host = vf_side(0)        ! the program's own array
  type(vf_side), parameter :: vf_device = vf_side(1)      ! the copy used by kernels

end module
