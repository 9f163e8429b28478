! Red-black loops, row buffers, local arrays of a point, functions of one line, loops of different bounds, DO WHILE.
! expect red_black 1 proved
! expect smooth_rows 1 proved
! expect row_of_coarse 1 proved
! expect small_solve 1 proved
! expect with_function 1 proved
! expect two_ranges 1 proved
! expect side_by_side 1 proved
! expect halving 1 proved
! expect least_by_if 1 proved
! expect red_black_plane 1 proved
! expect at_once 1 proved
module rows
  implicit none
  integer, parameter :: longest = 64
contains

  subroutine red_black(lo, hi, phi, rhs, h2, redblack)
    integer, intent(in) :: lo(3), hi(3), redblack
    real(8), intent(in) :: h2
    real(8), intent(inout) :: phi(lo(1)-1:hi(1)+1, lo(2)-1:hi(2)+1, lo(3)-1:hi(3)+1)
    real(8), intent(in) :: rhs(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3))
    integer :: i, j, k, ioff
    real(8) :: gamma
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        ioff = mod(lo(1) + j + k + redblack, 2)
        do i = lo(1) + ioff, hi(1), 2
          gamma = phi(i-1,j,k) + phi(i+1,j,k) + phi(i,j-1,k) + phi(i,j+1,k) + phi(i,j,k-1) + phi(i,j,k+1)
          phi(i,j,k) = (gamma - h2*rhs(i,j,k))/6
        end do
      end do
    end do
  end subroutine red_black

  subroutine red_black_plane(n, m, x, colour_of_call)
    integer, intent(in) :: n, m, colour_of_call
    real(8), intent(inout) :: x(0:n+1, 0:m+1)
    integer :: i, j
    do j = 1, m
      do i = 1 + mod(j + colour_of_call, 2), n, 2
        x(i,j) = 0.25d0*(x(i-1,j) + x(i+1,j) + x(i,j-1) + x(i,j+1))
      end do
    end do
  end subroutine red_black_plane

  subroutine smooth_rows(n1, n2, n3, r, u, c)
    integer, intent(in) :: n1, n2, n3
    real(8), intent(in) :: r(n1,n2,n3), c(0:2)
    real(8), intent(inout) :: u(n1,n2,n3)
    real(8) :: s1(longest), s2(longest)
    integer :: i, j, k
    do k = 2, n3 - 1
      do j = 2, n2 - 1
        do i = 1, n1
          s1(i) = r(i,j-1,k) + r(i,j+1,k) + r(i,j,k-1) + r(i,j,k+1)
          s2(i) = c(2)*s1(i) + r(i,j,k)
        end do
        do i = 2, n1 - 1
          u(i,j,k) = u(i,j,k) + c(0)*r(i,j,k) + c(1)*(s1(i-1) + s1(i) + s1(i+1)) + s2(i-1)
        end do
      end do
    end do
  end subroutine smooth_rows

  subroutine row_of_coarse(m1, m2, n1, n2, fine, coarse, d)
    integer, intent(in) :: m1, m2, n1, n2, d
    real(8), intent(in) :: fine(n1,n2)
    real(8), intent(inout) :: coarse(m1,m2)
    real(8) :: x1(longest)
    integer :: i1, i2, j1, j2
    do j2 = 2, m2 - 1
      i2 = 2*j2 - d
      do j1 = 2, m1
        i1 = 2*j1 - d
        x1(i1-1) = fine(i1-1,i2-1) + fine(i1-1,i2+1)
      end do
      do j1 = 2, m1 - 1
        i1 = 2*j1 - d
        coarse(j1,j2) = 0.5d0*fine(i1,i2) + 0.25d0*(x1(i1-1) + x1(i1+1))
      end do
    end do
  end subroutine row_of_coarse

  ! Elimination without pivots in each point.
  subroutine small_solve(n, a, b, x)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n,3,3), b(n,3)
    real(8), intent(inout) :: x(n,3)
    real(8) :: w(3,3), v(3)
    integer :: i, p, q, r
      do i = 1, n
        do q = 1, 3
          do p = 1, 3
            w(p,q) = a(i,p,q)
          end do
          w(q,q) = w(q,q) + 4
          v(q) = b(i,q)
        end do
        do p = 1, 2
          do q = p + 1, 3
            w(q,p) = w(q,p)/w(p,p)
            do r = p + 1, 3
              w(q,r) = w(q,r) - w(q,p)*w(p,r)
            end do
            v(q) = v(q) - w(q,p)*v(p)
          end do
        end do
        do p = 3, 1, -1
          do q = p + 1, 3
            v(p) = v(p) - w(p,q)*v(q)
          end do
          v(p) = v(p)/w(p,p)
        end do
        do p = 1, 3
          x(i,p) = v(p)
        end do
    end do
  end subroutine small_solve

  real(8) function limited(a, b)
    real(8), intent(in) :: a, b
    limited = sign(0.5d0, a)*max(0d0, min(abs(a), b*a))
  end function limited

  subroutine with_function(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(0:n)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = y(i) - limited(x(i) - x(i-1), 2*x(i))
    end do
  end subroutine with_function

  subroutine two_ranges(n, m, x, y)
    integer, intent(in) :: n, m
    real(8), intent(in) :: x(n,m)
    real(8), intent(inout) :: y(n,m)
    integer :: i, j
    do j = 1, m
      do i = 1, n
        y(i,j) = x(i,j)
      end do
      do i = 2, n - 1
        y(i,j) = y(i,j) + x(i-1,j) + x(i+1,j)
      end do
    end do
  end subroutine two_ranges

  subroutine side_by_side(lo1, hi1, lo2, hi2, n, x, a, b)
    integer, intent(in) :: lo1, hi1, lo2, hi2, n
    real(8), intent(in) :: x(-5:30,n)
    real(8), intent(inout) :: a(lo1:hi1,n), b(lo2:hi2,n)
    integer :: i, j
    do j = 1, n
      do i = lo1, hi1
        a(i,j) = x(i,j)
      end do
      do i = lo2, hi2
        b(i,j) = x(i,j) - 1
      end do
    end do
  end subroutine side_by_side

  subroutine halving(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    real(8) :: t
    integer :: i, steps
    do i = 1, n
      t = abs(x(i)) + 1
      steps = 0
      do while (t > 0.125d0 .and. steps < 20)
        t = t/2
        steps = steps + 1
      end do
      y(i) = t*steps
    end do
  end subroutine halving

  subroutine least_by_if(n, m, x, least)
    integer, intent(in) :: n, m
    real(8), intent(in) :: x(n,m)
    real(8), intent(inout) :: least
    integer :: i, j
    do j = 1, m
      do i = 1, n
        if (x(i,j) < least) least = x(i,j)
      end do
    end do
  end subroutine least_by_if

  subroutine at_once(n, m, x, y)
    integer, intent(in) :: n, m
    real(8), intent(in) :: x(0:n,m)
    real(8), intent(inout) :: y(n,m)
    integer :: i, j
    do concurrent (i = 1:n, j = 1:m)
      y(i,j) = x(i,j) - x(i-1,j)
    end do
  end subroutine at_once

end module rows

! Local arrays that hold one value at a time in each column.
! expect column_sums 1 proved
subroutine column_sums(n, nlev, m, a, b, total)
  integer, intent(in) :: n, nlev, m
  real(8), intent(in) :: a(n,nlev,m)
  real(8), intent(inout) :: b(n,nlev,m), total(n,m)
  real(8) :: column(n)
  integer :: i, k, j
  do j = 1, m
    do i = 1, n
      column(i) = 0
    end do
    do k = 1, nlev
      do i = 1, n
        column(i) = column(i) + a(i,k,j)
      end do
    end do
    do k = 2, nlev
      do i = 1, n
        b(i,k,j) = b(i,k-1,j) + column(i)*a(i,k,j)
      end do
    end do
    do i = 1, n
      total(i,j) = column(i)
    end do
  end do
end subroutine column_sums

! Arrays of four to six indices: indices beside each other are one index of the kernel's array.
! expect ranks 1 proved
! expect ranks 2 proved
! expect ranks 3 proved
! expect ranks 4 proved
! expect ranks 5 proved
! expect ranks 6 proved
! expect ranks 7 proved
! expect ranks 8 proved
subroutine ranks(n, m, a4, b4, a5, a6, w)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(inout) :: a4(n,m,2,3), b4(n,m,2,3), a5(n,m,2,3,2), a6(n,m,2,3,2,2)
  double precision, intent(in) :: w(2)
  integer :: i, j, k, l, g
  a4 = 0
  a4(:,:,:,:) = b4(:,:,:,:)*2
  a5(:,:,:,:,:) = 1
  a6 = w(2)
  do g = 1, 2
    do l = 1, 3
      do k = 1, 2
        do j = 1, m
          do i = 1, n
            a5(i,j,k,l,g) = a5(i,j,k,l,g) + w(g)*b4(i,j,k,l)
          end do
        end do
      end do
    end do
  end do
  do l = 2, 3
    a5(:,:,1,l,:) = a5(:,:,1,l,:) + a4(:,:,:,l)
  end do
  do l = 1, 3
    a6(:,:,:,l,:,1) = a5(:,:,:,l,:)
  end do
  a6(2:,:,:,:,:,2) = a5(2:,:,:,:,:) + a6(:n-1,:,:,:,:,1)
end subroutine ranks
