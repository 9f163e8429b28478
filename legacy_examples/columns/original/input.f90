! Reads and checks the namelist file named on the command line. A wrong file ends the program with a message that names the
! file and the key.
module columns_input
  use columns_definitions, only: r8
  use columns_state, only: settings_type
  use input_checks, only: check_read, fail, input_file, open_input, require_positive
  implicit none
  private
  public :: read_settings

  character(len=*), parameter :: known_keys = 'x_elements, y_elements, nlev, qsize, nproma, ngptot, steps, remap_every, ' &
    // 'seed, window_n, window_m, courant, expected, output'

contains

  function read_settings() result(s)
    type(settings_type) :: s
    character(len=:), allocatable :: file
    character(len=256) :: message
    character(len=512) :: expected, output
    integer :: x_elements, y_elements, nlev, qsize, nproma, ngptot, steps, remap_every, seed, window_n, window_m, unit, status
    real(r8) :: courant
    namelist /columns/ x_elements, y_elements, nlev, qsize, nproma, ngptot, steps, remap_every, seed, window_n, window_m, &
      courant, expected, output

    x_elements = 0
    y_elements = 0
    nlev = 0
    qsize = 0
    nproma = 0
    ngptot = 0
    steps = 0
    remap_every = 2
    seed = 1
    window_n = 1280
    window_m = 16
    courant = 0.4_r8
    expected = ''
    output = ''

    file = input_file('columns')
    unit = open_input(file)
    message = ''
    read(unit, nml=columns, iostat=status, iomsg=message)
    call check_read(file, 'columns', known_keys, status, message)
    close(unit)

    call require_positive(file, 'x_elements', [x_elements])
    call require_positive(file, 'y_elements', [y_elements])
    call require_positive(file, 'nlev', [nlev])
    call require_positive(file, 'qsize', [qsize])
    call require_positive(file, 'nproma', [nproma])
    call require_positive(file, 'ngptot', [ngptot])
    call require_positive(file, 'steps', [steps])
    call require_positive(file, 'remap_every', [remap_every])
    call require_positive(file, 'seed', [seed])
    call require_positive(file, 'window_n', [window_n])
    call require_positive(file, 'window_m', [window_m])
    call require_positive(file, 'courant', [courant])
    if (min(x_elements, y_elements) < 3) call fail(file, 'x_elements and y_elements must be at least 3')

    s%x_elements = x_elements
    s%y_elements = y_elements
    s%nlev = nlev
    s%qsize = qsize
    s%nproma = nproma
    s%ngptot = ngptot
    s%steps = steps
    s%remap_every = remap_every
    s%seed = seed
    s%window_n = window_n
    s%window_m = window_m
    s%courant = courant
    s%output = trim(output)
    ! The file of the expected summary is beside the input file.
    s%expected = trim(expected)
    if (len(s%expected) > 0 .and. index(s%expected, '/') /= 1) then
      s%expected = file(:index(file, '/', back=.true.)) // s%expected
    end if
  end function read_settings

end module columns_input
