! Products of small matrices, ANY, ALL and TRANSPOSE within loops, and assignments that read what they change.
! expect rotated 1 proved
! expect rotated_in_place 1 proved
! expect twice 1 proved
! expect by_columns 1 proved
! expect strain 1 proved
! expect quadratic 1 proved
! expect projected 1 proved
! expect whole_fields 1 proved
! expect whole_fields 2 proved
! expect answers 1 proved
! expect guarded 1 proved
! expect chosen 1 proved
! expect allocated_by_assignment 1 proved
! expect allocated_by_assignment 2 proved
! expect allocated_before 1 proved
! expect allocated_before 2 proved
! expect printed 1 refused io
! expect own_matmul 1 refused call
! kernel guarded 2 if \(\(i > 1\)\)|if \(!\(i == 1\)\)
! report 3 gives a matmul of more than 30 rows
module products
  implicit none
contains
  subroutine rotated(n, r, u, v)
    integer, intent(in) :: n
    real(8), intent(in) :: r(3,3), u(3,n)
    real(8), intent(out) :: v(3,n)
    integer :: i
    do i = 1, n
      v(1:3,i) = matmul(r(1:3,1:3), u(:,i))
    end do
  end subroutine rotated

  ! The product needs all elements before it changes any.
  subroutine rotated_in_place(n, r, u)
    integer, intent(in) :: n
    real(8), intent(in) :: r(3,3)
    real(8), intent(inout) :: u(3,n)
    integer :: i
    do i = 1, n
      u(:,i) = matmul(r, u(:,i))
      u(1:2,i) = u(2:3,i)
    end do
  end subroutine rotated_in_place

  subroutine twice(n, y, z, x, w)
    integer, intent(in) :: n
    real(8), intent(in) :: y(3,3), z(3,3), x(n,3)
    real(8), intent(out) :: w(n,3)
    real(8) :: p(3), q(3)
    integer :: i
    do i = 1, n
      p(1) = x(i,1)
      p(2) = x(i,2)
      p(3) = x(i,3)
      q = matmul(y, matmul(z, p))
      w(i,:) = q - p
    end do
  end subroutine twice

  ! A row of a matrix times a matrix, in single precision, with other lower bounds.
  subroutine by_columns(n, u, t, v)
    integer, intent(in) :: n
    real, intent(in) :: u(n,0:3), t(2:5,-1:2)
    real, intent(inout) :: v(n,4)
    integer :: i
    do i = 1, n
      v(i,:) = 2*matmul(u(i,:), t) + v(i,:)
    end do
  end subroutine by_columns

  subroutine strain(n, m, g, s)
    integer, intent(in) :: n, m
    real(8), intent(in) :: g(3,3,n,m)
    real(8), intent(out) :: s(n,m)
    real(8) :: sym(3,3), anti(3,3), t(3,3), two(2,2)
    integer :: i, j
    do j = 1, m
      do i = 1, n
        sym = 0.5d0*(g(:,:,i,j) + transpose(g(:,:,i,j)))
        anti = 0.5d0*(g(:,:,i,j) - transpose(g(:,:,i,j)))
        t = matmul(sym, sym) + matmul(anti, transpose(anti))
        two = sym(1:2,1:2)
        s(i,j) = t(1,1) + t(2,2)*t(3,1) + two(2,1)
      end do
    end do
  end subroutine strain

  subroutine quadratic(n, a, u, s)
    integer, intent(in) :: n
    real(8), intent(in) :: a(4,4), u(4,n)
    real(8), intent(out) :: s(n)
    integer :: i
    do i = 1, n
      s(i) = dot_product(u(:,i), matmul(a, u(:,i))) + sum(matmul(a, transpose(a)))
    end do
  end subroutine quadratic

  ! Extents that are arguments.
  subroutine projected(n, m, w, l, p)
    integer, intent(in) :: n, m
    real(8), intent(in) :: w(n), l(m,n,n)
    real(8), intent(out) :: p(m,n)
    integer :: i
    do i = 1, m
      p(i,:) = matmul(w(:), l(i,:,:))
    end do
  end subroutine projected

  subroutine whole_fields(n, m, a, b, c, d)
    integer, intent(in) :: n, m
    real(8), intent(in) :: a(n,m), b(m,n)
    real(8), intent(out) :: c(n,n), d(m,n)
    c(:,:) = matmul(a, b)
    d(:,:) = transpose(a) - b
  end subroutine whole_fields

  subroutine answers(n, m, a, k, l)
    integer, intent(in) :: n, m
    real(8), intent(in) :: a(n,m)
    integer, intent(out) :: k(m)
    logical, intent(out) :: l(m)
    integer :: j
    do j = 1, m
      k(j) = 0
      l(j) = all(a(:,j) > 0.5d0) .or. any(a(1:n-1,j) == a(2:n,j))
      if (any(a(:,j) > 0.9d0)) then
        k(j) = 1
      else if (any(a(:,j) < 0.1d0 .and. a(:,1) > 0.2d0)) then
        k(j) = 2
      else if (sum(a(:,j)) > 0.5d0) then
        k(j) = 3
      end if
    end do
  end subroutine answers

  ! The sums are made where the other side of .and. and .or. does not decide.
  subroutine guarded(n, m, a, b)
    integer, intent(in) :: n, m
    real(8), intent(in) :: a(n,m)
    real(8), intent(inout) :: b(m)
    integer :: j
    do j = 1, m
      if (j > 1 .and. any(a(:,max(j-1, 1)) > 0.5d0)) b(j) = 1
      if (j == 1 .or. .not. all(a(:,max(j-1, 1)) > 0.25d0)) b(j) = b(j) + 2
    end do
  end subroutine guarded

  subroutine chosen(n, m, a, b, c)
    integer, intent(in) :: n, m
    real(8), intent(in) :: a(n,m), b(n,m)
    integer, intent(out) :: c(m)
    integer :: j
    do j = 1, m
      c(j) = count(a(:,j) > b(:,j))
      if (c(j) > 1 .and. c(j) < 3) c(j) = -c(j)
    end do
  end subroutine chosen

  ! The first two assignments allocate their arrays, so they stay.
  subroutine allocated_by_assignment(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n,n)
    real(8), intent(inout) :: y(n,n)
    real(8), allocatable :: b(:,:), c(:,:)
    b = x
    c = matmul(x, b)
    c = 2
    y(:,:) = c(:,:) + y(:,:)
  end subroutine allocated_by_assignment

  subroutine allocated_before(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n,n)
    real(8), intent(inout) :: y(n,n)
    real(8), allocatable :: b(:,:)
    allocate(b(n,n))
    b = matmul(x, x)
    y(:,:) = b(:,:) + y(:,:)
  end subroutine allocated_before

  ! The assignment is no nest of its own: its copy and its loops share the line.
  subroutine printed(n, r, t)
    integer, intent(in) :: n
    real(8), intent(in) :: r(3,3)
    real(8), intent(inout) :: t(3,3)
    integer :: i
    do i = 1, n
      t = matmul(r, t)
      print *, t(1,1)
    end do
  end subroutine printed

end module products

subroutine own_matmul(n, u, v)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: u(3,n)
  real(8), intent(out) :: v(n)
  real(8), external :: matmul
  integer :: i
  do i = 1, n
    v(i) = matmul(u(1,i), u(2,i))
  end do
end subroutine own_matmul
