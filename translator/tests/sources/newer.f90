! Statements of newer Fortran beside loops, names that USE renames, and constants that the compiler has folded.
! expect other_names 1 proved
! expect renamed_in_the_module 1 proved
! expect beside_newer_statements 1 proved
! expect beside_newer_statements 2 refused io
! expect folded_constants 1 proved
! expect error_functions 1 proved
! expect error_functions 2 proved
! expect error_functions 3 refused function
! expect powers 1 proved
! expect least_of_none 1 proved
! expect least_of_none 2 proved
! expect least_of_none 3 proved
module shared_numbers
  implicit none
  integer :: first_column = 1
  integer, parameter :: wide = 8
  double precision :: weights(9) = 1
  type cell
    double precision :: of_corners(5)
  end type cell
  type(cell) :: all_cells
end module shared_numbers

subroutine other_names(n, a)
  use shared_numbers, only: column => first_column, w => weights, c => all_cells
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n, 3)
  integer :: i
  do i = 1, n
    a(i, column) = w(3)*2 + c%of_corners(2)*i
  end do
end subroutine other_names

module renames
  use shared_numbers, only: rp => wide, w => weights, last => first_column
  implicit none
contains
  subroutine renamed_in_the_module(n, a)
    integer, intent(in) :: n
    double precision, intent(inout) :: a(n, 3)
    integer :: i
    do i = 1, n
      a(i, 2) = w(last)*2._rp + i
    end do
  end subroutine renamed_in_the_module
end module renames

subroutine beside_newer_statements(n, a, name)
  implicit none (type, external)
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n)
  character(*), intent(in) :: name
  double precision, allocatable :: kept(:)
  integer :: i, unit
  allocate (kept, mold = a)
  do i = 1, n
    kept(i) = 2*a(i)
    a(i) = kept(i) + 1
  end do
  if (n > 10000) then
    open (newunit = unit, file = 'newunit = '//name, &
          form = 'formatted')
    do i = 1, n
      write (unit, '(es12.4)') kept(i)
    end do
    close (unit)
  end if
end subroutine beside_newer_statements

subroutine folded_constants(n, x, u)
  implicit none
  integer, intent(in) :: n
  double precision, parameter :: pi = acos(-1d0)
  double precision, intent(in) :: x(n)
  double precision, intent(inout) :: u(n)
  integer :: i
  do i = 1, n
    u(i) = (4.*sqrt(2.)/3./sqrt(3.))*x(i) + 0.1*3.*x(i) - 5.*pi/6.*x(i)
  end do
end subroutine folded_constants

subroutine error_functions(n, x, u, v)
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: x(n)
  double precision, intent(inout) :: u(n)
  real, intent(inout) :: v(n)
  integer :: i
  do i = 1, n
    u(i) = erf(x(i)) + hypot(x(i), 3d0)
  end do
  do i = 1, n
    v(i) = erfc(v(i)*0.1)
  end do
  do i = 1, n
    u(i) = sum([x(i), 1d0])
  end do
end subroutine error_functions

subroutine powers(n, m, x, u)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(in) :: x(n)
  double precision, intent(inout) :: u(n)
  integer :: i
  do i = 1, n
    u(i) = x(i)**m + u(i)**(-m)
  end do
end subroutine powers

! The least of no whole numbers, with its place and without.
subroutine least_of_none(n, first, k, found)
  implicit none
  integer, intent(in) :: n, first, k(n)
  integer, intent(inout) :: found(30)
  integer :: i, least, at, below, above
  if (first < 1) return
  at = 0
  least = 3
  do i = first, n
    if (k(i) < least) then
      least = k(i)
      at = i
    end if
  end do
  below = 5
  above = -huge(above) - 1
  do i = first, n
    below = min(below, k(i))
  end do
  do i = 2, n
    if (k(i) > 100) above = max(above, k(i))
  end do
  found(1) = least
  found(2) = at
  found(3) = below
  found(4) = above
end subroutine least_of_none
