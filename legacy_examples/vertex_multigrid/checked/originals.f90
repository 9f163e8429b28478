! The loops of the original as originals of the kernels that took their place. A loop takes its box from the extents of
! its arrays, and fields have one component.
module vmg_originals
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use viewfab, only: vf_boundary, vf_fill_halo_register_original, vf_set_value_register_original
  use vertex_multigrid_kernels, only: vf_vmg_interpolate_register_original, vf_vmg_norms_register_original, &
    vf_vmg_residual_register_original, vf_vmg_restrict_register_original, vf_vmg_smooth_register_original
  implicit none
  private
  public :: register_originals

contains

  subroutine register_originals()
    call vf_vmg_residual_register_original(residual_original)
    call vf_vmg_smooth_register_original(smooth_original)
    call vf_vmg_restrict_register_original(restrict_original)
    call vf_vmg_interpolate_register_original(interpolate_original)
    call vf_vmg_norms_register_original(norms_original)
    call vf_fill_halo_register_original(fill_halo_original)
    call vf_set_value_register_original(set_value_original)
  end subroutine register_originals

  subroutine residual_original(lo, hi, components, u, u_lo, u_hi, v, v_lo, v_hi, r, r_lo, r_hi, a)
    integer, intent(in) :: lo(3), hi(3), components, u_lo(3), u_hi(3), v_lo(3), v_hi(3), r_lo(3), r_hi(3)
    real(dp), intent(in) :: u(u_lo(1):u_hi(1), u_lo(2):u_hi(2), u_lo(3):u_hi(3), components)
    real(dp), intent(in) :: v(v_lo(1):v_hi(1), v_lo(2):v_hi(2), v_lo(3):v_hi(3), components)
    real(dp), intent(inout) :: r(r_lo(1):r_hi(1), r_lo(2):r_hi(2), r_lo(3):r_hi(3), components)
    real(dp), intent(in) :: a(4)

    call resid(u, v, r, u_hi(1), u_hi(2), u_hi(3), a)
  end subroutine residual_original

  subroutine smooth_original(lo, hi, components, r, r_lo, r_hi, u, u_lo, u_hi, c)
    integer, intent(in) :: lo(3), hi(3), components, r_lo(3), r_hi(3), u_lo(3), u_hi(3)
    real(dp), intent(in) :: r(r_lo(1):r_hi(1), r_lo(2):r_hi(2), r_lo(3):r_hi(3), components)
    real(dp), intent(inout) :: u(u_lo(1):u_hi(1), u_lo(2):u_hi(2), u_lo(3):u_hi(3), components)
    real(dp), intent(in) :: c(4)

    call smooth(r, u, u_hi(1), u_hi(2), u_hi(3), c)
  end subroutine smooth_original

  subroutine restrict_original(lo, hi, components, r, r_lo, r_hi, s, s_lo, s_hi)
    integer, intent(in) :: lo(3), hi(3), components, r_lo(3), r_hi(3), s_lo(3), s_hi(3)
    real(dp), intent(in) :: r(r_lo(1):r_hi(1), r_lo(2):r_hi(2), r_lo(3):r_hi(3), components)
    real(dp), intent(inout) :: s(s_lo(1):s_hi(1), s_lo(2):s_hi(2), s_lo(3):s_hi(3), components)

    call restr(r, r_hi(1), r_hi(2), r_hi(3), s, s_hi(1), s_hi(2), s_hi(3))
  end subroutine restrict_original

  subroutine interpolate_original(lo, hi, components, z, z_lo, z_hi, u, u_lo, u_hi)
    integer, intent(in) :: lo(3), hi(3), components, z_lo(3), z_hi(3), u_lo(3), u_hi(3)
    real(dp), intent(in) :: z(z_lo(1):z_hi(1), z_lo(2):z_hi(2), z_lo(3):z_hi(3), components)
    real(dp), intent(inout) :: u(u_lo(1):u_hi(1), u_lo(2):u_hi(2), u_lo(3):u_hi(3), components)

    call prolon(z, z_hi(1), z_hi(2), z_hi(3), u, u_hi(1), u_hi(2), u_hi(3))
  end subroutine interpolate_original

  ! The routine gives the mean of the squares as a root, so that the sum has another rounding.
  subroutine norms_original(lo, hi, components, x, x_lo, x_hi, total, largest)
    integer, intent(in) :: lo(3), hi(3), components, x_lo(3), x_hi(3)
    real(dp), intent(in) :: x(x_lo(1):x_hi(1), x_lo(2):x_hi(2), x_lo(3):x_hi(3), components)
    real(dp), intent(out) :: total, largest
    real(dp) :: rl2

    call norms(x, x_hi(1), x_hi(2), x_hi(3), rl2, largest)
    total = rl2**2*product(real(hi - lo + 1, dp))
  end subroutine norms_original

  subroutine fill_halo_original(lo, hi, components, x, x_lo, x_hi, layers, sides, nodal)
    integer, intent(in) :: lo(3), hi(3), components, x_lo(3), x_hi(3), layers, nodal(3)
    real(dp), intent(inout) :: x(x_lo(1):x_hi(1), x_lo(2):x_hi(2), x_lo(3):x_hi(3), components)
    type(vf_boundary), intent(in) :: sides

    call period(x, x_hi(1), x_hi(2), x_hi(3))
  end subroutine fill_halo_original

  subroutine set_value_original(lo, hi, components, x, x_lo, x_hi, value)
    integer, intent(in) :: lo(3), hi(3), components, x_lo(3), x_hi(3)
    real(dp), intent(inout) :: x(x_lo(1):x_hi(1), x_lo(2):x_hi(2), x_lo(3):x_hi(3), components)
    real(dp), intent(in) :: value

    call zero(x, x_hi(1), x_hi(2), x_hi(3))
  end subroutine set_value_original

end module vmg_originals
