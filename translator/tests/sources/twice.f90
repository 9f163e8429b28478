! Callers pass the same array for two arguments. A kernel whose points use elements of their own alone takes the array twice.
! expect blend 1 proved
! expect spread 1 proved
! expect apart 1 proved
! kernel blend 1 define VF_SAFE_IN_PLACE 1
! kernel spread 0 define VF_SAFE_IN_PLACE
! kernel apart 0 define VF_SAFE_IN_PLACE
! report 1 note: twice.f90:\d+ passes the same array for x and y, and a point reads
module called_twice
  implicit none
contains
  subroutine advance(n, m, a, b)
    integer, intent(in) :: n, m
    double precision, intent(inout) :: a(0:n+1,m), b(0:n+1,m)
    call blend(n, m, a, b, a)
    call blend(n, m, a, y=b, z=b)
    call spread(n, m, a, a)
    call apart(n, m, a, b)
  end subroutine advance

  subroutine blend(n, m, x, y, z)
    integer, intent(in) :: n, m
    double precision, intent(in) :: x(0:n+1,m), y(0:n+1,m)
    double precision, intent(inout) :: z(0:n+1,m)
    integer :: i, j
    do j = 1, m
      do i = 1, n
        z(i,j) = x(i,j) + 0.5d0*y(i,j)
      end do
    end do
  end subroutine blend

  subroutine spread(n, m, x, y)
    integer, intent(in) :: n, m
    double precision, intent(in) :: x(0:n+1,m)
    double precision, intent(inout) :: y(0:n+1,m)
    integer :: i, j
    do j = 1, m
      do i = 1, n
        y(i,j) = x(i-1,j) + x(i+1,j)
      end do
    end do
  end subroutine spread

  subroutine apart(n, m, x, y)
    integer, intent(in) :: n, m
    double precision, intent(in) :: x(0:n+1,m)
    double precision, intent(inout) :: y(0:n+1,m)
    integer :: i, j
    do j = 1, m
      do i = 1, n
        y(i,j) = 2*x(i,j)
      end do
    end do
  end subroutine apart
end module called_twice
