! The boundary condition of one face of a box, cdir = 0..5 for xlo, ylo, zlo, xhi, yhi, zhi: fills the ghosts beside the face
! with a mask above 0. With flagden = 1, den becomes the share of the inner value in its ghost, on the inner layer.
!   bct = 101 Dirichlet: a polynomial through the wall, bcl outside the box, and up to maxorder-1 inner cells. bcval
!             is the value at the wall, on the outer layer; it counts as 0 with flagbc = 0
!   bct = 102 Neumann, no flux
!   bct = 103 odd reflection
subroutine applybc3dgen(flagden, flagbc, maxorder, phi, phi_l1, phi_l2, phi_l3, phi_h1, phi_h2, phi_h3, cdir, bct, bcl, &
    bcval, bcval_l1, bcval_l2, bcval_l3, bcval_h1, bcval_h2, bcval_h3, &
    mask, mask_l1, mask_l2, mask_l3, mask_h1, mask_h2, mask_h3, &
    den, den_l1, den_l2, den_l3, den_h1, den_h2, den_h3, lo, hi, nc, h)
  implicit none
  integer :: flagden, flagbc, maxorder, cdir, bct, nc, lo(3), hi(3)
  integer :: phi_l1, phi_l2, phi_l3, phi_h1, phi_h2, phi_h3
  integer :: bcval_l1, bcval_l2, bcval_l3, bcval_h1, bcval_h2, bcval_h3
  integer :: mask_l1, mask_l2, mask_l3, mask_h1, mask_h2, mask_h3
  integer :: den_l1, den_l2, den_l3, den_h1, den_h2, den_h3
  double precision :: phi(phi_l1:phi_h1, phi_l2:phi_h2, phi_l3:phi_h3, nc)
  double precision :: bcval(bcval_l1:bcval_h1, bcval_l2:bcval_h2, bcval_l3:bcval_h3, nc)
  integer :: mask(mask_l1:mask_h1, mask_l2:mask_h2, mask_l3:mask_h3)
  double precision :: den(den_l1:den_h1, den_l2:den_h2, den_l3:den_h3)
  double precision :: bcl, h(3)

  integer, parameter :: dirichlet = 101, neumann = 102, reflect_odd = 103, highest = 4
  integer :: dir, side, len, order, i, j, k, n, m, e(3), first(3), last(3)
  double precision :: x(-1:highest-2), coef(-1:highest-2), c0, cwall, ghost

  dir = mod(cdir, 3) + 1
  side = cdir/3
  order = maxorder
  if (order == -1 .or. order > highest) order = highest
  len = min(hi(dir) - lo(dir), order - 2)

  select case (bct)
  case (dirichlet)
    x(-1) = -bcl/h(dir)
    do m = 0, len
      x(m) = m + 0.5d0
    end do
    call polyinterpcoeff(-0.5d0, x, len + 2, coef)
  case (neumann)
    len = 0
    coef(-1) = 0.0d0
    coef(0) = 1.0d0
  case (reflect_odd)
    len = 0
    coef(-1) = 0.0d0
    coef(0) = -1.0d0
  case default
    print *, 'applybc3dgen: unknown boundary condition ', bct
    stop 1
  end select

  ! The inner layer beside the face; e goes from a ghost to the inside.
  first = lo
  last = hi
  e = 0
  if (side == 0) then
    last(dir) = lo(dir)
    e(dir) = 1
  else
    first(dir) = hi(dir)
    e(dir) = -1
  end if

  cwall = coef(-1)
  do n = 1, nc
    do k = first(3), last(3)
      do j = first(2), last(2)
        do i = first(1), last(1)
          if (mask(i-e(1),j-e(2),k-e(3)) > 0) then
            ghost = 0.0d0
            if (flagbc == 1 .and. bct == dirichlet) ghost = cwall*bcval(i-e(1),j-e(2),k-e(3),n)
            do m = 0, len
              ghost = ghost + coef(m)*phi(i+m*e(1),j+m*e(2),k+m*e(3),n)
            end do
            phi(i-e(1),j-e(2),k-e(3),n) = ghost
          end if
        end do
      end do
    end do
  end do

  if (flagden == 1 .and. len >= 0) then
    c0 = coef(0)
    do k = first(3), last(3)
      do j = first(2), last(2)
        do i = first(1), last(1)
          den(i,j,k) = c0
          if (bct == dirichlet .and. mask(i-e(1),j-e(2),k-e(3)) <= 0) den(i,j,k) = 0.0d0
        end do
      end do
    end do
  end if
end subroutine applybc3dgen
