! Reads and checks the namelist file named on the command line. Whatever is wrong with it ends the
! program with a message that names the file and the key.
module poisson_input
  use, intrinsic :: iso_fortran_env, only: dp => real64, error_unit
  use poisson_kernels, only: bc_dirichlet, bc_neumann, bc_periodic
  implicit none
  private
  public :: settings, read_settings

  type settings
    integer :: n_cells(3)
    integer :: bc(0:5)                 ! xlo, ylo, zlo, xhi, yhi, zhi
    real(dp) :: tolerance              ! of the residual, relative to the first one
    integer :: max_cycles, pre_smooths, post_smooths
    integer :: tile_size(3)
    character(len=:), allocatable :: output
  end type settings

  character(len=*), parameter :: known_keys = 'n_cells, bc_lo, bc_hi, tolerance, max_cycles, ' &
    // 'pre_smooths, post_smooths, tile_size, output'

contains

  function read_settings() result(s)
    type(settings) :: s
    character(len=:), allocatable :: file
    character(len=256) :: message
    character(len=32) :: bc_lo(3), bc_hi(3)
    character(len=512) :: output
    real(dp) :: tolerance
    integer :: n_cells(3), max_cycles, pre_smooths, post_smooths, tile_size(3)
    integer :: unit, status
    namelist /poisson/ n_cells, bc_lo, bc_hi, tolerance, max_cycles, pre_smooths, post_smooths, &
      tile_size, output

    ! n_cells has no default: a file that gives only two extents is caught by the check below.
    n_cells = 0
    bc_lo = 'dirichlet'
    bc_hi = 'dirichlet'
    tolerance = 1.0e-10_dp
    max_cycles = 50
    pre_smooths = 2
    post_smooths = 2
    tile_size = [1024, 8, 8]
    output = ''

    file = argument()
    message = ''
    open(newunit=unit, file=file, status='old', action='read', iostat=status, iomsg=message)
    if (status /= 0) call fail(file, 'cannot be opened: ' // trim(message))
    read(unit, nml=poisson, iostat=status, iomsg=message)
    if (is_iostat_end(status)) then
      call fail(file, 'holds no complete namelist &poisson (the line of the closing / ' &
        // 'must end in a newline)')
    else if (status /= 0) then
      call fail(file, 'bad key or value in &poisson: ' // trim(message) &
        // new_line('a') // '  known keys: ' // known_keys)
    end if
    close(unit)

    call require_positive(file, 'n_cells', n_cells)
    call require_positive(file, 'tile_size', tile_size)
    call require_positive(file, 'max_cycles', [max_cycles])
    if (.not. tolerance > 0) call fail(file, 'tolerance must be positive')
    if (min(pre_smooths, post_smooths) < 0) then
      call fail(file, 'pre_smooths and post_smooths must not be negative')
    end if
    if (pre_smooths + post_smooths == 0) then
      call fail(file, 'pre_smooths and post_smooths must not both be zero')
    end if

    s%bc = boundary_types(file, bc_lo, bc_hi)
    s%n_cells = n_cells
    s%tolerance = tolerance
    s%max_cycles = max_cycles
    s%pre_smooths = pre_smooths
    s%post_smooths = post_smooths
    s%tile_size = tile_size
    s%output = trim(output)
  end function read_settings

  function argument() result(file)
    character(len=:), allocatable :: file
    integer :: length

    if (command_argument_count() /= 1) then
      write(error_unit, '(a)') 'usage: poisson <namelist file>'
      flush(error_unit)
      error stop 2
    end if
    call get_command_argument(1, length=length)
    allocate(character(len=length) :: file)
    call get_command_argument(1, value=file)
  end function argument

  function boundary_types(file, bc_lo, bc_hi) result(bc)
    character(len=*), intent(in) :: file, bc_lo(3), bc_hi(3)
    integer :: bc(0:5), d

    do d = 1, 3
      bc(d-1) = boundary_type(file, 'bc_lo', d, bc_lo(d))
      bc(d+2) = boundary_type(file, 'bc_hi', d, bc_hi(d))
      if ((bc(d-1) == bc_periodic) .neqv. (bc(d+2) == bc_periodic)) then
        call fail(file, element('bc_lo', d) // ' = ''' // trim(bc_lo(d)) // ''' but ' &
          // element('bc_hi', d) // ' = ''' // trim(bc_hi(d)) &
          // ''': a direction is periodic on both sides or on none')
      end if
    end do
  end function boundary_types

  function boundary_type(file, key, d, value) result(bc)
    character(len=*), intent(in) :: file, key, value
    integer, intent(in) :: d
    integer :: bc

    bc = 0
    select case (value)
    case ('dirichlet')
      bc = bc_dirichlet
    case ('neumann')
      bc = bc_neumann
    case ('periodic')
      bc = bc_periodic
    case default
      call fail(file, element(key, d) // ' = ''' // trim(value) &
        // ''': must be ''dirichlet'', ''neumann'' or ''periodic''')
    end select
  end function boundary_type

  subroutine require_positive(file, key, values)
    character(len=*), intent(in) :: file, key
    integer, intent(in) :: values(:)
    character(len=12) :: text
    integer :: i

    do i = 1, size(values)
      if (values(i) > 0) cycle
      write(text, '(i0)') values(i)
      if (size(values) == 1) then
        call fail(file, key // ' = ' // trim(text) // ': must be given and positive')
      else
        call fail(file, element(key, i) // ' = ' // trim(text) // ': must be given and positive')
      end if
    end do
  end subroutine require_positive

  function element(key, i) result(text)
    character(len=*), intent(in) :: key
    integer, intent(in) :: i
    character(len=:), allocatable :: text
    character(len=1) :: digit

    write(digit, '(i1)') i
    text = key // '(' // digit // ')'
  end function element

  subroutine fail(file, message)
    character(len=*), intent(in) :: file, message

    write(error_unit, '(4a)') 'poisson: ', file, ': ', message
    flush(error_unit)
    error stop 1
  end subroutine fail

end module poisson_input
