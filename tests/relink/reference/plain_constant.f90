! The equation laplacian(phi) = rhs with a single cell width h, with the arguments of the legacy routines.

! A colour of red-black Gauss-Seidel; redblack 0 takes the cells with even i+j+k.
subroutine plain_gsrb3dsim(phi, phi_l1, phi_l2, phi_l3, phi_h1, phi_h2, phi_h3, rhs, rhs_l1, rhs_l2, rhs_l3, rhs_h1, rhs_h2, &
    rhs_h3, f0, f0_l1, f0_l2, f0_l3, f0_h1, f0_h2, f0_h3, m0, m0_l1, m0_l2, m0_l3, m0_h1, m0_h2, m0_h3, f1, f1_l1, f1_l2, &
    f1_l3, f1_h1, f1_h2, f1_h3, m1, m1_l1, m1_l2, m1_l3, m1_h1, m1_h2, m1_h3, f2, f2_l1, f2_l2, f2_l3, f2_h1, f2_h2, f2_h3, m2, &
    m2_l1, m2_l2, m2_l3, m2_h1, m2_h2, m2_h3, f3, f3_l1, f3_l2, f3_l3, f3_h1, f3_h2, f3_h3, m3, m3_l1, m3_l2, m3_l3, m3_h1, &
    m3_h2, m3_h3, f4, f4_l1, f4_l2, f4_l3, f4_h1, f4_h2, f4_h3, m4, m4_l1, m4_l2, m4_l3, m4_h1, m4_h2, m4_h3, f5, f5_l1, f5_l2, &
    f5_l3, f5_h1, f5_h2, f5_h3, m5, m5_l1, m5_l2, m5_l3, m5_h1, m5_h2, m5_h3, lo, hi, blo, bhi, nc, h, redblack)
  use working_kind, only: wp
  implicit none
  integer, intent(in) :: phi_l1, phi_l2, phi_l3, phi_h1, phi_h2, phi_h3, rhs_l1, rhs_l2, rhs_l3, rhs_h1, rhs_h2, rhs_h3, f0_l1, &
    f0_l2, f0_l3, f0_h1, f0_h2, f0_h3, m0_l1, m0_l2, m0_l3, m0_h1, m0_h2, m0_h3, f1_l1, f1_l2, f1_l3, f1_h1, f1_h2, f1_h3, &
    m1_l1, m1_l2, m1_l3, m1_h1, m1_h2, m1_h3, f2_l1, f2_l2, f2_l3, f2_h1, f2_h2, f2_h3, m2_l1, m2_l2, m2_l3, m2_h1, m2_h2, &
    m2_h3, f3_l1, f3_l2, f3_l3, f3_h1, f3_h2, f3_h3, m3_l1, m3_l2, m3_l3, m3_h1, m3_h2, m3_h3, f4_l1, f4_l2, f4_l3, f4_h1, &
    f4_h2, f4_h3, m4_l1, m4_l2, m4_l3, m4_h1, m4_h2, m4_h3, f5_l1, f5_l2, f5_l3, f5_h1, f5_h2, f5_h3, m5_l1, m5_l2, m5_l3, &
    m5_h1, m5_h2, m5_h3
  integer, intent(in) :: lo(3), hi(3), blo(3), bhi(3), nc, redblack
  real(wp), intent(in) :: h
  real(wp), intent(inout) :: phi(phi_l1:phi_h1, phi_l2:phi_h2, phi_l3:phi_h3, nc)
  real(wp), intent(in) :: rhs(rhs_l1:rhs_h1, rhs_l2:rhs_h2, rhs_l3:rhs_h3, nc)
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
  real(wp) :: cf(0:5), delta, neighbours
  integer :: i, j, k, n
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
          delta = cf(0) + cf(1) + cf(2) + cf(3) + cf(4) + cf(5)
          neighbours = phi(i-1,j,k,n) + phi(i+1,j,k,n) + phi(i,j-1,k,n) + phi(i,j+1,k,n) + phi(i,j,k-1,n) + phi(i,j,k+1,n)
          phi(i,j,k,n) = (h*h*rhs(i,j,k,n) - neighbours + delta*phi(i,j,k,n))/(delta - 6)
        end do
      end do
    end do
  end do
end subroutine

! y = laplacian(x)
subroutine plain_adotx3dsim(y, y_l1, y_l2, y_l3, y_h1, y_h2, y_h3, x, x_l1, x_l2, x_l3, x_h1, x_h2, x_h3, lo, hi, nc, h)
  use working_kind, only: wp
  use plain_poisson, only: plain_apply_poisson
  implicit none
  integer, intent(in) :: y_l1, y_l2, y_l3, y_h1, y_h2, y_h3, x_l1, x_l2, x_l3, x_h1, x_h2, x_h3
  integer, intent(in) :: lo(3), hi(3), nc
  real(wp), intent(in) :: h
  real(wp), intent(inout) :: y(y_l1:y_h1, y_l2:y_h2, y_l3:y_h3, nc)
  real(wp), intent(in) :: x(x_l1:x_h1, x_l2:x_h2, x_l3:x_h3, nc)
  integer :: n
  do n = 1, nc
    call plain_apply_poisson(y(:,:,:,n), [y_l1, y_l2, y_l3], [y_h1, y_h2, y_h3], &
      x(:,:,:,n), [x_l1, x_l2, x_l3], [x_h1, x_h2, x_h3], lo, hi, h)
  end do
end subroutine

! Fluxes on the faces xlo..xhi, ylo..yhi and zlo..zhi: F = -(1/h) (x_i - x_{i-1}).
subroutine plain_flux3dsim(x, x_l1, x_l2, x_l3, x_h1, x_h2, x_h3, xlo, xhi, ylo, yhi, zlo, zhi, nc, h, xflux, xflux_l1, &
    xflux_l2, xflux_l3, xflux_h1, xflux_h2, xflux_h3, yflux, yflux_l1, yflux_l2, yflux_l3, yflux_h1, yflux_h2, yflux_h3, zflux, &
    zflux_l1, zflux_l2, zflux_l3, zflux_h1, zflux_h2, zflux_h3)
  use working_kind, only: wp
  implicit none
  integer, intent(in) :: x_l1, x_l2, x_l3, x_h1, x_h2, x_h3, xflux_l1, xflux_l2, xflux_l3, xflux_h1, xflux_h2, xflux_h3, &
    yflux_l1, yflux_l2, yflux_l3, yflux_h1, yflux_h2, yflux_h3, zflux_l1, zflux_l2, zflux_l3, zflux_h1, zflux_h2, zflux_h3
  integer, intent(in) :: xlo(3), xhi(3), ylo(3), yhi(3), zlo(3), zhi(3), nc
  real(wp), intent(in) :: h(3)
  real(wp), intent(in) :: x(x_l1:x_h1, x_l2:x_h2, x_l3:x_h3, nc)
  real(wp), intent(inout) :: xflux(xflux_l1:xflux_h1, xflux_l2:xflux_h2, xflux_l3:xflux_h3, nc)
  real(wp), intent(inout) :: yflux(yflux_l1:yflux_h1, yflux_l2:yflux_h2, yflux_l3:yflux_h3, nc)
  real(wp), intent(inout) :: zflux(zflux_l1:zflux_h1, zflux_l2:zflux_h2, zflux_l3:zflux_h3, nc)
  integer :: i, j, k, n
  do n = 1, nc
    do k = xlo(3), xhi(3)
      do j = xlo(2), xhi(2)
        do i = xlo(1), xhi(1)
          xflux(i,j,k,n) = -(1/h(1))*(x(i,j,k,n) - x(i-1,j,k,n))
        end do
      end do
    end do
    do k = ylo(3), yhi(3)
      do j = ylo(2), yhi(2)
        do i = ylo(1), yhi(1)
          yflux(i,j,k,n) = -(1/h(2))*(x(i,j,k,n) - x(i,j-1,k,n))
        end do
      end do
    end do
    do k = zlo(3), zhi(3)
      do j = zlo(2), zhi(2)
        do i = zlo(1), zhi(1)
          zflux(i,j,k,n) = -(1/h(3))*(x(i,j,k,n) - x(i,j,k-1,n))
        end do
      end do
    end do
  end do
end subroutine
