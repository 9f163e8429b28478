! vf_residual_poisson against plain loops.
program test_residual_poisson
  use harness
  use plain_poisson, only: plain_residual_poisson
  use viewfab
  use working_kind, only: wp
  implicit none
  real(wp), parameter :: h = 0.3_wp
  type(situation), allocatable :: cases(:)
  type(field), target :: phi, rhs, residual
  real(wp), allocatable :: expected(:,:,:,:), terms(:,:,:,:)
  integer :: c
  call begin('residual_poisson')
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
    expected = residual%before
    terms = residual%before
    call plain(s, expected, phi%before, rhs%before)
    call plain(s, terms, alternating(phi), alternating(rhs))
    if (s%single()) then
      call vf_residual_poisson(s%boxes(1), phi%view, rhs%view, residual%view, h)
    else
      call vf_residual_poisson(s%boxes, phi%view, rhs%view, residual%view, h)
    end if
    call expect(residual, s, expected, terms, covered(residual, s%boxes))
    call expect_unchanged(phi, s)
    call expect_unchanged(rhs, s)
  end subroutine

  subroutine plain(s, to, x, r)
    type(situation), intent(in) :: s
    real(wp), intent(inout) :: to(:,:,:,:)
    real(wp), intent(in) :: x(:,:,:,:), r(:,:,:,:)
    integer :: b, n
    do n = 1, s%components
      do b = 1, size(s%boxes)
        call plain_residual_poisson(to(:,:,:,n), residual%lo, residual%hi, x(:,:,:,n), phi%lo, phi%hi, &
          r(:,:,:,n), rhs%lo, rhs%hi, s%boxes(b)%lower, s%boxes(b)%upper, h)
      end do
    end do
  end subroutine
end program
