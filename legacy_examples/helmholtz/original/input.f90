! Reads and checks the namelist file named on the command line. A wrong file ends the program with
! a message that names the file and the key.
module helmholtz_input
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use grid_kernels, only: bc_dirichlet
  use input_checks, only: boundary_types, check_read, fail, input_file, open_input, &
    require_positive
  implicit none
  private
  public :: settings, read_settings

  type settings
    integer :: n_cells(3)
    real(dp) :: lengths(3)
    integer :: bc(0:5)                 ! xlo, ylo, zlo, xhi, yhi, zhi
    real(dp) :: alpha, beta
    real(dp) :: tolerance              ! of the residual, relative to the first residual
    integer :: max_cycles, pre_smooths, post_smooths
    integer :: tile_size(3)
    character(len=:), allocatable :: output
  end type settings

  character(len=*), parameter :: known_keys = 'n_cells, lengths, bc_lo, bc_hi, alpha, beta, ' &
    // 'tolerance, max_cycles, pre_smooths, post_smooths, tile_size, output'

contains

  function read_settings() result(s)
    type(settings) :: s
    character(len=:), allocatable :: file
    character(len=256) :: message
    character(len=32) :: bc_lo(3), bc_hi(3)
    character(len=512) :: output
    real(dp) :: lengths(3), alpha, beta, tolerance
    integer :: n_cells(3), max_cycles, pre_smooths, post_smooths, tile_size(3)
    integer :: unit, status
    namelist /helmholtz/ n_cells, lengths, bc_lo, bc_hi, alpha, beta, tolerance, max_cycles, &
      pre_smooths, post_smooths, tile_size, output

    ! n_cells has no default: the check below finds a file with only two extents.
    n_cells = 0
    lengths = 1
    bc_lo = 'dirichlet'
    bc_hi = 'dirichlet'
    alpha = 1
    beta = 1
    tolerance = 1.0e-10_dp
    max_cycles = 50
    pre_smooths = 2
    post_smooths = 2
    tile_size = [1024, 8, 8]
    output = ''

    file = input_file('helmholtz')
    unit = open_input(file)
    message = ''
    read(unit, nml=helmholtz, iostat=status, iomsg=message)
    call check_read(file, 'helmholtz', known_keys, status, message)
    close(unit)

    call require_positive(file, 'n_cells', n_cells)
    call require_positive(file, 'lengths', lengths)
    call require_positive(file, 'beta', [beta])
    call require_positive(file, 'tile_size', tile_size)
    call require_positive(file, 'max_cycles', [max_cycles])
    call require_positive(file, 'tolerance', [tolerance])
    if (min(pre_smooths, post_smooths) < 0) then
      call fail(file, 'pre_smooths and post_smooths must not be negative')
    end if
    if (pre_smooths + post_smooths == 0) then
      call fail(file, 'pre_smooths and post_smooths must not both be zero')
    end if
    if (.not. alpha >= 0) call fail(file, 'alpha must not be negative')

    s%bc = boundary_types(file, bc_lo, bc_hi)
    if (alpha <= 0 .and. .not. any(s%bc == bc_dirichlet)) then
      call fail(file, 'alpha must be positive where no side is ''dirichlet'': phi is fixed only ' &
        // 'up to a constant otherwise')
    end if
    s%n_cells = n_cells
    s%lengths = lengths
    s%alpha = alpha
    s%beta = beta
    s%tolerance = tolerance
    s%max_cycles = max_cycles
    s%pre_smooths = pre_smooths
    s%post_smooths = post_smooths
    s%tile_size = tile_size
    s%output = trim(output)
  end function read_settings

end module helmholtz_input
