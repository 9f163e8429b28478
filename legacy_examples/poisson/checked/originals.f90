! The cell loops of the operator as originals of the kernels that replace them.
module poisson_originals
  use viewfab_originals, only: vf_apply_poisson_register_original, vf_gsrb_poisson_register_original, &
    vf_residual_poisson_register_original
  use poisson_kernels, only: adotx, gsrb, legacy_residual => residual
  use grid_originals, only: register_grid_originals
  implicit none
  private
  public :: register_originals

contains

  subroutine register_originals()
    call register_grid_originals()
    call vf_gsrb_poisson_register_original(gsrb_poisson_original)
    call vf_residual_poisson_register_original(residual_poisson_original)
    call vf_apply_poisson_register_original(apply_poisson_original)
  end subroutine register_originals

  include 'viewfab_gsrb_poisson_original.inc'
    call gsrb(phi, phi_lo, phi_hi, rhs, rhs_lo, rhs_hi, lo, hi, h, colour)
  end subroutine

  include 'viewfab_residual_poisson_original.inc'
    call legacy_residual(residual, residual_lo, residual_hi, rhs, rhs_lo, rhs_hi, phi, phi_lo, phi_hi, lo, hi, h)
  end subroutine

  include 'viewfab_apply_poisson_original.inc'
    call adotx(y, y_lo, y_hi, x, x_lo, x_hi, lo, hi, h)
  end subroutine

end module poisson_originals
