! Checks shared by the readers of namelist files. A wrong file ends the program with a message that
! names the file and the key.
module input_checks
  use, intrinsic :: iso_fortran_env, only: dp => real64, error_unit
  use grid_kernels, only: bc_dirichlet, bc_neumann, bc_periodic
  implicit none
  private
  public :: input_file, open_input, check_read, boundary_types, require_positive, fail

  interface require_positive
    module procedure integers_positive, reals_positive
  end interface require_positive

contains

  ! The only argument on the command line of the program.
  function input_file(program) result(file)
    character(len=*), intent(in) :: program
    character(len=:), allocatable :: file
    integer :: length

    if (command_argument_count() /= 1) then
      write(error_unit, '(3a)') 'usage: ', program, ' <namelist file>'
      flush(error_unit)
      error stop 2
    end if
    call get_command_argument(1, length=length)
    allocate(character(len=length) :: file)
    call get_command_argument(1, value=file)
  end function input_file

  function open_input(file) result(unit)
    character(len=*), intent(in) :: file
    integer :: unit, status
    character(len=256) :: message

    message = ''
    open(newunit=unit, file=file, status='old', action='read', iostat=status, iomsg=message)
    if (status /= 0) call fail(file, 'cannot be opened: ' // trim(message))
  end function open_input

  ! Checks the status of reading the namelist.
  subroutine check_read(file, namelist_name, known_keys, status, message)
    character(len=*), intent(in) :: file, namelist_name, known_keys, message
    integer, intent(in) :: status

    if (is_iostat_end(status)) then
      call fail(file, 'holds no complete namelist &' // namelist_name &
        // ' (the line of the closing / must end in a newline)')
    else if (status /= 0) then
      call fail(file, 'bad key or value in &' // namelist_name // ': ' // trim(message) &
        // new_line('a') // '  known keys: ' // known_keys)
    end if
  end subroutine check_read

  ! Types of the sides xlo, ylo, zlo, xhi, yhi, zhi.
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

  subroutine integers_positive(file, key, values)
    character(len=*), intent(in) :: file, key
    integer, intent(in) :: values(:)
    character(len=12) :: text
    integer :: i

    do i = 1, size(values)
      if (values(i) > 0) cycle
      write(text, '(i0)') values(i)
      call must_be_positive(file, key, i, size(values), trim(text))
    end do
  end subroutine integers_positive

  ! A NaN is not positive.
  subroutine reals_positive(file, key, values)
    character(len=*), intent(in) :: file, key
    real(dp), intent(in) :: values(:)
    character(len=12) :: text
    integer :: i

    do i = 1, size(values)
      if (values(i) > 0) cycle
      write(text, '(es12.4)') values(i)
      call must_be_positive(file, key, i, size(values), trim(adjustl(text)))
    end do
  end subroutine reals_positive

  subroutine must_be_positive(file, key, i, count, value)
    character(len=*), intent(in) :: file, key, value
    integer, intent(in) :: i, count

    if (count == 1) then
      call fail(file, key // ' = ' // value // ': must be given and positive')
    else
      call fail(file, element(key, i) // ' = ' // value // ': must be given and positive')
    end if
  end subroutine must_be_positive

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

    write(error_unit, '(3a)') file, ': ', message
    flush(error_unit)
    error stop 1
  end subroutine fail

end module input_checks
