! Sides on the command line of a benchmark, and the median of its times.
module benchmark_sides
  use, intrinsic :: iso_fortran_env, only: real64
  implicit none
  private
  public :: side_of, middle

contains

  ! The side of an argument of the command line; without the argument the usual side. Another word than a side stops the program.
  !   program  its name, for the message
  integer function side_of(program, number, usual) result(n)
    character(*), intent(in) :: program
    integer, intent(in) :: number, usual
    character(32) :: argument
    integer :: status

    n = usual
    if (command_argument_count() < number) return
    call get_command_argument(number, argument)
    read (argument, *, iostat=status) n
    if (status /= 0) error stop program // ': a side is no number'
    if (n < 4 .or. mod(n, 2) /= 0) error stop program // ': sides are even and at least 4'
  end function

  ! The median.
  real(real64) function middle(values)
    real(real64), intent(in) :: values(:)
    integer :: v

    middle = values(1)
    do v = 1, size(values)
      if (count(values < values(v)) <= size(values)/2 .and. count(values <= values(v)) > size(values)/2) middle = values(v)
    end do
  end function

end module
