! vf_gsrb_poisson, compared with plain loops, both colours in turn.
program test_gsrb_poisson
  use harness
  use plain_poisson, only: plain_gsrb_poisson
  use viewfab
  use working_kind, only: wp
  implicit none
  real(wp), parameter :: h = 0.3_wp
  type(situation), allocatable :: cases(:)
  type(field), target :: phi, rhs
  real(wp), allocatable :: expected(:,:,:,:), terms(:,:,:,:)
  integer :: c
  call begin('gsrb_poisson')
  cases = situations()
  do c = 1, size(cases)
    call make(phi, 'phi', cases(c), reach=1)
    call make(rhs, 'rhs', cases(c), reach=0)
    call compare(cases(c), 0)
    call compare(cases(c), 1)
  end do
  call finish()
contains

  subroutine compare(s, colour)
    type(situation), intent(in) :: s
    integer, intent(in) :: colour
    expected = phi%before
    terms = abs(phi%before)
    call plain(s, expected, rhs%before, colour)
    call plain(s, terms, -abs(rhs%before), colour)
    if (s%single()) then
      call vf_gsrb_poisson(s%boxes(1), phi%view, rhs%view, h, colour)
    else
      call vf_gsrb_poisson(s%boxes, phi%view, rhs%view, h, colour)
    end if
    call expect(phi, s, expected, terms, covered(phi, s%boxes, colour), note='colour ' // achar(48 + colour))
    call expect_unchanged(rhs, s)
  end subroutine

  subroutine plain(s, x, r, colour)
    type(situation), intent(in) :: s
    real(wp), intent(inout) :: x(:,:,:,:)
    real(wp), intent(in) :: r(:,:,:,:)
    integer, intent(in) :: colour
    integer :: b, n
    do n = 1, s%components
      do b = 1, size(s%boxes)
        call plain_gsrb_poisson(x(:,:,:,n), phi%lo, phi%hi, r(:,:,:,n), rhs%lo, rhs%hi, &
          s%boxes(b)%lower, s%boxes(b)%upper, h, colour)
      end do
    end do
  end subroutine
end program
