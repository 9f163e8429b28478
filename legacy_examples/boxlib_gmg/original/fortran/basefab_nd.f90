! Array operations on the box lo:hi of the destination. sblo is the low corner of the same box in the source.

! d = s
subroutine fort_fab_copy(lo, hi, d, dlo, dhi, s, slo, shi, sblo, nc) bind(c, name='fort_fab_copy')
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none
  integer(c_int), intent(in) :: lo(3), hi(3), sblo(3), nc
  integer(c_int), intent(in) :: dlo(3), dhi(3)
  integer(c_int), intent(in) :: slo(3), shi(3)
  real(c_double), intent(inout) :: d(dlo(1):dhi(1), dlo(2):dhi(2), dlo(3):dhi(3), nc)
  real(c_double), intent(in) :: s(slo(1):shi(1), slo(2):shi(2), slo(3):shi(3), nc)
  integer :: i, j, k, n, si, sj, sk

  si = sblo(1) - lo(1)
  sj = sblo(2) - lo(2)
  sk = sblo(3) - lo(3)
  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          d(i,j,k,n) = s(i+si,j+sj,k+sk,n)
        end do
      end do
    end do
  end do
end subroutine fort_fab_copy

! d = d + a s
subroutine fort_fab_saxpy(lo, hi, d, dlo, dhi, a, s, slo, shi, sblo, nc) bind(c, name='fort_fab_saxpy')
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none
  integer(c_int), intent(in) :: lo(3), hi(3), sblo(3), nc
  integer(c_int), intent(in) :: dlo(3), dhi(3)
  integer(c_int), intent(in) :: slo(3), shi(3)
  real(c_double), intent(in) :: a
  real(c_double), intent(inout) :: d(dlo(1):dhi(1), dlo(2):dhi(2), dlo(3):dhi(3), nc)
  real(c_double), intent(in) :: s(slo(1):shi(1), slo(2):shi(2), slo(3):shi(3), nc)
  integer :: i, j, k, n, si, sj, sk

  si = sblo(1) - lo(1)
  sj = sblo(2) - lo(2)
  sk = sblo(3) - lo(3)
  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          d(i,j,k,n) = d(i,j,k,n) + a*s(i+si,j+sj,k+sk,n)
        end do
      end do
    end do
  end do
end subroutine fort_fab_saxpy

! d = s + a d
subroutine fort_fab_xpay(lo, hi, d, dlo, dhi, a, s, slo, shi, sblo, nc) bind(c, name='fort_fab_xpay')
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none
  integer(c_int), intent(in) :: lo(3), hi(3), sblo(3), nc
  integer(c_int), intent(in) :: dlo(3), dhi(3)
  integer(c_int), intent(in) :: slo(3), shi(3)
  real(c_double), intent(in) :: a
  real(c_double), intent(inout) :: d(dlo(1):dhi(1), dlo(2):dhi(2), dlo(3):dhi(3), nc)
  real(c_double), intent(in) :: s(slo(1):shi(1), slo(2):shi(2), slo(3):shi(3), nc)
  integer :: i, j, k, n, si, sj, sk

  si = sblo(1) - lo(1)
  sj = sblo(2) - lo(2)
  sk = sblo(3) - lo(3)
  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          d(i,j,k,n) = s(i+si,j+sj,k+sk,n) + a*d(i,j,k,n)
        end do
      end do
    end do
  end do
end subroutine fort_fab_xpay

! d = val
subroutine fort_fab_setval(lo, hi, d, dlo, dhi, nc, val) bind(c, name='fort_fab_setval')
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none
  integer(c_int), intent(in) :: lo(3), hi(3), nc
  integer(c_int), intent(in) :: dlo(3), dhi(3)
  real(c_double), intent(in) :: val
  real(c_double), intent(inout) :: d(dlo(1):dhi(1), dlo(2):dhi(2), dlo(3):dhi(3), nc)
  integer :: i, j, k, n

  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          d(i,j,k,n) = val
        end do
      end do
    end do
  end do
end subroutine fort_fab_setval

! The largest absolute value (p = 0), or the sum of absolute values (p = 1)
function fort_fab_norm(lo, hi, s, slo, shi, nc, p) result(r) bind(c, name='fort_fab_norm')
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none
  integer(c_int), intent(in) :: lo(3), hi(3), nc, p
  integer(c_int), intent(in) :: slo(3), shi(3)
  real(c_double), intent(in) :: s(slo(1):shi(1), slo(2):shi(2), slo(3):shi(3), nc)
  real(c_double) :: r
  integer :: i, j, k, n

  r = 0.0d0
  if (p == 0) then
    do n = 1, nc
      do k = lo(3), hi(3)
        do j = lo(2), hi(2)
          do i = lo(1), hi(1)
            r = max(r, abs(s(i,j,k,n)))
          end do
        end do
      end do
    end do
  else if (p == 1) then
    do n = 1, nc
      do k = lo(3), hi(3)
        do j = lo(2), hi(2)
          do i = lo(1), hi(1)
            r = r + abs(s(i,j,k,n))
          end do
        end do
      end do
    end do
  end if
end function fort_fab_norm

! The sum of s
function fort_fab_sum(lo, hi, s, slo, shi, nc) result(r) bind(c, name='fort_fab_sum')
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none
  integer(c_int), intent(in) :: lo(3), hi(3), nc
  integer(c_int), intent(in) :: slo(3), shi(3)
  real(c_double), intent(in) :: s(slo(1):shi(1), slo(2):shi(2), slo(3):shi(3), nc)
  real(c_double) :: r
  integer :: i, j, k, n

  r = 0.0d0
  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          r = r + s(i,j,k,n)
        end do
      end do
    end do
  end do
end function fort_fab_sum

! The sum of x y; yblo is the low corner of the box in y
function fort_fab_dot(lo, hi, x, xlo, xhi, y, ylo, yhi, yblo, nc) result(r) bind(c, name='fort_fab_dot')
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none
  integer(c_int), intent(in) :: lo(3), hi(3), yblo(3), nc
  integer(c_int), intent(in) :: xlo(3), xhi(3)
  integer(c_int), intent(in) :: ylo(3), yhi(3)
  real(c_double), intent(in) :: x(xlo(1):xhi(1), xlo(2):xhi(2), xlo(3):xhi(3), nc)
  real(c_double), intent(in) :: y(ylo(1):yhi(1), ylo(2):yhi(2), ylo(3):yhi(3), nc)
  real(c_double) :: r
  integer :: i, j, k, n, si, sj, sk

  si = yblo(1) - lo(1)
  sj = yblo(2) - lo(2)
  sk = yblo(3) - lo(3)
  r = 0.0d0
  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          r = r + x(i,j,k,n)*y(i+si,j+sj,k+sk,n)
        end do
      end do
    end do
  end do
end function fort_fab_dot
