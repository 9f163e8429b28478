! OPTIONAL arguments that loops use: a kernel does the work of calls with all of them, the loops of the source that of the others.
module optional_arguments
  implicit none
  type pair
    double precision, allocatable :: a(:)
  end type pair
contains
! expect asked_inside 1 proved
! text 1 if \(present\(mask\) .and. present\(y\)\) then
  subroutine asked_inside(n, x, y, mask)
    integer, intent(in) :: n
    double precision, intent(inout) :: x(n)
    double precision, intent(inout), optional :: y(n)
    logical, intent(in), optional :: mask(n)
    integer :: k
    do k = 1, n
      x(k) = 2*x(k)
      if (present(y)) y(k) = y(k) + x(k)
      if (present(mask)) then
        if (mask(k)) x(k) = 0
      end if
    end do
  end subroutine asked_inside

  ! The first nest has no optional argument, so it is a block by itself.
! expect sum_of_some 1 proved
! expect sum_of_some 2 proved
! expect sum_of_some 3 proved
! text 5 call vf_fence\(x\)
! text 2 if \(present\(total\)\) then
  subroutine sum_of_some(n, x, total, factor)
    integer, intent(in) :: n
    double precision, intent(inout) :: x(n)
    double precision, intent(inout), optional :: total
    integer, intent(in), optional :: factor
    integer :: k
    do k = 1, n
      x(k) = 3*x(k)
    end do
    do k = 1, n
      if (present(total)) total = total + x(k)
    end do
    if (present(total)) then
      if (present(factor)) x(:) = x(:) - factor
    end if
  end subroutine sum_of_some

  ! A line with a condition of its own.
! expect one_line 1 proved
  subroutine one_line(n, on, x, y)
    integer, intent(in) :: n
    logical, intent(in) :: on
    double precision, intent(inout) :: x(n)
    double precision, intent(inout), optional :: y(n)
    if (on .and. present(y)) x(1) = 0
    if (on) y = x
    x(n) = 1
  end subroutine one_line

  ! Only the size of the argument is asked for.
! expect of_size 1 proved
! text 3 if \(present\(y\)\) then
  subroutine of_size(n, x, y)
    integer, intent(in) :: n
    double precision, intent(inout) :: x(n)
    double precision, intent(in), optional :: y(:)
    integer :: k
    do k = 1, n
      if (present(y)) then
        if (k <= size(y)) x(k) = x(k) + 1
      end if
      x(k) = 2*x(k)
    end do
  end subroutine of_size

  ! A part of an object that may be absent.
! expect of_object 1 proved
! text 2 if \(present\(p\)\) then
  subroutine of_object(n, x, p)
    integer, intent(in) :: n
    double precision, intent(inout) :: x(n)
    type(pair), intent(in), optional :: p
    integer :: k
    x(1) = x(1) + 1
    do k = 1, n
      if (present(p)) then
        if (k <= size(p%a)) x(k) = x(k) + p%a(k)
      end if
    end do
  end subroutine of_object
end module optional_arguments
