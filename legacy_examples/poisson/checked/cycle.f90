! The multigrid V-cycle of step3. With VF_MODE=check, or VF_KERNELS=smooth=check, three of its routines
! are compared with the original's routines; without, the bodies of the loops do not run.
module poisson_cycle
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use viewfab, only: vf_average, vf_box_grow, vf_check_begin, vf_check_cells, vf_check_end, vf_check_original, &
    vf_check_value, vf_fill_ghosts, vf_interp, vf_norm_max, &
    vf_residual_poisson, vf_fill_value, vf_smooth_poisson
  use poisson_levels, only: level
  use poisson_bottom, only: bottom_solve, subtract_mean
  use poisson_legacy_routines, only: legacy_add_correction, legacy_residual_norm, legacy_smooth
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
    real(dp) :: norm, legacy_norm

    call vf_check_begin('residual_norm', lev%phi_view, lev%rhs_view, lev%res_view)
    call compute_residual(lev)
    call vf_norm_max(lev%box, lev%res_view, norm)
    call vf_check_value('residual_norm', 'norm', norm)
    do while (vf_check_original('residual_norm'))
      legacy_norm = legacy_residual_norm(lev)
      call vf_check_value('residual_norm', 'norm', legacy_norm)
    end do
    call vf_check_end('residual_norm')
  end function residual_norm

  ! Without a Dirichlet side phi is fixed up to a constant; the wanted solution has mean zero.
  subroutine remove_mean(lev)
    type(level), target, intent(inout) :: lev

    call subtract_mean(lev%box, lev%phi_view)
  end subroutine remove_mean

  subroutine smooth(lev, count)
    type(level), target, intent(inout) :: lev
    integer, intent(in) :: count
    integer :: s

    call vf_check_begin('smooth', lev%phi_view, lev%rhs_view)
    call vf_check_cells('smooth', lev%phi_view, lev%box)    ! readers of ghosts fill ghosts first
    call vf_smooth_poisson(lev%box, lev%phi_view, lev%rhs_view, lev%h, lev%sides, count)
    do while (vf_check_original('smooth'))
      do s = 1, count
        call legacy_smooth(lev)
      end do
    end do
    call vf_check_end('smooth')
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

    call vf_check_begin('add_correction', fine%phi_view, coarse%phi_view)
    call vf_interp(coarse%box, coarse%phi_view, fine%phi_view)
    do while (vf_check_original('add_correction'))
      call legacy_add_correction(fine, coarse)
    end do
    call vf_check_end('add_correction')
  end subroutine add_correction

end module poisson_cycle
