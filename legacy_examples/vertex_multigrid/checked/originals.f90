! The loops of the original as originals of the kernels that replace them. A loop takes its box from the extents of its
! arrays, and fields have a single component.
module vmg_originals
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use viewfab_originals, only: vf_fill_halo_register_original, vf_fill_value_register_original
  use vertex_multigrid_kernels
  implicit none
  private
  public :: register_originals

contains

  subroutine register_originals()
    include 'vertex_multigrid_kernels_register_originals.inc'
    call vf_fill_halo_register_original(fill_halo_original)
    call vf_fill_value_register_original(fill_value_original)
  end subroutine register_originals

  include 'viewfab_vmg_residual_original.inc'
    call resid(u, v, r, u_hi(1), u_hi(2), u_hi(3), a)
  end subroutine

  include 'viewfab_vmg_smooth_original.inc'
    call smooth(r, u, u_hi(1), u_hi(2), u_hi(3), c)
  end subroutine

  include 'viewfab_vmg_restrict_original.inc'
    call restr(r, r_hi(1), r_hi(2), r_hi(3), s, s_hi(1), s_hi(2), s_hi(3))
  end subroutine

  include 'viewfab_vmg_interpolate_original.inc'
    call prolon(z, z_hi(1), z_hi(2), z_hi(3), u, u_hi(1), u_hi(2), u_hi(3))
  end subroutine

  ! The routine gives the root of the mean of squares, so the sum has another rounding.
  include 'viewfab_vmg_norms_original.inc'
    real(dp) :: rl2

    call norms(x, x_hi(1), x_hi(2), x_hi(3), rl2, largest)
    total = rl2**2*product(real(hi - lo + 1, dp))
  end subroutine

  include 'viewfab_fill_halo_original.inc'
    call period(x, x_hi(1), x_hi(2), x_hi(3))
  end subroutine

  include 'viewfab_fill_value_original.inc'
    call zero(x, x_hi(1), x_hi(2), x_hi(3))
  end subroutine

end module vmg_originals
