! The cell loops of the operator as originals of the kernels that took their place.
module poisson_originals
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use viewfab, only: vf_apply_poisson_register_original, vf_gsrb_poisson_register_original, &
    vf_residual_poisson_register_original
  use poisson_kernels, only: adotx, gsrb, residual
  use grid_originals, only: register_grid_originals
  implicit none
  private
  public :: register_originals

contains

  subroutine register_originals()
    call register_grid_originals()
    call vf_gsrb_poisson_register_original(gsrb_original)
    call vf_residual_poisson_register_original(residual_original)
    call vf_apply_poisson_register_original(adotx_original)
  end subroutine register_originals

  subroutine gsrb_original(lo, hi, components, phi, philo, phihi, rhs, rhslo, rhshi, h, redblack)
    integer, intent(in) :: lo(3), hi(3), components, redblack
    integer, intent(in) :: philo(3), phihi(3), rhslo(3), rhshi(3)
    real(dp), intent(inout) :: phi(philo(1):phihi(1), philo(2):phihi(2), philo(3):phihi(3), &
                                   components)
    real(dp), intent(in) :: rhs(rhslo(1):rhshi(1), rhslo(2):rhshi(2), rhslo(3):rhshi(3), components)
    real(dp), intent(in) :: h

    call gsrb(phi, philo, phihi, rhs, rhslo, rhshi, lo, hi, h, redblack)
  end subroutine gsrb_original

  subroutine residual_original(lo, hi, components, phi, philo, phihi, rhs, rhslo, rhshi, &
                               res, reslo, reshi, h)
    integer, intent(in) :: lo(3), hi(3), components
    integer, intent(in) :: philo(3), phihi(3), rhslo(3), rhshi(3), reslo(3), reshi(3)
    real(dp), intent(in) :: phi(philo(1):phihi(1), philo(2):phihi(2), philo(3):phihi(3), components)
    real(dp), intent(in) :: rhs(rhslo(1):rhshi(1), rhslo(2):rhshi(2), rhslo(3):rhshi(3), components)
    real(dp), intent(inout) :: res(reslo(1):reshi(1), reslo(2):reshi(2), reslo(3):reshi(3), &
                                   components)
    real(dp), intent(in) :: h

    call residual(res, reslo, reshi, rhs, rhslo, rhshi, phi, philo, phihi, lo, hi, h)
  end subroutine residual_original

  subroutine adotx_original(lo, hi, components, x, xlo, xhi, y, ylo, yhi, h)
    integer, intent(in) :: lo(3), hi(3), components, xlo(3), xhi(3), ylo(3), yhi(3)
    real(dp), intent(in) :: x(xlo(1):xhi(1), xlo(2):xhi(2), xlo(3):xhi(3), components)
    real(dp), intent(inout) :: y(ylo(1):yhi(1), ylo(2):yhi(2), ylo(3):yhi(3), components)
    real(dp), intent(in) :: h

    call adotx(y, ylo, yhi, x, xlo, xhi, lo, hi, h)
  end subroutine adotx_original

end module poisson_originals
