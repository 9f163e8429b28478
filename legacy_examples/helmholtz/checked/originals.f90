! The cell loops of the operator as originals of the kernels that took their place. These loops take
! the bounds of all cell-centred arrays but phi to be the same, and so they are here. The
! over-relaxation factor is a constant of gsrb, equal to the one that the port passes on.
module helmholtz_originals
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use viewfab, only: vf_apply_helmholtz_register_original, vf_gsrb_helmholtz_register_original, &
    vf_residual_helmholtz_register_original
  use helmholtz_kernels, only: adotx, gsrb, residual
  use grid_originals, only: register_grid_originals
  implicit none
  private
  public :: register_originals

contains

  subroutine register_originals()
    call register_grid_originals()
    call vf_gsrb_helmholtz_register_original(gsrb_original)
    call vf_residual_helmholtz_register_original(residual_original)
    call vf_apply_helmholtz_register_original(adotx_original)
  end subroutine register_originals

  subroutine gsrb_original(lo, hi, components, phi, philo, phihi, rhs, rhslo, rhshi, alpha, beta, &
                           a, alo, ahi, bx, bxlo, bxhi, by, bylo, byhi, bz, bzlo, bzhi, h, omega, &
                           redblack)
    integer, intent(in) :: lo(3), hi(3), components, redblack
    integer, intent(in) :: philo(3), phihi(3), rhslo(3), rhshi(3), alo(3), ahi(3)
    integer, intent(in) :: bxlo(3), bxhi(3), bylo(3), byhi(3), bzlo(3), bzhi(3)
    real(dp), intent(inout) :: phi(philo(1):phihi(1), philo(2):phihi(2), philo(3):phihi(3), &
                                   components)
    real(dp), intent(in) :: rhs(rhslo(1):rhshi(1), rhslo(2):rhshi(2), rhslo(3):rhshi(3), components)
    real(dp), intent(in) :: a(alo(1):ahi(1), alo(2):ahi(2), alo(3):ahi(3))
    real(dp), intent(in) :: bx(bxlo(1):bxhi(1), bxlo(2):bxhi(2), bxlo(3):bxhi(3))
    real(dp), intent(in) :: by(bylo(1):byhi(1), bylo(2):byhi(2), bylo(3):byhi(3))
    real(dp), intent(in) :: bz(bzlo(1):bzhi(1), bzlo(2):bzhi(2), bzlo(3):bzhi(3))
    real(dp), intent(in) :: alpha, beta, h(3), omega

    call gsrb(phi, philo, phihi, rhs, alpha, beta, a, bx, by, bz, alo, ahi, lo, hi, h, redblack)
  end subroutine gsrb_original

  subroutine residual_original(lo, hi, components, phi, philo, phihi, rhs, rhslo, rhshi, &
                               res, reslo, reshi, alpha, beta, a, alo, ahi, bx, bxlo, bxhi, &
                               by, bylo, byhi, bz, bzlo, bzhi, h)
    integer, intent(in) :: lo(3), hi(3), components
    integer, intent(in) :: philo(3), phihi(3), rhslo(3), rhshi(3), reslo(3), reshi(3)
    integer, intent(in) :: alo(3), ahi(3), bxlo(3), bxhi(3), bylo(3), byhi(3), bzlo(3), bzhi(3)
    real(dp), intent(in) :: phi(philo(1):phihi(1), philo(2):phihi(2), philo(3):phihi(3), components)
    real(dp), intent(in) :: rhs(rhslo(1):rhshi(1), rhslo(2):rhshi(2), rhslo(3):rhshi(3), components)
    real(dp), intent(inout) :: res(reslo(1):reshi(1), reslo(2):reshi(2), reslo(3):reshi(3), &
                                   components)
    real(dp), intent(in) :: a(alo(1):ahi(1), alo(2):ahi(2), alo(3):ahi(3))
    real(dp), intent(in) :: bx(bxlo(1):bxhi(1), bxlo(2):bxhi(2), bxlo(3):bxhi(3))
    real(dp), intent(in) :: by(bylo(1):byhi(1), bylo(2):byhi(2), bylo(3):byhi(3))
    real(dp), intent(in) :: bz(bzlo(1):bzhi(1), bzlo(2):bzhi(2), bzlo(3):bzhi(3))
    real(dp), intent(in) :: alpha, beta, h(3)

    call residual(res, phi, philo, phihi, rhs, alpha, beta, a, bx, by, bz, alo, ahi, lo, hi, h)
  end subroutine residual_original

  subroutine adotx_original(lo, hi, components, x, xlo, xhi, y, ylo, yhi, alpha, beta, &
                            a, alo, ahi, bx, bxlo, bxhi, by, bylo, byhi, bz, bzlo, bzhi, h)
    integer, intent(in) :: lo(3), hi(3), components, xlo(3), xhi(3), ylo(3), yhi(3)
    integer, intent(in) :: alo(3), ahi(3), bxlo(3), bxhi(3), bylo(3), byhi(3), bzlo(3), bzhi(3)
    real(dp), intent(in) :: x(xlo(1):xhi(1), xlo(2):xhi(2), xlo(3):xhi(3), components)
    real(dp), intent(inout) :: y(ylo(1):yhi(1), ylo(2):yhi(2), ylo(3):yhi(3), components)
    real(dp), intent(in) :: a(alo(1):ahi(1), alo(2):ahi(2), alo(3):ahi(3))
    real(dp), intent(in) :: bx(bxlo(1):bxhi(1), bxlo(2):bxhi(2), bxlo(3):bxhi(3))
    real(dp), intent(in) :: by(bylo(1):byhi(1), bylo(2):byhi(2), bylo(3):byhi(3))
    real(dp), intent(in) :: bz(bzlo(1):bzhi(1), bzlo(2):bzhi(2), bzlo(3):bzhi(3))
    real(dp), intent(in) :: alpha, beta, h(3)

    call adotx(y, x, xlo, xhi, alpha, beta, a, bx, by, bz, alo, ahi, lo, hi, h)
  end subroutine adotx_original

end module helmholtz_originals
