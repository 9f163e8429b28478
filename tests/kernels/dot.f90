! vf_dot, compared with plain loops: the result for all boxes and components of a call, of two arrays and of an array
! with itself.
program test_dot
  use, intrinsic :: iso_fortran_env, only: real64
  use harness
  use plain_fab, only: plain_dot
  use viewfab
  use working_kind, only: wp
  implicit none
  type(situation), allocatable :: cases(:)
  type(field), target :: x, y
  type(field), pointer :: other
  integer :: c
  call begin('dot')
  cases = situations()
  do c = 1, size(cases)
    call make(x, 'x', cases(c), reach=0)
    call make(y, 'y', cases(c), reach=0)
    other => y
    call compare(cases(c))
    other => x
    call compare(cases(c))
  end do
  call finish()
contains

  subroutine compare(s)
    type(situation), intent(in) :: s
    real(real64) :: found
    if (s%single()) then
      call vf_dot(s%boxes(1), x%view, other%view, found)
    else
      call vf_dot(s%boxes, x%view, other%view, found)
    end if
    call expect_number(s, found, plain(s, x%before, other%before), &
      plain(s, abs(x%before), abs(other%before)), size(x%a))
    call expect_unchanged(x, s)
    call expect_unchanged(other, s)
  end subroutine

  function plain(s, x_values, other_values) result(number)
    type(situation), intent(in) :: s
    real(wp), intent(in) :: x_values(:,:,:,:), other_values(:,:,:,:)
    real(real64) :: number
    integer :: b, n
    number = 0
    do n = 1, s%components
      do b = 1, size(s%boxes)
        number = number + plain_dot(x_values(:,:,:,n), x%lo, x%hi, other_values(:,:,:,n), other%lo, other%hi, &
          s%boxes(b)%lower, s%boxes(b)%upper)
      end do
    end do
  end function
end program
