! Stencils with rows of intermediate values, as in a legacy multigrid code, for the benchmark: contiguous arrays, OpenMP
! over planes. They are compiled with the flags of viewfab's own host loops.
module original_rows
  use, intrinsic :: iso_fortran_env, only: dp => real64
  implicit none
  private
  public :: original_relax_27, original_residual_27
  integer, parameter :: longest = 2050
contains

  subroutine original_relax_27(r, x, n, c)
    integer, intent(in) :: n
    real(dp), intent(in) :: r(n+2,n+2,n+2), c(3)
    real(dp), intent(inout) :: x(n+2,n+2,n+2)
    real(dp) :: r1(longest), r2(longest)
    integer :: i, j, k
    !$omp parallel do private(i, j, r1, r2)
    do k = 2, n + 1
      do j = 2, n + 1
        do i = 1, n + 2
          r1(i) = r(i,j-1,k) + r(i,j+1,k) + r(i,j,k-1) + r(i,j,k+1)
          r2(i) = r(i,j-1,k-1) + r(i,j+1,k-1) + r(i,j-1,k+1) + r(i,j+1,k+1)
        end do
        do i = 2, n + 1
          x(i,j,k) = x(i,j,k) + c(1)*r(i,j,k) + c(2)*(r(i-1,j,k) + r(i+1,j,k) + r1(i)) + c(3)*(r2(i) + r1(i-1) + r1(i+1))
        end do
      end do
    end do
  end subroutine

  subroutine original_residual_27(u, v, r, n, a)
    integer, intent(in) :: n
    real(dp), intent(in) :: u(n+2,n+2,n+2), v(n+2,n+2,n+2), a(3)
    real(dp), intent(inout) :: r(n+2,n+2,n+2)
    real(dp) :: u1(longest), u2(longest)
    integer :: i, j, k
    !$omp parallel do private(i, j, u1, u2)
    do k = 2, n + 1
      do j = 2, n + 1
        do i = 1, n + 2
          u1(i) = u(i,j-1,k) + u(i,j+1,k) + u(i,j,k-1) + u(i,j,k+1)
          u2(i) = u(i,j-1,k-1) + u(i,j+1,k-1) + u(i,j-1,k+1) + u(i,j+1,k+1)
        end do
        do i = 2, n + 1
          r(i,j,k) = v(i,j,k) - a(1)*u(i,j,k) - a(2)*(u2(i) + u1(i-1) + u1(i+1)) - a(3)*(u2(i-1) + u2(i+1))
        end do
      end do
    end do
  end subroutine

end module
