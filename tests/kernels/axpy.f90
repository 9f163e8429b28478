! vf_axpy against plain loops.
program test_axpy
  use harness
  use plain_fab, only: plain_axpy
  use viewfab
  use working_kind, only: wp
  implicit none
  real(wp), parameter :: a = -0.7_wp
  type(situation), allocatable :: cases(:)
  type(field), target :: x, y
  real(wp), allocatable :: expected(:,:,:,:), terms(:,:,:,:)
  integer :: c
  call begin('axpy')
  cases = situations()
  do c = 1, size(cases)
    call compare(cases(c))
  end do
  call finish()
contains

  subroutine compare(s)
    type(situation), intent(in) :: s
    call make(x, 'x', s, reach=0)
    call make(y, 'y', s, reach=0)
    expected = y%before
    terms = abs(y%before)
    call plain(s, expected, x%before, a)
    call plain(s, terms, abs(x%before), abs(a))
    if (s%single()) then
      call vf_axpy(s%boxes(1), a, x%view, y%view)
    else
      call vf_axpy(s%boxes, a, x%view, y%view)
    end if
    call expect(y, s, expected, terms, covered(y, s%boxes))
    call expect_unchanged(x, s)
  end subroutine

  subroutine plain(s, to, from, factor)
    type(situation), intent(in) :: s
    real(wp), intent(inout) :: to(:,:,:,:)
    real(wp), intent(in) :: from(:,:,:,:), factor
    integer :: b, n
    do n = 1, s%components
      do b = 1, size(s%boxes)
        call plain_axpy(to(:,:,:,n), y%lo, y%hi, from(:,:,:,n), x%lo, x%hi, &
          s%boxes(b)%lower, s%boxes(b)%upper, factor)
      end do
    end do
  end subroutine
end program
