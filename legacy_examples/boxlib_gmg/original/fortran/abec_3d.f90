! The operator alpha a phi - beta div(b grad phi). a is in the cells, bx, by and bz are on the faces; face i is the low
! face of cell i.

! One colour of a red-black Gauss-Seidel sweep, over-relaxed, on a tile lo:hi of the box blo:bhi. A cell beside a face
! of the box whose ghost comes from a boundary condition (m > 0) takes its own share in this ghost (f) out of both the
! diagonal and the update. The colour depends on the index, so the tile has no influence on the colour.
subroutine gsrb3daabbec(phi, phi_l1, phi_l2, phi_l3, phi_h1, phi_h2, phi_h3, &
    rhs, rhs_l1, rhs_l2, rhs_l3, rhs_h1, rhs_h2, rhs_h3, alpha, beta, &
    a, a_l1, a_l2, a_l3, a_h1, a_h2, a_h3, bx, bx_l1, bx_l2, bx_l3, bx_h1, bx_h2, bx_h3, &
    by, by_l1, by_l2, by_l3, by_h1, by_h2, by_h3, bz, bz_l1, bz_l2, bz_l3, bz_h1, bz_h2, bz_h3, &
    f0, f0_l1, f0_l2, f0_l3, f0_h1, f0_h2, f0_h3, m0, m0_l1, m0_l2, m0_l3, m0_h1, m0_h2, m0_h3, &
    f1, f1_l1, f1_l2, f1_l3, f1_h1, f1_h2, f1_h3, m1, m1_l1, m1_l2, m1_l3, m1_h1, m1_h2, m1_h3, &
    f2, f2_l1, f2_l2, f2_l3, f2_h1, f2_h2, f2_h3, m2, m2_l1, m2_l2, m2_l3, m2_h1, m2_h2, m2_h3, &
    f3, f3_l1, f3_l2, f3_l3, f3_h1, f3_h2, f3_h3, m3, m3_l1, m3_l2, m3_l3, m3_h1, m3_h2, m3_h3, &
    f4, f4_l1, f4_l2, f4_l3, f4_h1, f4_h2, f4_h3, m4, m4_l1, m4_l2, m4_l3, m4_h1, m4_h2, m4_h3, &
    f5, f5_l1, f5_l2, f5_l3, f5_h1, f5_h2, f5_h3, m5, m5_l1, m5_l2, m5_l3, m5_h1, m5_h2, m5_h3, &
    lo, hi, blo, bhi, nc, h, redblack)
  implicit none
  integer :: nc, redblack, lo(3), hi(3), blo(3), bhi(3)
  integer :: phi_l1, phi_l2, phi_l3, phi_h1, phi_h2, phi_h3, rhs_l1, rhs_l2, rhs_l3, rhs_h1, rhs_h2, rhs_h3
  integer :: a_l1, a_l2, a_l3, a_h1, a_h2, a_h3, bx_l1, bx_l2, bx_l3, bx_h1, bx_h2, bx_h3
  integer :: by_l1, by_l2, by_l3, by_h1, by_h2, by_h3, bz_l1, bz_l2, bz_l3, bz_h1, bz_h2, bz_h3
  integer :: f0_l1, f0_l2, f0_l3, f0_h1, f0_h2, f0_h3, m0_l1, m0_l2, m0_l3, m0_h1, m0_h2, m0_h3
  integer :: f1_l1, f1_l2, f1_l3, f1_h1, f1_h2, f1_h3, m1_l1, m1_l2, m1_l3, m1_h1, m1_h2, m1_h3
  integer :: f2_l1, f2_l2, f2_l3, f2_h1, f2_h2, f2_h3, m2_l1, m2_l2, m2_l3, m2_h1, m2_h2, m2_h3
  integer :: f3_l1, f3_l2, f3_l3, f3_h1, f3_h2, f3_h3, m3_l1, m3_l2, m3_l3, m3_h1, m3_h2, m3_h3
  integer :: f4_l1, f4_l2, f4_l3, f4_h1, f4_h2, f4_h3, m4_l1, m4_l2, m4_l3, m4_h1, m4_h2, m4_h3
  integer :: f5_l1, f5_l2, f5_l3, f5_h1, f5_h2, f5_h3, m5_l1, m5_l2, m5_l3, m5_h1, m5_h2, m5_h3
  double precision :: alpha, beta, h(3)
  double precision :: phi(phi_l1:phi_h1, phi_l2:phi_h2, phi_l3:phi_h3, nc)
  double precision :: rhs(rhs_l1:rhs_h1, rhs_l2:rhs_h2, rhs_l3:rhs_h3, nc)
  double precision :: a(a_l1:a_h1, a_l2:a_h2, a_l3:a_h3)
  double precision :: bx(bx_l1:bx_h1, bx_l2:bx_h2, bx_l3:bx_h3)
  double precision :: by(by_l1:by_h1, by_l2:by_h2, by_l3:by_h3)
  double precision :: bz(bz_l1:bz_h1, bz_l2:bz_h2, bz_l3:bz_h3)
  double precision :: f0(f0_l1:f0_h1, f0_l2:f0_h2, f0_l3:f0_h3), f1(f1_l1:f1_h1, f1_l2:f1_h2, f1_l3:f1_h3)
  double precision :: f2(f2_l1:f2_h1, f2_l2:f2_h2, f2_l3:f2_h3), f3(f3_l1:f3_h1, f3_l2:f3_h2, f3_l3:f3_h3)
  double precision :: f4(f4_l1:f4_h1, f4_l2:f4_h2, f4_l3:f4_h3), f5(f5_l1:f5_h1, f5_l2:f5_h2, f5_l3:f5_h3)
  integer :: m0(m0_l1:m0_h1, m0_l2:m0_h2, m0_l3:m0_h3), m1(m1_l1:m1_h1, m1_l2:m1_h2, m1_l3:m1_h3)
  integer :: m2(m2_l1:m2_h1, m2_l2:m2_h2, m2_l3:m2_h3), m3(m3_l1:m3_h1, m3_l2:m3_h2, m3_l3:m3_h3)
  integer :: m4(m4_l1:m4_h1, m4_l2:m4_h2, m4_l3:m4_h3), m5(m5_l1:m5_h1, m5_l2:m5_h2, m5_l3:m5_h3)

  double precision, parameter :: omega = 1.15d0
  double precision :: dhx, dhy, dhz, cf0, cf1, cf2, cf3, cf4, cf5, delta, gamma, rho
  integer :: i, j, k, n, ioff

  dhx = beta/h(1)**2
  dhy = beta/h(2)**2
  dhz = beta/h(3)**2
  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        ioff = mod(lo(1) + j + k + redblack, 2)
        do i = lo(1) + ioff, hi(1), 2
          cf0 = 0.0d0
          cf1 = 0.0d0
          cf2 = 0.0d0
          cf3 = 0.0d0
          cf4 = 0.0d0
          cf5 = 0.0d0
          if (i == blo(1)) then
            if (m0(blo(1)-1,j,k) > 0) cf0 = f0(blo(1),j,k)
          end if
          if (j == blo(2)) then
            if (m1(i,blo(2)-1,k) > 0) cf1 = f1(i,blo(2),k)
          end if
          if (k == blo(3)) then
            if (m2(i,j,blo(3)-1) > 0) cf2 = f2(i,j,blo(3))
          end if
          if (i == bhi(1)) then
            if (m3(bhi(1)+1,j,k) > 0) cf3 = f3(bhi(1),j,k)
          end if
          if (j == bhi(2)) then
            if (m4(i,bhi(2)+1,k) > 0) cf4 = f4(i,bhi(2),k)
          end if
          if (k == bhi(3)) then
            if (m5(i,j,bhi(3)+1) > 0) cf5 = f5(i,j,bhi(3))
          end if

          gamma = alpha*a(i,j,k) + dhx*(bx(i,j,k) + bx(i+1,j,k)) + dhy*(by(i,j,k) + by(i,j+1,k)) &
            + dhz*(bz(i,j,k) + bz(i,j,k+1))
          delta = dhx*(bx(i,j,k)*cf0 + bx(i+1,j,k)*cf3) + dhy*(by(i,j,k)*cf1 + by(i,j+1,k)*cf4) &
            + dhz*(bz(i,j,k)*cf2 + bz(i,j,k+1)*cf5)
          rho = dhx*(bx(i,j,k)*phi(i-1,j,k,n) + bx(i+1,j,k)*phi(i+1,j,k,n)) &
            + dhy*(by(i,j,k)*phi(i,j-1,k,n) + by(i,j+1,k)*phi(i,j+1,k,n)) &
            + dhz*(bz(i,j,k)*phi(i,j,k-1,n) + bz(i,j,k+1)*phi(i,j,k+1,n))
          phi(i,j,k,n) = phi(i,j,k,n) + omega/(gamma - delta)*(rhs(i,j,k,n) - (gamma*phi(i,j,k,n) - rho))
        end do
      end do
    end do
  end do
end subroutine gsrb3daabbec

! y = the operator on x; the ghosts of x beside lo:hi are filled.
subroutine adotx3daabbec(y, y_l1, y_l2, y_l3, y_h1, y_h2, y_h3, x, x_l1, x_l2, x_l3, x_h1, x_h2, x_h3, alpha, beta, &
    a, a_l1, a_l2, a_l3, a_h1, a_h2, a_h3, bx, bx_l1, bx_l2, bx_l3, bx_h1, bx_h2, bx_h3, &
    by, by_l1, by_l2, by_l3, by_h1, by_h2, by_h3, bz, bz_l1, bz_l2, bz_l3, bz_h1, bz_h2, bz_h3, lo, hi, nc, h)
  implicit none
  integer :: nc, lo(3), hi(3)
  integer :: y_l1, y_l2, y_l3, y_h1, y_h2, y_h3, x_l1, x_l2, x_l3, x_h1, x_h2, x_h3
  integer :: a_l1, a_l2, a_l3, a_h1, a_h2, a_h3, bx_l1, bx_l2, bx_l3, bx_h1, bx_h2, bx_h3
  integer :: by_l1, by_l2, by_l3, by_h1, by_h2, by_h3, bz_l1, bz_l2, bz_l3, bz_h1, bz_h2, bz_h3
  double precision :: alpha, beta, h(3)
  double precision :: y(y_l1:y_h1, y_l2:y_h2, y_l3:y_h3, nc)
  double precision :: x(x_l1:x_h1, x_l2:x_h2, x_l3:x_h3, nc)
  double precision :: a(a_l1:a_h1, a_l2:a_h2, a_l3:a_h3)
  double precision :: bx(bx_l1:bx_h1, bx_l2:bx_h2, bx_l3:bx_h3)
  double precision :: by(by_l1:by_h1, by_l2:by_h2, by_l3:by_h3)
  double precision :: bz(bz_l1:bz_h1, bz_l2:bz_h2, bz_l3:bz_h3)
  double precision :: dhx, dhy, dhz
  integer :: i, j, k, n

  dhx = beta/h(1)**2
  dhy = beta/h(2)**2
  dhz = beta/h(3)**2
  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          y(i,j,k,n) = alpha*a(i,j,k)*x(i,j,k,n) &
            - dhx*(bx(i+1,j,k)*(x(i+1,j,k,n) - x(i,j,k,n)) - bx(i,j,k)*(x(i,j,k,n) - x(i-1,j,k,n))) &
            - dhy*(by(i,j+1,k)*(x(i,j+1,k,n) - x(i,j,k,n)) - by(i,j,k)*(x(i,j,k,n) - x(i,j-1,k,n))) &
            - dhz*(bz(i,j,k+1)*(x(i,j,k+1,n) - x(i,j,k,n)) - bz(i,j,k)*(x(i,j,k,n) - x(i,j,k-1,n)))
        end do
      end do
    end do
  end do
end subroutine adotx3daabbec
