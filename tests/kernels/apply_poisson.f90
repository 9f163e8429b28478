! vf_apply_poisson against plain loops.
program test_apply_poisson
  use harness
  use plain_poisson, only: plain_apply_poisson
  use viewfab
  use working_kind, only: wp
  implicit none
  real(wp), parameter :: h = 0.3_wp
  type(situation), allocatable :: cases(:)
  type(field), target :: x, y
  real(wp), allocatable :: expected(:,:,:,:), terms(:,:,:,:)
  integer :: c
  call begin('apply_poisson')
  cases = situations()
  do c = 1, size(cases)
    call compare(cases(c))
  end do
  call finish()
contains

  subroutine compare(s)
    type(situation), intent(in) :: s
    call make(x, 'x', s, reach=1)
    call make(y, 'y', s, reach=0)
    expected = y%before
    terms = y%before
    call plain(s, expected, x%before)
    call plain(s, terms, alternating(x))
    if (s%single()) then
      call vf_apply_poisson(s%boxes(1), x%view, y%view, h)
    else
      call vf_apply_poisson(s%boxes, x%view, y%view, h)
    end if
    call expect(y, s, expected, terms, covered(y, s%boxes))
    call expect_unchanged(x, s)
  end subroutine

  subroutine plain(s, to, from)
    type(situation), intent(in) :: s
    real(wp), intent(inout) :: to(:,:,:,:)
    real(wp), intent(in) :: from(:,:,:,:)
    integer :: b, n
    do n = 1, s%components
      do b = 1, size(s%boxes)
        call plain_apply_poisson(to(:,:,:,n), y%lo, y%hi, from(:,:,:,n), x%lo, x%hi, &
          s%boxes(b)%lower, s%boxes(b)%upper, h)
      end do
    end do
  end subroutine
end program
