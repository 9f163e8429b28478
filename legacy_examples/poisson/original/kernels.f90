! The cell loops of the operator in laplacian(phi) = rhs, called as the loops of grid_kernels are.
! Neighbours are always summed in the order x-, x+, y-, y+, z-, z+.
module poisson_kernels
  use, intrinsic :: iso_fortran_env, only: dp => real64
  implicit none
  private
  public :: gsrb, residual, adotx

contains

  ! One colour of a red-black Gauss-Seidel sweep. The colour depends on the global index, redblack 0
  ! being the cells of even i+j+k, so the tiles do not change the result. The code has modulo, not
  ! mod: mod is negative for a negative odd sum and would start the sweep outside the tile.
  subroutine gsrb(phi, philo, phihi, rhs, rhslo, rhshi, lo, hi, h, redblack)
    integer, intent(in) :: philo(3), phihi(3), rhslo(3), rhshi(3), lo(3), hi(3), redblack
    real(dp), intent(inout) :: phi(philo(1):phihi(1), philo(2):phihi(2), philo(3):phihi(3))
    real(dp), intent(in) :: rhs(rhslo(1):rhshi(1), rhslo(2):rhshi(2), rhslo(3):rhshi(3))
    real(dp), intent(in) :: h
    real(dp) :: h2
    integer :: i, j, k, ioff

    h2 = h*h
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        ioff = modulo(lo(1) + j + k + redblack, 2)
        do i = lo(1) + ioff, hi(1), 2
          phi(i,j,k) = (phi(i-1,j,k) + phi(i+1,j,k) + phi(i,j-1,k) + phi(i,j+1,k) &
                      + phi(i,j,k-1) + phi(i,j,k+1) - h2*rhs(i,j,k))/6.0_dp
        end do
      end do
    end do
  end subroutine gsrb

  ! res = rhs - laplacian(phi)
  subroutine residual(res, reslo, reshi, rhs, rhslo, rhshi, phi, philo, phihi, lo, hi, h)
    integer, intent(in) :: reslo(3), reshi(3), rhslo(3), rhshi(3), philo(3), phihi(3)
    integer, intent(in) :: lo(3), hi(3)
    real(dp), intent(inout) :: res(reslo(1):reshi(1), reslo(2):reshi(2), reslo(3):reshi(3))
    real(dp), intent(in) :: rhs(rhslo(1):rhshi(1), rhslo(2):rhshi(2), rhslo(3):rhshi(3))
    real(dp), intent(in) :: phi(philo(1):phihi(1), philo(2):phihi(2), philo(3):phihi(3))
    real(dp), intent(in) :: h
    real(dp) :: h2
    integer :: i, j, k

    h2 = h*h
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          res(i,j,k) = rhs(i,j,k) - (phi(i-1,j,k) + phi(i+1,j,k) + phi(i,j-1,k) + phi(i,j+1,k) &
                     + phi(i,j,k-1) + phi(i,j,k+1) - 6.0_dp*phi(i,j,k))/h2
        end do
      end do
    end do
  end subroutine residual

  ! y = laplacian(x)
  subroutine adotx(y, ylo, yhi, x, xlo, xhi, lo, hi, h)
    integer, intent(in) :: ylo(3), yhi(3), xlo(3), xhi(3), lo(3), hi(3)
    real(dp), intent(inout) :: y(ylo(1):yhi(1), ylo(2):yhi(2), ylo(3):yhi(3))
    real(dp), intent(in) :: x(xlo(1):xhi(1), xlo(2):xhi(2), xlo(3):xhi(3))
    real(dp), intent(in) :: h
    real(dp) :: h2
    integer :: i, j, k

    h2 = h*h
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          y(i,j,k) = (x(i-1,j,k) + x(i+1,j,k) + x(i,j-1,k) + x(i,j+1,k) &
                    + x(i,j,k-1) + x(i,j,k+1) - 6.0_dp*x(i,j,k))/h2
        end do
      end do
    end do
  end subroutine adotx

end module poisson_kernels
