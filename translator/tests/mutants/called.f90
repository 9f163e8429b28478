! Subroutines that the subroutines of calls.f90 call.
module called
  implicit none
contains

  subroutine add_row(k, x, y, f)
    integer, intent(in) :: k
    double precision, intent(inout) :: x(k)
    double precision, intent(in) :: y(0:k-1), f
    integer :: i
    do i = 1, k
      x(i) = x(i) + f*y(i-1)
    end do
  end subroutine add_row

  subroutine scan_row(first, last, x, y)
    integer, intent(in) :: first, last
    double precision, intent(inout) :: x(first:last)
    double precision, intent(in) :: y(first:)
    double precision :: w(first:last)
    integer :: i
    do i = first, last
      w(i) = 0.5d0*y(i)
    end do
    do i = first + 1, last
      x(i) = 0.5d0*x(i-1) + w(i) - w(i-1)
    end do
  end subroutine scan_row

  subroutine plane(k, l, x)
    integer, intent(in) :: k, l
    double precision, intent(inout) :: x(k,l)
    x(2:k-1,:) = x(2:k-1,:)*0.75d0
  end subroutine plane

  subroutine point(x, y, z)
    double precision, intent(in) :: x, y
    double precision, intent(inout) :: z
    double precision :: h
    h = x - y
    if (h > 0) z = z + h
  end subroutine point

  subroutine both(x, y)
    double precision, intent(inout) :: x(:), y(2:)
    integer :: i
    do i = 1, size(x)
      x(i) = x(i) + y(i+1)
    end do
    y = y*0.5d0
  end subroutine both
end module called
