! The operator with variable coefficients.
#include "array_arguments.inc"
program variable
  use, intrinsic :: iso_fortran_env, only: real64
  use boxlib_cases
  use wall_arrays
  implicit none
  external :: gsrb3daabbec, jacobi3daabbec, adotx3daabbec, norma3daabbec, flux3daabbec
  external :: plain_gsrb3daabbec, plain_jacobi3daabbec, plain_adotx3daabbec, plain_norma3daabbec, plain_flux3daabbec
  integer, parameter :: cases = 192
  type(field), target, save :: phi, rhs, a, bx, by, bz, xflux, yflux, zflux
  integer :: blo(3), bhi(3), lo(3), hi(3), nc, colour
  real(real64) :: alpha, beta, h(3)

  call begin()
  select case (symbol)
  case ('gsrb3daabbec')
    call compare_gsrb()
  case ('jacobi3daabbec')
    call compare_jacobi()
  case ('adotx3daabbec')
    call compare_adotx()
  case ('norma3daabbec')
    call compare_norma()
  case ('flux3daabbec')
    call compare_flux()
  case default
    error stop 'no such symbol'
  end select
  call finish()

contains

  ! A box and its tile, the coefficients of the operator, and phi with its ghosts.
  subroutine begin_case()
    call draw_box(blo, bhi, 1, 7)
    call draw_tile(blo, bhi, lo, hi)
    nc = merge(3, 1, mod(case_number/24, 2) == 0)
    colour = draw(0, 1)
    call note('nc', [nc])
    call note('colour', [colour])
    alpha = uniform(0.0_real64, 2.0_real64)
    if (draw(0, 3) == 0) alpha = 0
    beta = uniform(0.5_real64, 1.5_real64)
    h = [uniform(0.1_real64, 0.3_real64), uniform(0.1_real64, 0.3_real64), uniform(0.1_real64, 0.3_real64)]
    call make(phi, 'phi', blo - 1, bhi + 1, nc, -2.0_real64, 2.0_real64)
    call make(a, 'a', blo, bhi, 1, 0.5_real64, 1.5_real64)
    call make(bx, 'bX', blo, bhi + [1, 0, 0], 1, 0.5_real64, 1.5_real64)
    call make(by, 'bY', blo, bhi + [0, 1, 0], 1, 0.5_real64, 1.5_real64)
    call make(bz, 'bZ', blo, bhi + [0, 0, 1], 1, 0.5_real64, 1.5_real64)
    call make(rhs, 'rhs', blo, bhi, nc, -2.0_real64, 2.0_real64)
  end subroutine

  subroutine compare_gsrb()
    do while (next_case(cases))
      call begin_case()
      call make_walls(blo, bhi)
      call smooth(gsrb3daabbec)
      call keep_library()
      call smooth(plain_gsrb3daabbec)
      call keep_plain()
      ! In the cells of the colour: abs(phi) + omega/(gamma - delta) (abs(rhs) + gamma abs(phi) + abs(rho))
      call all_of_one_sign()
      call alternate(phi, colour)
      rhs%v = abs(rhs%v)
      call smooth(plain_gsrb3daabbec)
      phi%v = 2*(phi%v + 2*abs(phi%before))
      call keep_terms()
      call compare(stated_order, 4.0_real64)
    end do
  end subroutine

  subroutine smooth(routine)
    external :: routine
    call routine(ARRAY(phi), &
      ARRAY(rhs), alpha, beta, &
      ARRAY(a), &
      ARRAY(bx), &
      ARRAY(by), &
      ARRAY(bz), &
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
      lo, hi, blo, bhi, nc, h, colour)
  end subroutine

  ! Its box is the tile.
  subroutine compare_jacobi()
    do while (next_case(cases))
      call begin_case()
      call make_walls(lo, max(lo, hi))
      call step(jacobi3daabbec)
      call keep_library()
      call step(plain_jacobi3daabbec)
      call keep_plain()
      call all_of_one_sign()
      phi%v = abs(phi%v)
      rhs%v = abs(rhs%v)
      call step(plain_jacobi3daabbec)
      phi%v = 2*phi%v
      call keep_terms()
      call compare(stated_order, 4.0_real64)
    end do
  end subroutine

  subroutine step(routine)
    external :: routine
    call routine(ARRAY(phi), &
      ARRAY(rhs), alpha, beta, &
      ARRAY(a), &
      ARRAY(bx), &
      ARRAY(by), &
      ARRAY(bz), &
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
      lo, hi, nc, h)
  end subroutine

  subroutine compare_adotx()
    do while (next_case(cases))
      call begin_case()
      call apply(adotx3daabbec)
      call keep_library()
      call apply(plain_adotx3daabbec)
      call keep_plain()
      call alternate(phi, 0)
      call apply(plain_adotx3daabbec)
      call keep_terms()
      call compare(stated_order, 4.0_real64)
    end do
  end subroutine

  subroutine apply(routine)
    external :: routine
    call routine(ARRAY(rhs), &
      ARRAY(phi), alpha, beta, &
      ARRAY(a), &
      ARRAY(bx), &
      ARRAY(by), &
      ARRAY(bz), lo, hi, nc, h)
  end subroutine

  subroutine compare_norma()
    real(real64) :: got, right
    do while (next_case(cases))
      call begin_case()
      call take_norm(norma3daabbec, got)
      call keep_library()
      call take_norm(plain_norma3daabbec, right)
      call keep_plain()
      call compare(same_bits, 0.0_real64)
      call compare_number('res', got, right, right, any_order, 4.0_real64)
    end do
  end subroutine

  subroutine take_norm(routine, res)
    external :: routine
    real(real64), intent(out) :: res
    res = -1
    call routine(res, alpha, beta, &
      ARRAY(a), &
      ARRAY(bx), &
      ARRAY(by), &
      ARRAY(bz), lo, hi, nc, h)
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
      call take_fluxes(flux3daabbec, low, last)
      call keep_library()
      call take_fluxes(plain_flux3daabbec, low, last)
      call keep_plain()
      call alternate(phi, 0)
      call take_fluxes(plain_flux3daabbec, low, last)
      call keep_terms()
      call compare(stated_order, 4.0_real64)
    end do
  end subroutine

  subroutine take_fluxes(routine, low, last)
    external :: routine
    integer, intent(in) :: low(3, 3), last(3, 3)
    call routine(ARRAY(phi), alpha, beta, &
      ARRAY(a), &
      ARRAY(bx), &
      ARRAY(by), &
      ARRAY(bz), &
      low(:,1), last(:,1), low(:,2), last(:,2), low(:,3), last(:,3), nc, h, &
      ARRAY(xflux), &
      ARRAY(yflux), &
      ARRAY(zflux))
  end subroutine

end program
