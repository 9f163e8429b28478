! vf_gsrb_helmholtz, compared with plain loops, both colours in turn.
program test_gsrb_helmholtz
  use harness
  use helmholtz_coefficients
  use plain_helmholtz, only: plain_gsrb_helmholtz
  use viewfab
  use working_kind, only: wp
  implicit none
  real(wp), parameter :: omega = 1.15_wp
  type(situation), allocatable :: cases(:)
  type(field), target :: phi, rhs
  real(wp), allocatable :: expected(:,:,:,:), terms(:,:,:,:)
  integer :: c
  call begin('gsrb_helmholtz')
  cases = situations()
  do c = 1, size(cases)
    call make(phi, 'phi', cases(c), reach=1)
    call make(rhs, 'rhs', cases(c), reach=0)
    call make_coefficients(cases(c))
    call compare(cases(c), 0)
    call compare(cases(c), 1)
  end do
  call finish()
contains

  subroutine compare(s, colour)
    type(situation), intent(in) :: s
    integer, intent(in) :: colour
    expected = phi%before
    terms = alternating(phi)
    call plain(s, expected, rhs%before, omega, colour)
    call plain(s, terms, -alternating(rhs), -omega, colour)     ! all terms of the update get the sign of phi
    if (s%single()) then
      call vf_gsrb_helmholtz(s%boxes(1), phi%view, rhs%view, alpha, beta, a%view, bx%view, by%view, bz%view, h, omega, &
        colour)
    else
      call vf_gsrb_helmholtz(s%boxes, phi%view, rhs%view, alpha, beta, a%view, bx%view, by%view, bz%view, h, omega, &
        colour)
    end if
    call expect(phi, s, expected, terms, covered(phi, s%boxes, colour), note='colour ' // achar(48 + colour))
    call expect_unchanged(rhs, s)
    call expect_coefficients_unchanged(s)
  end subroutine

  subroutine plain(s, x, r, factor, colour)
    type(situation), intent(in) :: s
    real(wp), intent(inout) :: x(:,:,:,:)
    real(wp), intent(in) :: r(:,:,:,:), factor
    integer, intent(in) :: colour
    integer :: n, m
    do n = 1, s%components
      do m = 1, size(s%boxes)
        call plain_gsrb_helmholtz(x(:,:,:,n), phi%lo, phi%hi, r(:,:,:,n), rhs%lo, rhs%hi, alpha, beta, &
          a%before, a%lo, a%hi, bx%before, bx%lo, bx%hi, by%before, by%lo, by%hi, bz%before, bz%lo, bz%hi, &
          s%boxes(m)%lower, s%boxes(m)%upper, h, factor, colour)
      end do
    end do
  end subroutine
end program
