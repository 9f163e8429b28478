! Reads and checks the namelist file named on the command line. A wrong file ends the program with a message that names the
! file and the key.
module hydro2d_input
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use input_checks, only: check_read, fail, input_file, open_input, require_positive
  use hydro2d_definitions, only: max_states, settings_type
  implicit none
  private
  public :: read_settings

  character(len=*), parameter :: known_keys = 'x_cells, y_cells, x_length, y_length, stretch, gamma, cfl, dt_initial, ' &
    // 'dt_max, dt_rise, end_time, end_step, summary_every, states, density, energy, xvel, yvel, left, right, bottom, ' &
    // 'top, expected, output'

contains

  function read_settings() result(s)
    type(settings_type) :: s
    character(len=:), allocatable :: file
    character(len=256) :: message
    character(len=512) :: output
    integer :: x_cells, y_cells, end_step, summary_every, states, unit, status
    real(dp) :: x_length, y_length, stretch, gamma, cfl, dt_initial, dt_max, dt_rise, end_time, expected(5)
    real(dp), dimension(max_states) :: density, energy, xvel, yvel, left, right, bottom, top
    namelist /hydro2d/ x_cells, y_cells, x_length, y_length, stretch, gamma, cfl, dt_initial, dt_max, dt_rise, end_time, &
      end_step, summary_every, states, density, energy, xvel, yvel, left, right, bottom, top, expected, output

    x_cells = 0
    y_cells = 0
    x_length = 1
    y_length = 1
    stretch = 1
    gamma = 1.4_dp
    cfl = 0.5_dp
    dt_initial = 1.0e-4_dp
    dt_max = 0.1_dp
    dt_rise = 1.2_dp
    end_time = huge(end_time)
    end_step = huge(end_step)
    summary_every = 10
    states = 0
    density = 0
    energy = 0
    xvel = 0
    yvel = 0
    left = 0
    right = 0
    bottom = 0
    top = 0
    expected = -1
    output = ''

    file = input_file('hydro2d')
    unit = open_input(file)
    message = ''
    read(unit, nml=hydro2d, iostat=status, iomsg=message)
    call check_read(file, 'hydro2d', known_keys, status, message)
    close(unit)

    call require_positive(file, 'x_cells', [x_cells])
    call require_positive(file, 'y_cells', [y_cells])
    if (min(x_cells, y_cells) < 2) call fail(file, 'x_cells and y_cells must be at least 2, the depth of the halo')
    call require_positive(file, 'x_length', [x_length])
    call require_positive(file, 'y_length', [y_length])
    call require_positive(file, 'stretch', [stretch])
    call require_positive(file, 'cfl', [cfl])
    call require_positive(file, 'dt_initial', [dt_initial])
    call require_positive(file, 'dt_max', [dt_max])
    call require_positive(file, 'dt_rise', [dt_rise])
    call require_positive(file, 'summary_every', [summary_every])
    if (.not. gamma > 1) call fail(file, 'gamma must be greater than 1')
    if (states < 1 .or. states > max_states) call fail(file, 'states must be given, from 1 to 8')
    call require_positive(file, 'density', density(:states))
    call require_positive(file, 'energy', energy(:states))
    if (end_step == huge(end_step) .and. end_time >= huge(end_time)) then
      call fail(file, 'end_time or end_step must be given')
    end if

    s%x_cells = x_cells
    s%y_cells = y_cells
    s%x_length = x_length
    s%y_length = y_length
    s%stretch = stretch
    s%gamma = gamma
    s%cfl = cfl
    s%dt_initial = dt_initial
    s%dt_max = dt_max
    s%dt_rise = dt_rise
    s%end_time = end_time
    s%end_step = end_step
    s%summary_every = summary_every
    s%states = states
    s%density = density
    s%energy = energy
    s%xvel = xvel
    s%yvel = yvel
    s%left = left
    s%right = right
    s%bottom = bottom
    s%top = top
    s%expected = expected
    s%output = trim(output)
  end function read_settings

end module hydro2d_input
