! Five-point relaxation of a code that its authors edit in Fortran.
subroutine relax(n, m, u, f, h)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(inout) :: u(0:n+1, 0:m+1)
  double precision, intent(in) :: f(n, m), h
  double precision :: r(n, m)
  integer :: i, j
  ! The residual of the old values.
  do j = 1, m
    do i = 1, n
      r(i, j) = f(i, j) - (u(i-1, j) + u(i+1, j) + u(i, j-1) + u(i, j+1) - 4*u(i, j))/h**2
    end do
  end do
  do j = 1, m
    do i = 1, n
      u(i, j) = u(i, j) - 0.2d0*h**2*r(i, j)
    end do
  end do
end subroutine relax

subroutine smooth(n, a, b)
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: a(0:n+1)
  double precision, intent(out) :: b(n)
  integer :: i
  do i = 1, n
    b(i) = 0.25d0*(a(i-1) + 2*a(i) + a(i+1))
  end do
end subroutine smooth
