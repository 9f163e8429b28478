! Boundary values at coarse-fine faces, with the arguments of the legacy routines; cb are bounds of coarse cells.

! Face 0..5 = x low, y low, z low, x high, y high, z high of the box lo..hi: values of the coarse cells outside, taken to the
! fine cells there. max_order 1 takes them as they are, 3 adds slopes along the face.
subroutine plain_bdintrp(face, bdry, bdry_l1, bdry_l2, bdry_l3, bdry_h1, bdry_h2, bdry_h3, lo, hi, cb_l1, cb_l2, cb_l3, cb_h1, &
    cb_h2, cb_h3, nvar, ratios, not_covered, mask, mask_l1, mask_l2, mask_l3, mask_h1, mask_h2, mask_h3, crse, crse_l1, &
    crse_l2, crse_l3, crse_h1, crse_h2, crse_h3, derives, max_order)
  use working_kind, only: wp
  implicit none
  integer, intent(in) :: bdry_l1, bdry_l2, bdry_l3, bdry_h1, bdry_h2, bdry_h3, mask_l1, mask_l2, mask_l3, mask_h1, mask_h2, &
    mask_h3, crse_l1, crse_l2, crse_l3, crse_h1, crse_h2, crse_h3
  integer, intent(in) :: face, lo(3), hi(3), nvar, ratios(3), not_covered, max_order
  integer, intent(in) :: cb_l1, cb_l2, cb_l3, cb_h1, cb_h2, cb_h3
  real(wp), intent(inout) :: derives(*)
  external :: plain_tangents, plain_slopes
  real(wp), intent(inout) :: bdry(bdry_l1:bdry_h1, bdry_l2:bdry_h2, bdry_l3:bdry_h3, nvar)
  integer, intent(in) :: mask(mask_l1:mask_h1, mask_l2:mask_h2, mask_l3:mask_h3)
  real(wp), intent(in) :: crse(crse_l1:crse_h1, crse_l2:crse_h2, crse_l3:crse_h3, nvar)
  integer :: d, s(3), t(3), first(3), last(3), corner(3), at(3), i, j, k, n, p, q, rs, rt, step(-1:1, 2)
  logical :: open(-1:1, -1:1)
  real(wp) :: c(-1:1, -1:1), x, y, dx, dxx, dy, dyy, dxy
  derives(1) = 0                                           ! work space: its values after the call have no meaning
  d = mod(face, 3) + 1
  call plain_tangents(d - 1, s, t)
  rs = sum(ratios*s)
  rt = sum(ratios*t)
  step(:, 1) = [-1, 0, rs]                                 ! from the corner to the fine cells with the masks to look up
  step(:, 2) = [-1, 0, rt]
  first = [cb_l1, cb_l2, cb_l3]
  last = [cb_h1, cb_h2, cb_h3]
  first(d) = merge(first(d) - 1, last(d) + 1, face < 3)
  last(d) = first(d)
  do n = 1, nvar
    do k = first(3), last(3)
      do j = first(2), last(2)
        do i = first(1), last(1)
          corner = ratios*[i, j, k]                        ! the lowest of the fine cells beside the coarse cell
          corner(d) = merge(lo(d) - 1, hi(d) + 1, face < 3)
          c = crse(i,j,k,n)
          open = .true.
          dx = 0
          dxx = 0
          dy = 0
          dyy = 0
          dxy = 0
          if (max_order > 1) then
            do q = -1, 1
              do p = -1, 1
                if (p == 0 .and. q == 0) cycle
                c(p,q) = crse(i + p*s(1) + q*t(1), j + p*s(2) + q*t(2), k + p*s(3) + q*t(3), n)
                at = corner + step(p, 1)*s + step(q, 2)*t
                open(p,q) = mask(at(1), at(2), at(3)) == not_covered
              end do
            end do
            call plain_slopes(c(:,0), open(-1,0), open(1,0), dx, dxx)
            call plain_slopes(c(0,:), open(0,-1), open(0,1), dy, dyy)
            if (open(-1,-1) .and. open(1,-1) .and. open(-1,1) .and. open(1,1)) then
              dxy = (c(1,1) - c(-1,1) + c(-1,-1) - c(1,-1))/4
            end if
          end if
          do q = 0, rt - 1
            y = (q - rt/2 + 0.5_wp)/rt
            do p = 0, rs - 1
              x = (p - rs/2 + 0.5_wp)/rs
              at = corner + p*s + q*t
              bdry(at(1), at(2), at(3), n) = c(0,0) + x*dx + x**2*dxx + y*dy + y**2*dyy + x*y*dxy
            end do
          end do
        end do
      end do
    end do
  end do
end subroutine

! First and second difference of c(-1:1); a neighbour counts only if it may be used.
subroutine plain_slopes(c, low, high, first, second)
  use working_kind, only: wp
  implicit none
  real(wp), intent(in) :: c(-1:1)
  logical, intent(in) :: low, high
  real(wp), intent(out) :: first, second
  second = 0
  first = 0
  if (low .and. high) then
    first = (c(1) - c(-1))/2
    second = (c(1) - 2*c(0) + c(-1))/2
  else if (high) then
    first = c(1) - c(0)
  else if (low) then
    first = c(0) - c(-1)
  end if
end subroutine

subroutine plain_bdintrpxlo(bdry, bdry_l1, bdry_l2, bdry_l3, bdry_h1, bdry_h2, bdry_h3, lo, hi, cb_l1, cb_l2, cb_l3, cb_h1, &
    cb_h2, cb_h3, nvar, ratios, not_covered, mask, mask_l1, mask_l2, mask_l3, mask_h1, mask_h2, mask_h3, crse, crse_l1, &
    crse_l2, crse_l3, crse_h1, crse_h2, crse_h3, derives, max_order)
  use working_kind, only: wp
  implicit none
  integer, intent(in) :: bdry_l1, bdry_l2, bdry_l3, bdry_h1, bdry_h2, bdry_h3, mask_l1, mask_l2, mask_l3, mask_h1, mask_h2, &
    mask_h3, crse_l1, crse_l2, crse_l3, crse_h1, crse_h2, crse_h3
  integer, intent(in) :: lo(3), hi(3), nvar, ratios(3), not_covered, max_order
  integer, intent(in) :: cb_l1, cb_l2, cb_l3, cb_h1, cb_h2, cb_h3
  real(wp), intent(inout) :: derives(*)
  external :: plain_bdintrp
  real(wp), intent(inout) :: bdry(bdry_l1:bdry_h1, bdry_l2:bdry_h2, bdry_l3:bdry_h3, nvar)
  integer, intent(in) :: mask(mask_l1:mask_h1, mask_l2:mask_h2, mask_l3:mask_h3)
  real(wp), intent(in) :: crse(crse_l1:crse_h1, crse_l2:crse_h2, crse_l3:crse_h3, nvar)
  call plain_bdintrp(0, bdry, bdry_l1, bdry_l2, bdry_l3, bdry_h1, bdry_h2, bdry_h3, lo, hi, cb_l1, cb_l2, cb_l3, cb_h1, cb_h2, &
    cb_h3, nvar, ratios, not_covered, mask, mask_l1, mask_l2, mask_l3, mask_h1, mask_h2, mask_h3, crse, crse_l1, crse_l2, &
    crse_l3, crse_h1, crse_h2, crse_h3, derives, max_order)
end subroutine

subroutine plain_bdintrpylo(bdry, bdry_l1, bdry_l2, bdry_l3, bdry_h1, bdry_h2, bdry_h3, lo, hi, cb_l1, cb_l2, cb_l3, cb_h1, &
    cb_h2, cb_h3, nvar, ratios, not_covered, mask, mask_l1, mask_l2, mask_l3, mask_h1, mask_h2, mask_h3, crse, crse_l1, &
    crse_l2, crse_l3, crse_h1, crse_h2, crse_h3, derives, max_order)
  use working_kind, only: wp
  implicit none
  integer, intent(in) :: bdry_l1, bdry_l2, bdry_l3, bdry_h1, bdry_h2, bdry_h3, mask_l1, mask_l2, mask_l3, mask_h1, mask_h2, &
    mask_h3, crse_l1, crse_l2, crse_l3, crse_h1, crse_h2, crse_h3
  integer, intent(in) :: lo(3), hi(3), nvar, ratios(3), not_covered, max_order
  integer, intent(in) :: cb_l1, cb_l2, cb_l3, cb_h1, cb_h2, cb_h3
  real(wp), intent(inout) :: derives(*)
  external :: plain_bdintrp
  real(wp), intent(inout) :: bdry(bdry_l1:bdry_h1, bdry_l2:bdry_h2, bdry_l3:bdry_h3, nvar)
  integer, intent(in) :: mask(mask_l1:mask_h1, mask_l2:mask_h2, mask_l3:mask_h3)
  real(wp), intent(in) :: crse(crse_l1:crse_h1, crse_l2:crse_h2, crse_l3:crse_h3, nvar)
  call plain_bdintrp(1, bdry, bdry_l1, bdry_l2, bdry_l3, bdry_h1, bdry_h2, bdry_h3, lo, hi, cb_l1, cb_l2, cb_l3, cb_h1, cb_h2, &
    cb_h3, nvar, ratios, not_covered, mask, mask_l1, mask_l2, mask_l3, mask_h1, mask_h2, mask_h3, crse, crse_l1, crse_l2, &
    crse_l3, crse_h1, crse_h2, crse_h3, derives, max_order)
end subroutine

subroutine plain_bdintrpzlo(bdry, bdry_l1, bdry_l2, bdry_l3, bdry_h1, bdry_h2, bdry_h3, lo, hi, cb_l1, cb_l2, cb_l3, cb_h1, &
    cb_h2, cb_h3, nvar, ratios, not_covered, mask, mask_l1, mask_l2, mask_l3, mask_h1, mask_h2, mask_h3, crse, crse_l1, &
    crse_l2, crse_l3, crse_h1, crse_h2, crse_h3, derives, max_order)
  use working_kind, only: wp
  implicit none
  integer, intent(in) :: bdry_l1, bdry_l2, bdry_l3, bdry_h1, bdry_h2, bdry_h3, mask_l1, mask_l2, mask_l3, mask_h1, mask_h2, &
    mask_h3, crse_l1, crse_l2, crse_l3, crse_h1, crse_h2, crse_h3
  integer, intent(in) :: lo(3), hi(3), nvar, ratios(3), not_covered, max_order
  integer, intent(in) :: cb_l1, cb_l2, cb_l3, cb_h1, cb_h2, cb_h3
  real(wp), intent(inout) :: derives(*)
  external :: plain_bdintrp
  real(wp), intent(inout) :: bdry(bdry_l1:bdry_h1, bdry_l2:bdry_h2, bdry_l3:bdry_h3, nvar)
  integer, intent(in) :: mask(mask_l1:mask_h1, mask_l2:mask_h2, mask_l3:mask_h3)
  real(wp), intent(in) :: crse(crse_l1:crse_h1, crse_l2:crse_h2, crse_l3:crse_h3, nvar)
  call plain_bdintrp(2, bdry, bdry_l1, bdry_l2, bdry_l3, bdry_h1, bdry_h2, bdry_h3, lo, hi, cb_l1, cb_l2, cb_l3, cb_h1, cb_h2, &
    cb_h3, nvar, ratios, not_covered, mask, mask_l1, mask_l2, mask_l3, mask_h1, mask_h2, mask_h3, crse, crse_l1, crse_l2, &
    crse_l3, crse_h1, crse_h2, crse_h3, derives, max_order)
end subroutine

subroutine plain_bdintrpxhi(bdry, bdry_l1, bdry_l2, bdry_l3, bdry_h1, bdry_h2, bdry_h3, lo, hi, cb_l1, cb_l2, cb_l3, cb_h1, &
    cb_h2, cb_h3, nvar, ratios, not_covered, mask, mask_l1, mask_l2, mask_l3, mask_h1, mask_h2, mask_h3, crse, crse_l1, &
    crse_l2, crse_l3, crse_h1, crse_h2, crse_h3, derives, max_order)
  use working_kind, only: wp
  implicit none
  integer, intent(in) :: bdry_l1, bdry_l2, bdry_l3, bdry_h1, bdry_h2, bdry_h3, mask_l1, mask_l2, mask_l3, mask_h1, mask_h2, &
    mask_h3, crse_l1, crse_l2, crse_l3, crse_h1, crse_h2, crse_h3
  integer, intent(in) :: lo(3), hi(3), nvar, ratios(3), not_covered, max_order
  integer, intent(in) :: cb_l1, cb_l2, cb_l3, cb_h1, cb_h2, cb_h3
  real(wp), intent(inout) :: derives(*)
  external :: plain_bdintrp
  real(wp), intent(inout) :: bdry(bdry_l1:bdry_h1, bdry_l2:bdry_h2, bdry_l3:bdry_h3, nvar)
  integer, intent(in) :: mask(mask_l1:mask_h1, mask_l2:mask_h2, mask_l3:mask_h3)
  real(wp), intent(in) :: crse(crse_l1:crse_h1, crse_l2:crse_h2, crse_l3:crse_h3, nvar)
  call plain_bdintrp(3, bdry, bdry_l1, bdry_l2, bdry_l3, bdry_h1, bdry_h2, bdry_h3, lo, hi, cb_l1, cb_l2, cb_l3, cb_h1, cb_h2, &
    cb_h3, nvar, ratios, not_covered, mask, mask_l1, mask_l2, mask_l3, mask_h1, mask_h2, mask_h3, crse, crse_l1, crse_l2, &
    crse_l3, crse_h1, crse_h2, crse_h3, derives, max_order)
end subroutine

subroutine plain_bdintrpyhi(bdry, bdry_l1, bdry_l2, bdry_l3, bdry_h1, bdry_h2, bdry_h3, lo, hi, cb_l1, cb_l2, cb_l3, cb_h1, &
    cb_h2, cb_h3, nvar, ratios, not_covered, mask, mask_l1, mask_l2, mask_l3, mask_h1, mask_h2, mask_h3, crse, crse_l1, &
    crse_l2, crse_l3, crse_h1, crse_h2, crse_h3, derives, max_order)
  use working_kind, only: wp
  implicit none
  integer, intent(in) :: bdry_l1, bdry_l2, bdry_l3, bdry_h1, bdry_h2, bdry_h3, mask_l1, mask_l2, mask_l3, mask_h1, mask_h2, &
    mask_h3, crse_l1, crse_l2, crse_l3, crse_h1, crse_h2, crse_h3
  integer, intent(in) :: lo(3), hi(3), nvar, ratios(3), not_covered, max_order
  integer, intent(in) :: cb_l1, cb_l2, cb_l3, cb_h1, cb_h2, cb_h3
  real(wp), intent(inout) :: derives(*)
  external :: plain_bdintrp
  real(wp), intent(inout) :: bdry(bdry_l1:bdry_h1, bdry_l2:bdry_h2, bdry_l3:bdry_h3, nvar)
  integer, intent(in) :: mask(mask_l1:mask_h1, mask_l2:mask_h2, mask_l3:mask_h3)
  real(wp), intent(in) :: crse(crse_l1:crse_h1, crse_l2:crse_h2, crse_l3:crse_h3, nvar)
  call plain_bdintrp(4, bdry, bdry_l1, bdry_l2, bdry_l3, bdry_h1, bdry_h2, bdry_h3, lo, hi, cb_l1, cb_l2, cb_l3, cb_h1, cb_h2, &
    cb_h3, nvar, ratios, not_covered, mask, mask_l1, mask_l2, mask_l3, mask_h1, mask_h2, mask_h3, crse, crse_l1, crse_l2, &
    crse_l3, crse_h1, crse_h2, crse_h3, derives, max_order)
end subroutine

subroutine plain_bdintrpzhi(bdry, bdry_l1, bdry_l2, bdry_l3, bdry_h1, bdry_h2, bdry_h3, lo, hi, cb_l1, cb_l2, cb_l3, cb_h1, &
    cb_h2, cb_h3, nvar, ratios, not_covered, mask, mask_l1, mask_l2, mask_l3, mask_h1, mask_h2, mask_h3, crse, crse_l1, &
    crse_l2, crse_l3, crse_h1, crse_h2, crse_h3, derives, max_order)
  use working_kind, only: wp
  implicit none
  integer, intent(in) :: bdry_l1, bdry_l2, bdry_l3, bdry_h1, bdry_h2, bdry_h3, mask_l1, mask_l2, mask_l3, mask_h1, mask_h2, &
    mask_h3, crse_l1, crse_l2, crse_l3, crse_h1, crse_h2, crse_h3
  integer, intent(in) :: lo(3), hi(3), nvar, ratios(3), not_covered, max_order
  integer, intent(in) :: cb_l1, cb_l2, cb_l3, cb_h1, cb_h2, cb_h3
  real(wp), intent(inout) :: derives(*)
  external :: plain_bdintrp
  real(wp), intent(inout) :: bdry(bdry_l1:bdry_h1, bdry_l2:bdry_h2, bdry_l3:bdry_h3, nvar)
  integer, intent(in) :: mask(mask_l1:mask_h1, mask_l2:mask_h2, mask_l3:mask_h3)
  real(wp), intent(in) :: crse(crse_l1:crse_h1, crse_l2:crse_h2, crse_l3:crse_h3, nvar)
  call plain_bdintrp(5, bdry, bdry_l1, bdry_l2, bdry_l3, bdry_h1, bdry_h2, bdry_h3, lo, hi, cb_l1, cb_l2, cb_l3, cb_h1, cb_h2, &
    cb_h3, nvar, ratios, not_covered, mask, mask_l1, mask_l2, mask_l3, mask_h1, mask_h2, mask_h3, crse, crse_l1, crse_l2, &
    crse_l3, crse_h1, crse_h2, crse_h3, derives, max_order)
end subroutine
