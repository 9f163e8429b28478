! Two IFs with opposite conditions, an array constructor with its own index, and single elements as arguments of a subroutine.
! expect heights 1 proved
! expect heights 2 proved
! expect heights 3 proved
! expect no_opposites 1 refused carried value
! expect no_opposites 2 refused carried value
! expect no_opposites 3 refused carried value
! expect behind_constructors 1 proved
! expect behind_constructors 2 proved
! expect normals 1 proved
! expect normals 2 refused call
subroutine heights(n, m, mode, w, y0, ym, u, q)
  implicit none
  integer, intent(in) :: n, m, mode
  double precision, intent(in) :: w, y0(m)
  double precision, intent(inout) :: u(n,m), ym(m), q(m)
  double precision :: y, z, t
  integer :: i, j
  do j = 1, m
    if (mode == 0) y = j*w
    if (mode /= 0) y = y0(j)
    do i = 1, n
      u(i,j) = u(i,j) + y*y
    end do
  end do
  do j = 1, m
    if (.not. (w < 0.5d0)) z = j*w
    if (w < 0.5d0) then
      z = ym(j)
    end if
    q(j) = z
  end do
  do j = 1, m
    if (j >= mode) t = y0(j)
    if ((j < mode)) t = 1 - y0(j)
    q(j) = q(j) + t
  end do
end subroutine heights

! The second IF sees the new value of the first; a NaN has neither order; a statement between the two changes the condition.
subroutine no_opposites(n, a, b, c)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n), b(n), c(n)
  double precision :: t, x
  integer :: i
  do i = 1, n
    x = a(i)
    if (x == 1) then
      t = 1
      x = 2
    end if
    if (x /= 1) t = 3
    b(i) = t
  end do
  do i = 1, n
    if (b(i) > 0.5d0) t = c(i)
    if (b(i) <= 0.5d0) t = 1 - c(i)
    a(i) = a(i) + t
  end do
  do i = 1, n
    if (b(i) == 0.5d0) t = c(i)
    b(i) = c(i)
    if (b(i) /= 0.5d0) t = 1 - c(i)
    a(i) = a(i) + t
  end do
end subroutine no_opposites

subroutine behind_constructors(n, a, b, w)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n), b(n)
  double precision, intent(out) :: w(5)
  integer :: i
  w = (/ (0.5d0*i, i = 1, 5) /)
  do i = 1, n
    a(i) = a(i) + floor(b(i))
  end do
  do i = 1, n
    b(i) = 2*b(i)
  end do
  call take_seed((/ (i + 3, i = 1, n) /))
end subroutine behind_constructors

subroutine take_seed(seed)
  implicit none
  integer, intent(in) :: seed(*)
  if (seed(1) < 0) stop
end subroutine take_seed

subroutine normals(n, sides, k)
  implicit none
  integer, intent(in) :: n, k
  double precision, intent(inout) :: sides(4,n)
  integer :: i
  do i = 1, n
    call turn(sides(1,i), sides(2,i))
  end do
  do i = 1, n
    call turn(sides(1,i), sides(k,i))
  end do
end subroutine normals

subroutine turn(x, y)
  implicit none
  double precision, intent(inout) :: x, y
  double precision :: before
  before = x
  x = -y
  y = before
end subroutine turn
