! CYCLE and EXIT with the name of a loop, RETURN in a called subroutine, and a loop without a count around a nest.
! expect named 1 proved
! expect limits 1 proved
! expect limit 1 proved
! expect limit 2 proved
! expect limit 3 proved
! expect again 1 refused last value
subroutine named(n, m, x, y)
  integer, intent(in) :: n, m
  double precision, intent(in) :: x(n,m)
  double precision, intent(inout) :: y(n)
  integer :: i, j, k
  rows: do i = 1, n
    y(i) = 0
    cols: do j = 1, m
      do k = 1, m
        if (x(i,j) < x(i,k) - 0.6d0) cycle cols
        if (x(i,j) > x(i,k) + 0.6d0) cycle rows
        if (x(i,j) < 0) exit cols
        y(i) = y(i) + x(i,k)
      end do
      y(i) = y(i) + 1
    end do cols
    y(i) = y(i)*2
  end do rows
end subroutine named
subroutine limits(n, m, x, mode)
  integer, intent(in) :: n, m, mode
  double precision, intent(inout) :: x(n,m)
  integer :: j
  do j = 1, m
    call limit(n, x(1,j), mode)
  end do
end subroutine limits
subroutine limit(n, a, mode)
  integer, intent(in) :: n, mode
  double precision, intent(inout) :: a(n)
  integer :: i
  if (mode == 3) return
  if (mode == 2) then
    do i = 1, n
      a(i) = max(a(i), 0d0)
    end do
    return
  else if (mode == 1) then
    do i = 1, n
      a(i) = min(a(i), 0d0)
    end do
  end if
  do i = 1, n
    a(i) = 2*a(i)
  end do
end subroutine limit
! The next iteration of DO WHILE reads what the nest of the last one has set.
subroutine again(n, x, y, z)
  integer, intent(in) :: n
  double precision, intent(in) :: x(n)
  double precision, intent(inout) :: y(n), z(n)
  double precision :: t
  integer :: i, k
  k = 0
  t = 1
  do while (k < 3)
    y(1) = y(1) + t
    do i = 1, n
      t = 2*x(i)
      z(i) = t + z(i)
    end do
    k = k + 1
  end do
end subroutine again
