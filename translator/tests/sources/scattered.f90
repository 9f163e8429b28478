! Iterations add to neighbours.
! expect edges 1 proved
! expect edges 2 proved
! expect edges 3 proved
! expect edges 4 refused shared elements
! expect edges 5 refused shared elements
! expect corners 1 proved
! expect corners 2 refused shared elements
! expect corners 3 proved
! expect last_edge 1 refused shared elements
subroutine edges(n, m, f, out, total, v, at)
  implicit none
  integer, intent(in) :: n, m, at(n)
  double precision, intent(in) :: f(n,m)
  double precision, intent(inout) :: out(0:n), total(0:n,m), v(n,0:m+1)
  double precision :: flux
  integer :: i, j
  do i = 1, n
    out(i-1) = out(i-1) - f(i,1)
    out(i) = out(i) + f(i,1)
  end do
  ! A flux of each face, in a plane.
  do j = 1, m
    do i = 1, n
      flux = f(i,j)*(1 + f(i,1))
      total(i-1,j) = total(i-1,j) - 0.5d0*flux
      total(i,j) = (total(i,j) + flux)*1.5d0
    end do
  end do
  ! Three elements of the outer loop.
  do j = 1, m
    do i = 1, n
      v(i,j-1) = v(i,j-1) + f(i,j)
      v(i,j) = v(i,j) - 2*f(i,j)
      v(i,j+1) = v(i,j+1) + f(i,j)/3
    end do
  end do
  do i = 1, n
    out(at(i)) = out(at(i)) + f(i,1)
    out(i) = out(i) - f(i,1)
  end do
  do i = 1, n
    out(i-1) = out(i-1) - f(i,1)
    out(i) = out(i) + out(i-1)
  end do
end subroutine edges

! Code behind the loop needs the variable of the loop.
subroutine last_edge(n, f, out)
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: f(n)
  double precision, intent(inout) :: out(0:n)
  integer :: i
  do i = 1, n
    out(i-1) = out(i-1) - f(i)
    out(i) = out(i) + f(i)
  end do
  out(0) = i
end subroutine last_edge

! A number follows the loop over the elements, and the inner loop begins at the outer index.
subroutine corners(n, f, out)
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: f(n,n)
  double precision, intent(inout) :: out(0:n,n)
  double precision :: x
  integer :: i, j
  do i = 1, n
    x = f(i,1)*i
    do j = 1, n
      out(i-1,j) = out(i-1,j) - x
      out(i,j) = out(i,j) + x*f(i,j)
    end do
  end do
  do i = 1, n
    do j = i, n
      out(i-1,j) = out(i-1,j) - f(i,j)
      out(i,j) = out(i,j) + f(i,j)
    end do
  end do
end subroutine corners
