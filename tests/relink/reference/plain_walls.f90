! Boundary values, interpolation weights and tridiagonal systems, with the arguments of the legacy routines.

! Sets the ghost layer of phi beside face cdir = 0..5 (x low, y low, z low, x high, y high, z high) of the box lo..hi. A ghost
! changes only if its mask is positive. With flagden = 1 the loops also set den in the whole first layer inside: 1 for Neumann;
! for the other kinds the factor of the inner cell in its ghost, and 0 behind a mask that is not positive. A polynomial that
! passes through the wall alone (maxorder 1) does not have such a factor: if the mask is positive, the legacy code stores an
! undefined number, and den stays unchanged here.
subroutine plain_applybc3dgen(flagden, flagbc, maxorder, phi, phi_l1, phi_l2, phi_l3, phi_h1, phi_h2, phi_h3, cdir, bct, bcl, &
    bcval, bcval_l1, bcval_l2, bcval_l3, bcval_h1, bcval_h2, bcval_h3, mask, mask_l1, mask_l2, mask_l3, mask_h1, mask_h2, &
    mask_h3, den, den_l1, den_l2, den_l3, den_h1, den_h2, den_h3, lo, hi, nc, h)
  use working_kind, only: wp
  implicit none
  integer, intent(in) :: phi_l1, phi_l2, phi_l3, phi_h1, phi_h2, phi_h3, bcval_l1, bcval_l2, bcval_l3, bcval_h1, bcval_h2, &
    bcval_h3, mask_l1, mask_l2, mask_l3, mask_h1, mask_h2, mask_h3, den_l1, den_l2, den_l3, den_h1, den_h2, den_h3
  integer, intent(in) :: flagden, flagbc, maxorder, cdir, bct, lo(3), hi(3), nc
  real(wp), intent(in) :: bcl, h(3)
  external :: plain_polyinterpcoeff
  real(wp), intent(inout) :: phi(phi_l1:phi_h1, phi_l2:phi_h2, phi_l3:phi_h3, nc)
  real(wp), intent(in) :: bcval(bcval_l1:bcval_h1, bcval_l2:bcval_h2, bcval_l3:bcval_h3, nc)
  integer, intent(in) :: mask(mask_l1:mask_h1, mask_l2:mask_h2, mask_l3:mask_h3)
  real(wp), intent(inout) :: den(den_l1:den_h1, den_l2:den_h2, den_l3:den_h3)
  integer, parameter :: dirichlet = 101, neumann = 102, reflect_odd = 103
  real(wp) :: c(-1:3), nodes(-1:3), ghost, behind_mask, open
  integer :: d, deepest, m, n, i, j, k, first(3), last(3), in(3)
  logical :: has_number
  d = mod(cdir, 3) + 1
  in = 0
  in(d) = merge(1, -1, cdir < 3)                     ! to the inside
  first = lo
  last = hi
  first(d) = merge(lo(d) - 1, hi(d) + 1, cdir < 3)
  last(d) = first(d)
  deepest = min(hi(d) - lo(d), merge(4, min(maxorder, 4), maxorder == -1) - 2)   ! cell of the polynomial
  c = 0
  if (bct == dirichlet) then
    nodes(-1) = -bcl/h(d)
    nodes(0:) = [(m + 0.5_wp, m = 0, 3)]
    call plain_polyinterpcoeff(-0.5_wp, nodes, deepest + 2, c)
  end if
  do n = 1, nc
    do k = first(3), last(3)
      do j = first(2), last(2)
        do i = first(1), last(1)
          if (mask(i,j,k) <= 0) cycle
          ghost = phi(i+in(1), j+in(2), k+in(3), n)
          if (bct == reflect_odd) ghost = -ghost
          if (bct == dirichlet) then
            ghost = 0
            if (flagbc == 1) ghost = bcval(i,j,k,n)*c(-1)
            do m = 0, deepest
              ghost = ghost + phi(i+(m+1)*in(1), j+(m+1)*in(2), k+(m+1)*in(3), n)*c(m)
            end do
          end if
          phi(i,j,k,n) = ghost
        end do
      end do
    end do
  end do
  if (flagden /= 1) return
  behind_mask = merge(1, 0, bct == neumann)
  open = 1
  if (bct == reflect_odd) open = -1
  if (bct == dirichlet) open = c(0)
  has_number = bct /= dirichlet .or. deepest >= 0
  do k = first(3), last(3)
    do j = first(2), last(2)
      do i = first(1), last(1)
        if (mask(i,j,k) <= 0) then
          den(i+in(1), j+in(2), k+in(3)) = behind_mask
        else if (has_number) then
          den(i+in(1), j+in(2), k+in(3)) = open
        end if
      end do
    end do
  end do
end subroutine

! Lagrange weights at xint of the n nodes x.
subroutine plain_polyinterpcoeff(xint, x, n, c)
  use working_kind, only: wp
  implicit none
  integer, intent(in) :: n
  real(wp), intent(in) :: xint, x(n)
  real(wp), intent(out) :: c(n)
  real(wp) :: above, below
  integer :: p, q
  do p = 1, n
    above = 1
    below = 1
    do q = 1, n
      if (q == p) cycle
      above = above*(xint - x(q))
      below = below*(x(p) - x(q))
    end do
    c(p) = above/below
  end do
end subroutine

! The solution u of a(m) u(m-1) + b(m) u(m) + c(m) u(m+1) = r(m), by Thomas' algorithm.
subroutine plain_tridiag(a, b, c, r, u, n)
  use working_kind, only: wp
  implicit none
  integer, intent(in) :: n
  real(wp), intent(in) :: a(n), b(n), c(n), r(n)
  real(wp), intent(out) :: u(n)
  real(wp) :: pivot, ratio(n)
  integer :: m
  pivot = b(1)
  u(1) = r(1)/pivot
  do m = 2, n
    ratio(m) = c(m-1)/pivot
    pivot = b(m) - a(m)*ratio(m)
    u(m) = (r(m) - a(m)*u(m-1))/pivot
  end do
  do m = n - 1, 1, -1
    u(m) = u(m) - ratio(m+1)*u(m+1)
  end do
end subroutine
