! What a call does with an array, and the two sides that an array has. These are types of their own,
! and not integers, so that an ierr given by position can never be taken for one of them.
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

  type(vf_access), parameter :: vf_read = vf_access(1)    ! the values are read and stay
  type(vf_access), parameter :: vf_write = vf_access(2)   ! every element is written, none is read
  type(vf_access), parameter :: vf_update = vf_access(3)  ! some elements are read or kept

  type(vf_side), parameter :: vf_host = vf_side(0)        ! the program's own array
  type(vf_side), parameter :: vf_device = vf_side(1)      ! the copy that kernels use

end module
