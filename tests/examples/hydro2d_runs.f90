! check_hydro2d <claim> <base> <argument>... Runs programs of the hydrodynamics example and checks the claim. The names
! of the runs' files begin with the base.
program check_hydro2d
  use, intrinsic :: iso_fortran_env, only: dp => real64, int32, int64
  use claims, only: check
  use example_runs, only: start_program
  use test_of_runs, only: argument, base_of_files, environment, need_device
  implicit none
  integer, parameter :: fields = 5
  character(len=*), parameter :: names(fields) = [character(len=8) :: 'density', 'energy', 'pressure', 'xvel', 'yvel']

  type field
    real(dp), allocatable :: values(:,:)
  end type field

  character(len=:), allocatable :: base

  call need_device()
  base = base_of_files()
  select case (argument(1))
  case ('same_fields')
    call same_fields(original=argument(3), step=argument(4), input=argument(5), exact=argument(6) == 'exact')
  case ('moves_once')
    call moves_once(program=argument(3), input=argument(4))
  case ('conserves')
    call conserves(program=argument(3), input=argument(4))
  case ('other_sums')
    call other_sums(program=argument(3), input=argument(4))
  case default
    call check(.false., 'the claim is a known one')
  end select

contains

  ! exact: the fields agree bit for bit, and so do the steps and the cells that limited them. The sums must agree with
  ! the sums in the input.
  subroutine same_fields(original, step, input, exact)
    character(len=*), intent(in) :: original, step, input
    logical, intent(in) :: exact
    type(field) :: expected(fields), got(fields)
    integer :: n

    call finish(original, input, base // '.original')
    call finish(step, input, base)
    expected = read_fields(base // '.original')
    got = read_fields(base)
    do n = 1, fields
      call check(all(shape(got(n)%values) == shape(expected(n)%values)), trim(names(n)) // ' has the original''s shape')
      call check(maxval(expected(n)%values) > minval(expected(n)%values), trim(names(n)) // ' is no constant')
      if (exact) then
        call check(all(bits(got(n)%values) == bits(expected(n)%values)), trim(names(n)) // ' has the original''s bits')
      else
        call check(maxval(abs(got(n)%values - expected(n)%values)) <= 1.0e-9_dp*maxval(abs(expected(n)%values)), &
          trim(names(n)) // ' differs from the original''s by at most 1e-9 of its maximum')
      end if
    end do
    if (exact) call check(lines_of(base // '.log', 'step') == lines_of(base // '.original.log', 'step'), &
      'the steps are the original''s')
    call check(lines_of(base // '.log', 'summary as expected') /= '', 'the summary is held against the recorded one')
  end subroutine same_fields

  ! After the first step no step copies a field. At the end the result file needs the fields.
  subroutine moves_once(program, input)
    character(len=*), intent(in) :: program, input
    integer :: first(2), last(2)

    call finish(program, input, base)
    first = copies('after the first step')
    last = copies('after the last one')
    call check(last(1) == first(1), 'nothing goes to the device after the first step')
    call check(first(2) == 0, 'nothing comes to the host in the first step')
    if (environment('VF_DEVICE') == 'host' .and. environment('VF_HOST_MEMORY') == 'alias') then
      call check(first(1) == 0 .and. last(2) == 0, 'nothing is copied')
    else
      call check(first(1) > 0 .and. last(2) == fields, 'the written fields come to the host, once')
    end if
  end subroutine moves_once

  ! The numbers of copies to the device and to the host so far.
  function copies(when) result(counts)
    character(len=*), intent(in) :: when
    character(len=:), allocatable :: line
    integer :: counts(2), status

    line = lines_of(base // '.log', 'copies ' // when)
    line = line(index(line, 'device ')+len('device '):)
    read(line(:index(line, ',')-1), *, iostat=status) counts(1)
    call check(status == 0, 'the copies to the device can be read')
    read(line(index(line, 'host ')+len('host '):), *, iostat=status) counts(2)
    call check(status == 0, 'the copies to the host can be read')
  end function copies

  ! Volume, mass and total energy are the same in the first and the last summary.
  subroutine conserves(program, input)
    character(len=*), intent(in) :: program, input
    real(dp) :: first(5), last(5)

    call finish(program, input, base)
    call read_sums(base // '.log', first, last)
    call check(abs(last(1) - first(1)) <= 1.0e-13_dp*first(1), 'the volume stays')
    call check(abs(last(2) - first(2)) <= 1.0e-13_dp*first(2), 'the mass stays')
    call check(abs(last(4) - first(4)) > 1.0e-2_dp*first(3), 'energy becomes motion')
    call check(abs(sum(last(3:4)) - sum(first(3:4))) <= 1.0e-13_dp*sum(first(3:4)), 'the total energy stays')
  end subroutine conserves

  subroutine other_sums(program, input)
    character(len=*), intent(in) :: program, input
    integer :: status

    call start_program(program, input, base, 'OMP_WAIT_POLICY=passive', status, '> ' // base // '.log 2>&1')
    call check(status == 3, 'the exit status is 3')
    call check(lines_of(base // '.log', 'hydro2d: the summary differs') /= '', 'the message says so')
  end subroutine other_sums

  subroutine finish(program, input, base)
    character(len=*), intent(in) :: program, input, base
    integer :: status

    call start_program(program, input, base, 'OMP_WAIT_POLICY=passive', status, '> ' // base // '.log')
    call check(status == 0, program // ' succeeds')
  end subroutine finish

  function read_fields(base) result(read)
    character(len=*), intent(in) :: base
    type(field) :: read(fields)
    integer(int32) :: n(2)
    integer :: unit, status, f

    open(newunit=unit, file=base // '.fields', access='stream', form='unformatted', status='old', action='read', iostat=status)
    call check(status == 0, base // '.fields can be read')
    do f = 1, fields
      read(unit, iostat=status) n
      call check(status == 0, 'a field begins with its extents')
      allocate(read(f)%values(n(1), n(2)))
      read(unit, iostat=status) read(f)%values
      call check(status == 0, 'a field has all of its values')
    end do
    close(unit)
  end function read_fields

  ! The five sums of the first and of the last summary.
  subroutine read_sums(file, first, last)
    character(len=*), intent(in) :: file
    real(dp), intent(out) :: first(5), last(5)
    character(len=:), allocatable :: lines
    character(len=*), parameter :: head = '  volume, mass, internal, kinetic, pressure '
    integer :: status

    lines = lines_of(file, head)
    read(lines(len(head)+1:), *, iostat=status) first
    call check(status == 0, 'the first summary can be read')
    read(lines(index(lines, head, back=.true.)+len(head):), *, iostat=status) last
    call check(status == 0, 'the last summary can be read')
  end subroutine read_sums

  ! The lines that begin with this text, one after the other.
  function lines_of(file, start) result(lines)
    character(len=*), intent(in) :: file, start
    character(len=:), allocatable :: lines
    character(len=512) :: line
    integer :: unit, status

    lines = ''
    open(newunit=unit, file=file, status='old', action='read', iostat=status)
    call check(status == 0, file // ' can be read')
    do
      read(unit, '(a)', iostat=status) line
      if (status /= 0) exit
      if (index(line, start) == 1) lines = lines // trim(line) // ' '
    end do
    close(unit)
  end function lines_of

  pure function bits(x)
    real(dp), intent(in) :: x(:,:)
    integer(int64) :: bits(size(x, 1), size(x, 2))

    bits = reshape(transfer(x, bits), shape(bits))
  end function bits

end program check_hydro2d
