program poisson
  use, intrinsic :: iso_fortran_env, only: dp => real64, error_unit, int64
  use mpi_f08, only: MPI_Finalize
  use viewfab, only: vf_finalize, vf_write
  use poisson_input, only: read_settings, settings
  use poisson_levels, only: build_levels, level, release_levels
  use poisson_cycle, only: remove_mean, residual_norm, vcycle
  use poisson_problem, only: set_rhs, solution_error
  use poisson_ranks, only: end_ranks, rank, start_ranks
  use poisson_output, only: write_history, write_result, write_solution
  implicit none
  type(settings) :: s
  type(level), allocatable, target :: levels(:)
  real(dp), allocatable :: history(:)
  real(dp) :: error, seconds
  integer(int64) :: start, finish, rate
  integer :: cycles
  logical :: converged

  s = read_settings()
  call start_ranks()
  call build_levels(levels, s%n_cells, s%bc)
  call levels(1)%rhs_view%to_host(vf_write)
  call set_rhs(levels(1))
  allocate(history(0:s%max_cycles))

  if (rank == 0) write(*, '(a, 3(1x, i0), a, i0, a, 3(1x, i0))') 'cells', s%n_cells, ', levels ', size(levels), &
    ', coarsest', levels(size(levels))%n

  call system_clock(start, rate)
  call solve()
  call system_clock(finish)
  seconds = real(finish - start, dp)/real(rate, dp)

  error = solution_error(levels(1))
  if (rank == 0) call print_summary()
  if (len(s%output) > 0) then
    call write_solution(s%output, levels(1))
    if (rank == 0) call write_history(s%output, history(0:cycles))
    if (rank == 0) call write_result(s%output, cycles, history(0), history(cycles), error, seconds)
  end if
  call release_levels(levels)
  call end_ranks()
  call vf_finalize()
  call MPI_Finalize()
  if (.not. converged) then
    if (rank == 0) write(error_unit, '(a, i0, a)') 'poisson: not converged after ', cycles, ' cycles'
    flush(error_unit)
    error stop 3
  end if

contains

  subroutine solve()
    real(dp) :: target_residual

    cycles = 0
    history(0) = residual_norm(levels(1))
    target_residual = s%tolerance*history(0)
    if (rank == 0) write(*, '(a, i4, a, es24.16)') 'cycle', 0, '  residual', history(0)
    converged = history(0) <= target_residual
    do while (.not. converged .and. cycles < s%max_cycles)
      call vcycle(levels, 1, s%pre_smooths, s%post_smooths)
      cycles = cycles + 1
      history(cycles) = residual_norm(levels(1))
      if (rank == 0) write(*, '(a, i4, a, es24.16)') 'cycle', cycles, '  residual', history(cycles)
      converged = history(cycles) <= target_residual
    end do
    if (levels(1)%singular) call remove_mean(levels(1))
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

end program poisson
