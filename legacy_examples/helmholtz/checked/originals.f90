! The cell loops of the operator as originals of the kernels that replace them. These loops need the
! same bounds for all cell-centred arrays but phi, and the arrays here have the same bounds. The
! over-relaxation factor is a constant of gsrb, equal to the factor that the port passes.
module helmholtz_originals
  use viewfab_originals, only: vf_apply_helmholtz_register_original, vf_gsrb_helmholtz_register_original, &
    vf_residual_helmholtz_register_original
  use helmholtz_kernels, only: adotx, gsrb, legacy_residual => residual
  use grid_originals, only: register_grid_originals
  implicit none
  private
  public :: register_originals

contains

  subroutine register_originals()
    call register_grid_originals()
    call vf_gsrb_helmholtz_register_original(gsrb_helmholtz_original)
    call vf_residual_helmholtz_register_original(residual_helmholtz_original)
    call vf_apply_helmholtz_register_original(apply_helmholtz_original)
  end subroutine register_originals

  include 'viewfab_gsrb_helmholtz_original.inc'
    call gsrb(phi, phi_lo, phi_hi, rhs, alpha, beta, a, bx, by, bz, a_lo, a_hi, lo, hi, h, colour)
  end subroutine

  include 'viewfab_residual_helmholtz_original.inc'
    call legacy_residual(residual, phi, phi_lo, phi_hi, rhs, alpha, beta, a, bx, by, bz, a_lo, a_hi, lo, hi, h)
  end subroutine

  include 'viewfab_apply_helmholtz_original.inc'
    call adotx(y, x, x_lo, x_hi, alpha, beta, a, bx, by, bz, a_lo, a_hi, lo, hi, h)
  end subroutine

end module helmholtz_originals
