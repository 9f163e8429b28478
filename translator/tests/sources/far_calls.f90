! Subroutines in another file than their callers.
module far_rows
  implicit none
  double precision, parameter :: half = 0.5d0
contains

  subroutine halve_row(m, x)
    integer, intent(in) :: m
    double precision, intent(inout) :: x(m)
    double precision :: own(m)
    own = x
    call add_row(m, x, own)
    x = half*half*x
  end subroutine halve_row

  subroutine add_row(n, y, z)
    integer, intent(in) :: n
    double precision, intent(inout) :: y(0:n-1)
    double precision, intent(in) :: z(n)
    integer :: m
    do m = 1, n
      y(m-1) = y(m-1) + z(m)
    end do
  end subroutine add_row

  double precision function twice(y)
    double precision, intent(in) :: y
    twice = y + y + 1
  end function twice

  ! The argument may be the variable in COMMON.
  subroutine of_common(n, y)
    integer, intent(in) :: n
    double precision, intent(inout) :: y(n)
    double precision :: total
    integer :: m
    common /sums/ total
    do m = 1, n
      y(m) = y(m)*total
    end do
  end subroutine of_common
end module far_rows
