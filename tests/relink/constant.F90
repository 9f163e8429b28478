! The Laplacian with a single cell width.
#include "array_arguments.inc"
program constant
  use, intrinsic :: iso_fortran_env, only: real64
  use boxlib_cases
  use wall_arrays
  implicit none
  external :: gsrb3dsim, adotx3dsim, flux3dsim
  external :: plain_gsrb3dsim, plain_adotx3dsim, plain_flux3dsim
  integer, parameter :: cases = 192
  type(field), target, save :: phi, rhs, xflux, yflux, zflux
  integer :: blo(3), bhi(3), lo(3), hi(3), nc, colour
  real(real64) :: h(3)

  call begin()
  select case (symbol)
  case ('gsrb3dsim')
    call compare_gsrb()
  case ('adotx3dsim')
    call compare_adotx()
  case ('flux3dsim')
    call compare_flux()
  case default
    error stop 'no such symbol'
  end select
  call finish()

contains

  ! A box with a tile, and phi with its ghosts.
  subroutine begin_case()
    call draw_box(blo, bhi, 1, 7)
    call draw_tile(blo, bhi, lo, hi)
    nc = merge(3, 1, mod(case_number/24, 2) == 0)
    colour = draw(0, 1)
    call note('nc', [nc])
    call note('colour', [colour])
    h = [uniform(0.1_real64, 0.3_real64), uniform(0.1_real64, 0.3_real64), uniform(0.1_real64, 0.3_real64)]
    call make(phi, 'phi', blo - 1, bhi + 1, nc, -2.0_real64, 2.0_real64)
    call make(rhs, 'rhs', blo, bhi, nc, -2.0_real64, 2.0_real64)
  end subroutine

  subroutine compare_gsrb()
    do while (next_case(cases))
      call begin_case()
      call make_walls(blo, bhi)
      call smooth(gsrb3dsim)
      call keep_library()
      call smooth(plain_gsrb3dsim)
      call keep_plain()
      call all_of_one_sign()
      phi%v = abs(phi%v)
      rhs%v = -abs(rhs%v)
      call smooth(plain_gsrb3dsim)
      phi%v = 2*phi%v
      call keep_terms()
      call compare(any_order, 4.0_real64)
    end do
  end subroutine

  subroutine smooth(routine)
    external :: routine
    call routine(ARRAY(phi), &
      ARRAY(rhs), &
      ARRAY(f(0)), &
      ARRAY(m(0)), &
      ARRAY(f(1)), &
      ARRAY(m(1)), &
      ARRAY(f(2)), &
      ARRAY(m(2)), &
      ARRAY(f(3)), &
      ARRAY(m(3)), &
      ARRAY(f(4)), &
      ARRAY(m(4)), &
      ARRAY(f(5)), &
      ARRAY(m(5)), &
      lo, hi, blo, bhi, nc, h(1), colour)
  end subroutine

  subroutine compare_adotx()
    do while (next_case(cases))
      call begin_case()
      call apply(adotx3dsim)
      call keep_library()
      call apply(plain_adotx3dsim)
      call keep_plain()
      call alternate(phi, 0)
      call apply(plain_adotx3dsim)
      call keep_terms()
      call compare(any_order, 4.0_real64)
    end do
  end subroutine

  subroutine apply(routine)
    external :: routine
    call routine(ARRAY(rhs), &
      ARRAY(phi), lo, hi, nc, h(1))
  end subroutine

  subroutine compare_flux()
    integer :: d, high(3), low(3, 3), last(3, 3)
    do while (next_case(cases))
      call begin_case()
      do d = 1, 3
        high = bhi
        high(d) = high(d) + 1
        select case (d)
        case (1)
          call make(xflux, 'xflux', blo, high, nc, -2.0_real64, 2.0_real64)
        case (2)
          call make(yflux, 'yflux', blo, high, nc, -2.0_real64, 2.0_real64)
        case (3)
          call make(zflux, 'zflux', blo, high, nc, -2.0_real64, 2.0_real64)
        end select
        low(:, d) = lo
        last(:, d) = hi
        last(d, d) = last(d, d) + 1
        if (mod(case_number, 2) == 0) call draw_tile(blo, high, low(:, d), last(:, d))
      end do
      call take_fluxes(flux3dsim, low, last)
      call keep_library()
      call take_fluxes(plain_flux3dsim, low, last)
      call keep_plain()
      call alternate(phi, 0)
      call take_fluxes(plain_flux3dsim, low, last)
      call keep_terms()
      call compare(stated_order, 4.0_real64)
    end do
  end subroutine

  subroutine take_fluxes(routine, low, last)
    external :: routine
    integer, intent(in) :: low(3, 3), last(3, 3)
    call routine(ARRAY(phi), &
      low(:,1), last(:,1), low(:,2), last(:,2), low(:,3), last(:,3), nc, h, &
      ARRAY(xflux), &
      ARRAY(yflux), &
      ARRAY(zflux))
  end subroutine

end program
