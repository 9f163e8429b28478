! Boundary values at coarse-fine faces.
#include "array_arguments.inc"
program coarse_faces
  use, intrinsic :: iso_fortran_env, only: real64
  use boxlib_cases
  implicit none
  external :: bdintrpxlo, bdintrpylo, bdintrpzlo, bdintrpxhi, bdintrpyhi, bdintrpzhi
  external :: plain_bdintrpxlo, plain_bdintrpylo, plain_bdintrpzlo, plain_bdintrpxhi, plain_bdintrpyhi, plain_bdintrpzhi
  real(real64), parameter :: largest = 2
  type(field), target, save :: bdry, crse, derives
  type(mask_field), target, save :: mask
  integer :: cb(3, 2), lo(3), hi(3), ratios(3), nvar, not_covered, max_order

  call begin()
  select case (symbol)
  case ('bdintrpxlo')
    call compare_face(bdintrpxlo, plain_bdintrpxlo, 0)
  case ('bdintrpylo')
    call compare_face(bdintrpylo, plain_bdintrpylo, 1)
  case ('bdintrpzlo')
    call compare_face(bdintrpzlo, plain_bdintrpzlo, 2)
  case ('bdintrpxhi')
    call compare_face(bdintrpxhi, plain_bdintrpxhi, 3)
  case ('bdintrpyhi')
    call compare_face(bdintrpyhi, plain_bdintrpyhi, 4)
  case ('bdintrpzhi')
    call compare_face(bdintrpzhi, plain_bdintrpzhi, 5)
  case default
    error stop 'no such symbol'
  end select
  call finish()

contains

  subroutine compare_face(library, plain, face)
    external :: library, plain
    integer, intent(in) :: face
    do while (next_case(320))
      call begin_case(face)
      call interpolate(library)
      call keep_library()
      call interpolate(plain)
      call keep_plain()
      ! With abs(x) and abs(y) at most 1/2, the absolute values of all terms add up to 4.25 times the largest value or less.
      bdry%v = 4.25_real64*largest
      call keep_terms()
      call compare(merge(same_bits, any_order, max_order == 1), 4.0_real64)
    end do
  end subroutine

  ! The fine box covers the coarse cells cb; ratio 2, 3 or 4, which may differ by direction.
  subroutine begin_case(face)
    integer, intent(in) :: face
    integer :: d, first(3), last(3), low(3), high(3), pattern
    call draw_box(cb(:,1), cb(:,2), 1, 4)
    d = mod(face, 3) + 1
    if (draw(0, 11) == 0) cb(mod(d, 3) + 1, 2) = cb(mod(d, 3) + 1, 1) - 1    ! no cells along the face
    ratios = mod(case_number, 4) + 2
    if (mod(case_number, 4) == 3) ratios = [draw(2, 4), draw(2, 4), draw(2, 4)]
    pattern = mod(case_number/4, 5)
    max_order = merge(1, 3, mod(case_number/20, 4) == 0)
    nvar = merge(3, 1, draw(0, 1) == 0)
    not_covered = draw(0, 2)
    lo = ratios*cb(:,1)
    hi = ratios*(cb(:,2) + 1) - 1
    call note('ratios', ratios)
    call note('max_order', [max_order])
    call note('mask', [pattern])
    call note('not_covered', [not_covered])
    call note('nvar', [nvar])
    first = lo
    last = max(lo, hi)
    first(d) = merge(lo(d) - 1, hi(d) + 1, face < 3)
    last(d) = first(d)
    call make(bdry, 'bdry', first, last, nvar, -2.0_real64, 2.0_real64)
    low = first - ratios
    high = last + ratios
    low(d) = first(d)
    high(d) = last(d)
    call make_mask(mask, 'mask', low + away(max_order /= 1), high + away(max_order /= 1), min(pattern, 3))
    if (pattern == 4) call cover_few()
    first = cb(:,1) - 1
    last = max(cb(:,1), cb(:,2)) + 1
    first(d) = merge(cb(d,1) - 1, cb(d,2) + 1, face < 3)
    last(d) = first(d)
    call make(crse, 'crse', first, last, nvar, -largest, largest)
    call make(derives, 'derives', [1, 1, 1], [product(max(cb(:,2) - cb(:,1) + 1, 1)), 5, 1], 1, -2.0_real64, 2.0_real64)
    call ignore(derives)
  end subroutine

  ! A mask of not_covered, except for a cell in 8.
  subroutine cover_few()
    integer :: e
    do e = mask%at, size(mask%v) - mask%at + 1
      if (draw(0, 7) > 0) mask%v(e) = not_covered
    end do
    mask%before = mask%v
  end subroutine

  subroutine interpolate(routine)
    external :: routine
    call routine(ARRAY(bdry), &
      lo, hi, cb(1,1), cb(2,1), cb(3,1), cb(1,2), cb(2,2), cb(3,2), nvar, ratios, not_covered, &
      ARRAY(mask), &
      ARRAY(crse), &
      derives%v(derives%at), max_order)
  end subroutine

end program
