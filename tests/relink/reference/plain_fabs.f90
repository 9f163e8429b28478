! Operations on the boxes lo..hi of arrays, with the arguments of the legacy routines: bounds as arrays of three; the
! source is read from its own box, whose low corner is sblo.

! d = s
subroutine plain_fort_fab_copy(lo, hi, d, dlo, dhi, s, slo, shi, sblo, nc) bind(c)
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  use plain_fab, only: plain_copy
  implicit none
  integer(c_int), intent(in) :: lo(3), hi(3), dlo(3), dhi(3), slo(3), shi(3), sblo(3), nc
  real(c_double), intent(inout) :: d(dlo(1):dhi(1), dlo(2):dhi(2), dlo(3):dhi(3), nc)
  real(c_double), intent(in) :: s(slo(1):shi(1), slo(2):shi(2), slo(3):shi(3), nc)
  integer :: n
  do n = 1, nc
    call plain_copy(d(:,:,:,n), dlo, dhi, s(:,:,:,n), slo + lo - sblo, shi + lo - sblo, lo, hi)
  end do
end subroutine

! d = d + s
subroutine plain_fort_fab_plus(lo, hi, d, dlo, dhi, s, slo, shi, sblo, nc) bind(c)
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none
  integer(c_int), intent(in) :: lo(3), hi(3), dlo(3), dhi(3), slo(3), shi(3), sblo(3), nc
  real(c_double), intent(inout) :: d(dlo(1):dhi(1), dlo(2):dhi(2), dlo(3):dhi(3), nc)
  real(c_double), intent(in) :: s(slo(1):shi(1), slo(2):shi(2), slo(3):shi(3), nc)
  integer :: i, j, k, n, o(3)
  o = sblo - lo
  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          d(i,j,k,n) = d(i,j,k,n) + s(i+o(1), j+o(2), k+o(3), n)
        end do
      end do
    end do
  end do
end subroutine

! d = d - s
subroutine plain_fort_fab_minus(lo, hi, d, dlo, dhi, s, slo, shi, sblo, nc) bind(c)
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none
  integer(c_int), intent(in) :: lo(3), hi(3), dlo(3), dhi(3), slo(3), shi(3), sblo(3), nc
  real(c_double), intent(inout) :: d(dlo(1):dhi(1), dlo(2):dhi(2), dlo(3):dhi(3), nc)
  real(c_double), intent(in) :: s(slo(1):shi(1), slo(2):shi(2), slo(3):shi(3), nc)
  integer :: i, j, k, n, o(3)
  o = sblo - lo
  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          d(i,j,k,n) = d(i,j,k,n) - s(i+o(1), j+o(2), k+o(3), n)
        end do
      end do
    end do
  end do
end subroutine

! d = d s
subroutine plain_fort_fab_mult(lo, hi, d, dlo, dhi, s, slo, shi, sblo, nc) bind(c)
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none
  integer(c_int), intent(in) :: lo(3), hi(3), dlo(3), dhi(3), slo(3), shi(3), sblo(3), nc
  real(c_double), intent(inout) :: d(dlo(1):dhi(1), dlo(2):dhi(2), dlo(3):dhi(3), nc)
  real(c_double), intent(in) :: s(slo(1):shi(1), slo(2):shi(2), slo(3):shi(3), nc)
  integer :: i, j, k, n, o(3)
  o = sblo - lo
  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          d(i,j,k,n) = d(i,j,k,n)*s(i+o(1), j+o(2), k+o(3), n)
        end do
      end do
    end do
  end do
end subroutine

! d = d / s
subroutine plain_fort_fab_divide(lo, hi, d, dlo, dhi, s, slo, shi, sblo, nc) bind(c)
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none
  integer(c_int), intent(in) :: lo(3), hi(3), dlo(3), dhi(3), slo(3), shi(3), sblo(3), nc
  real(c_double), intent(inout) :: d(dlo(1):dhi(1), dlo(2):dhi(2), dlo(3):dhi(3), nc)
  real(c_double), intent(in) :: s(slo(1):shi(1), slo(2):shi(2), slo(3):shi(3), nc)
  integer :: i, j, k, n, o(3)
  o = sblo - lo
  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          d(i,j,k,n) = d(i,j,k,n)/s(i+o(1), j+o(2), k+o(3), n)
        end do
      end do
    end do
  end do
end subroutine

! d = d / s if s is not 0
subroutine plain_fort_fab_protdivide(lo, hi, d, dlo, dhi, s, slo, shi, sblo, nc) bind(c)
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none
  integer(c_int), intent(in) :: lo(3), hi(3), dlo(3), dhi(3), slo(3), shi(3), sblo(3), nc
  real(c_double), intent(inout) :: d(dlo(1):dhi(1), dlo(2):dhi(2), dlo(3):dhi(3), nc)
  real(c_double), intent(in) :: s(slo(1):shi(1), slo(2):shi(2), slo(3):shi(3), nc)
  integer :: i, j, k, n, o(3)
  o = sblo - lo
  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          if (s(i+o(1), j+o(2), k+o(3), n) /= 0) d(i,j,k,n) = d(i,j,k,n)/s(i+o(1), j+o(2), k+o(3), n)
        end do
      end do
    end do
  end do
end subroutine

! dst = the box of s, packed
subroutine plain_fort_fab_copytomem(lo, hi, dst, s, slo, shi, nc) bind(c)
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none
  integer(c_int), intent(in) :: lo(3), hi(3), slo(3), shi(3), nc
  real(c_double), intent(inout) :: dst(*)
  real(c_double), intent(in) :: s(slo(1):shi(1), slo(2):shi(2), slo(3):shi(3), nc)
  integer :: i, j, k, n, m
  m = 0
  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          m = m + 1
          dst(m) = s(i,j,k,n)
        end do
      end do
    end do
  end do
end subroutine

! the box of d = src
subroutine plain_fort_fab_copyfrommem(lo, hi, d, dlo, dhi, nc, src) bind(c)
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none
  integer(c_int), intent(in) :: lo(3), hi(3), dlo(3), dhi(3), nc
  real(c_double), intent(inout) :: d(dlo(1):dhi(1), dlo(2):dhi(2), dlo(3):dhi(3), nc)
  real(c_double), intent(in) :: src(*)
  integer :: i, j, k, n, m
  m = 0
  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          m = m + 1
          d(i,j,k,n) = src(m)
        end do
      end do
    end do
  end do
end subroutine

! d = val
subroutine plain_fort_fab_setval(lo, hi, d, dlo, dhi, nc, val) bind(c)
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  use plain_fab, only: plain_fill_value
  implicit none
  integer(c_int), intent(in) :: lo(3), hi(3), dlo(3), dhi(3), nc
  real(c_double), intent(inout) :: d(dlo(1):dhi(1), dlo(2):dhi(2), dlo(3):dhi(3), nc)
  real(c_double), intent(in) :: val
  integer :: n
  do n = 1, nc
    call plain_fill_value(d(:,:,:,n), dlo, dhi, lo, hi, val)
  end do
end subroutine

! d = a / d
subroutine plain_fort_fab_invert(lo, hi, d, dlo, dhi, nc, a) bind(c)
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none
  integer(c_int), intent(in) :: lo(3), hi(3), dlo(3), dhi(3), nc
  real(c_double), intent(inout) :: d(dlo(1):dhi(1), dlo(2):dhi(2), dlo(3):dhi(3), nc)
  real(c_double), intent(in) :: a
  integer :: i, j, k, n
  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          d(i,j,k,n) = a/d(i,j,k,n)
        end do
      end do
    end do
  end do
end subroutine

! d = d + a s
subroutine plain_fort_fab_saxpy(lo, hi, d, dlo, dhi, a, s, slo, shi, sblo, nc) bind(c)
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  use plain_fab, only: plain_axpy
  implicit none
  integer(c_int), intent(in) :: lo(3), hi(3), dlo(3), dhi(3), slo(3), shi(3), sblo(3), nc
  real(c_double), intent(inout) :: d(dlo(1):dhi(1), dlo(2):dhi(2), dlo(3):dhi(3), nc)
  real(c_double), intent(in) :: s(slo(1):shi(1), slo(2):shi(2), slo(3):shi(3), nc)
  real(c_double), intent(in) :: a
  integer :: n
  do n = 1, nc
    call plain_axpy(d(:,:,:,n), dlo, dhi, s(:,:,:,n), slo + lo - sblo, shi + lo - sblo, lo, hi, a)
  end do
end subroutine

! d = s + a d
subroutine plain_fort_fab_xpay(lo, hi, d, dlo, dhi, a, s, slo, shi, sblo, nc) bind(c)
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  use plain_fab, only: plain_xpay
  implicit none
  integer(c_int), intent(in) :: lo(3), hi(3), dlo(3), dhi(3), slo(3), shi(3), sblo(3), nc
  real(c_double), intent(inout) :: d(dlo(1):dhi(1), dlo(2):dhi(2), dlo(3):dhi(3), nc)
  real(c_double), intent(in) :: s(slo(1):shi(1), slo(2):shi(2), slo(3):shi(3), nc)
  real(c_double), intent(in) :: a
  integer :: n
  do n = 1, nc
    call plain_xpay(d(:,:,:,n), dlo, dhi, s(:,:,:,n), slo + lo - sblo, shi + lo - sblo, lo, hi, a)
  end do
end subroutine

! d = a x + b y
subroutine plain_fort_fab_lincomb(lo, hi, d, dlo, dhi, a, x, xlo, xhi, xblo, b, y, ylo, yhi, yblo, nc) bind(c)
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none
  integer(c_int), intent(in) :: lo(3), hi(3), dlo(3), dhi(3), xlo(3), xhi(3), ylo(3), yhi(3), xblo(3), yblo(3), nc
  real(c_double), intent(inout) :: d(dlo(1):dhi(1), dlo(2):dhi(2), dlo(3):dhi(3), nc)
  real(c_double), intent(in) :: x(xlo(1):xhi(1), xlo(2):xhi(2), xlo(3):xhi(3), nc)
  real(c_double), intent(in) :: y(ylo(1):yhi(1), ylo(2):yhi(2), ylo(3):yhi(3), nc)
  real(c_double), intent(in) :: a, b
  integer :: i, j, k, n, p(3), q(3)
  p = xblo - lo
  q = yblo - lo
  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          d(i,j,k,n) = a*x(i+p(1), j+p(2), k+p(3), n) + b*y(i+q(1), j+q(2), k+q(3), n)
        end do
      end do
    end do
  end do
end subroutine

! d = d + s1 s2
subroutine plain_fort_fab_addproduct(lo, hi, d, dlo, dhi, s1, s1lo, s1hi, s2, s2lo, s2hi, nc) bind(c)
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none
  integer(c_int), intent(in) :: lo(3), hi(3), dlo(3), dhi(3), s1lo(3), s1hi(3), s2lo(3), s2hi(3), nc
  real(c_double), intent(inout) :: d(dlo(1):dhi(1), dlo(2):dhi(2), dlo(3):dhi(3), nc)
  real(c_double), intent(in) :: s1(s1lo(1):s1hi(1), s1lo(2):s1hi(2), s1lo(3):s1hi(3), nc)
  real(c_double), intent(in) :: s2(s2lo(1):s2hi(1), s2lo(2):s2hi(2), s2lo(3):s2hi(3), nc)
  integer :: i, j, k, n
  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          d(i,j,k,n) = d(i,j,k,n) + s1(i,j,k,n)*s2(i,j,k,n)
        end do
      end do
    end do
  end do
end subroutine

! p = 0: the largest abs(s); p = 1: the sum of abs(s); 0 for another p
function plain_fort_fab_norm(lo, hi, s, slo, shi, nc, p) bind(c) result(res)
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  use plain_fab, only: plain_norm_max, plain_norm_one
  implicit none
  integer(c_int), intent(in) :: lo(3), hi(3), slo(3), shi(3), nc, p
  real(c_double), intent(in) :: s(slo(1):shi(1), slo(2):shi(2), slo(3):shi(3), nc)
  real(c_double) :: res
  integer :: n
  res = 0
  do n = 1, nc
    if (p == 0) res = max(res, plain_norm_max(s(:,:,:,n), slo, shi, lo, hi))
    if (p == 1) res = res + plain_norm_one(s(:,:,:,n), slo, shi, lo, hi)
  end do
end function

! sum of s
function plain_fort_fab_sum(lo, hi, s, slo, shi, nc) bind(c) result(res)
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  use plain_fab, only: plain_sum
  implicit none
  integer(c_int), intent(in) :: lo(3), hi(3), slo(3), shi(3), nc
  real(c_double), intent(in) :: s(slo(1):shi(1), slo(2):shi(2), slo(3):shi(3), nc)
  real(c_double) :: res
  integer :: n
  res = 0
  do n = 1, nc
    res = res + plain_sum(s(:,:,:,n), slo, shi, lo, hi)
  end do
end function

! sum of x y
function plain_fort_fab_dot(lo, hi, x, xlo, xhi, y, ylo, yhi, yblo, nc) bind(c) result(res)
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  use plain_fab, only: plain_dot
  implicit none
  integer(c_int), intent(in) :: lo(3), hi(3), xlo(3), xhi(3), ylo(3), yhi(3), yblo(3), nc
  real(c_double), intent(in) :: x(xlo(1):xhi(1), xlo(2):xhi(2), xlo(3):xhi(3), nc)
  real(c_double), intent(in) :: y(ylo(1):yhi(1), ylo(2):yhi(2), ylo(3):yhi(3), nc)
  real(c_double) :: res
  integer :: n
  res = 0
  do n = 1, nc
    res = res + plain_dot(x(:,:,:,n), xlo, xhi, y(:,:,:,n), ylo + lo - yblo, yhi + lo - yblo, lo, hi)
  end do
end function
