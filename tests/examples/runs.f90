! check_runs <claim> <base> <argument>... Runs programs of the examples and checks the claim. The
! names of the runs' files begin with the base.
program check_runs
  use, intrinsic :: ieee_arithmetic, only: ieee_quiet_nan, ieee_value
  use, intrinsic :: iso_fortran_env, only: dp => real64, int64
  use claims, only: check, mentions
  use example_runs, only: histories_agree, largest_difference, read_run, run, start_program
  use test_of_runs, only: argument, base_of_files, environment, need_device
  implicit none
  character(len=:), allocatable :: base

  call need_device()
  base = base_of_files()
  select case (argument(1))
  case ('same_run')
    call same_run(original=argument(3), step=argument(4), input=argument(5))
  case ('same_error')
    call same_error(original=argument(3), step=argument(4), input=argument(5))
  case ('moves_once')
    call moves_once(program=argument(3), input=argument(4), arrays=argument(5))
  case ('second_order')
    call second_order(program=argument(3), inputs=argument(4))
  case ('unknown_key')
    call unknown_key(program=argument(3), input=argument(4), group=argument(5), &
      known_keys=argument(6), wrong_key=argument(7))
  case ('differences_are_noticed')
    call differences_are_noticed(original=argument(3), compare=argument(4), input=argument(5))
  case default
    call check(.false., 'the claim is a known one')
  end select

contains

  subroutine same_run(original, step, input)
    character(*), intent(in) :: original, step, input
    type(run) :: expected, got
    expected = finished(original, input, base // '.original')
    got = finished(step, input, base)
    call check(got%cycles == expected%cycles, 'as many cycles as the original')
    call check(largest_difference(expected, got) <= 1.0e-12_dp, &
      'the solution differs from the original''s by at most 1e-12 of its maximum')
    call check(histories_agree(expected, got, 1.0e-10_dp), &
      'the residual of each cycle is the original''s to 1e-10')
  end subroutine

  ! Both have solved the same equations to the same tolerance.
  subroutine same_error(original, step, input)
    character(*), intent(in) :: original, step, input
    type(run) :: expected, got
    expected = finished(original, input, base // '.original')
    got = finished(step, input, base)
    call check(abs(got%error - expected%error) <= 1.0e-4_dp * expected%error, &
      'the error against the analytic solution is the original''s')
    call check(got%cycles <= expected%cycles, 'no more cycles than the original')
  end subroutine

  ! Each array of the solve goes to the device once, and the solution comes back once.
  subroutine moves_once(program, input, arrays)
    character(*), intent(in) :: program, input, arrays
    type(run) :: got
    integer :: read_arrays
    read (arrays, *) read_arrays
    got = finished(program, input, base)
    if (environment('VF_DEVICE') == 'host' .and. environment('VF_HOST_MEMORY') == 'alias') then
      call check(got%copies_to_device == 0 .and. got%copies_to_host == 0, 'nothing is copied')
    else
      call check(got%copies_to_device == read_arrays, arrays // ' arrays go to the device')
      call check(got%copies_to_host == 1, 'one array comes back')
      call check(got%bytes_to_host == 8 * product(int(shape(got%solution), int64) + 2), &
        'which is the solution with its ghosts')
    end if
  end subroutine

  ! Each doubling of the extents quarters the error.
  subroutine second_order(program, inputs)
    character(*), intent(in) :: program, inputs
    type(run) :: coarse, middle, fine
    coarse = finished(program, inputs // '/dirichlet_32.nml', base // '.32')
    middle = finished(program, inputs // '/dirichlet_64.nml', base // '.64')
    fine = finished(program, inputs // '/dirichlet_128.nml', base // '.128')
    call check(abs(coarse%error / middle%error - 4) <= 0.2_dp, 'error(32)/error(64) is 3.8 to 4.2')
    call check(abs(middle%error / fine%error - 4) <= 0.2_dp, 'error(64)/error(128) is 3.8 to 4.2')
  end subroutine

  subroutine unknown_key(program, input, group, known_keys, wrong_key)
    character(*), intent(in) :: program, input, group, known_keys, wrong_key
    character(:), allocatable :: message
    integer :: status
    call start_program(program, input, base, '', status, '> ' // base // '.log 2>&1')
    message = text_of(base // '.log')
    call check(status == 1, 'the exit status is 1')
    call check(mentions(message, 'bad key or value in &' // group, 'known keys: ' // known_keys), &
      'the keys are listed')
    call check(mentions(message, base // '.nml', wrong_key), 'the file and the wrong key are named')
  end subroutine

  subroutine differences_are_noticed(original, compare, input)
    character(*), intent(in) :: original, compare, input
    type(run) :: expected, changed
    real(dp) :: maximum
    integer :: unit
    expected = finished(original, input, base // '.original')
    changed = finished(original, input, base)
    maximum = maxval(abs(expected%solution))

    call check(verdict(compare) == '', 'equal runs pass')
    changed%solution(7, 5, 3) = expected%solution(7, 5, 3) + 0.5e-12_dp * maximum
    call replace_solution(changed)
    call check(verdict(compare) == '', 'one value changed by 0.5e-12 of the maximum passes')
    changed%solution(7, 5, 3) = expected%solution(7, 5, 3) - 2.0e-12_dp * maximum
    call replace_solution(changed)
    call check(index(verdict(compare), 'compare_runs: the solutions differ') == 1, &
      'one value changed by 2e-12 of the maximum does not pass')
    changed%solution(7, 5, 3) = ieee_value(maximum, ieee_quiet_nan)
    call replace_solution(changed)
    call check(index(verdict(compare), 'compare_runs: the solutions differ') == 1, &
      'a NaN does not pass')

    open (newunit=unit, file=base // '.looser', status='replace', action='write')
    write (unit, '(a)') '&poisson', '  n_cells = 32, 32, 32', '  tolerance = 1.0e-8', '/'
    close (unit)
    changed = finished(original, base // '.looser', base)
    call check(index(verdict(compare), 'compare_runs: the numbers of cycles differ') == 1, &
      'other cycles do not pass')
  end subroutine

  ! The findings of compare_runs about the two runs. Its exit status must agree with them.
  function verdict(compare) result(text)
    character(*), intent(in) :: compare
    character(:), allocatable :: text
    integer :: status, ignored
    status = -1
    call execute_command_line("'" // compare // "' " // base // '.original ' // base // ' 2> ' &
      // base // '.log', exitstat=status, cmdstat=ignored)
    text = text_of(base // '.log')
    call check(text == '' .or. index(text, 'compare_runs: ') == 1, 'compare_runs has run')
    call check((status == 0) .eqv. (text == ''), 'the exit status is that of the message')
  end function

  subroutine replace_solution(changed)
    type(run), intent(in) :: changed
    integer :: unit
    open (newunit=unit, file=base // '.solution', access='stream', form='unformatted', &
      status='replace', action='write')
    write (unit) shape(changed%solution), changed%solution
    close (unit)
  end subroutine

  function finished(program, input, base) result(r)
    character(*), intent(in) :: program, input, base
    type(run) :: r
    integer :: status
    ! Other tests may run beside this test, so waiting threads must not keep a processor busy.
    call start_program(program, input, base, 'OMP_WAIT_POLICY=passive', status)
    call check(status == 0, program // ' succeeds')
    r = read_run(base)
  end function

  ! All lines of a file without the line ends.
  function text_of(file) result(text)
    character(*), intent(in) :: file
    character(:), allocatable :: text
    character(len=1024) :: line
    integer :: unit, status
    text = ''
    open (newunit=unit, file=file, status='old', action='read', iostat=status)
    call check(status == 0, file // ' can be read')
    do
      read (unit, '(a)', iostat=status) line
      if (status /= 0) exit
      text = text // trim(line)
    end do
    close (unit)
  end function

end program
