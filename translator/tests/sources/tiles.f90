! Indices of tiles beyond three, loops that share a line, DO CONCURRENT with a mask, steps, and single arrays of an EQUIVALENCE.
! expect tiles 1 proved
! expect tiles 2 proved
! expect tiles 3 proved
! expect largest 1 proved
! expect joined 1 proved
! expect joined 2 proved
! expect joined 3 proved
! expect steps 1 proved
! expect steps 2 proved
! expect steps 3 proved
! expect shared 1 proved
! expect shared 2 proved
! expect shared 3 refused equivalence
subroutine tiles(n, m, t, mine, a, b, c)
  implicit none
  integer, intent(in) :: n, m, t, mine
  double precision, intent(in) :: a(0:n+1, m, t, 2, 3), c(n, m, t, 2)
  double precision, intent(inout) :: b(0:n+1, m, t, 2, 3)
  integer :: i, j, bi, bj, l
  do l = 1, 3
    do bj = 1, 2
      do bi = 1, t
        do j = 1, m
          do i = 1, n
            b(i, j, bi, bj, l) = a(i-1, j, bi, bj, l) + a(i+1, j, bi, bj, l) + c(i, j, bi, bj)
          end do
        end do
      end do
    end do
  end do
  do bj = 1, mine
    do bi = 1, t
      do j = 1, m
        do i = 1, n
          b(i, j, bi, bj, 1) = b(i, j, bi, bj, 1) + a(i-1, j, bi, bj, 2)*c(i, j, bi, bj)
        end do
      end do
    end do
  end do
  ! Tiles beside each other.
  do l = 2, 3
    do bj = 1, 2
      do bi = 2, t - 1
        do j = 2, m
          do i = 1, n
            b(i, j, bi, bj, l) = a(i, j, bi-1, bj, l) + a(i, j-1, bi+1, 3-bj, 1) + b(i, j, bi, bj, l)
          end do
        end do
      end do
    end do
  end do
end subroutine tiles
! A call may have no tiles in the second direction.
subroutine largest(n, first, last, b, most)
  implicit none
  integer, intent(in) :: n, first, last
  double precision, intent(inout) :: b(n, 5, 2, 3), most
  integer :: i, j, bi, bj
  if (first < 1 .or. last > 3) return
  most = 0
  do bj = first, last
    do bi = 1, 2
      do j = 1, 5
        do i = 1, n
          b(i, j, bi, bj) = 0.5d0*b(i, j, bi, bj)
          most = max(abs(b(i, j, bi, bj)), most)
        end do
      end do
    end do
  end do
end subroutine largest
subroutine joined(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(inout) :: x(n, m), y(n, m)
  integer :: i, j
  do j = 1, m; do i = 1, n
    x(i, j) = 2*x(i, j); y(i, j) = x(i, j) + 1
  end do; end do
  do j = 1, m ; do i = 1, n ; y(i, j) = y(i, j)*x(i, j) ; end do ; end do
  do concurrent (j = 1:m, i = 1:n, x(i, j) > 0.5d0)
    if (y(i, j) > 0) y(i, j) = 1 - y(i, j)
  end do
end subroutine joined
subroutine steps(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(inout) :: x(4*n), y(3*n, m)
  integer :: i, j
  do i = 1, 4*n, 4
    x(i) = 2*x(i)
    x(i+1) = x(i) + x(i+2)
    x(i+3) = i
  end do
  do j = 1, m
    do i = 2, 3*n, 3
      y(i, j) = y(i, j) + y(i-1, j)
    end do
  end do
  do j = 1, m, 2
    do i = 1, n
      y(i, j) = y(i, j) + 1
    end do
  end do
end subroutine steps
subroutine shared(n, a, b, c)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: c(n)
  double precision, intent(in) :: a(n), b
  double precision :: p(100), q(50)
  integer :: i
  equivalence (p(1), q(1))
  do i = 1, 50
    q(i) = b*i
  end do
  do i = 1, min(n, 50)
    c(i) = a(i) + p(i)
  end do
  do i = 1, 50
    p(i) = q(51-i)
  end do
  c(1) = q(3)
end subroutine shared
