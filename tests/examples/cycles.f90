! test_<code>_cycles [<claim>] Checks the copies and waits of the cycles of a completely ported
! solver, on grids with a bottom solve of several iterations. Without an argument all claims run.
! The last claim needs a device with its own memory.
program test_cycles
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use claims, only: check
  use grid_kernels, only: bc_dirichlet, bc_neumann, bc_periodic
  use solver, only: end_solve, repeat_bottom_solve, residual, run_cycle, spoil_host_arrays, &
    start_solve
  use viewfab, only: vf_counters, vf_finalize, vf_counters_get, vf_init
  implicit none
  integer, parameter :: cycles = 5, n_cells(3) = [24, 16, 20]
  ! Sides xlo, ylo, zlo, xhi, yhi, zhi. In the second case phi is fixed only by its mean.
  integer, parameter :: sides(6,2) = reshape([ &
    bc_dirichlet, bc_neumann, bc_periodic, bc_neumann, bc_dirichlet, bc_periodic, &
    bc_periodic, bc_periodic, bc_periodic, bc_periodic, bc_periodic, bc_periodic], [6, 2])
  character(len=64) :: claim
  integer :: case

  call get_command_argument(1, claim)
  do case = 1, 2
    if (wanted('cycles_move_no_field')) call cycles_move_no_field()
    if (wanted('cycles_wait_for_the_bottom_solve_only')) &
      call cycles_wait_for_the_bottom_solve_only()
    if (wanted('cycles_leave_the_host_arrays_alone')) call cycles_leave_the_host_arrays_alone()
  end do

contains

  subroutine cycles_move_no_field()
    type(vf_counters) :: before, after
    real(real64) :: first, last
    integer :: c
    call vf_init()
    call start_solve(n_cells, sides(:, case))
    first = residual()
    call vf_counters_get(before)
    do c = 1, cycles
      call run_cycle()
      last = residual()
    end do
    call vf_counters_get(after)
    call check(last < 0.01_real64 * first, 'the cycles converge')
    call check(after%copies_to_device == before%copies_to_device, 'nothing goes to the device')
    call check(after%copies_to_host == before%copies_to_host, 'nothing comes to the host')
    call vf_finalize()
  end subroutine

  subroutine cycles_wait_for_the_bottom_solve_only()
    integer(int64) :: started, cycled, repeated, tested
    real(real64) :: norm
    integer :: c
    call vf_init()
    call start_solve(n_cells, sides(:, case))
    norm = residual()
    do c = 1, cycles
      started = waits()
      call run_cycle()
      cycled = waits()
      call repeat_bottom_solve()
      repeated = waits()
      norm = residual()
      tested = waits()
      call check(repeated - cycled >= 3, 'the bottom solve iterates, and waits for dot products')
      call check(cycled - started == repeated - cycled, &
        'a cycle waits as often as its bottom solve does by itself')
      call check(tested - repeated == 1, 'the residual norm waits once, for its result')
    end do
    call vf_finalize()
  end subroutine

  subroutine cycles_leave_the_host_arrays_alone()
    real(real64), allocatable :: expected(:,:,:), got(:,:,:)
    real(real64) :: expected_history(0:cycles), got_history(0:cycles)
    call solve(.false., expected, expected_history)
    call solve(.true., got, got_history)
    call check(all(bits(got_history) == bits(expected_history)), &
      'with NaN in all host arrays after cycle 2 the residuals have the same bits')
    call check(all(bits(reshape(got, [size(got)])) == bits(reshape(expected, [size(expected)]))), &
      'and so has the solution')
    call check(all(abs(expected) < huge(expected)), 'which is finite')
  end subroutine

  subroutine solve(spoil, phi, history)
    logical, intent(in) :: spoil
    real(real64), allocatable, intent(out) :: phi(:,:,:)
    real(real64), intent(out) :: history(0:)
    integer :: c
    call vf_init()
    call start_solve(n_cells, sides(:, case))
    history(0) = residual()
    do c = 1, cycles
      call run_cycle()
      history(c) = residual()
      if (spoil .and. c == 2) call spoil_host_arrays()
    end do
    call end_solve(phi)
    call vf_finalize()
  end subroutine

  function waits() result(number)
    integer(int64) :: number
    type(vf_counters) :: counters
    call vf_counters_get(counters)
    number = counters%waits
  end function

  pure function bits(x)
    real(real64), intent(in) :: x(:)
    integer(int64) :: bits(size(x))
    bits = transfer(x, bits)
  end function

  function wanted(name)
    character(*), intent(in) :: name
    logical :: wanted
    wanted = claim == '' .or. claim == name
  end function

end program
