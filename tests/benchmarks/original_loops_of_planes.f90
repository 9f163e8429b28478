! The loops of bench_loops in the form of a legacy code.
module original_loops_of_planes
  use, intrinsic :: iso_fortran_env, only: real64
  implicit none
  private
  public :: original_five, original_nine, original_flux, original_divergence, original_coordinate
contains

  subroutine original_five(n, x, y)
    integer, intent(in) :: n
    real(real64), intent(in) :: x(0:n+1,0:n+1)
    real(real64), intent(inout) :: y(n,n)
    integer :: i, j
    !$omp parallel do
    do j = 1, n
      do i = 1, n
        y(i,j) = x(i-1,j) + x(i+1,j) + x(i,j-1) + x(i,j+1) - 4*x(i,j)
      end do
    end do
  end subroutine

  subroutine original_nine(n, x, y)
    integer, intent(in) :: n
    real(real64), intent(in) :: x(0:n+1,0:n+1)
    real(real64), intent(inout) :: y(n,n)
    integer :: i, j
    !$omp parallel do
    do j = 1, n
      do i = 1, n
        y(i,j) = 4*x(i,j) + 2*(x(i-1,j) + x(i+1,j) + x(i,j-1) + x(i,j+1)) &
          + (x(i-1,j-1) + x(i+1,j-1) + x(i-1,j+1) + x(i+1,j+1))
      end do
    end do
  end subroutine

  subroutine original_flux(n, v, w, area, dt, flux)
    integer, intent(in) :: n
    real(real64), intent(in) :: v(n,n+1), w(n,n+1), area(n,n), dt
    real(real64), intent(inout) :: flux(n,n)
    integer :: i, j
    !$omp parallel do
    do j = 1, n
      do i = 1, n
        flux(i,j) = 0.25_real64*dt*area(i,j)*(v(i,j) + v(i,j+1) + w(i,j) + w(i,j+1))
      end do
    end do
  end subroutine

  subroutine original_divergence(n, u, v, dx, dy, y)
    integer, intent(in) :: n
    real(real64), intent(in) :: u(n+1,n), v(n,n+1), dx(n), dy(n)
    real(real64), intent(inout) :: y(n,n)
    integer :: i, j
    !$omp parallel do
    do j = 1, n
      do i = 1, n
        y(i,j) = (u(i+1,j) - u(i,j))/dx(i) + (v(i,j+1) - v(i,j))/dy(j)
      end do
    end do
  end subroutine

  subroutine original_coordinate(m, field, c1, c2, mu, w, scaled)
    integer, intent(in) :: m
    real(real64), intent(in) :: field(m,m,m), c1(0:m), c2(m), mu(m,m), w
    real(real64), intent(inout) :: scaled(m,m,m)
    integer :: i, j, k
    !$omp parallel do private(i, j)
    do k = 1, m
      do j = 1, m
        do i = 1, m
          scaled(i,j,k) = ((c1(k-1) + c1(k))*mu(i,j) + c2(k))*w*field(i,j,k)
        end do
      end do
    end do
  end subroutine
end module
