! The operator L = alpha a - beta div(b grad), with the arguments of the legacy routines. With dh = beta/h**2, cf the
! coefficients of faces 0..5 = x low, y low, z low, x high, y high, z high:
!   gamma = alpha a + sum dh (b- + b+), delta = sum dh (b- cf_low + b+ cf_high), rho = sum dh (b- phi- + b+ phi+)

! A colour of over-relaxed red-black Gauss-Seidel; redblack 0 takes the cells with even i+j+k. lo..hi is a tile of the box
! blo..bhi. At the faces of the box, f0..f5 count if m0..m5 > 0.
subroutine plain_gsrb3daabbec(phi, phi_l1, phi_l2, phi_l3, phi_h1, phi_h2, phi_h3, rhs, rhs_l1, rhs_l2, rhs_l3, rhs_h1, rhs_h2, &
    rhs_h3, alpha, beta, a, a_l1, a_l2, a_l3, a_h1, a_h2, a_h3, bX, bX_l1, bX_l2, bX_l3, bX_h1, bX_h2, bX_h3, bY, bY_l1, bY_l2, &
    bY_l3, bY_h1, bY_h2, bY_h3, bZ, bZ_l1, bZ_l2, bZ_l3, bZ_h1, bZ_h2, bZ_h3, f0, f0_l1, f0_l2, f0_l3, f0_h1, f0_h2, f0_h3, m0, &
    m0_l1, m0_l2, m0_l3, m0_h1, m0_h2, m0_h3, f1, f1_l1, f1_l2, f1_l3, f1_h1, f1_h2, f1_h3, m1, m1_l1, m1_l2, m1_l3, m1_h1, &
    m1_h2, m1_h3, f2, f2_l1, f2_l2, f2_l3, f2_h1, f2_h2, f2_h3, m2, m2_l1, m2_l2, m2_l3, m2_h1, m2_h2, m2_h3, f3, f3_l1, f3_l2, &
    f3_l3, f3_h1, f3_h2, f3_h3, m3, m3_l1, m3_l2, m3_l3, m3_h1, m3_h2, m3_h3, f4, f4_l1, f4_l2, f4_l3, f4_h1, f4_h2, f4_h3, m4, &
    m4_l1, m4_l2, m4_l3, m4_h1, m4_h2, m4_h3, f5, f5_l1, f5_l2, f5_l3, f5_h1, f5_h2, f5_h3, m5, m5_l1, m5_l2, m5_l3, m5_h1, &
    m5_h2, m5_h3, lo, hi, blo, bhi, nc, h, redblack)
  use working_kind, only: wp
  implicit none
  integer, intent(in) :: phi_l1, phi_l2, phi_l3, phi_h1, phi_h2, phi_h3, rhs_l1, rhs_l2, rhs_l3, rhs_h1, rhs_h2, rhs_h3, a_l1, &
    a_l2, a_l3, a_h1, a_h2, a_h3, bX_l1, bX_l2, bX_l3, bX_h1, bX_h2, bX_h3, bY_l1, bY_l2, bY_l3, bY_h1, bY_h2, bY_h3, bZ_l1, &
    bZ_l2, bZ_l3, bZ_h1, bZ_h2, bZ_h3, f0_l1, f0_l2, f0_l3, f0_h1, f0_h2, f0_h3, m0_l1, m0_l2, m0_l3, m0_h1, m0_h2, m0_h3, &
    f1_l1, f1_l2, f1_l3, f1_h1, f1_h2, f1_h3, m1_l1, m1_l2, m1_l3, m1_h1, m1_h2, m1_h3, f2_l1, f2_l2, f2_l3, f2_h1, f2_h2, &
    f2_h3, m2_l1, m2_l2, m2_l3, m2_h1, m2_h2, m2_h3, f3_l1, f3_l2, f3_l3, f3_h1, f3_h2, f3_h3, m3_l1, m3_l2, m3_l3, m3_h1, &
    m3_h2, m3_h3, f4_l1, f4_l2, f4_l3, f4_h1, f4_h2, f4_h3, m4_l1, m4_l2, m4_l3, m4_h1, m4_h2, m4_h3, f5_l1, f5_l2, f5_l3, &
    f5_h1, f5_h2, f5_h3, m5_l1, m5_l2, m5_l3, m5_h1, m5_h2, m5_h3
  integer, intent(in) :: lo(3), hi(3), blo(3), bhi(3), nc, redblack
  real(wp), intent(in) :: alpha, beta, h(3)
  real(wp), intent(inout) :: phi(phi_l1:phi_h1, phi_l2:phi_h2, phi_l3:phi_h3, nc)
  real(wp), intent(in) :: rhs(rhs_l1:rhs_h1, rhs_l2:rhs_h2, rhs_l3:rhs_h3, nc)
  real(wp), intent(in) :: a(a_l1:a_h1, a_l2:a_h2, a_l3:a_h3)
  real(wp), intent(in) :: bX(bX_l1:bX_h1, bX_l2:bX_h2, bX_l3:bX_h3)
  real(wp), intent(in) :: bY(bY_l1:bY_h1, bY_l2:bY_h2, bY_l3:bY_h3)
  real(wp), intent(in) :: bZ(bZ_l1:bZ_h1, bZ_l2:bZ_h2, bZ_l3:bZ_h3)
  real(wp), intent(in) :: f0(f0_l1:f0_h1, f0_l2:f0_h2, f0_l3:f0_h3)
  integer, intent(in) :: m0(m0_l1:m0_h1, m0_l2:m0_h2, m0_l3:m0_h3)
  real(wp), intent(in) :: f1(f1_l1:f1_h1, f1_l2:f1_h2, f1_l3:f1_h3)
  integer, intent(in) :: m1(m1_l1:m1_h1, m1_l2:m1_h2, m1_l3:m1_h3)
  real(wp), intent(in) :: f2(f2_l1:f2_h1, f2_l2:f2_h2, f2_l3:f2_h3)
  integer, intent(in) :: m2(m2_l1:m2_h1, m2_l2:m2_h2, m2_l3:m2_h3)
  real(wp), intent(in) :: f3(f3_l1:f3_h1, f3_l2:f3_h2, f3_l3:f3_h3)
  integer, intent(in) :: m3(m3_l1:m3_h1, m3_l2:m3_h2, m3_l3:m3_h3)
  real(wp), intent(in) :: f4(f4_l1:f4_h1, f4_l2:f4_h2, f4_l3:f4_h3)
  integer, intent(in) :: m4(m4_l1:m4_h1, m4_l2:m4_h2, m4_l3:m4_h3)
  real(wp), intent(in) :: f5(f5_l1:f5_h1, f5_l2:f5_h2, f5_l3:f5_h3)
  integer, intent(in) :: m5(m5_l1:m5_h1, m5_l2:m5_h2, m5_l3:m5_h3)
  real(wp), parameter :: omega = 1.15_wp
  real(wp) :: dh(3), cf(0:5), gamma, delta, rho
  integer :: i, j, k, n
  dh = beta/(h*h)
  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1) + modulo(lo(1) + j + k + redblack, 2), hi(1), 2
          cf = 0
          if (i == blo(1)) cf(0) = merge(f0(i,j,k), 0.0_wp, m0(i-1,j,k) > 0)
          if (j == blo(2)) cf(1) = merge(f1(i,j,k), 0.0_wp, m1(i,j-1,k) > 0)
          if (k == blo(3)) cf(2) = merge(f2(i,j,k), 0.0_wp, m2(i,j,k-1) > 0)
          if (i == bhi(1)) cf(3) = merge(f3(i,j,k), 0.0_wp, m3(i+1,j,k) > 0)
          if (j == bhi(2)) cf(4) = merge(f4(i,j,k), 0.0_wp, m4(i,j+1,k) > 0)
          if (k == bhi(3)) cf(5) = merge(f5(i,j,k), 0.0_wp, m5(i,j,k+1) > 0)
          gamma = alpha*a(i,j,k) + dh(1)*(bX(i,j,k) + bX(i+1,j,k)) + dh(2)*(bY(i,j,k) + bY(i,j+1,k)) &
            + dh(3)*(bZ(i,j,k) + bZ(i,j,k+1))
          delta = dh(1)*(bX(i,j,k)*cf(0) + bX(i+1,j,k)*cf(3)) + dh(2)*(bY(i,j,k)*cf(1) + bY(i,j+1,k)*cf(4)) &
            + dh(3)*(bZ(i,j,k)*cf(2) + bZ(i,j,k+1)*cf(5))
          rho = dh(1)*(bX(i,j,k)*phi(i-1,j,k,n) + bX(i+1,j,k)*phi(i+1,j,k,n)) &
            + dh(2)*(bY(i,j,k)*phi(i,j-1,k,n) + bY(i,j+1,k)*phi(i,j+1,k,n)) &
            + dh(3)*(bZ(i,j,k)*phi(i,j,k-1,n) + bZ(i,j,k+1)*phi(i,j,k+1,n))
          phi(i,j,k,n) = phi(i,j,k,n) + omega/(gamma - delta)*(rhs(i,j,k,n) - (gamma*phi(i,j,k,n) - rho))
        end do
      end do
    end do
  end do
end subroutine

! A Jacobi step on the box lo..hi: all cells from the old phi.
subroutine plain_jacobi3daabbec(phi, phi_l1, phi_l2, phi_l3, phi_h1, phi_h2, phi_h3, rhs, rhs_l1, rhs_l2, rhs_l3, rhs_h1, &
    rhs_h2, rhs_h3, alpha, beta, a, a_l1, a_l2, a_l3, a_h1, a_h2, a_h3, bX, bX_l1, bX_l2, bX_l3, bX_h1, bX_h2, bX_h3, bY, &
    bY_l1, bY_l2, bY_l3, bY_h1, bY_h2, bY_h3, bZ, bZ_l1, bZ_l2, bZ_l3, bZ_h1, bZ_h2, bZ_h3, f0, f0_l1, f0_l2, f0_l3, f0_h1, &
    f0_h2, f0_h3, m0, m0_l1, m0_l2, m0_l3, m0_h1, m0_h2, m0_h3, f1, f1_l1, f1_l2, f1_l3, f1_h1, f1_h2, f1_h3, m1, m1_l1, m1_l2, &
    m1_l3, m1_h1, m1_h2, m1_h3, f2, f2_l1, f2_l2, f2_l3, f2_h1, f2_h2, f2_h3, m2, m2_l1, m2_l2, m2_l3, m2_h1, m2_h2, m2_h3, f3, &
    f3_l1, f3_l2, f3_l3, f3_h1, f3_h2, f3_h3, m3, m3_l1, m3_l2, m3_l3, m3_h1, m3_h2, m3_h3, f4, f4_l1, f4_l2, f4_l3, f4_h1, &
    f4_h2, f4_h3, m4, m4_l1, m4_l2, m4_l3, m4_h1, m4_h2, m4_h3, f5, f5_l1, f5_l2, f5_l3, f5_h1, f5_h2, f5_h3, m5, m5_l1, m5_l2, &
    m5_l3, m5_h1, m5_h2, m5_h3, lo, hi, nc, h)
  use working_kind, only: wp
  implicit none
  integer, intent(in) :: phi_l1, phi_l2, phi_l3, phi_h1, phi_h2, phi_h3, rhs_l1, rhs_l2, rhs_l3, rhs_h1, rhs_h2, rhs_h3, a_l1, &
    a_l2, a_l3, a_h1, a_h2, a_h3, bX_l1, bX_l2, bX_l3, bX_h1, bX_h2, bX_h3, bY_l1, bY_l2, bY_l3, bY_h1, bY_h2, bY_h3, bZ_l1, &
    bZ_l2, bZ_l3, bZ_h1, bZ_h2, bZ_h3, f0_l1, f0_l2, f0_l3, f0_h1, f0_h2, f0_h3, m0_l1, m0_l2, m0_l3, m0_h1, m0_h2, m0_h3, &
    f1_l1, f1_l2, f1_l3, f1_h1, f1_h2, f1_h3, m1_l1, m1_l2, m1_l3, m1_h1, m1_h2, m1_h3, f2_l1, f2_l2, f2_l3, f2_h1, f2_h2, &
    f2_h3, m2_l1, m2_l2, m2_l3, m2_h1, m2_h2, m2_h3, f3_l1, f3_l2, f3_l3, f3_h1, f3_h2, f3_h3, m3_l1, m3_l2, m3_l3, m3_h1, &
    m3_h2, m3_h3, f4_l1, f4_l2, f4_l3, f4_h1, f4_h2, f4_h3, m4_l1, m4_l2, m4_l3, m4_h1, m4_h2, m4_h3, f5_l1, f5_l2, f5_l3, &
    f5_h1, f5_h2, f5_h3, m5_l1, m5_l2, m5_l3, m5_h1, m5_h2, m5_h3
  integer, intent(in) :: lo(3), hi(3), nc
  real(wp), intent(in) :: alpha, beta, h(3)
  real(wp), intent(inout) :: phi(phi_l1:phi_h1, phi_l2:phi_h2, phi_l3:phi_h3, nc)
  real(wp), intent(in) :: rhs(rhs_l1:rhs_h1, rhs_l2:rhs_h2, rhs_l3:rhs_h3, nc)
  real(wp), intent(in) :: a(a_l1:a_h1, a_l2:a_h2, a_l3:a_h3)
  real(wp), intent(in) :: bX(bX_l1:bX_h1, bX_l2:bX_h2, bX_l3:bX_h3)
  real(wp), intent(in) :: bY(bY_l1:bY_h1, bY_l2:bY_h2, bY_l3:bY_h3)
  real(wp), intent(in) :: bZ(bZ_l1:bZ_h1, bZ_l2:bZ_h2, bZ_l3:bZ_h3)
  real(wp), intent(in) :: f0(f0_l1:f0_h1, f0_l2:f0_h2, f0_l3:f0_h3)
  integer, intent(in) :: m0(m0_l1:m0_h1, m0_l2:m0_h2, m0_l3:m0_h3)
  real(wp), intent(in) :: f1(f1_l1:f1_h1, f1_l2:f1_h2, f1_l3:f1_h3)
  integer, intent(in) :: m1(m1_l1:m1_h1, m1_l2:m1_h2, m1_l3:m1_h3)
  real(wp), intent(in) :: f2(f2_l1:f2_h1, f2_l2:f2_h2, f2_l3:f2_h3)
  integer, intent(in) :: m2(m2_l1:m2_h1, m2_l2:m2_h2, m2_l3:m2_h3)
  real(wp), intent(in) :: f3(f3_l1:f3_h1, f3_l2:f3_h2, f3_l3:f3_h3)
  integer, intent(in) :: m3(m3_l1:m3_h1, m3_l2:m3_h2, m3_l3:m3_h3)
  real(wp), intent(in) :: f4(f4_l1:f4_h1, f4_l2:f4_h2, f4_l3:f4_h3)
  integer, intent(in) :: m4(m4_l1:m4_h1, m4_l2:m4_h2, m4_l3:m4_h3)
  real(wp), intent(in) :: f5(f5_l1:f5_h1, f5_l2:f5_h2, f5_l3:f5_h3)
  integer, intent(in) :: m5(m5_l1:m5_h1, m5_l2:m5_h2, m5_l3:m5_h3)
  real(wp) :: old(phi_l1:phi_h1, phi_l2:phi_h2, phi_l3:phi_h3, nc), dh(3), cf(0:5), gamma, delta, rho
  integer :: i, j, k, n
  old = phi
  dh = beta/(h*h)
  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          cf = 0
          if (i == lo(1)) cf(0) = merge(f0(i,j,k), 0.0_wp, m0(i-1,j,k) > 0)
          if (j == lo(2)) cf(1) = merge(f1(i,j,k), 0.0_wp, m1(i,j-1,k) > 0)
          if (k == lo(3)) cf(2) = merge(f2(i,j,k), 0.0_wp, m2(i,j,k-1) > 0)
          if (i == hi(1)) cf(3) = merge(f3(i,j,k), 0.0_wp, m3(i+1,j,k) > 0)
          if (j == hi(2)) cf(4) = merge(f4(i,j,k), 0.0_wp, m4(i,j+1,k) > 0)
          if (k == hi(3)) cf(5) = merge(f5(i,j,k), 0.0_wp, m5(i,j,k+1) > 0)
          gamma = alpha*a(i,j,k) + dh(1)*(bX(i,j,k) + bX(i+1,j,k)) + dh(2)*(bY(i,j,k) + bY(i,j+1,k)) &
            + dh(3)*(bZ(i,j,k) + bZ(i,j,k+1))
          delta = dh(1)*(bX(i,j,k)*cf(0) + bX(i+1,j,k)*cf(3)) + dh(2)*(bY(i,j,k)*cf(1) + bY(i,j+1,k)*cf(4)) &
            + dh(3)*(bZ(i,j,k)*cf(2) + bZ(i,j,k+1)*cf(5))
          rho = dh(1)*(bX(i,j,k)*old(i-1,j,k,n) + bX(i+1,j,k)*old(i+1,j,k,n)) &
            + dh(2)*(bY(i,j,k)*old(i,j-1,k,n) + bY(i,j+1,k)*old(i,j+1,k,n)) &
            + dh(3)*(bZ(i,j,k)*old(i,j,k-1,n) + bZ(i,j,k+1)*old(i,j,k+1,n))
          phi(i,j,k,n) = (rhs(i,j,k,n) + rho - old(i,j,k,n)*delta)/(gamma - delta)
        end do
      end do
    end do
  end do
end subroutine

! y = L x
subroutine plain_adotx3daabbec(y, y_l1, y_l2, y_l3, y_h1, y_h2, y_h3, x, x_l1, x_l2, x_l3, x_h1, x_h2, x_h3, alpha, beta, a, &
    a_l1, a_l2, a_l3, a_h1, a_h2, a_h3, bX, bX_l1, bX_l2, bX_l3, bX_h1, bX_h2, bX_h3, bY, bY_l1, bY_l2, bY_l3, bY_h1, bY_h2, &
    bY_h3, bZ, bZ_l1, bZ_l2, bZ_l3, bZ_h1, bZ_h2, bZ_h3, lo, hi, nc, h)
  use working_kind, only: wp
  implicit none
  integer, intent(in) :: y_l1, y_l2, y_l3, y_h1, y_h2, y_h3, x_l1, x_l2, x_l3, x_h1, x_h2, x_h3, a_l1, a_l2, a_l3, a_h1, a_h2, &
    a_h3, bX_l1, bX_l2, bX_l3, bX_h1, bX_h2, bX_h3, bY_l1, bY_l2, bY_l3, bY_h1, bY_h2, bY_h3, bZ_l1, bZ_l2, bZ_l3, bZ_h1, &
    bZ_h2, bZ_h3
  integer, intent(in) :: lo(3), hi(3), nc
  real(wp), intent(in) :: alpha, beta, h(3)
  real(wp), intent(inout) :: y(y_l1:y_h1, y_l2:y_h2, y_l3:y_h3, nc)
  real(wp), intent(in) :: x(x_l1:x_h1, x_l2:x_h2, x_l3:x_h3, nc)
  real(wp), intent(in) :: a(a_l1:a_h1, a_l2:a_h2, a_l3:a_h3)
  real(wp), intent(in) :: bX(bX_l1:bX_h1, bX_l2:bX_h2, bX_l3:bX_h3)
  real(wp), intent(in) :: bY(bY_l1:bY_h1, bY_l2:bY_h2, bY_l3:bY_h3)
  real(wp), intent(in) :: bZ(bZ_l1:bZ_h1, bZ_l2:bZ_h2, bZ_l3:bZ_h3)
  real(wp) :: dx, dy, dz
  integer :: i, j, k, n
  dx = beta/h(1)**2
  dy = beta/h(2)**2
  dz = beta/h(3)**2
  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          y(i,j,k,n) = alpha*a(i,j,k)*x(i,j,k,n) &
            - dx*(bX(i+1,j,k)*(x(i+1,j,k,n) - x(i,j,k,n)) - bX(i,j,k)*(x(i,j,k,n) - x(i-1,j,k,n))) &
            - dy*(bY(i,j+1,k)*(x(i,j+1,k,n) - x(i,j,k,n)) - bY(i,j,k)*(x(i,j,k,n) - x(i,j-1,k,n))) &
            - dz*(bZ(i,j,k+1)*(x(i,j,k+1,n) - x(i,j,k,n)) - bZ(i,j,k)*(x(i,j,k,n) - x(i,j,k-1,n)))
        end do
      end do
    end do
  end do
end subroutine

! res = largest sum of absolute values over the rows of L; 0 without rows.
subroutine plain_norma3daabbec(res, alpha, beta, a, a_l1, a_l2, a_l3, a_h1, a_h2, a_h3, bX, bX_l1, bX_l2, bX_l3, bX_h1, bX_h2, &
    bX_h3, bY, bY_l1, bY_l2, bY_l3, bY_h1, bY_h2, bY_h3, bZ, bZ_l1, bZ_l2, bZ_l3, bZ_h1, bZ_h2, bZ_h3, lo, hi, nc, h)
  use working_kind, only: wp
  implicit none
  integer, intent(in) :: a_l1, a_l2, a_l3, a_h1, a_h2, a_h3, bX_l1, bX_l2, bX_l3, bX_h1, bX_h2, bX_h3, bY_l1, bY_l2, bY_l3, &
    bY_h1, bY_h2, bY_h3, bZ_l1, bZ_l2, bZ_l3, bZ_h1, bZ_h2, bZ_h3
  integer, intent(in) :: lo(3), hi(3), nc
  real(wp), intent(out) :: res
  real(wp), intent(in) :: alpha, beta, h(3)
  real(wp), intent(in) :: a(a_l1:a_h1, a_l2:a_h2, a_l3:a_h3)
  real(wp), intent(in) :: bX(bX_l1:bX_h1, bX_l2:bX_h2, bX_l3:bX_h3)
  real(wp), intent(in) :: bY(bY_l1:bY_h1, bY_l2:bY_h2, bY_l3:bY_h3)
  real(wp), intent(in) :: bZ(bZ_l1:bZ_h1, bZ_l2:bZ_h2, bZ_l3:bZ_h3)
  real(wp) :: dh(3), gamma
  integer :: i, j, k, n
  dh = beta/(h*h)
  res = 0
  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          gamma = alpha*a(i,j,k) + dh(1)*(bX(i,j,k) + bX(i+1,j,k)) + dh(2)*(bY(i,j,k) + bY(i,j+1,k)) &
            + dh(3)*(bZ(i,j,k) + bZ(i,j,k+1))
          res = max(res, abs(gamma) + abs(dh(1)*bX(i,j,k)) + abs(dh(1)*bX(i+1,j,k)) + abs(dh(2)*bY(i,j,k)) &
            + abs(dh(2)*bY(i,j+1,k)) + abs(dh(3)*bZ(i,j,k)) + abs(dh(3)*bZ(i,j,k+1)))
        end do
      end do
    end do
  end do
end subroutine

! Fluxes on the faces xlo..xhi, ylo..yhi and zlo..zhi: F = -(1/h) b (x_i - x_{i-1}); alpha, beta and a are not used.
subroutine plain_flux3daabbec(x, x_l1, x_l2, x_l3, x_h1, x_h2, x_h3, alpha, beta, a, a_l1, a_l2, a_l3, a_h1, a_h2, a_h3, bX, &
    bX_l1, bX_l2, bX_l3, bX_h1, bX_h2, bX_h3, bY, bY_l1, bY_l2, bY_l3, bY_h1, bY_h2, bY_h3, bZ, bZ_l1, bZ_l2, bZ_l3, bZ_h1, &
    bZ_h2, bZ_h3, xlo, xhi, ylo, yhi, zlo, zhi, nc, h, xflux, xflux_l1, xflux_l2, xflux_l3, xflux_h1, xflux_h2, xflux_h3, &
    yflux, yflux_l1, yflux_l2, yflux_l3, yflux_h1, yflux_h2, yflux_h3, zflux, zflux_l1, zflux_l2, zflux_l3, zflux_h1, zflux_h2, &
    zflux_h3)
  use working_kind, only: wp
  implicit none
  integer, intent(in) :: x_l1, x_l2, x_l3, x_h1, x_h2, x_h3, a_l1, a_l2, a_l3, a_h1, a_h2, a_h3, bX_l1, bX_l2, bX_l3, bX_h1, &
    bX_h2, bX_h3, bY_l1, bY_l2, bY_l3, bY_h1, bY_h2, bY_h3, bZ_l1, bZ_l2, bZ_l3, bZ_h1, bZ_h2, bZ_h3, xflux_l1, xflux_l2, &
    xflux_l3, xflux_h1, xflux_h2, xflux_h3, yflux_l1, yflux_l2, yflux_l3, yflux_h1, yflux_h2, yflux_h3, zflux_l1, zflux_l2, &
    zflux_l3, zflux_h1, zflux_h2, zflux_h3
  integer, intent(in) :: xlo(3), xhi(3), ylo(3), yhi(3), zlo(3), zhi(3), nc
  real(wp), intent(in) :: alpha, beta, h(3)
  real(wp), intent(in) :: x(x_l1:x_h1, x_l2:x_h2, x_l3:x_h3, nc)
  real(wp), intent(in) :: a(a_l1:a_h1, a_l2:a_h2, a_l3:a_h3)
  real(wp), intent(in) :: bX(bX_l1:bX_h1, bX_l2:bX_h2, bX_l3:bX_h3)
  real(wp), intent(in) :: bY(bY_l1:bY_h1, bY_l2:bY_h2, bY_l3:bY_h3)
  real(wp), intent(in) :: bZ(bZ_l1:bZ_h1, bZ_l2:bZ_h2, bZ_l3:bZ_h3)
  real(wp), intent(inout) :: xflux(xflux_l1:xflux_h1, xflux_l2:xflux_h2, xflux_l3:xflux_h3, nc)
  real(wp), intent(inout) :: yflux(yflux_l1:yflux_h1, yflux_l2:yflux_h2, yflux_l3:yflux_h3, nc)
  real(wp), intent(inout) :: zflux(zflux_l1:zflux_h1, zflux_l2:zflux_h2, zflux_l3:zflux_h3, nc)
  integer :: i, j, k, n
  do n = 1, nc
    do k = xlo(3), xhi(3)
      do j = xlo(2), xhi(2)
        do i = xlo(1), xhi(1)
          xflux(i,j,k,n) = -(1/h(1))*bX(i,j,k)*(x(i,j,k,n) - x(i-1,j,k,n))
        end do
      end do
    end do
    do k = ylo(3), yhi(3)
      do j = ylo(2), yhi(2)
        do i = ylo(1), yhi(1)
          yflux(i,j,k,n) = -(1/h(2))*bY(i,j,k)*(x(i,j,k,n) - x(i,j-1,k,n))
        end do
      end do
    end do
    do k = zlo(3), zhi(3)
      do j = zlo(2), zhi(2)
        do i = zlo(1), zhi(1)
          zflux(i,j,k,n) = -(1/h(3))*bZ(i,j,k)*(x(i,j,k,n) - x(i,j,k-1,n))
        end do
      end do
    end do
  end do
end subroutine
