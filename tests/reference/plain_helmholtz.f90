! The operator alpha a - beta div(b grad) with coefficients in the cells (a) and on the faces (bx, by, bz; a further face in
! their own direction), all without component index. With dh = beta/h**2 in each direction:
!   gamma = alpha a + sum dh (b- + b+),  rho = sum dh (b- x- + b+ x+),  operator on x = gamma x - rho
module plain_helmholtz
  use working_kind, only: wp
  implicit none
  private
  public :: plain_gsrb_helmholtz, plain_apply_helmholtz, plain_residual_helmholtz
contains

  ! One colour of over-relaxed red-black Gauss-Seidel; redblack 0 takes the cells with even i+j+k.
  subroutine plain_gsrb_helmholtz(phi, philo, phihi, rhs, rhslo, rhshi, alpha, beta, a, alo, ahi, &
      bx, bxlo, bxhi, by, bylo, byhi, bz, bzlo, bzhi, lo, hi, h, omega, redblack)
    integer, intent(in) :: philo(3), phihi(3), rhslo(3), rhshi(3), alo(3), ahi(3), bxlo(3), bxhi(3)
    integer, intent(in) :: bylo(3), byhi(3), bzlo(3), bzhi(3), lo(3), hi(3), redblack
    real(wp), intent(inout) :: phi(philo(1):phihi(1), philo(2):phihi(2), philo(3):phihi(3))
    real(wp), intent(in) :: rhs(rhslo(1):rhshi(1), rhslo(2):rhshi(2), rhslo(3):rhshi(3))
    real(wp), intent(in) :: a(alo(1):ahi(1), alo(2):ahi(2), alo(3):ahi(3))
    real(wp), intent(in) :: bx(bxlo(1):bxhi(1), bxlo(2):bxhi(2), bxlo(3):bxhi(3))
    real(wp), intent(in) :: by(bylo(1):byhi(1), bylo(2):byhi(2), bylo(3):byhi(3))
    real(wp), intent(in) :: bz(bzlo(1):bzhi(1), bzlo(2):bzhi(2), bzlo(3):bzhi(3))
    real(wp), intent(in) :: alpha, beta, h(3), omega
    real(wp) :: dhx, dhy, dhz, gamma, rho
    integer :: i, j, k, ioff
    dhx = beta/(h(1)*h(1))
    dhy = beta/(h(2)*h(2))
    dhz = beta/(h(3)*h(3))
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        ioff = modulo(lo(1) + j + k + redblack, 2)
        do i = lo(1) + ioff, hi(1), 2
          gamma = alpha*a(i,j,k) + dhx*(bx(i,j,k) + bx(i+1,j,k)) + dhy*(by(i,j,k) + by(i,j+1,k)) &
            + dhz*(bz(i,j,k) + bz(i,j,k+1))
          rho = dhx*(bx(i,j,k)*phi(i-1,j,k) + bx(i+1,j,k)*phi(i+1,j,k)) &
            + dhy*(by(i,j,k)*phi(i,j-1,k) + by(i,j+1,k)*phi(i,j+1,k)) &
            + dhz*(bz(i,j,k)*phi(i,j,k-1) + bz(i,j,k+1)*phi(i,j,k+1))
          phi(i,j,k) = phi(i,j,k) + omega/gamma*(rhs(i,j,k) - (gamma*phi(i,j,k) - rho))
        end do
      end do
    end do
  end subroutine

  ! y = operator on x
  subroutine plain_apply_helmholtz(y, ylo, yhi, x, xlo, xhi, alpha, beta, a, alo, ahi, &
      bx, bxlo, bxhi, by, bylo, byhi, bz, bzlo, bzhi, lo, hi, h)
    integer, intent(in) :: ylo(3), yhi(3), xlo(3), xhi(3), alo(3), ahi(3), bxlo(3), bxhi(3)
    integer, intent(in) :: bylo(3), byhi(3), bzlo(3), bzhi(3), lo(3), hi(3)
    real(wp), intent(inout) :: y(ylo(1):yhi(1), ylo(2):yhi(2), ylo(3):yhi(3))
    real(wp), intent(in) :: x(xlo(1):xhi(1), xlo(2):xhi(2), xlo(3):xhi(3))
    real(wp), intent(in) :: a(alo(1):ahi(1), alo(2):ahi(2), alo(3):ahi(3))
    real(wp), intent(in) :: bx(bxlo(1):bxhi(1), bxlo(2):bxhi(2), bxlo(3):bxhi(3))
    real(wp), intent(in) :: by(bylo(1):byhi(1), bylo(2):byhi(2), bylo(3):byhi(3))
    real(wp), intent(in) :: bz(bzlo(1):bzhi(1), bzlo(2):bzhi(2), bzlo(3):bzhi(3))
    real(wp), intent(in) :: alpha, beta, h(3)
    real(wp) :: dhx, dhy, dhz, gamma, rho
    integer :: i, j, k
    dhx = beta/(h(1)*h(1))
    dhy = beta/(h(2)*h(2))
    dhz = beta/(h(3)*h(3))
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          gamma = alpha*a(i,j,k) + dhx*(bx(i,j,k) + bx(i+1,j,k)) + dhy*(by(i,j,k) + by(i,j+1,k)) &
            + dhz*(bz(i,j,k) + bz(i,j,k+1))
          rho = dhx*(bx(i,j,k)*x(i-1,j,k) + bx(i+1,j,k)*x(i+1,j,k)) &
            + dhy*(by(i,j,k)*x(i,j-1,k) + by(i,j+1,k)*x(i,j+1,k)) &
            + dhz*(bz(i,j,k)*x(i,j,k-1) + bz(i,j,k+1)*x(i,j,k+1))
          y(i,j,k) = gamma*x(i,j,k) - rho
        end do
      end do
    end do
  end subroutine

  ! res = rhs - operator on phi, in the two steps of the legacy cycle
  subroutine plain_residual_helmholtz(res, reslo, reshi, phi, philo, phihi, rhs, rhslo, rhshi, alpha, beta, &
      a, alo, ahi, bx, bxlo, bxhi, by, bylo, byhi, bz, bzlo, bzhi, lo, hi, h)
    integer, intent(in) :: reslo(3), reshi(3), philo(3), phihi(3), rhslo(3), rhshi(3), alo(3), ahi(3)
    integer, intent(in) :: bxlo(3), bxhi(3), bylo(3), byhi(3), bzlo(3), bzhi(3), lo(3), hi(3)
    real(wp), intent(inout) :: res(reslo(1):reshi(1), reslo(2):reshi(2), reslo(3):reshi(3))
    real(wp), intent(in) :: phi(philo(1):phihi(1), philo(2):phihi(2), philo(3):phihi(3))
    real(wp), intent(in) :: rhs(rhslo(1):rhshi(1), rhslo(2):rhshi(2), rhslo(3):rhshi(3))
    real(wp), intent(in) :: a(alo(1):ahi(1), alo(2):ahi(2), alo(3):ahi(3))
    real(wp), intent(in) :: bx(bxlo(1):bxhi(1), bxlo(2):bxhi(2), bxlo(3):bxhi(3))
    real(wp), intent(in) :: by(bylo(1):byhi(1), bylo(2):byhi(2), bylo(3):byhi(3))
    real(wp), intent(in) :: bz(bzlo(1):bzhi(1), bzlo(2):bzhi(2), bzlo(3):bzhi(3))
    real(wp), intent(in) :: alpha, beta, h(3)
    integer :: i, j, k
    call plain_apply_helmholtz(res, reslo, reshi, phi, philo, phihi, alpha, beta, a, alo, ahi, &
      bx, bxlo, bxhi, by, bylo, byhi, bz, bzlo, bzhi, lo, hi, h)
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          res(i,j,k) = rhs(i,j,k) - res(i,j,k)
        end do
      end do
    end do
  end subroutine

end module
