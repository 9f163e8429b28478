! vf_norm_one against plain loops: the result for all boxes and components of a call.
program test_norm_one
  use, intrinsic :: iso_fortran_env, only: real64
  use harness
  use plain_fab, only: plain_norm_one
  use viewfab
  use working_kind, only: wp
  implicit none
  type(situation), allocatable :: cases(:)
  type(field), target :: x
  integer :: c
  call begin('norm_one')
  cases = situations()
  do c = 1, size(cases)
    call compare(cases(c))
  end do
  call finish()
contains

  subroutine compare(s)
    type(situation), intent(in) :: s
    real(real64) :: expected, found
    call make(x, 'x', s, reach=0)
    expected = plain(s, x%before)
    if (s%single()) then
      call vf_norm_one(s%boxes(1), x%view, found)
    else
      call vf_norm_one(s%boxes, x%view, found)
    end if
    call expect_number(s, found, expected, expected, size(x%a))
    call expect_unchanged(x, s)
  end subroutine

  function plain(s, values) result(number)
    type(situation), intent(in) :: s
    real(wp), intent(in) :: values(:,:,:,:)
    real(real64) :: number
    integer :: b, n
    number = 0
    do n = 1, s%components
      do b = 1, size(s%boxes)
        number = number + plain_norm_one(values(:,:,:,n), x%lo, x%hi, s%boxes(b)%lower, s%boxes(b)%upper)
      end do
    end do
  end function
end program
