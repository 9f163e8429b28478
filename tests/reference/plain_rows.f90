! Stencils with a row of intermediate values, as in legacy codes.
module plain_rows
  use, intrinsic :: iso_fortran_env, only: int32
  use working_kind, only: wp
  implicit none
  private
  public :: plain_relax_27, plain_residual_27, plain_fourth_difference, plain_relax_rows, plain_face_slopes, &
    plain_largest_bend
contains

  ! x = x + S r, with weights c for a cell, its faces and its edges
  subroutine plain_relax_27(x, xlo, xhi, r, rlo, rhi, lo, hi, c)
    integer, intent(in) :: xlo(3), xhi(3), rlo(3), rhi(3), lo(3), hi(3)
    real(wp), intent(inout) :: x(xlo(1):xhi(1), xlo(2):xhi(2), xlo(3):xhi(3))
    real(wp), intent(in) :: r(rlo(1):rhi(1), rlo(2):rhi(2), rlo(3):rhi(3)), c(3)
    real(wp) :: r1(lo(1)-1:hi(1)+1), r2(lo(1)-1:hi(1)+1)
    integer :: i, j, k
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1) - 1, hi(1) + 1
          r1(i) = r(i,j-1,k) + r(i,j+1,k) + r(i,j,k-1) + r(i,j,k+1)
          r2(i) = r(i,j-1,k-1) + r(i,j+1,k-1) + r(i,j-1,k+1) + r(i,j+1,k+1)
        end do
        do i = lo(1), hi(1)
          x(i,j,k) = x(i,j,k) + c(1)*r(i,j,k) + c(2)*(r(i-1,j,k) + r(i+1,j,k) + r1(i)) &
            + c(3)*(r2(i) + r1(i-1) + r1(i+1))
        end do
      end do
    end do
  end subroutine

  ! r = v - A u, with weights a for a cell, its edges and its corners
  subroutine plain_residual_27(r, rlo, rhi, u, ulo, uhi, v, vlo, vhi, lo, hi, a)
    integer, intent(in) :: rlo(3), rhi(3), ulo(3), uhi(3), vlo(3), vhi(3), lo(3), hi(3)
    real(wp), intent(inout) :: r(rlo(1):rhi(1), rlo(2):rhi(2), rlo(3):rhi(3))
    real(wp), intent(in) :: u(ulo(1):uhi(1), ulo(2):uhi(2), ulo(3):uhi(3))
    real(wp), intent(in) :: v(vlo(1):vhi(1), vlo(2):vhi(2), vlo(3):vhi(3)), a(3)
    real(wp) :: u1(lo(1)-1:hi(1)+1), u2(lo(1)-1:hi(1)+1)
    integer :: i, j, k
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1) - 1, hi(1) + 1
          u1(i) = u(i,j-1,k) + u(i,j+1,k) + u(i,j,k-1) + u(i,j,k+1)
          u2(i) = u(i,j-1,k-1) + u(i,j+1,k-1) + u(i,j-1,k+1) + u(i,j+1,k+1)
        end do
        do i = lo(1), hi(1)
          r(i,j,k) = v(i,j,k) - a(1)*u(i,j,k) - a(2)*(u2(i) + u1(i-1) + u1(i+1)) - a(3)*(u2(i-1) + u2(i+1))
        end do
      end do
    end do
  end subroutine

  ! y = x + w (d(i-2) - d(i)), with d(i) = x(j+1) - x(j-1), halved for each dry cell above and below i+1 .. i+3
  subroutine plain_fourth_difference(y, ylo, yhi, x, xlo, xhi, mask, mlo, mhi, lo, hi, w)
    integer, intent(in) :: ylo(3), yhi(3), xlo(3), xhi(3), mlo(3), mhi(3), lo(3), hi(3)
    real(wp), intent(inout) :: y(ylo(1):yhi(1), ylo(2):yhi(2), ylo(3):yhi(3))
    real(wp), intent(in) :: x(xlo(1):xhi(1), xlo(2):xhi(2), xlo(3):xhi(3)), w
    integer(int32), intent(in) :: mask(mlo(1):mhi(1), mlo(2):mhi(2), mlo(3):mhi(3))
    real(wp) :: d(lo(1)-2:hi(1))
    integer :: dry(lo(1):hi(1)+3), i, j, k
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1) - 2, hi(1)
          d(i) = x(i,j+1,k) - x(i,j-1,k)
        end do
        do i = lo(1), hi(1) + 3
          dry(i) = 2 - mask(i,j,k-1) - mask(i,j,k+1)
        end do
        do i = lo(1), hi(1)
          y(i,j,k) = x(i,j,k) + w*(d(i-2) - d(i))/2.0_wp**(dry(i+1) + dry(i+2) + dry(i+3))
        end do
      end do
    end do
  end subroutine

  ! x = x + w (m(i-1) + m(i+1)) on one colour, with m the mean of b over both sides in y
  subroutine plain_relax_rows(x, xlo, xhi, b, blo, bhi, lo, hi, w, colour)
    integer, intent(in) :: xlo(3), xhi(3), blo(3), bhi(3), lo(3), hi(3), colour
    real(wp), intent(inout) :: x(xlo(1):xhi(1), xlo(2):xhi(2), xlo(3):xhi(3))
    real(wp), intent(in) :: b(blo(1):bhi(1), blo(2):bhi(2), blo(3):bhi(3)), w
    real(wp) :: m(lo(1)-1:hi(1)+1)
    integer :: i, j, k
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1) - 1, hi(1) + 1
          m(i) = (b(i,j-1,k) + b(i,j+1,k))/2
        end do
        do i = lo(1) + modulo(lo(1) + j + k + colour, 2), hi(1), 2
          x(i,j,k) = x(i,j,k) + w*(m(i-1) + m(i+1))
        end do
      end do
    end do
  end subroutine

  ! s = mean(i-1) - mean(i+1), with the mean of both cells beside a face
  subroutine plain_face_slopes(s, slo, shi, x, xlo, xhi, lo, hi, direction)
    integer, intent(in) :: slo(3), shi(3), xlo(3), xhi(3), lo(3), hi(3), direction
    real(wp), intent(inout) :: s(slo(1):shi(1), slo(2):shi(2), slo(3):shi(3))
    real(wp), intent(in) :: x(xlo(1):xhi(1), xlo(2):xhi(2), xlo(3):xhi(3))
    real(wp) :: mean(lo(1)-1:hi(1)+1)
    integer :: i, j, k, d(3)
    d = 0
    d(direction+1) = 1
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1) - 1, hi(1) + 1
          mean(i) = (x(i-d(1),j-d(2),k-d(3)) + x(i,j,k))/2
        end do
        do i = lo(1), hi(1)
          s(i,j,k) = mean(i-1) - mean(i+1)
        end do
      end do
    end do
  end subroutine

  ! The largest abs(c(i-1) - 2 c(i) + c(i+1)) and found, with c the sum of x over both sides in z.
  subroutine plain_largest_bend(found, x, xlo, xhi, lo, hi)
    integer, intent(in) :: xlo(3), xhi(3), lo(3), hi(3)
    real(wp), intent(inout) :: found
    real(wp), intent(in) :: x(xlo(1):xhi(1), xlo(2):xhi(2), xlo(3):xhi(3))
    real(wp) :: c(lo(1)-1:hi(1)+1)
    integer :: i, j, k
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1) - 1, hi(1) + 1
          c(i) = x(i,j,k-1) + x(i,j,k+1)
        end do
        do i = lo(1), hi(1)
          found = max(found, abs(c(i-1) - 2*c(i) + c(i+1)))
        end do
      end do
    end do
  end subroutine

end module
