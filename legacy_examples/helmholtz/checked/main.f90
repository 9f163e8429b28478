program helmholtz
  use, intrinsic :: iso_fortran_env, only: dp => real64, error_unit, int64
  use viewfab, only: vf_finalize, vf_init, vf_write
  use helmholtz_input, only: read_settings, settings
  use helmholtz_levels, only: build_levels, coarsen_coefficients, coefficients_to_device, &
    coefficients_to_host, level
  use helmholtz_cycle, only: residual_norm, vcycle
  use helmholtz_problem, only: operator_norm, set_coefficients, set_rhs, solution_error
  use helmholtz_output, only: write_history, write_result, write_solution
  use helmholtz_originals, only: register_originals
  implicit none
  type(settings) :: s
  type(level), allocatable, target :: levels(:)
  real(dp), allocatable :: history(:)
  real(dp) :: error, seconds
  integer(int64) :: start, finish, rate
  integer :: cycles
  logical :: converged

  s = read_settings()
  call vf_init()
  call register_originals()
  call build_levels(levels, s%n_cells, s%lengths, s%bc, s%alpha, s%beta)
  call coefficients_to_host(levels(1), vf_write)
  call set_coefficients(levels(1))
  call coarsen_coefficients(levels)
  call levels(1)%rhs_view%to_host(vf_write)
  call set_rhs(levels(1))
  allocate(history(0:s%max_cycles))

  write(*, '(a, 3(1x, i0), a, i0, a, 3(1x, i0))') 'cells', s%n_cells, ', levels ', size(levels), &
    ', coarsest', levels(size(levels))%hi + 1

  call system_clock(start, rate)
  call solve()
  call system_clock(finish)
  seconds = real(finish - start, dp)/real(rate, dp)

  error = solution_error(levels(1))
  call print_summary()
  if (len(s%output) > 0) then
    call write_solution(s%output, levels(1))
    call write_history(s%output, history(0:cycles))
    call write_result(s%output, cycles, history(0), history(cycles), operator_norm(levels(1)), &
      error, seconds)
  end if
  call vf_finalize()
  if (.not. converged) then
    write(error_unit, '(a, i0, a)') 'helmholtz: not converged after ', cycles, ' cycles'
    flush(error_unit)
    error stop 3
  end if

contains

  subroutine solve()
    real(dp) :: target_residual

    call coefficients_to_device(levels)
    cycles = 0
    history(0) = residual_norm(levels(1))
    target_residual = s%tolerance*history(0)
    write(*, '(a, i4, a, es24.16)') 'cycle', 0, '  residual', history(0)
    converged = history(0) <= target_residual
    do while (.not. converged .and. cycles < s%max_cycles)
      call vcycle(levels, 1, s%pre_smooths, s%post_smooths)
      cycles = cycles + 1
      history(cycles) = residual_norm(levels(1))
      write(*, '(a, i4, a, es24.16)') 'cycle', cycles, '  residual', history(cycles)
      converged = history(cycles) <= target_residual
    end do
    call levels(1)%phi_view%to_host()
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

end program helmholtz
