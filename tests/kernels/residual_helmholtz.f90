! vf_residual_helmholtz against plain loops.
program test_residual_helmholtz
  use harness
  use helmholtz_coefficients
  use plain_helmholtz, only: plain_residual_helmholtz
  use viewfab
  use working_kind, only: wp
  implicit none
  type(situation), allocatable :: cases(:)
  type(field), target :: phi, rhs, residual
  real(wp), allocatable :: expected(:,:,:,:), terms(:,:,:,:)
  integer :: c
  call begin('residual_helmholtz')
  cases = situations()
  do c = 1, size(cases)
    call compare(cases(c))
  end do
  call finish()
contains

  subroutine compare(s)
    type(situation), intent(in) :: s
    call make(phi, 'phi', s, reach=1)
    call make(rhs, 'rhs', s, reach=0)
    call make(residual, 'residual', s, reach=0)
    call make_coefficients(s)
    expected = residual%before
    terms = residual%before
    call plain(s, expected, phi%before, rhs%before)
    call plain(s, terms, alternating(phi), -alternating(rhs))
    if (s%single()) then
      call vf_residual_helmholtz(s%boxes(1), phi%view, rhs%view, residual%view, alpha, beta, a%view, bx%view, by%view, &
        bz%view, h)
    else
      call vf_residual_helmholtz(s%boxes, phi%view, rhs%view, residual%view, alpha, beta, a%view, bx%view, by%view, &
        bz%view, h)
    end if
    call expect(residual, s, expected, terms, covered(residual, s%boxes))
    call expect_unchanged(phi, s)
    call expect_unchanged(rhs, s)
    call expect_coefficients_unchanged(s)
  end subroutine

  subroutine plain(s, to, x, r)
    type(situation), intent(in) :: s
    real(wp), intent(inout) :: to(:,:,:,:)
    real(wp), intent(in) :: x(:,:,:,:), r(:,:,:,:)
    integer :: n, m
    do n = 1, s%components
      do m = 1, size(s%boxes)
        call plain_residual_helmholtz(to(:,:,:,n), residual%lo, residual%hi, x(:,:,:,n), phi%lo, phi%hi, &
          r(:,:,:,n), rhs%lo, rhs%hi, alpha, beta, &
          a%before, a%lo, a%hi, bx%before, bx%lo, bx%hi, by%before, by%lo, by%hi, bz%before, bz%lo, bz%hi, &
          s%boxes(m)%lower, s%boxes(m)%upper, h)
      end do
    end do
  end subroutine
end program
