! The solver of the coarsest level: conjugate gradients. The vectors stay on the device; only the
! dot products come to the host.
module poisson_bottom
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use viewfab, only: vf_add_constant, vf_apply_poisson, vf_axpy, vf_box, vf_box_cells, &
    vf_box_grow, vf_copy, vf_dot, vf_fill_ghosts, vf_residual_poisson, vf_fill_value, vf_sum, &
    vf_view, vf_xpay
  use poisson_levels, only: level
  implicit none
  private
  public :: bottom_solve, subtract_mean

  real(dp), parameter :: tolerance = 1.0e-4_dp
  integer, parameter :: max_iterations = 200

contains

  ! The matrix is negative definite, or semidefinite, and CG works with this matrix: alpha becomes
  ! negative. A singular system has a solution only if the mean of its right-hand side vanishes,
  ! so the mean is taken off the first residual and thereby off the whole search.
  subroutine bottom_solve(lev)
    type(level), target, intent(inout) :: lev
    real(dp) :: alpha, pq, rr, rr_old, rr_stop
    integer :: iteration

    call vf_fill_ghosts(lev%box, lev%phi_view, lev%sides)
    call vf_residual_poisson(lev%box, lev%phi_view, lev%rhs_view, lev%res_view, lev%h)
    if (lev%singular) call subtract_mean(lev%box, lev%res_view)
    call vf_dot(lev%box, lev%res_view, lev%res_view, rr)
    rr_stop = rr*tolerance**2
    ! p is written as a whole, ghosts included, so no value is copied to the device.
    call vf_fill_value(vf_box_grow(lev%box, 1), lev%p_view, 0.0_dp)
    call vf_copy(lev%box, lev%res_view, lev%p_view)

    do iteration = 1, max_iterations
      if (rr <= rr_stop) exit
      call vf_fill_ghosts(lev%box, lev%p_view, lev%sides)
      call vf_apply_poisson(lev%box, lev%p_view, lev%q_view, lev%h)
      call vf_dot(lev%box, lev%p_view, lev%q_view, pq)
      if (pq >= 0) exit
      alpha = rr/pq
      call vf_axpy(lev%box, alpha, lev%p_view, lev%phi_view)
      call vf_axpy(lev%box, -alpha, lev%q_view, lev%res_view)
      rr_old = rr
      call vf_dot(lev%box, lev%res_view, lev%res_view, rr)
      call vf_xpay(lev%box, lev%res_view, rr/rr_old, lev%p_view)
    end do
  end subroutine bottom_solve

  subroutine subtract_mean(box, x)
    type(vf_box), intent(in) :: box
    type(vf_view), intent(in) :: x
    real(dp) :: total

    call vf_sum(box, x, total)
    call vf_add_constant(box, x, -total/real(vf_box_cells(box), dp))
  end subroutine subtract_mean

end module poisson_bottom
