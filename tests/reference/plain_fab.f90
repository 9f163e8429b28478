! Loops over the cells lo..hi of one or two arrays.
module plain_fab
  use, intrinsic :: iso_fortran_env, only: real64
  use working_kind, only: wp
  implicit none
  private
  public :: plain_fill_value, plain_add_constant, plain_copy, plain_axpy, plain_xpay
  public :: plain_norm_max, plain_norm_one, plain_sum, plain_dot
contains

  ! x = value
  subroutine plain_fill_value(x, xlo, xhi, lo, hi, value)
    integer, intent(in) :: xlo(3), xhi(3), lo(3), hi(3)
    real(wp), intent(inout) :: x(xlo(1):xhi(1), xlo(2):xhi(2), xlo(3):xhi(3))
    real(wp), intent(in) :: value
    integer :: i, j, k
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          x(i,j,k) = value
        end do
      end do
    end do
  end subroutine

  ! x = x + value
  subroutine plain_add_constant(x, xlo, xhi, lo, hi, value)
    integer, intent(in) :: xlo(3), xhi(3), lo(3), hi(3)
    real(wp), intent(inout) :: x(xlo(1):xhi(1), xlo(2):xhi(2), xlo(3):xhi(3))
    real(wp), intent(in) :: value
    integer :: i, j, k
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          x(i,j,k) = x(i,j,k) + value
        end do
      end do
    end do
  end subroutine

  ! d = s
  subroutine plain_copy(d, dlo, dhi, s, slo, shi, lo, hi)
    integer, intent(in) :: dlo(3), dhi(3), slo(3), shi(3), lo(3), hi(3)
    real(wp), intent(inout) :: d(dlo(1):dhi(1), dlo(2):dhi(2), dlo(3):dhi(3))
    real(wp), intent(in) :: s(slo(1):shi(1), slo(2):shi(2), slo(3):shi(3))
    integer :: i, j, k
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          d(i,j,k) = s(i,j,k)
        end do
      end do
    end do
  end subroutine

  ! y = y + a x
  subroutine plain_axpy(y, ylo, yhi, x, xlo, xhi, lo, hi, a)
    integer, intent(in) :: ylo(3), yhi(3), xlo(3), xhi(3), lo(3), hi(3)
    real(wp), intent(inout) :: y(ylo(1):yhi(1), ylo(2):yhi(2), ylo(3):yhi(3))
    real(wp), intent(in) :: x(xlo(1):xhi(1), xlo(2):xhi(2), xlo(3):xhi(3)), a
    integer :: i, j, k
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          y(i,j,k) = y(i,j,k) + a*x(i,j,k)
        end do
      end do
    end do
  end subroutine

  ! y = x + a y
  subroutine plain_xpay(y, ylo, yhi, x, xlo, xhi, lo, hi, a)
    integer, intent(in) :: ylo(3), yhi(3), xlo(3), xhi(3), lo(3), hi(3)
    real(wp), intent(inout) :: y(ylo(1):yhi(1), ylo(2):yhi(2), ylo(3):yhi(3))
    real(wp), intent(in) :: x(xlo(1):xhi(1), xlo(2):xhi(2), xlo(3):xhi(3)), a
    integer :: i, j, k
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          y(i,j,k) = x(i,j,k) + a*y(i,j,k)
        end do
      end do
    end do
  end subroutine

  ! max of abs(x), 0 without cells
  function plain_norm_max(x, xlo, xhi, lo, hi) result(norm)
    integer, intent(in) :: xlo(3), xhi(3), lo(3), hi(3)
    real(wp), intent(in) :: x(xlo(1):xhi(1), xlo(2):xhi(2), xlo(3):xhi(3))
    real(real64) :: norm
    integer :: i, j, k
    norm = 0
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          norm = max(norm, real(abs(x(i,j,k)), real64))
        end do
      end do
    end do
  end function

  ! sum of abs(x)
  function plain_norm_one(x, xlo, xhi, lo, hi) result(norm)
    integer, intent(in) :: xlo(3), xhi(3), lo(3), hi(3)
    real(wp), intent(in) :: x(xlo(1):xhi(1), xlo(2):xhi(2), xlo(3):xhi(3))
    real(real64) :: norm
    integer :: i, j, k
    norm = 0
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          norm = norm + abs(x(i,j,k))
        end do
      end do
    end do
  end function

  ! sum of x
  function plain_sum(x, xlo, xhi, lo, hi) result(total)
    integer, intent(in) :: xlo(3), xhi(3), lo(3), hi(3)
    real(wp), intent(in) :: x(xlo(1):xhi(1), xlo(2):xhi(2), xlo(3):xhi(3))
    real(real64) :: total
    integer :: i, j, k
    total = 0
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          total = total + x(i,j,k)
        end do
      end do
    end do
  end function

  ! sum of x y
  function plain_dot(x, xlo, xhi, y, ylo, yhi, lo, hi) result(total)
    integer, intent(in) :: xlo(3), xhi(3), ylo(3), yhi(3), lo(3), hi(3)
    real(wp), intent(in) :: x(xlo(1):xhi(1), xlo(2):xhi(2), xlo(3):xhi(3))
    real(wp), intent(in) :: y(ylo(1):yhi(1), ylo(2):yhi(2), ylo(3):yhi(3))
    real(real64) :: total
    integer :: i, j, k
    total = 0
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          total = total + real(x(i,j,k), real64)*real(y(i,j,k), real64)
        end do
      end do
    end do
  end function

end module
