! Boundary values, interpolation weights, tridiagonal systems.
#include "array_arguments.inc"
program walls
  use, intrinsic :: iso_fortran_env, only: real64
  use, intrinsic :: ieee_arithmetic, only: ieee_quiet_nan, ieee_value
  use boxlib_cases
  implicit none
  external :: applybc3dgen, polyinterpcoeff, tridiag
  external :: plain_applybc3dgen, plain_polyinterpcoeff, plain_tridiag
  integer, parameter :: dirichlet = 101, neumann = 102, reflect_odd = 103
  type(field), target, save :: phi, bcval, den, x, a, b, c, r, u
  type(mask_field), target, save :: mask
  integer :: lo(3), hi(3), nc, flagden, flagbc, maxorder, cdir, bct
  real(real64) :: bcl, h(3)

  call begin()
  select case (symbol)
  case ('applybc3dgen')
    call compare_walls()
  case ('polyinterpcoeff')
    call compare_weights()
  case ('tridiag')
    call compare_systems()
  case default
    error stop 'no such symbol'
  end select
  call finish()

contains

  subroutine compare_walls()
    do while (next_case(600))
      call begin_case()
      call fill(applybc3dgen)
      call keep_library()
      call fill(plain_applybc3dgen)
      call keep_plain()
      call all_terms_positive()
      call fill(plain_applybc3dgen)
      call keep_terms()
      call compare(any_order, 8.0_real64)
    end do
  end subroutine

  subroutine begin_case()
    integer, parameter :: kinds(0:4) = [dirichlet, neumann, dirichlet, reflect_odd, dirichlet], orders(0:5) = [-1, 1, 2, 3, 4, 5]
    integer :: d, first(3), last(3), pattern
    logical :: with_values
    cdir = mod(case_number, 6)
    bct = kinds(mod(case_number/6, 5))
    pattern = mod(case_number/30, 4)
    maxorder = orders(draw(0, 5))
    flagden = draw(0, 1)
    flagbc = draw(0, 1)
    call draw_box(lo, hi, 1, 6)
    d = mod(cdir, 3) + 1
    if (draw(0, 11) == 0) hi(mod(d, 3) + 1) = lo(mod(d, 3) + 1) - 1       ! no cells along the face
    h = [uniform(0.1_real64, 0.3_real64), uniform(0.1_real64, 0.3_real64), uniform(0.1_real64, 0.3_real64)]
    select case (draw(0, 2))
    case (0)
      bcl = 0
    case (1)
      bcl = h(d)
    case default
      bcl = 0.3_real64*h(d)
    end select
    nc = merge(3, 1, draw(0, 1) == 0)
    call note('cdir', [cdir])
    call note('bct', [bct])
    call note('maxorder', [maxorder])
    call note('flagden, flagbc', [flagden, flagbc])
    call note('1000 bcl/h', [nint(1000*bcl/h(d))])
    call note('mask', [pattern])
    call note('nc', [nc])
    call make(phi, 'phi', lo - 1, max(lo, hi) + 1, nc, -2.0_real64, 2.0_real64)
    first = lo
    last = max(lo, hi)
    first(d) = merge(lo(d), hi(d), cdir < 3)
    last(d) = first(d)
    call make(den, 'den', first + away(flagden == 1), last + away(flagden == 1), 1, -2.0_real64, 2.0_real64)
    first(d) = merge(lo(d) - 1, hi(d) + 1, cdir < 3)
    last(d) = first(d)
    with_values = flagbc == 1 .and. bct == dirichlet
    call make(bcval, 'bcval', first + away(with_values), last + away(with_values), nc, -2.0_real64, 2.0_real64)
    call make_mask(mask, 'mask', first, last, pattern)
    if (.not. with_values) then
      bcval%v = ieee_value(1.0_real64, ieee_quiet_nan)
      call settle(bcval)
    end if
  end subroutine

  subroutine fill(routine)
    external :: routine
    call routine(flagden, flagbc, maxorder, &
      ARRAY(phi), cdir, bct, bcl, &
      ARRAY(bcval), &
      ARRAY(mask), &
      ARRAY(den), lo, hi, nc, h)
  end subroutine

  ! Values of the signs of their weights.
  subroutine all_terms_positive()
    real(real64) :: nodes(-1:3), weights(-1:3)
    integer :: d, len, m, i, j, k, n, e, layer, at(3)
    d = mod(cdir, 3) + 1
    len = last_node()
    nodes(-1) = -bcl/h(d)
    do m = 0, len
      nodes(m) = m + 0.5_real64
    end do
    call plain_polyinterpcoeff(-0.5_real64, nodes, len + 2, weights)
    bcval%v = sign(1.0_real64, weights(-1))*abs(bcval%v)
    e = phi%at
    do n = 1, nc
      do k = phi%lo(3), phi%hi(3)
        do j = phi%lo(2), phi%hi(2)
          do i = phi%lo(1), phi%hi(1)
            at = [i, j, k]
            layer = merge(at(d) - lo(d), hi(d) - at(d), cdir < 3)
            phi%v(e) = abs(phi%v(e))
            if (layer >= 0 .and. layer <= len) phi%v(e) = sign(phi%v(e), weights(layer))
            e = e + 1
          end do
        end do
      end do
    end do
  end subroutine

  ! The last of the nodes in cells 0, 1, ...; -1 if the wall is the only node.
  integer function last_node()
    integer :: d
    d = mod(cdir, 3) + 1
    last_node = min(hi(d) - lo(d), merge(maxorder, 4, maxorder >= 1 .and. maxorder <= 4) - 2)
  end function

  subroutine compare_weights()
    integer :: n, e
    real(real64) :: xint
    do while (next_case(120))
      n = draw(1, 6)
      call note('n', [n])
      call make(x, 'x', [1, 1, 1], [n, 1, 1], 1, 0.0_real64, 0.75_real64)
      x%v = x%v + [(e, e = 1, size(x%v))]          ! no two are the same
      call settle(x)
      call make(c, 'c', [1, 1, 1], [n, 1, 1], 1, -2.0_real64, 2.0_real64)
      xint = uniform(-3.0_real64, 3.0_real64)
      call polyinterpcoeff(xint, x%v(x%at), n, c%v(c%at))
      call keep_library()
      call plain_polyinterpcoeff(xint, x%v(x%at), n, c%v(c%at))
      call keep_plain()
      call plain_polyinterpcoeff(xint, x%v(x%at), n, c%v(c%at))
      call keep_terms()
      call compare(any_order, 2.0_real64*n)
    end do
  end subroutine

  ! Systems with large diagonals.
  subroutine compare_systems()
    integer :: n
    do while (next_case(120))
      n = draw(1, 12)
      call note('n', [n])
      call make(a, 'a', [1, 1, 1], [n, 1, 1], 1, -2.0_real64, 2.0_real64)
      call make(b, 'b', [1, 1, 1], [n, 1, 1], 1, 5.0_real64, 6.0_real64)
      call make(c, 'c', [1, 1, 1], [n, 1, 1], 1, -2.0_real64, 2.0_real64)
      call make(r, 'r', [1, 1, 1], [n, 1, 1], 1, -2.0_real64, 2.0_real64)
      call make(u, 'u', [1, 1, 1], [n, 1, 1], 1, -2.0_real64, 2.0_real64)
      call solve(tridiag, n)
      call keep_library()
      call solve(plain_tridiag, n)
      call keep_plain()
      a%v = -abs(a%v)
      c%v = -abs(c%v)
      r%v = abs(r%v)
      call solve(plain_tridiag, n)
      call keep_terms()
      call compare(any_order, 4.0_real64)
    end do
  end subroutine

  subroutine solve(routine, n)
    external :: routine
    integer, intent(in) :: n
    call routine(a%v(a%at), b%v(b%at), c%v(c%at), r%v(r%at), u%v(u%at), n)
  end subroutine

end program
