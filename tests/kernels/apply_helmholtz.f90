! vf_apply_helmholtz against plain loops.
program test_apply_helmholtz
  use harness
  use helmholtz_coefficients
  use plain_helmholtz, only: plain_apply_helmholtz
  use viewfab
  use working_kind, only: wp
  implicit none
  type(situation), allocatable :: cases(:)
  type(field), target :: x, y
  real(wp), allocatable :: expected(:,:,:,:), terms(:,:,:,:)
  integer :: c
  call begin('apply_helmholtz')
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
    call make_coefficients(s)
    expected = y%before
    terms = y%before
    call plain(s, expected, x%before)
    call plain(s, terms, alternating(x))
    if (s%single()) then
      call vf_apply_helmholtz(s%boxes(1), x%view, y%view, alpha, beta, a%view, bx%view, by%view, bz%view, h)
    else
      call vf_apply_helmholtz(s%boxes, x%view, y%view, alpha, beta, a%view, bx%view, by%view, bz%view, h)
    end if
    call expect(y, s, expected, terms, covered(y, s%boxes))
    call expect_unchanged(x, s)
    call expect_coefficients_unchanged(s)
  end subroutine

  subroutine plain(s, to, from)
    type(situation), intent(in) :: s
    real(wp), intent(inout) :: to(:,:,:,:)
    real(wp), intent(in) :: from(:,:,:,:)
    integer :: n, m
    do n = 1, s%components
      do m = 1, size(s%boxes)
        call plain_apply_helmholtz(to(:,:,:,n), y%lo, y%hi, from(:,:,:,n), x%lo, x%hi, alpha, beta, &
          a%before, a%lo, a%hi, bx%before, bx%lo, bx%hi, by%before, by%lo, by%hi, bz%before, bz%lo, bz%hi, &
          s%boxes(m)%lower, s%boxes(m)%upper, h)
      end do
    end do
  end subroutine
end program
