! The solver of the coarsest level: conjugate gradients. The vectors stay on the device; only the
! dot products come to the host.
module helmholtz_bottom
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use viewfab, only: vf_apply_helmholtz, vf_axpy, vf_box_grow, vf_copy, vf_dot, vf_fill_ghosts, &
    vf_residual_helmholtz, vf_fill_value, vf_xpay
  use helmholtz_levels, only: level
  implicit none
  private
  public :: bottom_solve

  real(dp), parameter :: tolerance = 1.0e-4_dp
  integer, parameter :: max_iterations = 200

contains

  ! The matrix is positive definite.
  subroutine bottom_solve(lev)
    type(level), target, intent(inout) :: lev
    real(dp) :: step, pq, rr, rr_old, rr_stop
    integer :: iteration

    call vf_fill_ghosts(lev%box, lev%phi_view, lev%sides)
    call vf_residual_helmholtz(lev%box, lev%phi_view, lev%rhs_view, lev%res_view, lev%alpha, &
      lev%beta, lev%a_view, lev%bx_view, lev%by_view, lev%bz_view, lev%h)
    call vf_dot(lev%box, lev%res_view, lev%res_view, rr)
    rr_stop = rr*tolerance**2
    ! p is written as a whole, ghosts included, so no value is copied to the device.
    call vf_fill_value(vf_box_grow(lev%box, 1), lev%p_view, 0.0_dp)
    call vf_copy(lev%box, lev%res_view, lev%p_view)

    do iteration = 1, max_iterations
      if (rr <= rr_stop) exit
      call vf_fill_ghosts(lev%box, lev%p_view, lev%sides)
      call vf_apply_helmholtz(lev%box, lev%p_view, lev%q_view, lev%alpha, lev%beta, &
        lev%a_view, lev%bx_view, lev%by_view, lev%bz_view, lev%h)
      call vf_dot(lev%box, lev%p_view, lev%q_view, pq)
      if (pq <= 0) exit
      step = rr/pq
      call vf_axpy(lev%box, step, lev%p_view, lev%phi_view)
      call vf_axpy(lev%box, -step, lev%q_view, lev%res_view)
      rr_old = rr
      call vf_dot(lev%box, lev%res_view, lev%res_view, rr)
      call vf_xpay(lev%box, lev%res_view, rr/rr_old, lev%p_view)
    end do
  end subroutine bottom_solve

end module helmholtz_bottom
