! Values that one branch needs are computed in the branch if the loop has no vectors anyway.
! expect compressed 1 proved
! expect limited 1 proved
! expect kept_in_place 1 proved
! expect by_side 1 proved
! expect summed 1 proved
! kernel compressed 1 if \(u < \(real\)0.0\) \{\s+g = .*\s+if \(g > \(real\)0.0\) \{\s+h = .*\s+VF_AT\(q
! kernel limited 1 t = .*\s+if \(VF_AT\(m
! kernel kept_in_place 1 a = .*\s+VF_AT\(q, .*\s+b = .*\s+c = .*\s+c = .*\s+if \(u > .*\s+VF_AT\(q.*\s+\}\s+VF_AT\(r.* = b
! kernel by_side 1 \{\s+third = .*\s+up = .*\s+VF_AT\(q.*\s+\} else \{\s+down = .*\s+VF_AT\(q
! kernel summed 1 t = .*\s+const int .*\s+for \(.*\s+if \(.*\{\s+p = .*\s+s = s \+ p.*\s+\}\s+t =
subroutine compressed(n, m, v, p, d, q)
  integer, intent(in) :: n, m
  real(8), intent(in) :: v(n,m), p(0:n,m), d(n,m)
  real(8), intent(inout) :: q(n,m)
  real(8) :: u, g, h
  integer :: i, j
  do j = 1, m
    do i = 1, n
      u = v(i,j) - p(i,j)
      g = p(i,j) - p(i-1,j)
      h = sqrt(abs(g))/3.0d0
      if (u < 0.0d0 .and. g > 0.0d0) then
        q(i,j) = d(i,j)*h
      end if
    end do
  end do
end subroutine compressed

! Each element of the branch is also touched in front of it: the compiler can choose between two values.
subroutine limited(n, m, a, q)
  integer, intent(in) :: n
  real(8), intent(in) :: m(n), a(n)
  real(8), intent(inout) :: q(n)
  real(8) :: t
  integer :: i
  do i = 1, n
    q(i) = a(i)
    t = a(i)*a(i)
    if (m(i) > 0.0d0) q(i) = t
  end do
end subroutine limited

! a is read before its array changes, b behind the branch, and c has two values.
subroutine kept_in_place(n, x, d, q, r)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), d(n)
  real(8), intent(inout) :: q(n), r(n)
  real(8) :: u, a, b, c
  integer :: i
  do i = 1, n
    u = x(i)
    a = 2*q(i)
    q(i) = x(i)
    b = x(i)/7
    c = x(i) + 1
    c = c*c
    if (u > 0.0d0) then
      q(i) = a + b + c*d(i)
    end if
    r(i) = b
  end do
end subroutine kept_in_place

subroutine by_side(n, x, y, z, q)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), y(n), z(n)
  real(8), intent(inout) :: q(n)
  real(8) :: third, up, down
  integer :: i
  do i = 1, n
    third = x(i)/3
    up = third*third
    down = x(i)/5
    if (x(i) > 0.0d0) then
      q(i) = up*y(i)
    else
      q(i) = down*z(i)
    end if
  end do
end subroutine by_side

! t goes from one turn of the inner loop to the next.
subroutine summed(n, m, d, q)
  integer, intent(in) :: n
  real(8), intent(in) :: m(n), d(0:n+1)
  real(8), intent(inout) :: q(n)
  real(8) :: s, t, p
  integer :: i, k
  do i = 1, n
    s = 0
    t = m(i)
    do k = -1, 1
      p = t*0.5d0
      if (m(i) > 0.25d0*k) then
        s = s + p*d(i+k)
      end if
      t = t/3
    end do
    q(i) = s
  end do
end subroutine summed
