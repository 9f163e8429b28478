! Originals for some kernels of several targets: the build makes a list of the existing originals.
module originals_that_are_there
  use viewfab
  use viewfab_originals
  implicit none
  private
  public :: register_originals
  integer, public :: norms = 0, copies = 0
contains
  include 'viewfab_norm_max_original.inc'
    norms = norms + 1
    result = maxval(abs(x(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3), 1:components)))
  end subroutine

  ! include 'viewfab_sum_original.inc'
  INCLUDE "viewfab_copy_original_real32.inc"
    copies = copies + 1
    destination(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3), :) = source(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3), :)
  end subroutine

  subroutine register_originals()
    include 'test_some_originals_register_originals.inc'
  end subroutine
end module

program some_originals
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
  use claims
  use originals_that_are_there
  use viewfab
  implicit none
  real(real64), target :: a(4)
  real(real32), target :: b(4), c(4)
  type(vf_view) :: a_view, b_view, c_view
  type(vf_box) :: box
  real(real64) :: norm
  integer(int64) :: checked
  a = [1, -7, 3, 2]
  b = 2
  c = 0
  box = vf_box([1, 1, 1], [4, 1, 1])
  call a_view%wrap(a, label='a')
  call b_view%wrap(b, label='b')
  call c_view%wrap(c, label='c')
  call register_originals()
  call vf_validate_mode(VF_MODE_CHECK)
  call vf_norm_max(box, a_view, norm)
  call vf_copy(box, b_view, c_view)
  call vf_sum(box, a_view, norm)
  call check(vf_report_passed(checked) .and. checked == 2, 'the kernels with an original are checked')
  call check(norms == 1 .and. copies == 1, 'by their originals')
  call a_view%release()
  call b_view%release()
  call c_view%to_host()
  call c_view%release()
end program
