! legacy_demo <bar> <input file> <original program> <program of a step>... <program with the solver>
! Runs the original and each step of its port, on the best device and on the host. Shows the results
! in a table, and a slice of the solution as a picture. Without a GPU the demo runs steps on the host
! with separate memory for device data instead: these runs make the transfers of a GPU. The last
! program solves with the cycles of vf_multigrid: its solution agrees with the original's to the
! tolerance of both solvers. <bar> is legacy_bar, which shows progress.
! Exit status 1 if a step and the original disagree.
program legacy_demo
  use, intrinsic :: iso_fortran_env, only: dp => real64, error_unit, int64, output_unit
  use viewfab, only: vf_context_device, vf_finalize, vf_init
  use picture, only: write_picture
  use example_runs, only: fail, largest_difference, read_run, run, start_program
  implicit none
  real(dp), parameter :: tolerance = 1.0e-12_dp, tolerance_of_solver = 1.0e-8_dp
  integer, parameter :: leading_arguments = 2
  ! If other programs use the processors too, threads that spin while they wait slow all runs down.
  character(len=*), parameter :: waiting = 'OMP_WAIT_POLICY=${OMP_WAIT_POLICY:-passive} '
  character(len=*), parameter :: host = 'VF_DEVICE=host VF_HOST_MEMORY=alias'
  character(len=*), parameter :: mirror = 'VF_DEVICE=host VF_HOST_MEMORY=mirror'

  type row
    character(len=16) :: step, device
    logical :: own_cycles              ! it solves with the solver's cycles, not the original's
    type(run) :: run
    real(dp) :: difference
  end type row
  type(row), allocatable :: rows(:)
  character(len=:), allocatable :: best_device, code, image
  integer :: program_number, programs, status
  logical :: gpu

  programs = command_argument_count() - leading_arguments
  if (programs < 2) then
    write(error_unit, '(a)') 'usage: legacy_demo <bar> <input file> <original program> ' // &
      '<program of a step>... <program with the solver>'
    flush(error_unit)
    stop 2
  end if
  call vf_init()
  best_device = vf_context_device()
  call vf_finalize()
  gpu = index(best_device, 'host') /= 1

  ! Programs are called <code>_<step>.
  code = file_name(program_path(1))
  code = code(:index(code, '_', back=.true.) - 1)
  allocate(rows(0))
  write(*, '(/, 2a)') code, ': two marks for each factor of ten by which the residual falls'
  call add_run(1, 'host', '')
  do program_number = 2, programs
    if (gpu) call add_run(program_number, best_device, '')
    call add_run(program_number, 'host', host)
    if (.not. gpu) call add_run(program_number, 'host (mirror)', mirror)
  end do
  call print_table()

  image = code // '.svg'
  call write_picture(image, middle_slice(rows(size(rows))%run), code // &
    ': solution in the middle plane', 'phi (dimensionless)', 'x (cells)', 'y (cells)', status)
  if (status /= 0) call fail(image // ' cannot be written')
  write(*, '(/, 2a)') 'solution in the middle plane: ', in_this_folder(image)
  if (.not. all(rows%difference <= merge(tolerance_of_solver, tolerance, rows%own_cycles))) &
    call fail('the solutions differ')
  if (any(rows%run%cycles /= rows(1)%run%cycles .and. .not. rows%own_cycles)) &
    call fail('the numbers of cycles differ')

contains

  subroutine add_run(number, device, environment)
    integer, intent(in) :: number
    character(len=*), intent(in) :: device, environment
    character(len=:), allocatable :: path, name, base
    type(row) :: new

    path = program_path(number)
    name = file_name(path)
    new%step = name(len(code) + 2:)
    new%device = device
    new%own_cycles = number == programs
    write(*, '(i2, a, i0, 2x, a, t19, a, t34)', advance='no') size(rows) + 1, ' of ', &
      1 + 2*(programs - 1), trim(new%step), trim(device)
    base = code // '.run'
    call start_program(path, argument(2), base, waiting // environment, status, filter=argument(1))
    if (status /= 0) call fail(path // ' has failed')
    new%run = read_run(base)
    if (size(rows) == 0) then
      new%difference = 0
    else
      new%difference = largest_difference(rows(1)%run, new%run)
    end if
    rows = [rows, new]
  end subroutine add_run

  subroutine print_table()
    integer :: i

    write(*, '(/, 2a)') code, ':'
    write(*, '(a, t11, a, t26, a, t36, a, t48, a, t60, a, t69, a, t80, a, t103, a)') 'step', 'device', &
      'cycles', 'residual', 'difference', 'seconds', 'original/', 'copied to device', 'copied to host'
    do i = 1, size(rows)
      associate (r => rows(i)%run)
        write(*, '(a, t11, a, t26, i6, es12.2, es12.2, f11.3, f11.2, 2(2x, a))') trim(rows(i)%step), &
          trim(rows(i)%device), r%cycles, r%final_residual, rows(i)%difference, r%seconds, &
          rows(1)%run%seconds/r%seconds, copies(r%copies_to_device, r%bytes_to_device), &
          copies(r%copies_to_host, r%bytes_to_host)
      end associate
    end do
    write(*, '(a)') 'difference: largest one from the original''s solution, relative to its maximum'
    write(*, '(a)') 'original/:  seconds of the original over those of this run'
    ! The steps take as much processor time as the original; the rest of the time is waiting.
    if (any(rows%device == 'host' .and. rows%run%seconds > 1.1_dp*rows(1)%run%seconds)) write(*, '(a)') &
      'host:       a step is slower than the original where its threads wait for each other longer: ' // &
      'do other programs use the processors?'
    if (.not. gpu) write(*, '(a)') 'mirror:     device data are copies on the host, as a GPU needs them; ' // &
      'the original has no such transfers'
  end subroutine print_table

  function copies(number, bytes) result(text)
    integer(int64), intent(in) :: number, bytes
    character(len=19) :: text

    write(text, '(f8.1, a, i5)') real(bytes, dp)/1.0e6_dp, ' MB in', number
  end function copies

  function middle_slice(r) result(slice)
    type(run), intent(in) :: r
    real(dp), allocatable :: slice(:,:)

    slice = r%solution(:, :, size(r%solution, 3)/2)
  end function middle_slice

  function program_path(number) result(path)
    integer, intent(in) :: number
    character(len=:), allocatable :: path

    path = argument(leading_arguments + number)
  end function program_path

  function argument(number) result(text)
    integer, intent(in) :: number
    character(len=:), allocatable :: text
    integer :: length

    call get_command_argument(number, length=length)
    allocate(character(len=length) :: text)
    call get_command_argument(number, value=text)
  end function argument

  function file_name(path) result(name)
    character(len=*), intent(in) :: path
    character(len=:), allocatable :: name

    name = path(index(path, '/', back=.true.) + 1:)
  end function file_name

  function in_this_folder(file) result(path)
    character(len=*), intent(in) :: file
    character(len=:), allocatable :: path
    character(len=512) :: folder

    call get_environment_variable('PWD', folder)
    path = file
    if (len_trim(folder) > 0) path = trim(folder) // '/' // file
  end function in_this_folder

end program legacy_demo
