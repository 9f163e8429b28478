! Runs of the examples: starts programs, reads their output files, compares two runs.
module example_runs
  use, intrinsic :: ieee_arithmetic, only: ieee_is_nan, ieee_quiet_nan, ieee_value
  use, intrinsic :: iso_fortran_env, only: dp => real64, error_unit, int32, int64, output_unit
  implicit none
  private
  public :: run, start_program, read_run, largest_difference, histories_agree, fail

  type run
    integer :: cycles = 0
    real(dp) :: initial_residual = 0, final_residual = 0, error = 0, seconds = 0
    real(dp) :: operator_norm = 0           ! 0 if unknown
    character(len=32) :: device = 'host'    ! the next five come from programs that use viewfab
    integer(int64) :: copies_to_device = 0, bytes_to_device = 0
    integer(int64) :: copies_to_host = 0, bytes_to_host = 0
    real(dp), allocatable :: solution(:,:,:)
    real(dp), allocatable :: history(:)     ! residual after each cycle, from cycle 0
  end type run

contains

  ! Runs a program on a copy of the input file that asks for the output files <base>.*.
  !   environment  NAME=value settings for the program, with blanks between them
  !   redirection  of its output, as for a shell; absent: the output of this program
  !   filter       program that reads its output; absent: none
  !   status       exit status of the program, not of the filter
  subroutine start_program(program, input, base, environment, status, redirection, filter)
    character(len=*), intent(in) :: program, input, base, environment
    integer, intent(out) :: status
    character(len=*), intent(in), optional :: redirection, filter
    character(len=:), allocatable :: command
    integer :: ignored

    call write_input(input, base)
    ! gfortran would hold lines back if the output is no terminal.
    command = 'env GFORTRAN_UNBUFFERED_PRECONNECTED=y ' // environment // ' ' // quoted(program) &
      // ' ' // quoted(base // '.nml')
    if (present(redirection)) command = command // ' ' // redirection
    ! A pipe has the status of its last program; the status of the first comes through a file.
    if (present(filter)) command = '{ ' // command // '; echo $? >' // quoted(base // '.status') &
      // '; } | ' // quoted(filter) // '; exit $(cat ' // quoted(base // '.status') // ')'
    flush(output_unit)
    ! Without cmdstat flang ends this program if the other program fails.
    status = -1
    call execute_command_line(command, exitstat=status, cmdstat=ignored)
  end subroutine start_program

  subroutine write_input(input, base)
    character(len=*), intent(in) :: input, base
    character(len=512) :: line
    integer :: from, to, status

    open(newunit=from, file=input, status='old', action='read', iostat=status)
    if (status /= 0) call fail(input // ' cannot be opened')
    open(newunit=to, file=base // '.nml', status='replace', action='write', iostat=status)
    if (status /= 0) call fail(base // '.nml cannot be written')
    do
      read(from, '(a)', iostat=status) line
      if (status /= 0) exit
      if (line == '/') write(to, '(3a)') '  output = ''', base, ''''
      write(to, '(a)') trim(line)
    end do
    close(from)
    close(to)
  end subroutine write_input

  function quoted(path) result(word)
    character(len=*), intent(in) :: path
    character(len=:), allocatable :: word

    if (index(path, '''') > 0) call fail(path // ': no quotes, please, in names of files')
    word = '''' // path // ''''
  end function quoted

  function read_run(base) result(r)
    character(len=*), intent(in) :: base
    type(run) :: r
    integer(int32) :: n(3)
    integer :: unit, status, i, cycle_number

    call read_result(base // '.result', r)

    open(newunit=unit, file=base // '.solution', access='stream', form='unformatted', &
         status='old', action='read', iostat=status)
    if (status /= 0) call fail(base // '.solution cannot be opened')
    read(unit, iostat=status) n
    if (status == 0) then
      allocate(r%solution(n(1), n(2), n(3)))
      read(unit, iostat=status) r%solution
    end if
    if (status /= 0) call fail(base // '.solution is cut short')
    close(unit)

    allocate(r%history(0:r%cycles))
    open(newunit=unit, file=base // '.history', status='old', action='read', iostat=status)
    do i = 0, r%cycles
      if (status == 0) read(unit, *, iostat=status) cycle_number, r%history(i)
    end do
    if (status /= 0) call fail(base // '.history cannot be read')
    close(unit)
  end function read_run

  subroutine read_result(file, r)
    character(len=*), intent(in) :: file
    type(run), intent(inout) :: r
    integer :: cycles
    real(dp) :: initial_residual, final_residual, operator_norm, error, seconds
    character(len=len(r%device)) :: device
    integer(int64) :: copies_to_device, bytes_to_device, copies_to_host, bytes_to_host
    integer :: unit, status
    character(len=256) :: message
    namelist /result/ cycles, initial_residual, final_residual, operator_norm, error, seconds, &
      device, copies_to_device, bytes_to_device, copies_to_host, bytes_to_host

    cycles = r%cycles
    initial_residual = r%initial_residual
    final_residual = r%final_residual
    operator_norm = r%operator_norm
    error = r%error
    seconds = r%seconds
    device = r%device
    copies_to_device = r%copies_to_device
    bytes_to_device = r%bytes_to_device
    copies_to_host = r%copies_to_host
    bytes_to_host = r%bytes_to_host
    open(newunit=unit, file=file, status='old', action='read', iostat=status, iomsg=message)
    if (status == 0) read(unit, nml=result, iostat=status, iomsg=message)
    if (status /= 0) call fail(file // ': ' // trim(message))
    close(unit)
    r%cycles = cycles
    r%initial_residual = initial_residual
    r%final_residual = final_residual
    r%operator_norm = operator_norm
    r%error = error
    r%seconds = seconds
    r%device = device
    r%copies_to_device = copies_to_device
    r%bytes_to_device = bytes_to_device
    r%copies_to_host = copies_to_host
    r%bytes_to_host = bytes_to_host
  end subroutine read_result

  ! Largest difference of two solutions, relative to the maximum of the reference. NaN, which passes
  ! no test, if the sizes differ or a value is NaN: maxval alone skips NaNs.
  function largest_difference(reference, other) result(difference)
    type(run), intent(in) :: reference, other
    real(dp) :: difference

    difference = ieee_value(difference, ieee_quiet_nan)
    if (any(shape(reference%solution) /= shape(other%solution))) return
    if (any(ieee_is_nan(reference%solution)) .or. any(ieee_is_nan(other%solution))) return
    difference = maxval(abs(other%solution - reference%solution))/maxval(abs(reference%solution))
  end function largest_difference

  ! True if the residuals agree after every cycle to the tolerance, relative to the residual of the
  ! cycle. Late residuals are small differences of terms as large as the norm of the operator times
  ! phi, so the rounding of these terms is allowed as well: up to 1.5 units of each of the two sums,
  ! and 1 unit because each phi may differ in its last bit. The norm of the Laplacian is 12/h**2.
  function histories_agree(reference, other, tolerance) result(agree)
    type(run), intent(in) :: reference, other
    real(dp), intent(in) :: tolerance
    logical :: agree
    real(dp) :: norm, terms

    agree = reference%cycles == other%cycles
    if (.not. agree) return
    norm = reference%operator_norm
    if (norm <= 0) norm = 12*real(maxval(shape(reference%solution)), dp)**2
    terms = norm*maxval(abs(reference%solution))
    agree = all(abs(other%history - reference%history) &
      <= tolerance*reference%history + 4*epsilon(terms)*terms)
  end function histories_agree

  subroutine fail(message)
    character(len=*), intent(in) :: message

    write(error_unit, '(2a)') 'example runs: ', message
    flush(error_unit)
    stop 1
  end subroutine fail

end module example_runs
