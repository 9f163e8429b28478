! compare_runs <reference> <other> [tolerance]
! Compares the output files of two runs, named without their endings. Exit status 1 if the cycles
! differ, or if the solutions differ by more than 1.0e-12 of the solution's maximum, or a residual by
! more than 1.0e-10 of itself. A given tolerance replaces 1.0e-12.
program compare_runs
  use, intrinsic :: iso_fortran_env, only: dp => real64, error_unit
  use example_runs, only: histories_agree, largest_difference, read_run, run
  implicit none
  type(run) :: reference, other
  character(len=512) :: argument
  real(dp) :: tolerance, difference
  integer :: status
  logical :: same

  tolerance = 1.0e-12_dp
  status = 0
  if (command_argument_count() == 3) then
    call get_command_argument(3, argument)
    read(argument, *, iostat=status) tolerance
  end if
  if (status /= 0 .or. command_argument_count() < 2 .or. command_argument_count() > 3) then
    write(error_unit, '(a)') 'usage: compare_runs <reference> <other> [tolerance]'
    flush(error_unit)
    stop 2
  end if
  call get_command_argument(1, argument)
  reference = read_run(trim(argument))
  call get_command_argument(2, argument)
  other = read_run(trim(argument))

  difference = largest_difference(reference, other)
  write(*, '(a, i0, a, i0)') 'cycles              ', reference%cycles, ' and ', other%cycles
  write(*, '(a, es9.2)') 'largest difference  ', difference
  same = .true.
  if (reference%cycles /= other%cycles) call differs('the numbers of cycles differ')
  if (.not. difference <= tolerance) call differs('the solutions differ')
  if (.not. histories_agree(reference, other, 1.0e-10_dp)) then
    call differs('the convergence histories differ')
  end if
  if (.not. same) stop 1

contains

  subroutine differs(what)
    character(len=*), intent(in) :: what

    write(error_unit, '(2a)') 'compare_runs: ', what
    flush(error_unit)
    same = .false.
  end subroutine differs

end program compare_runs
