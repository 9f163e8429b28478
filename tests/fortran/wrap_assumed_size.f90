! wrap_at, also under the name wrap, wraps arrays of which only the first element is at hand.
program wrap_assumed_size
  use, intrinsic :: iso_c_binding, only: c_associated, c_loc
  use, intrinsic :: iso_fortran_env, only: real32, real64
  use viewfab
  use claims
  implicit none
  real(real32), target :: a(4*5*6*2)
  real(real64), target :: line(10)
  a = 0
  line = 0
  call f77(a, [-1, 0, 3], [2, 4, 8], 2)
  call one_direction(line, 0, 4)
  call errors(a)
contains

  subroutine f77(a, lo, hi, nc)
    integer, intent(in) :: lo(3), hi(3), nc
    real(real32), intent(inout), target :: a(lo(1):hi(1),lo(2):hi(2),lo(3):hi(3),*)
    type(vf_view) :: v
    real(real32), pointer, contiguous :: p(:,:,:,:)
    call v%wrap(a(lo(1),lo(2),lo(3),1), lo, hi, nc, label='a')
    call v%host_pointer(p)
    call check(c_associated(c_loc(p), c_loc(a(lo(1),lo(2),lo(3),1))), 'wrap begins at the element')
    call check(all(lbound(p) == [lo, 1]) .and. all(ubound(p) == [hi, nc]), 'wrap takes the bounds')
    call vf_fill_value(vf_box(lo, hi), v, 3.0_real64)
    call v%to_host()
    call check(all(p == 3), 'all elements of all components are those of the view')
    call v%wrap_at(a(lo(1),lo(2),lo(3),1), lo, hi, nc)
    call v%host_pointer(p)
    call check(all(ubound(p) == [hi, nc]), 'wrap_at does what wrap does')
    call v%release()
  end subroutine

  subroutine one_direction(a, lo, hi)
    integer, intent(in) :: lo, hi
    real(real64), intent(inout), target :: a(lo:hi,*)
    type(vf_view) :: v
    real(real64), pointer, contiguous :: p(:,:)
    call v%wrap(a(lo,1), [lo], [hi], 2)
    call v%host_pointer(p)
    call check(all(lbound(p) == [lo, 1]) .and. all(ubound(p) == [hi, 2]), 'one direction is enough')
    call v%release()
  end subroutine

  subroutine errors(a)
    real(real32), intent(inout), target :: a(*)
    type(vf_view) :: v
    integer :: ierr
    call v%wrap(a(1), [1, 1], [4, 5, 6], 2, label='unequal', ierr=ierr)
    call check(ierr == VF_ERROR_ARGUMENT, 'lo and hi of different sizes are refused')
    call check(index(vf_last_error(), "'unequal'") > 0, 'and the text has the label')
    call v%wrap(a(1), [1, 1, 1, 1], [1, 1, 1, 1], 2, ierr=ierr)
    call check(ierr == VF_ERROR_ARGUMENT, 'four directions beside the component are refused')
    call v%wrap(a(1), [1], [4], -1, ierr=ierr)
    call check(ierr == VF_ERROR_ARGUMENT, 'a negative number of components is refused')
    call v%wrap(a(1), [1, 3], [4, 2], 1, ierr=ierr)
    call check(ierr == VF_OK, 'an empty range is legal')
    call v%release()
  end subroutine
end program
