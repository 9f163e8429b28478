! A problem with a known solution and smooth coefficients. With x, y, z from 0 to the lengths,
!   phi = X(x) Y(y) Z(z)                  each the sum of two sines or cosines
!   a   = 1 + cos(px) cos(py) cos(pz)     0 to 2, px = 2 pi x / length
!   b   = 1 + g(px) g(py) g(pz)           1 to 2, g(p) = (1 + cos(p))/2
! and rhs = alpha a phi - beta (b laplacian(phi) + grad(b) . grad(phi)) of these functions. phi
! satisfies the homogeneous boundary conditions exactly, and the coefficients are periodic.
module helmholtz_problem
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use grid_kernels, only: bc_neumann, bc_periodic
  use helmholtz_levels, only: level
  implicit none
  private
  public :: set_coefficients, set_rhs, solution_error, operator_norm

  real(dp), parameter :: pi = 3.141592653589793238_dp

  ! Factors of a direction, at its cell centres (f of phi with its derivatives, e of a, g of b with
  ! its derivative) and at its faces.
  type factors
    real(dp), allocatable :: f(:), f1(:), f2(:), e(:), g(:), g1(:), g_face(:)
  end type factors

contains

  subroutine set_coefficients(lev)
    type(level), intent(inout) :: lev
    type(factors) :: x, y, z
    integer :: j, k

    x = make_factors(lev, 1)
    y = make_factors(lev, 2)
    z = make_factors(lev, 3)
    !$omp parallel do schedule(static) private(j)
    do k = lev%lo(3), lev%hi(3)
      do j = lev%lo(2), lev%hi(2)
        lev%a(:,j,k) = 1 + x%e*y%e(j)*z%e(k)
        lev%bx(:,j,k) = 1 + x%g_face*y%g(j)*z%g(k)
      end do
      do j = lev%lo(2), lev%hi(2) + 1
        lev%by(:,j,k) = 1 + x%g*y%g_face(j)*z%g(k)
      end do
    end do
    !$omp end parallel do
    do k = lev%lo(3), lev%hi(3) + 1
      do j = lev%lo(2), lev%hi(2)
        lev%bz(:,j,k) = 1 + x%g*y%g(j)*z%g_face(k)
      end do
    end do
  end subroutine set_coefficients

  subroutine set_rhs(lev)
    type(level), intent(inout) :: lev
    type(factors) :: x, y, z
    real(dp) :: a, b, phi, laplacian, gradients
    integer :: i, j, k

    x = make_factors(lev, 1)
    y = make_factors(lev, 2)
    z = make_factors(lev, 3)
    !$omp parallel do schedule(static) private(a, b, phi, laplacian, gradients, i, j)
    do k = lev%lo(3), lev%hi(3)
      do j = lev%lo(2), lev%hi(2)
        do i = lev%lo(1), lev%hi(1)
          a = 1 + x%e(i)*y%e(j)*z%e(k)
          b = 1 + x%g(i)*y%g(j)*z%g(k)
          phi = x%f(i)*y%f(j)*z%f(k)
          laplacian = x%f2(i)*y%f(j)*z%f(k) + x%f(i)*y%f2(j)*z%f(k) + x%f(i)*y%f(j)*z%f2(k)
          gradients = x%g1(i)*y%g(j)*z%g(k)*x%f1(i)*y%f(j)*z%f(k) &
                    + x%g(i)*y%g1(j)*z%g(k)*x%f(i)*y%f1(j)*z%f(k) &
                    + x%g(i)*y%g(j)*z%g1(k)*x%f(i)*y%f(j)*z%f1(k)
          lev%rhs(i,j,k) = lev%alpha*a*phi - lev%beta*(b*laplacian + gradients)
        end do
      end do
    end do
    !$omp end parallel do
  end subroutine set_rhs

  ! The max norm of phi minus the analytic solution.
  function solution_error(lev) result(error)
    type(level), intent(in) :: lev
    real(dp) :: error
    type(factors) :: x, y, z
    integer :: i, j, k

    x = make_factors(lev, 1)
    y = make_factors(lev, 2)
    z = make_factors(lev, 3)
    error = 0
    !$omp parallel do schedule(static) private(i, j) reduction(max: error)
    do k = lev%lo(3), lev%hi(3)
      do j = lev%lo(2), lev%hi(2)
        do i = lev%lo(1), lev%hi(1)
          error = max(error, abs(lev%phi(i,j,k) - x%f(i)*y%f(j)*z%f(k)))
        end do
      end do
    end do
    !$omp end parallel do
  end function solution_error

  ! The max norm of the operator. This norm times phi is the size of the terms of a residual.
  function operator_norm(lev) result(norm)
    type(level), intent(in) :: lev
    real(dp) :: norm, dh(3)
    integer :: i, j, k

    dh = lev%beta/lev%h**2
    norm = 0
    !$omp parallel do schedule(static) private(i, j) reduction(max: norm)
    do k = lev%lo(3), lev%hi(3)
      do j = lev%lo(2), lev%hi(2)
        do i = lev%lo(1), lev%hi(1)
          norm = max(norm, lev%alpha*lev%a(i,j,k) &
            + 2*(dh(1)*(lev%bx(i,j,k) + lev%bx(i+1,j,k)) + dh(2)*(lev%by(i,j,k) + lev%by(i,j+1,k)) &
               + dh(3)*(lev%bz(i,j,k) + lev%bz(i,j,k+1))))
        end do
      end do
    end do
    !$omp end parallel do
  end function operator_norm

  ! phi consists of sin(w x) if the low side is held at zero or the direction is periodic, and of
  ! cos(w x) if the low side is insulated; the high side fixes the two w.
  function make_factors(lev, d) result(x)
    type(level), intent(in) :: lev
    integer, intent(in) :: d
    type(factors) :: x
    real(dp), parameter :: weight(2) = [1.0_dp, 0.5_dp]
    real(dp) :: length, centre, p, w(2)
    integer :: low, high, lo, hi, i

    low = lev%bc(d-1)
    high = lev%bc(d+2)
    lo = lev%lo(d)
    hi = lev%hi(d)
    length = (hi - lo + 1)*lev%h(d)
    if (low == bc_periodic) then
      w = [2, 4]*pi/length
    else if (low == high) then
      w = [1, 2]*pi/length
    else
      w = [0.5_dp, 1.5_dp]*pi/length
    end if

    allocate(x%f(lo:hi), x%f1(lo:hi), x%f2(lo:hi), x%e(lo:hi), x%g(lo:hi), x%g1(lo:hi))
    allocate(x%g_face(lo:hi+1))
    do i = lo, hi
      centre = (i - lo + 0.5_dp)*lev%h(d)
      if (low == bc_neumann) then
        x%f(i) = sum(weight*cos(w*centre))
        x%f1(i) = -sum(weight*w*sin(w*centre))
        x%f2(i) = -sum(weight*w**2*cos(w*centre))
      else
        x%f(i) = sum(weight*sin(w*centre))
        x%f1(i) = sum(weight*w*cos(w*centre))
        x%f2(i) = -sum(weight*w**2*sin(w*centre))
      end if
      p = 2*pi*centre/length
      x%e(i) = cos(p)
      x%g(i) = 0.5_dp*(1 + cos(p))
      x%g1(i) = -pi/length*sin(p)
    end do
    do i = lo, hi + 1
      x%g_face(i) = 0.5_dp*(1 + cos(2*pi*(i - lo)*lev%h(d)/length))
    end do
  end function make_factors

end module helmholtz_problem
