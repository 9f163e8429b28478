! The cell loops of the operator alpha a phi - beta div(b grad phi), called as the loops of
! grid_kernels are. a is in the cells, bx, by and bz are on the faces; face i is the low face of cell i.
! With dh = beta/h**2 in each direction
!   gamma = alpha a + sum dh (b- + b+),  rho = sum dh (b- phi- + b+ phi+)
! the operator gives gamma phi - rho.
module helmholtz_kernels
  use, intrinsic :: iso_fortran_env, only: dp => real64
  implicit none
  private
  public :: gsrb, residual, adotx, average_faces

  real(dp), parameter :: omega = 1.15_dp

contains

  ! One colour of an over-relaxed red-black Gauss-Seidel sweep. The colour depends on the global
  ! index, redblack 0 being the cells of even i+j+k, so the tiles do not change the result.
  subroutine gsrb(phi, philo, phihi, rhs, alpha, beta, a, bx, by, bz, clo, chi, lo, hi, h, redblack)
    integer, intent(in) :: philo(3), phihi(3), clo(3), chi(3), lo(3), hi(3), redblack
    real(dp), intent(inout) :: phi(philo(1):phihi(1), philo(2):phihi(2), philo(3):phihi(3))
    real(dp), intent(in) :: rhs(clo(1):chi(1), clo(2):chi(2), clo(3):chi(3))
    real(dp), intent(in) :: a(clo(1):chi(1), clo(2):chi(2), clo(3):chi(3))
    real(dp), intent(in) :: bx(clo(1):chi(1)+1, clo(2):chi(2), clo(3):chi(3))
    real(dp), intent(in) :: by(clo(1):chi(1), clo(2):chi(2)+1, clo(3):chi(3))
    real(dp), intent(in) :: bz(clo(1):chi(1), clo(2):chi(2), clo(3):chi(3)+1)
    real(dp), intent(in) :: alpha, beta, h(3)
    real(dp) :: dhx, dhy, dhz, gamma, rho
    integer :: i, j, k, ioff

    dhx = beta/(h(1)*h(1))
    dhy = beta/(h(2)*h(2))
    dhz = beta/(h(3)*h(3))
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        ioff = modulo(lo(1) + j + k + redblack, 2)
        do i = lo(1) + ioff, hi(1), 2
          gamma = alpha*a(i,j,k) + dhx*(bx(i,j,k) + bx(i+1,j,k)) &
                + dhy*(by(i,j,k) + by(i,j+1,k)) + dhz*(bz(i,j,k) + bz(i,j,k+1))
          rho = dhx*(bx(i,j,k)*phi(i-1,j,k) + bx(i+1,j,k)*phi(i+1,j,k)) &
              + dhy*(by(i,j,k)*phi(i,j-1,k) + by(i,j+1,k)*phi(i,j+1,k)) &
              + dhz*(bz(i,j,k)*phi(i,j,k-1) + bz(i,j,k+1)*phi(i,j,k+1))
          phi(i,j,k) = phi(i,j,k) + omega/gamma*(rhs(i,j,k) - (gamma*phi(i,j,k) - rho))
        end do
      end do
    end do
  end subroutine gsrb

  ! res = rhs - operator on phi
  subroutine residual(res, phi, philo, phihi, rhs, alpha, beta, a, bx, by, bz, clo, chi, lo, hi, h)
    integer, intent(in) :: philo(3), phihi(3), clo(3), chi(3), lo(3), hi(3)
    real(dp), intent(inout) :: res(clo(1):chi(1), clo(2):chi(2), clo(3):chi(3))
    real(dp), intent(in) :: phi(philo(1):phihi(1), philo(2):phihi(2), philo(3):phihi(3))
    real(dp), intent(in) :: rhs(clo(1):chi(1), clo(2):chi(2), clo(3):chi(3))
    real(dp), intent(in) :: a(clo(1):chi(1), clo(2):chi(2), clo(3):chi(3))
    real(dp), intent(in) :: bx(clo(1):chi(1)+1, clo(2):chi(2), clo(3):chi(3))
    real(dp), intent(in) :: by(clo(1):chi(1), clo(2):chi(2)+1, clo(3):chi(3))
    real(dp), intent(in) :: bz(clo(1):chi(1), clo(2):chi(2), clo(3):chi(3)+1)
    real(dp), intent(in) :: alpha, beta, h(3)
    integer :: i, j, k

    call adotx(res, phi, philo, phihi, alpha, beta, a, bx, by, bz, clo, chi, lo, hi, h)
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          res(i,j,k) = rhs(i,j,k) - res(i,j,k)
        end do
      end do
    end do
  end subroutine residual

  ! y = operator on x
  subroutine adotx(y, x, xlo, xhi, alpha, beta, a, bx, by, bz, clo, chi, lo, hi, h)
    integer, intent(in) :: xlo(3), xhi(3), clo(3), chi(3), lo(3), hi(3)
    real(dp), intent(inout) :: y(clo(1):chi(1), clo(2):chi(2), clo(3):chi(3))
    real(dp), intent(in) :: x(xlo(1):xhi(1), xlo(2):xhi(2), xlo(3):xhi(3))
    real(dp), intent(in) :: a(clo(1):chi(1), clo(2):chi(2), clo(3):chi(3))
    real(dp), intent(in) :: bx(clo(1):chi(1)+1, clo(2):chi(2), clo(3):chi(3))
    real(dp), intent(in) :: by(clo(1):chi(1), clo(2):chi(2)+1, clo(3):chi(3))
    real(dp), intent(in) :: bz(clo(1):chi(1), clo(2):chi(2), clo(3):chi(3)+1)
    real(dp), intent(in) :: alpha, beta, h(3)
    real(dp) :: dhx, dhy, dhz, gamma, rho
    integer :: i, j, k

    dhx = beta/(h(1)*h(1))
    dhy = beta/(h(2)*h(2))
    dhz = beta/(h(3)*h(3))
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          gamma = alpha*a(i,j,k) + dhx*(bx(i,j,k) + bx(i+1,j,k)) &
                + dhy*(by(i,j,k) + by(i,j+1,k)) + dhz*(bz(i,j,k) + bz(i,j,k+1))
          rho = dhx*(bx(i,j,k)*x(i-1,j,k) + bx(i+1,j,k)*x(i+1,j,k)) &
              + dhy*(by(i,j,k)*x(i,j-1,k) + by(i,j+1,k)*x(i,j+1,k)) &
              + dhz*(bz(i,j,k)*x(i,j,k-1) + bz(i,j,k+1)*x(i,j,k+1))
          y(i,j,k) = gamma*x(i,j,k) - rho
        end do
      end do
    end do
  end subroutine adotx

  ! Each coarse face lo..hi becomes the mean of its four fine faces; d is the direction of the
  ! faces, 1 to 3.
  subroutine average_faces(c, clo, chi, f, flo, fhi, lo, hi, d)
    integer, intent(in) :: clo(3), chi(3), flo(3), fhi(3), lo(3), hi(3), d
    real(dp), intent(inout) :: c(clo(1):chi(1), clo(2):chi(2), clo(3):chi(3))
    real(dp), intent(in) :: f(flo(1):fhi(1), flo(2):fhi(2), flo(3):fhi(3))
    integer :: i, j, k, i2, j2, k2

    do k = lo(3), hi(3)
      k2 = 2*k
      do j = lo(2), hi(2)
        j2 = 2*j
        do i = lo(1), hi(1)
          i2 = 2*i
          select case (d)
          case (1)
            c(i,j,k) = (f(i2,j2,k2) + f(i2,j2+1,k2) + f(i2,j2,k2+1) + f(i2,j2+1,k2+1))*0.25_dp
          case (2)
            c(i,j,k) = (f(i2,j2,k2) + f(i2+1,j2,k2) + f(i2,j2,k2+1) + f(i2+1,j2,k2+1))*0.25_dp
          case (3)
            c(i,j,k) = (f(i2,j2,k2) + f(i2+1,j2,k2) + f(i2,j2+1,k2) + f(i2+1,j2+1,k2))*0.25_dp
          end select
        end do
      end do
    end do
  end subroutine average_faces

end module helmholtz_kernels
