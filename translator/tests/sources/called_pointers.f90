! A pointer to a procedure may have the name of a subroutine of the file. Subroutines of Fortran itself have no form in a kernel.
! expect by_pointer 1 refused call
! report 1 by_pointer,.* shift, which is a pointer to a procedure
! expect by_pointer 2 refused call
! report 1 by_pointer,.* kept_shift, which is a pointer to a procedure
! expect by_function 1 refused call
! expect noise 1 refused call
! report 1 noise,.* random_number, which is a subroutine of Fortran itself
module kept_pointers
  implicit none
  procedure(), pointer :: kept_shift
end module kept_pointers

subroutine by_pointer(n, a, b)
  use kept_pointers, only: kept_shift
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n), b(n)
  procedure(), pointer :: shift
  external :: other_shift
  integer :: i
  shift => other_shift
  do i = 1, n
    call shift(a(i))
  end do
  do i = 1, n
    call kept_shift(b(i))
  end do
end subroutine by_pointer

subroutine shift(x)
  implicit none
  double precision, intent(inout) :: x
  x = x + 1
end subroutine shift

subroutine kept_shift(x)
  implicit none
  double precision, intent(inout) :: x
  x = x + 2
end subroutine kept_shift

subroutine other_shift(x)
  implicit none
  double precision, intent(inout) :: x
  x = x + 3
end subroutine other_shift

module functions_of_columns
  implicit none
contains
  double precision function slope(x)
    double precision, intent(in) :: x
    slope = 2*x
  end function slope
  double precision function steep(x)
    double precision, intent(in) :: x
    steep = 20*x
  end function steep
  subroutine by_function(n, a)
    integer, intent(in) :: n
    double precision, intent(inout) :: a(n)
    procedure(steep), pointer :: slope
    integer :: i
    slope => steep
    do i = 1, n
      a(i) = slope(a(i))
    end do
  end subroutine by_function
end module functions_of_columns

subroutine noise(n, a)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    call random_number(a(i))
  end do
end subroutine noise
