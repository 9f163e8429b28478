program poisson
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t
  use, intrinsic :: iso_fortran_env, only: dp => real64, error_unit, int64
  use viewfab, only: VF_OK, VF_ERROR_STAGNATED, vf_finalize, vf_init, vf_last_error, vf_multigrid, &
    vf_multigrid_options, vf_multigrid_report, vf_write
  use poisson_input, only: read_settings, settings
  use poisson_levels, only: build_level, level
  use poisson_problem, only: set_rhs, solution_error
  use poisson_history, only: cycles, history, note
  use poisson_output, only: write_history, write_result, write_solution
  implicit none
  type(settings) :: s
  type(level), target :: lev
  real(dp) :: error, seconds
  integer(int64) :: start, finish, rate
  type(vf_multigrid) :: solver
  type(vf_multigrid_options) :: options
  integer(c_int) :: count, coarsest(3)
  integer(c_int64_t) :: bytes
  logical :: converged

  s = read_settings()
  call vf_init()
  call build_level(lev, s%n_cells, s%bc)
  call lev%rhs_view%to_host(vf_write)
  call set_rhs(lev)
  allocate(history(0:s%max_cycles))

  options%pre = s%pre_smooths
  options%post = s%post_smooths
  options%relative = s%tolerance
  options%max_cycles = s%max_cycles
  call solver%create_poisson(lev%box, lev%h, lev%sides, options, note)
  call solver%shape_of(count, coarsest, bytes)
  write(*, '(a, 3(1x, i0), a, i0, a, 3(1x, i0))') 'cells', s%n_cells, ', levels ', count, &
    ', coarsest', coarsest

  call system_clock(start, rate)
  call solve()
  call system_clock(finish)
  seconds = real(finish - start, dp)/real(rate, dp)

  error = solution_error(lev)
  call print_summary()
  if (len(s%output) > 0) then
    call write_solution(s%output, lev)
    call write_history(s%output, history(0:cycles))
    call write_result(s%output, cycles, history(0), history(cycles), error, seconds)
  end if
  call solver%release()
  call vf_finalize()
  if (.not. converged) then
    write(error_unit, '(a, i0, a)') 'poisson: not converged after ', cycles, ' cycles'
    flush(error_unit)
    error stop 3
  end if

contains

  ! The solver replaces the code's own cycle, and works on the same wrapped arrays.
  subroutine solve()
    type(vf_multigrid_report) :: report
    integer(c_int) :: status

    call solver%solve(lev%phi_view, lev%rhs_view, report=report, ierr=status)
    converged = status == VF_OK
    if (status /= VF_OK .and. status /= VF_ERROR_STAGNATED) then
      write(error_unit, '(2a)') 'poisson: ', vf_last_error()
      error stop 3
    end if
    cycles = report%cycles
    call lev%phi_view%to_host()
  end subroutine solve

  subroutine print_summary()
    write(*, '(a, i0)') 'cycles               ', cycles
    write(*, '(a, es10.3)') 'residual            ', history(cycles)
    if (cycles > 0 .and. history(cycles) > 0) then
      write(*, '(a, f10.4)') 'reduction per cycle ', (history(cycles)/history(0))**(1.0_dp/cycles)
    end if
    write(*, '(a, es10.3)') 'error               ', error
    write(*, '(a, f10.4)') 'seconds             ', seconds
  end subroutine print_summary

end program poisson
