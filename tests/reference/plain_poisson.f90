! The 7-point Laplacian with the same cell width h in all directions. Neighbours are added in the order i-1,
! i+1, j-1, j+1, k-1, k+1.
module plain_poisson
  use working_kind, only: wp
  implicit none
  private
  public :: plain_gsrb_poisson, truncating_gsrb_poisson, plain_apply_poisson, plain_residual_poisson
contains

  ! One colour of red-black Gauss-Seidel; redblack 0 takes the cells with even i+j+k.
  subroutine plain_gsrb_poisson(phi, philo, phihi, rhs, rhslo, rhshi, lo, hi, h, redblack)
    integer, intent(in) :: philo(3), phihi(3), rhslo(3), rhshi(3), lo(3), hi(3), redblack
    real(wp), intent(inout) :: phi(philo(1):phihi(1), philo(2):phihi(2), philo(3):phihi(3))
    real(wp), intent(in) :: rhs(rhslo(1):rhshi(1), rhslo(2):rhshi(2), rhslo(3):rhshi(3)), h
    integer :: i, j, k, ioff
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        ioff = modulo(lo(1) + j + k + redblack, 2)
        do i = lo(1) + ioff, hi(1), 2
          phi(i,j,k) = (phi(i-1,j,k) + phi(i+1,j,k) + phi(i,j-1,k) + phi(i,j+1,k) &
            + phi(i,j,k-1) + phi(i,j,k+1) - h*h*rhs(i,j,k))/6
        end do
      end do
    end do
  end subroutine

  ! The same as in legacy codes: mod rounds toward zero, so ioff is -1 for a negative odd sum, and the sweep
  ! starts at lo-1. phi then needs two ghost layers in i, and rhs needs a single layer.
  subroutine truncating_gsrb_poisson(phi, philo, phihi, rhs, rhslo, rhshi, lo, hi, h, redblack)
    integer, intent(in) :: philo(3), phihi(3), rhslo(3), rhshi(3), lo(3), hi(3), redblack
    real(wp), intent(inout) :: phi(philo(1):phihi(1), philo(2):phihi(2), philo(3):phihi(3))
    real(wp), intent(in) :: rhs(rhslo(1):rhshi(1), rhslo(2):rhshi(2), rhslo(3):rhshi(3)), h
    integer :: i, j, k, ioff
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        ioff = mod(lo(1) + j + k + redblack, 2)
        do i = lo(1) + ioff, hi(1), 2
          phi(i,j,k) = (phi(i-1,j,k) + phi(i+1,j,k) + phi(i,j-1,k) + phi(i,j+1,k) &
            + phi(i,j,k-1) + phi(i,j,k+1) - h*h*rhs(i,j,k))/6
        end do
      end do
    end do
  end subroutine

  ! y = laplacian(x)
  subroutine plain_apply_poisson(y, ylo, yhi, x, xlo, xhi, lo, hi, h)
    integer, intent(in) :: ylo(3), yhi(3), xlo(3), xhi(3), lo(3), hi(3)
    real(wp), intent(inout) :: y(ylo(1):yhi(1), ylo(2):yhi(2), ylo(3):yhi(3))
    real(wp), intent(in) :: x(xlo(1):xhi(1), xlo(2):xhi(2), xlo(3):xhi(3)), h
    integer :: i, j, k
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          y(i,j,k) = (x(i-1,j,k) + x(i+1,j,k) + x(i,j-1,k) + x(i,j+1,k) &
            + x(i,j,k-1) + x(i,j,k+1) - 6*x(i,j,k))/(h*h)
        end do
      end do
    end do
  end subroutine

  ! res = rhs - laplacian(phi)
  subroutine plain_residual_poisson(res, reslo, reshi, phi, philo, phihi, rhs, rhslo, rhshi, lo, hi, h)
    integer, intent(in) :: reslo(3), reshi(3), philo(3), phihi(3), rhslo(3), rhshi(3), lo(3), hi(3)
    real(wp), intent(inout) :: res(reslo(1):reshi(1), reslo(2):reshi(2), reslo(3):reshi(3))
    real(wp), intent(in) :: phi(philo(1):phihi(1), philo(2):phihi(2), philo(3):phihi(3))
    real(wp), intent(in) :: rhs(rhslo(1):rhshi(1), rhslo(2):rhshi(2), rhslo(3):rhshi(3)), h
    integer :: i, j, k
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          res(i,j,k) = rhs(i,j,k) - (phi(i-1,j,k) + phi(i+1,j,k) + phi(i,j-1,k) + phi(i,j+1,k) &
            + phi(i,j,k-1) + phi(i,j,k+1) - 6*phi(i,j,k))/(h*h)
        end do
      end do
    end do
  end subroutine

end module
