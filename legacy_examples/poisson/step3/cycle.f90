! The multigrid V-cycle, on the device. The host starts kernels on whole levels and uses no array
! before the solution is there.
module poisson_cycle
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use viewfab, only: vf_average, vf_box_grow, vf_fill_ghosts, vf_interp, vf_norm_max, &
    vf_residual_poisson, vf_fill_value, vf_smooth_poisson
  use poisson_levels, only: level
  use poisson_bottom, only: bottom_solve, subtract_mean
  implicit none
  private
  public :: vcycle, residual_norm, remove_mean

contains

  ! One V-cycle on levels(l) and all coarser levels. The coarse levels solve for a correction and so
  ! start from zero and have the same, homogeneous, boundary conditions.
  recursive subroutine vcycle(levels, l, pre_smooths, post_smooths)
    type(level), target, intent(inout) :: levels(:)
    integer, intent(in) :: l, pre_smooths, post_smooths

    if (l == size(levels)) then
      call bottom_solve(levels(l))
      return
    end if
    call smooth(levels(l), pre_smooths)
    call compute_residual(levels(l))
    call restrict_residual(levels(l), levels(l+1))
    call vcycle(levels, l+1, pre_smooths, post_smooths)
    call add_correction(levels(l), levels(l+1))
    call smooth(levels(l), post_smooths)
  end subroutine vcycle

  ! The max norm of the residual, the only number that comes to the host.
  function residual_norm(lev) result(norm)
    type(level), target, intent(inout) :: lev
    real(dp) :: norm

    call compute_residual(lev)
    call vf_norm_max(lev%box, lev%res_view, norm)
  end function residual_norm

  ! Without a Dirichlet side phi is fixed up to a constant; the wanted solution has mean zero.
  subroutine remove_mean(lev)
    type(level), target, intent(inout) :: lev

    call subtract_mean(lev%box, lev%phi_view)
  end subroutine remove_mean

  subroutine smooth(lev, count)
    type(level), target, intent(inout) :: lev
    integer, intent(in) :: count

    call vf_smooth_poisson(lev%box, lev%phi_view, lev%rhs_view, lev%h, lev%sides, count)
  end subroutine smooth

  subroutine compute_residual(lev)
    type(level), target, intent(inout) :: lev

    call vf_fill_ghosts(lev%box, lev%phi_view, lev%sides)
    call vf_residual_poisson(lev%box, lev%phi_view, lev%rhs_view, lev%res_view, lev%h)
  end subroutine compute_residual

  ! Sets up the coarse problem: the fine residual as right-hand side, zero as first guess. phi is
  ! written as a whole, ghosts included, so no value of phi is ever copied to the device.
  subroutine restrict_residual(fine, coarse)
    type(level), target, intent(inout) :: fine, coarse

    call vf_average(coarse%box, fine%res_view, coarse%rhs_view)
    call vf_fill_value(vf_box_grow(coarse%box, 1), coarse%phi_view, 0.0_dp)
  end subroutine restrict_residual

  subroutine add_correction(fine, coarse)
    type(level), target, intent(inout) :: fine, coarse

    call vf_interp(coarse%box, coarse%phi_view, fine%phi_view)
  end subroutine add_correction

end module poisson_cycle
