! vf_fill_value against plain loops.
program test_fill_value
  use harness
  use plain_fab, only: plain_fill_value
  use viewfab
  use working_kind, only: wp
  implicit none
  real(wp), parameter :: value = -0.7_wp
  type(situation), allocatable :: cases(:)
  type(field), target :: x
  real(wp), allocatable :: expected(:,:,:,:)
  integer :: c
  call begin('fill_value')
  cases = situations()
  do c = 1, size(cases)
    call compare(cases(c))
  end do
  call finish()
contains

  subroutine compare(s)
    type(situation), intent(in) :: s
    integer :: b, n
    call make(x, 'x', s, reach=0)
    expected = x%before
    do n = 1, s%components
      do b = 1, size(s%boxes)
        call plain_fill_value(expected(:,:,:,n), x%lo, x%hi, s%boxes(b)%lower, s%boxes(b)%upper, value)
      end do
    end do
    if (s%single()) then
      call vf_fill_value(s%boxes(1), x%view, value)
    else
      call vf_fill_value(s%boxes, x%view, value)
    end if
    call expect(x, s, expected, 0*expected, covered(x, s%boxes))
  end subroutine
end program
