module heat_input
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use input_checks, only: check_read, fail, input_file, open_input, require_positive
  implicit none
  private
  public :: read_settings, settings

  type settings
    integer :: n(3)                    ! cells in x, y, z
    integer :: steps
    integer :: plane                   ! index in z of the plane that each step writes
    real(dp) :: number                 ! diffusivity * dt / h**2
    character(len=:), allocatable :: output
  end type settings

contains

  function read_settings() result(s)
    type(settings) :: s
    integer :: n_cells(3), steps, plane, unit, status
    real(dp) :: number
    character(len=256) :: output, message
    character(len=:), allocatable :: file
    namelist /heat/ n_cells, steps, plane, number, output

    n_cells = 0
    steps = 10
    plane = 1
    number = 0.1_dp
    output = ''

    file = input_file('heat')
    unit = open_input(file)
    message = ''
    read(unit, nml=heat, iostat=status, iomsg=message)
    call check_read(file, 'heat', 'n_cells, steps, plane, number, output', status, message)
    close(unit)

    call require_positive(file, 'n_cells', n_cells)
    call require_positive(file, 'steps', [steps])
    call require_positive(file, 'number', [number])
    if (plane < 1 .or. plane > n_cells(3)) call fail(file, 'plane must be from 1 to the cells in z')

    s%n = n_cells
    s%steps = steps
    s%plane = plane
    s%number = number
    s%output = trim(output)
  end function read_settings

end module heat_input
