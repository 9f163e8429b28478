! A problem with a known solution, a product X(x) Y(y) Z(z). Each factor is the sum of two
! eigenfunctions of the second derivative that satisfy the homogeneous boundary conditions of the
! two sides exactly, so a converged solution has only the error of the discretisation.
module poisson_problem
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use grid_kernels, only: bc_neumann, bc_periodic
  use poisson_levels, only: level
  implicit none
  private
  public :: set_rhs, solution_error

  type factor
    real(dp), allocatable :: f(:), f2(:)   ! values and second derivatives at the cell centres
  end type factor

contains

  subroutine set_rhs(lev)
    type(level), intent(inout) :: lev
    type(factor) :: x, y, z
    integer :: i, j, k

    x = make_factor(lev, 1)
    y = make_factor(lev, 2)
    z = make_factor(lev, 3)
    !$omp parallel do schedule(static) private(i, j)
    do k = lev%lo(3), lev%hi(3)
      do j = lev%lo(2), lev%hi(2)
        do i = lev%lo(1), lev%hi(1)
          lev%rhs(i,j,k) = x%f2(i)*y%f(j)*z%f(k) + x%f(i)*y%f2(j)*z%f(k) + x%f(i)*y%f(j)*z%f2(k)
        end do
      end do
    end do
    !$omp end parallel do
  end subroutine set_rhs

  ! The max norm of phi minus the analytic solution. Without a Dirichlet side both must have
  ! mean zero; the analytic solution does, since none of its eigenfunctions is constant.
  function solution_error(lev) result(error)
    type(level), intent(in) :: lev
    real(dp) :: error
    type(factor) :: x, y, z
    integer :: i, j, k

    x = make_factor(lev, 1)
    y = make_factor(lev, 2)
    z = make_factor(lev, 3)
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

  ! The eigenfunctions are sin(a x) if the low side is held at zero or the direction is periodic,
  ! and cos(a x) if the low side is insulated; the high side fixes the a.
  function make_factor(lev, d) result(x)
    type(level), intent(in) :: lev
    integer, intent(in) :: d
    type(factor) :: x
    real(dp), parameter :: pi = 3.141592653589793238_dp, weight(2) = [1.0_dp, 0.5_dp]
    real(dp) :: length, centre, a(2), e(2)
    integer :: low, high, i

    low = lev%bc(d-1)
    high = lev%bc(d+2)
    length = real(lev%hi(d) - lev%lo(d) + 1, dp)*lev%h
    if (low == bc_periodic) then
      a = [2, 4]*pi/length
    else if (low == high) then
      a = [1, 2]*pi/length
    else
      a = [0.5_dp, 1.5_dp]*pi/length
    end if

    allocate(x%f(lev%lo(d):lev%hi(d)), x%f2(lev%lo(d):lev%hi(d)))
    do i = lev%lo(d), lev%hi(d)
      centre = (real(i - lev%lo(d), dp) + 0.5_dp)*lev%h
      if (low == bc_neumann) then
        e = weight*cos(a*centre)
      else
        e = weight*sin(a*centre)
      end if
      x%f(i) = sum(e)
      x%f2(i) = -sum(a**2*e)
    end do
  end function make_factor

end module poisson_problem
