! Reads and checks the namelist file named on the command line. Whatever is wrong with it ends the program with a message
! that names the file and the key.
module minife_input
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use input_checks, only: check_read, fail, input_file, open_input, require_positive
  use minife_definitions, only: settings_type
  implicit none
  private
  public :: read_settings

  character(len=*), parameter :: known_keys = 'n_elements, pieces, max_iterations, tolerance, products, output'

contains

  function read_settings(ranks) result(s)
    integer, intent(in) :: ranks
    type(settings_type) :: s
    character(len=:), allocatable :: file
    character(len=256) :: message
    character(len=512) :: output
    integer :: n_elements(3), pieces, max_iterations, products, unit, status
    real(dp) :: tolerance
    namelist /minife/ n_elements, pieces, max_iterations, tolerance, products, output

    n_elements = 0
    pieces = 8
    max_iterations = 200
    tolerance = 1.0e-10_dp
    products = 0
    output = ''

    file = input_file('minife')
    unit = open_input(file)
    message = ''
    read(unit, nml=minife, iostat=status, iomsg=message)
    call check_read(file, 'minife', known_keys, status, message)
    close(unit)

    call require_positive(file, 'n_elements', n_elements)
    call require_positive(file, 'pieces', [pieces])
    call require_positive(file, 'max_iterations', [max_iterations])
    call require_positive(file, 'tolerance', [tolerance])
    if (modulo(pieces, ranks) /= 0) call fail(file, 'pieces must be a multiple of the number of ranks')

    s%n_elements = n_elements
    s%pieces = pieces
    s%max_iterations = max_iterations
    s%tolerance = tolerance
    s%products = products
    s%output = trim(output)
  end function read_settings

end module minife_input
