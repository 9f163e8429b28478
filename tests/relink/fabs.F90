! Array operations.
#include "array_arguments.inc"
program fabs
  use, intrinsic :: iso_fortran_env, only: real64
  use boxlib_cases
  use fab_interfaces
  implicit none
  integer, parameter :: cases = 216
  type(field), target, save :: d, s, t
  integer :: blo(3), bhi(3), lo(3), hi(3), sblo(3), tblo(3), nc, cells
  real(real64) :: a, b

  call begin()
  select case (symbol)
  case ('fort_fab_copy')
    call compare_pair(fort_fab_copy, plain_fort_fab_copy)
  case ('fort_fab_plus')
    call compare_pair(fort_fab_plus, plain_fort_fab_plus)
  case ('fort_fab_minus')
    call compare_pair(fort_fab_minus, plain_fort_fab_minus)
  case ('fort_fab_mult')
    call compare_pair(fort_fab_mult, plain_fort_fab_mult)
  case ('fort_fab_divide')
    call compare_pair(fort_fab_divide, plain_fort_fab_divide)
  case ('fort_fab_protdivide')
    call compare_pair(fort_fab_protdivide, plain_fort_fab_protdivide)
  case ('fort_fab_saxpy')
    call compare_scaled(fort_fab_saxpy, plain_fort_fab_saxpy)
  case ('fort_fab_xpay')
    call compare_scaled(fort_fab_xpay, plain_fort_fab_xpay)
  case ('fort_fab_setval')
    call compare_value(fort_fab_setval, plain_fort_fab_setval)
  case ('fort_fab_invert')
    call compare_value(fort_fab_invert, plain_fort_fab_invert)
  case ('fort_fab_lincomb')
    call compare_two()
  case ('fort_fab_addproduct')
    call compare_product()
  case ('fort_fab_copytomem', 'fort_fab_copyfrommem')
    call compare_memory()
  case ('fort_fab_norm', 'fort_fab_sum', 'fort_fab_dot')
    call compare_results()
  case default
    error stop 'no such symbol'
  end select
  call finish()

contains

  subroutine begin_case()
    call draw_box(blo, bhi, 1, 7)
    call draw_tile(blo, bhi, lo, hi)
    nc = merge(3, 1, mod(case_number/6, 2) == 0)
    call note('nc', [nc])
    cells = product(max(hi - lo + 1, 0))
    a = uniform(-2.0_real64, 2.0_real64)
    b = uniform(-2.0_real64, 2.0_real64)
  end subroutine

  ! Destination and source: two arrays with a shift between their boxes, one array and one box, one array and two boxes side
  ! by side. s has the values of the source, also if the call has the destination in place of the source.
  subroutine make_pair(in_place)
    logical, intent(out) :: in_place
    integer :: which, direction, shift(3)
    which = mod(case_number/12, 3)
    in_place = which > 0
    call note('source', [which])
    if (which == 0) then
      shift = [draw(-5, 5), draw(-5, 5), draw(-5, 5)]
      call make(d, 'd', blo, bhi, nc, -2.0_real64, 2.0_real64)
      call make(s, 's', blo + shift, bhi + shift, nc, 0.5_real64, 2.0_real64)
    else
      shift = 0
      direction = draw(1, 3)
      if (which == 2) shift(direction) = (bhi(direction) - blo(direction) + 1)*merge(1, -1, draw(0, 1) == 0)
      call make(d, 'd', min(blo, blo + shift), max(bhi, bhi + shift), nc, 0.5_real64, 2.0_real64)
      call make_like(s, 's', d)
    end if
    sblo = lo + shift
    if (symbol == 'fort_fab_protdivide') call put_zeros(s)
    if (in_place) then
      d%v = s%v
      call settle(d)
    end if
  end subroutine

  ! The values have both signs, except in the guards.
  subroutine put_zeros(f)
    type(field), intent(inout) :: f
    integer :: e
    do e = f%at, f%at + nc*product(f%hi - f%lo + 1) - 1
      if (mod(e, 3) == 0) f%v(e) = 0
      if (mod(e, 9) == 0) f%v(e) = -f%v(e)
    end do
    call settle(f)
  end subroutine

  subroutine compare_pair(library, plain)
    procedure(fab_pair) :: library, plain
    logical :: in_place
    do while (next_case(cases))
      call begin_case()
      call make_pair(in_place)
      if (in_place) then
        call library(lo, hi, FAB(d), FAB(d), sblo, nc)
      else
        call library(lo, hi, FAB(d), FAB(s), sblo, nc)
      end if
      call keep_library()
      call plain(lo, hi, FAB(d), FAB(s), sblo, nc)
      call keep_plain()
      call compare(same_bits, 0.0_real64)
    end do
  end subroutine

  subroutine compare_scaled(library, plain)
    procedure(fab_scaled) :: library, plain
    logical :: in_place
    do while (next_case(cases))
      call begin_case()
      call make_pair(in_place)
      if (in_place) then
        call library(lo, hi, FAB(d), a, FAB(d), sblo, nc)
      else
        call library(lo, hi, FAB(d), a, FAB(s), sblo, nc)
      end if
      call keep_library()
      call plain(lo, hi, FAB(d), a, FAB(s), sblo, nc)
      call keep_plain()
      d%v = abs(d%v)
      s%v = abs(s%v)
      call plain(lo, hi, FAB(d), abs(a), FAB(s), sblo, nc)
      call keep_terms()
      call compare(stated_order, 4.0_real64)
    end do
  end subroutine

  subroutine compare_value(library, plain)
    procedure(fab_value) :: library, plain
    do while (next_case(cases))
      call begin_case()
      if (draw(0, 3) == 0) a = 0
      call make(d, 'd', blo, bhi, nc, 0.5_real64, 2.0_real64)
      call library(lo, hi, FAB(d), nc, a)
      call keep_library()
      call plain(lo, hi, FAB(d), nc, a)
      call keep_plain()
      call compare(same_bits, 0.0_real64)
    end do
  end subroutine

  ! Three arrays, or the destination in place of a source, as in conjugate gradients.
  subroutine compare_two()
    integer :: which, shift(3, 2)
    do while (next_case(cases))
      call begin_case()
      which = mod(case_number/12, 3)
      call note('source', [which])
      shift = reshape([draw(-5, 5), draw(-5, 5), draw(-5, 5), draw(-5, 5), draw(-5, 5), draw(-5, 5)], [3, 2])
      if (which > 0) shift(:, which) = 0
      call make(d, 'd', blo, bhi, nc, -2.0_real64, 2.0_real64)
      if (which == 1) then
        call make_like(s, 'x', d)
      else
        call make(s, 'x', blo + shift(:,1), bhi + shift(:,1), nc, -2.0_real64, 2.0_real64)
      end if
      if (which == 2) then
        call make_like(t, 'y', d)
      else
        call make(t, 'y', blo + shift(:,2), bhi + shift(:,2), nc, -2.0_real64, 2.0_real64)
      end if
      sblo = lo + shift(:,1)
      tblo = lo + shift(:,2)
      select case (which)
      case (0)
        call fort_fab_lincomb(lo, hi, FAB(d), a, FAB(s), sblo, b, FAB(t), tblo, nc)
      case (1)
        call fort_fab_lincomb(lo, hi, FAB(d), a, FAB(d), sblo, b, FAB(t), tblo, nc)
      case (2)
        call fort_fab_lincomb(lo, hi, FAB(d), a, FAB(s), sblo, b, FAB(d), tblo, nc)
      end select
      call keep_library()
      call plain_fort_fab_lincomb(lo, hi, FAB(d), a, FAB(s), sblo, b, FAB(t), tblo, nc)
      call keep_plain()
      s%v = abs(s%v)
      t%v = abs(t%v)
      call plain_fort_fab_lincomb(lo, hi, FAB(d), abs(a), FAB(s), sblo, &
        abs(b), FAB(t), tblo, nc)
      call keep_terms()
      call compare(stated_order, 4.0_real64)
    end do
  end subroutine

  subroutine compare_product()
    do while (next_case(cases))
      call begin_case()
      call make(d, 'd', blo, bhi, nc, -2.0_real64, 2.0_real64)
      call make(s, 's1', blo, bhi, nc, -2.0_real64, 2.0_real64)
      call make(t, 's2', blo, bhi, nc, -2.0_real64, 2.0_real64)
      call fort_fab_addproduct(lo, hi, FAB(d), FAB(s), FAB(t), nc)
      call keep_library()
      call plain_fort_fab_addproduct(lo, hi, FAB(d), FAB(s), FAB(t), nc)
      call keep_plain()
      d%v = abs(d%v)
      s%v = abs(s%v)
      t%v = abs(t%v)
      call plain_fort_fab_addproduct(lo, hi, FAB(d), FAB(s), FAB(t), nc)
      call keep_terms()
      call compare(stated_order, 4.0_real64)
    end do
  end subroutine

  ! t is the packed memory.
  subroutine compare_memory()
    do while (next_case(cases))
      call begin_case()
      call make(d, 'd', blo, bhi, nc, -2.0_real64, 2.0_real64)
      call make(t, 'memory', [1, 1, 1], [max(nc*cells, 1), 1, 1], 1, -2.0_real64, 2.0_real64)
      if (symbol == 'fort_fab_copytomem') then
        call fort_fab_copytomem(lo, hi, t%v(t%at), FAB(d), nc)
        call keep_library()
        call plain_fort_fab_copytomem(lo, hi, t%v(t%at), FAB(d), nc)
      else
        call fort_fab_copyfrommem(lo, hi, FAB(d), nc, t%v(t%at))
        call keep_library()
        call plain_fort_fab_copyfrommem(lo, hi, FAB(d), nc, t%v(t%at))
      end if
      call keep_plain()
      call compare(same_bits, 0.0_real64)
    end do
  end subroutine

  ! A norm takes p = 0 and p = 1; any other p gives 0.
  subroutine compare_results()
    real(real64) :: got, right, terms, roundings
    integer :: p, order, shift(3), from
    logical :: itself
    do while (next_case(cases))
      call begin_case()
      p = mod(case_number/12, 3)
      itself = p == 2
      if (itself .and. mod(case_number, 2) == 0) p = -1
      shift = [draw(-5, 5), draw(-5, 5), draw(-5, 5)]
      if (itself) shift = 0
      tblo = lo + shift
      roundings = max(1, nc*cells)
      order = any_order
      call note('p', [p])
      from = away(symbol /= 'fort_fab_norm' .or. p == 0 .or. p == 1)
      call make(s, 's', blo + from, bhi + from, nc, -2.0_real64, 2.0_real64)
      call make(t, 't', blo + shift, bhi + shift, nc, -2.0_real64, 2.0_real64)
      select case (symbol)
      case ('fort_fab_norm')
        got = fort_fab_norm(lo, hi, FAB(s), nc, p)
        call keep_library()
        right = plain_fort_fab_norm(lo, hi, FAB(s), nc, p)
        terms = right
        if (p /= 1) order = same_bits
      case ('fort_fab_sum')
        got = fort_fab_sum(lo, hi, FAB(s), nc)
        call keep_library()
        right = plain_fort_fab_sum(lo, hi, FAB(s), nc)
        s%v = abs(s%v)
        terms = plain_fort_fab_sum(lo, hi, FAB(s), nc)
      case ('fort_fab_dot')
        if (itself) then                    ! x with itself
          got = fort_fab_dot(lo, hi, FAB(s), FAB(s), tblo, nc)
          call keep_library()
          right = plain_fort_fab_dot(lo, hi, FAB(s), FAB(s), tblo, nc)
          terms = right
        else
          got = fort_fab_dot(lo, hi, FAB(s), FAB(t), tblo, nc)
          call keep_library()
          right = plain_fort_fab_dot(lo, hi, FAB(s), FAB(t), tblo, nc)
          s%v = abs(s%v)
          t%v = abs(t%v)
          terms = plain_fort_fab_dot(lo, hi, FAB(s), FAB(t), tblo, nc)
        end if
      end select
      call restore()
      call keep_plain()
      call compare(same_bits, 0.0_real64)
      call compare_number('the result', got, right, terms, order, roundings)
    end do
  end subroutine

end program
