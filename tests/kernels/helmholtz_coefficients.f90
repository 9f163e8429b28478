! The coefficients of the operator alpha a - beta div(b grad), for the programs that test its kernels: positive, without
! components, and in arrays with an extra cell in the direction of their faces.
module helmholtz_coefficients
  use harness, only: expect_unchanged, field, make, situation
  use working_kind, only: wp
  implicit none
  private
  public :: alpha, beta, h, a, bx, by, bz, make_coefficients, expect_coefficients_unchanged

  real(wp), parameter :: alpha = 0.7_wp, beta = 1.3_wp, h(3) = [0.3_wp, 0.4_wp, 0.7_wp]
  type(field), target, save :: a, bx, by, bz
contains

  subroutine make_coefficients(s)
    type(situation), intent(in) :: s
    call make(a, 'a', s, reach=0, components=1, positive=.true.)
    call make(bx, 'bx', s, reach=0, hi=s%hi + [1, 0, 0], components=1, positive=.true.)
    call make(by, 'by', s, reach=0, hi=s%hi + [0, 1, 0], components=1, positive=.true.)
    call make(bz, 'bz', s, reach=0, hi=s%hi + [0, 0, 1], components=1, positive=.true.)
  end subroutine

  subroutine expect_coefficients_unchanged(s)
    type(situation), intent(in) :: s
    call expect_unchanged(a, s)
    call expect_unchanged(bx, s)
    call expect_unchanged(by, s)
    call expect_unchanged(bz, s)
  end subroutine
end module
