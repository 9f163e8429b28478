! The Helmholtz solver, in the form that the test of its cycles calls.
module solver
  use, intrinsic :: ieee_arithmetic, only: ieee_quiet_nan, ieee_value
  use, intrinsic :: iso_fortran_env, only: real64
  use viewfab, only: vf_fill_value, vf_write
  use helmholtz_bottom, only: bottom_solve
  use helmholtz_cycle, only: residual_norm, vcycle
  use helmholtz_levels, only: build_levels, coarsen_coefficients, coefficients_to_device, &
    coefficients_to_host, level
  use helmholtz_problem, only: set_coefficients, set_rhs
  implicit none
  private
  public :: start_solve, run_cycle, residual, repeat_bottom_solve, spoil_host_arrays, end_solve

  real(real64), parameter :: lengths(3) = [1.2_real64, 0.9_real64, 1.0_real64]
  real(real64), parameter :: alpha = 0.7_real64, beta = 1.3_real64
  type(level), allocatable, target, save :: levels(:)
contains

  subroutine start_solve(n_cells, bc)
    integer, intent(in) :: n_cells(3), bc(0:5)
    call build_levels(levels, n_cells, lengths, bc, alpha, beta)
    call coefficients_to_host(levels(1), vf_write)
    call set_coefficients(levels(1))
    call coarsen_coefficients(levels)
    call levels(1)%rhs_view%to_host(vf_write)
    call set_rhs(levels(1))
    call coefficients_to_device(levels)
  end subroutine

  subroutine run_cycle()
    call vcycle(levels, 1, 2, 2)
  end subroutine

  function residual() result(norm)
    real(real64) :: norm
    norm = residual_norm(levels(1))
  end function

  ! Repeats the bottom solve of the last cycle; its right-hand side still exists.
  subroutine repeat_bottom_solve()
    associate (coarsest => levels(size(levels)))
      call vf_fill_value(coarsest%box, coarsest%phi_view, 0.0_real64)
      call bottom_solve(coarsest)
    end associate
  end subroutine

  ! Fills all arrays of the host with NaN without telling viewfab.
  subroutine spoil_host_arrays()
    real(real64), pointer, contiguous :: scratch(:,:,:)
    real(real64) :: nan
    integer :: l
    nan = ieee_value(nan, ieee_quiet_nan)
    do l = 1, size(levels)
      levels(l)%phi = nan
      levels(l)%rhs = nan
      levels(l)%res = nan
      levels(l)%a = nan
      levels(l)%bx = nan
      levels(l)%by = nan
      levels(l)%bz = nan
    end do
    call levels(size(levels))%p_view%host_pointer(scratch)
    scratch = nan
    call levels(size(levels))%q_view%host_pointer(scratch)
    scratch = nan
  end subroutine

  subroutine end_solve(phi)
    real(real64), allocatable, intent(out) :: phi(:,:,:)
    call levels(1)%phi_view%to_host()
    phi = levels(1)%phi
  end subroutine

end module
