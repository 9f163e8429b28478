! Nests without a form in kernel files, or with a value that the program cannot follow. Each line "expect" has the reason.
! expect prefix_sum 1 refused recurrence
! expect carried_scalar 1 refused carried value
! expect last_value 1 refused last value
! expect read_later 1 refused last value
! expect calls 1 refused call
! expect prints 1 refused io
! expect equivalent 1 proved
! expect equivalent 2 refused equivalence
! expect in_place 1 refused recurrence
! expect by_table 1 refused shared elements
! expect numbers_alone 1 refused no array
! expect every_third 1 proved
! expect behind_steps 1 refused last value
! expect cells 1 refused objects
! expect conditional_least 1 refused carried value
! expect leaves_early 1 refused jump
! expect concurrent 1 refused statement
! expect number_of_kind 1 refused type
! expect endless 1 refused statement
! expect endless 2 proved
! expect endless 3 proved
! expect place_of_largest 1 refused function
! expect two_bounds 1 refused offsets
! expect own_bounds 1 proved
! expect numbers_of_cells 1 refused objects
! expect elements_of_cells 1 refused objects
! expect cells_by_table 1 refused objects
! expect cells_by_half 1 refused objects
subroutine prefix_sum(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 2, n
    x(i) = x(i) + x(i-1)
  end do
end subroutine prefix_sum

subroutine carried_scalar(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: before
  integer :: i
  before = 0
  do i = 1, n
    y(i) = x(i) - before
    before = x(i)
  end do
end subroutine carried_scalar

subroutine last_value(n, x, y, t)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n), t
  integer :: i
  do i = 1, n
    t = 2*x(i)
    y(i) = t
  end do
end subroutine last_value

subroutine read_later(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n+1)
  real(8) :: t
  integer :: i
  t = 0
  do i = 1, n
    t = 2*x(i)
    y(i) = t
  end do
  y(n+1) = t
end subroutine read_later

subroutine calls(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    call other(x(i))
  end do
end subroutine calls

subroutine prints(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = 2*x(i)
    print *, x(i)
  end do
end subroutine prints

subroutine equivalent(n, y)
  integer, intent(in) :: n
  real(8), intent(inout) :: y(n)
  real(8) :: a(10), b(10)
  integer :: i
  equivalence (a, b)
  b = 1
  do i = 1, 10
    a(i) = b(11-i)
  end do
  y(1) = b(1)
end subroutine equivalent

subroutine in_place(n, m, x)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: x(n,m)
  integer :: i, j
  do j = 2, m - 1
    do i = 2, n - 1
      x(i,j) = (x(i-1,j) + x(i+1,j) + x(i,j-1) + x(i,j+1))/4
    end do
  end do
end subroutine in_place

subroutine by_table(n, at, x, y)
  integer, intent(in) :: n, at(n)
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(at(i)) = x(i)
  end do
end subroutine by_table

subroutine conditional_least(n, x, least, other)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: least, other
  integer :: i
  do i = 1, n
    if (x(i) < other) least = x(i)
    if (x(i) < least) other = x(i) + least
  end do
end subroutine conditional_least

subroutine leaves_early(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    if (x(i) < 0) exit
    x(i) = sqrt(x(i))
  end do
end subroutine leaves_early

subroutine concurrent(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n,2)
  integer :: i, j
  do j = 1, 2
    do concurrent (i = 1:n, x(i,j) > 0)
      x(i,j) = 0
    end do
  end do
end subroutine concurrent

subroutine number_of_kind(n, x)
  integer, intent(in) :: n
  complex(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = 2*x(i)
  end do
end subroutine number_of_kind

subroutine every_third(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n, 3
    x(i) = 2*x(i)
  end do
end subroutine every_third

! Code behind the loop reads its variable.
subroutine behind_steps(n, last, x)
  integer, intent(in) :: n
  integer, intent(out) :: last
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n, 3
    x(i) = 2*x(i)
  end do
  last = i
end subroutine behind_steps

subroutine cells(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  type :: cell
    real(8) :: mass
  end type
  type(cell) :: c(100)
  integer :: i
  do i = 1, n
    c(i)%mass = x(i)
    x(i) = 2*c(i)%mass
  end do
end subroutine cells

subroutine numbers_alone(n, m, total)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: total
  integer :: i, j
  do j = 1, m
    do i = 1, n
      total = total + i*j
    end do
  end do
end subroutine numbers_alone

! Both readings of a loop without a count and of a place in an array agree: the reason is in the loop itself.
subroutine endless(n, m, x, y)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: x(n), y(n,m)
  integer :: i, j
  do j = 1, m
    halve: do
      do i = 1, n
        x(i) = 0.5d0*x(i)
      end do
      if (x(1) < 1) exit halve
    end do halve
    y(:,j) = x
  end do
end subroutine endless

subroutine place_of_largest(n, m, x, y)
  integer, intent(in) :: n, m
  integer, intent(inout) :: x(n), y(m)
  integer :: j, at
  do j = 1, m
    at = maxloc(x, 1)
    y(j) = at
    x(at) = minloc(x, 1, x > 0)
  end do
end subroutine place_of_largest

module fields_of_offsets
  real(8), allocatable :: first(:,:), second(:,:)
  type number
    integer :: at
    real(8) :: x(5)
  end type number
  type diagonal
    type(number), allocatable :: cells(:)
  end type diagonal
  type(diagonal), allocatable :: diagonals(:)
end module fields_of_offsets

! Bounds of allocatable arrays stay while their elements change: the arrays may begin at different indices.
subroutine two_bounds(n, m, a, least)
  use fields_of_offsets, only: first
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(n,m)
  real(8), intent(in) :: least
  where (abs(first) < least)
    first = 1
    a = 0
  end where
end subroutine two_bounds

! The same where only one of the arrays is written, so the points are those of this array.
subroutine own_bounds(least)
  use fields_of_offsets, only: first, second
  real(8), intent(in) :: least
  where (abs(first) < least)
    first = second + first
  end where
end subroutine own_bounds

! The component belongs to another object in each iteration; it is no last value.
subroutine numbers_of_cells(n)
  use fields_of_offsets, only: diagonals
  integer, intent(in) :: n
  integer :: i, j
  do j = 1, n
    do i = 1, n
      diagonals(j)%cells(i)%at = i
    end do
  end do
end subroutine numbers_of_cells

! An array of an object in an object: only the loop over its elements is a kernel.
subroutine elements_of_cells(n)
  use fields_of_offsets, only: diagonals
  integer, intent(in) :: n
  integer :: i, j, k
  do j = 1, n
    do i = 1, n
      do k = 1, 5
        diagonals(j)%cells(i)%x(k) = i + 0.5d0*k
      end do
    end do
  end do
end subroutine elements_of_cells

! The number of the object comes from a table.
subroutine cells_by_table(n, table)
  use fields_of_offsets, only: diagonals
  integer, intent(in) :: n, table(n)
  integer :: j, k
  do j = 1, n
    do k = 1, 5
      diagonals(table(j))%cells(1)%x(k) = 0.25d0*k
    end do
  end do
end subroutine cells_by_table

! The number of the object is an expression.
subroutine cells_by_half(n)
  use fields_of_offsets, only: diagonals
  integer, intent(in) :: n
  integer :: j, k
  do j = 1, n
    do k = 1, 5
      diagonals(1)%cells((j + 1)/2)%x(k) = j + 0.125d0*k
    end do
  end do
end subroutine cells_by_half

! The reach of a statement function with an array is that of its calls.
! expect by_function 1 refused call
subroutine by_function(n, u, w)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: u(n)
  double precision, intent(in) :: w(0:n+1)
  integer :: i
  double precision :: beside
  beside(i) = w(i+1) - w(i-1)
  do i = 1, n
    u(i) = u(i) + beside(i)
  end do
end subroutine by_function
