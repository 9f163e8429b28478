! Tests the plain loops themselves with known properties of the formulas: polynomials that the formulas reproduce, and fixed
! points. So a mistake in a loop shows, even if the library has the same mistake.
#include "array_arguments.inc"
program anchors
  use, intrinsic :: iso_fortran_env, only: real64
  use boxlib_cases
  use wall_arrays
  implicit none
  external :: plain_adotx3daabbec, plain_gsrb3daabbec, plain_jacobi3daabbec, plain_adotx3dsim, plain_gsrb3dsim
  external :: plain_bdintrpxlo, plain_bdintrpylo, plain_bdintrpzlo, plain_bdintrpxhi, plain_bdintrpyhi, plain_bdintrpzhi
  external :: plain_applybc3dgen, plain_polyinterpcoeff, plain_tridiag
  real(real64), parameter :: alpha = 0.75_real64, beta = 1.25_real64, h(3) = [0.5_real64, 0.25_real64, 0.125_real64]
  real(real64), parameter :: at_wall = 0.0_real64, one = 1.0_real64
  type(field), target, save :: phi, rhs, a, bx, by, bz, fine, coarse, work
  type(mask_field), target, save :: mask
  integer :: lo(3), hi(3), nc
  real(real64) :: right

  call begin()
  do while (next_case(24))
    call draw_box(lo, hi, 1, 5)
    nc = merge(3, 1, mod(case_number, 2) == 0)
    call solutions_stay()
    call check_operator()
    call check_single_cell()
    call check_walls()
    call check_systems()
    call check_face(plain_bdintrpxlo, 0)
    call check_face(plain_bdintrpylo, 1)
    call check_face(plain_bdintrpzlo, 2)
    call check_face(plain_bdintrpxhi, 3)
    call check_face(plain_bdintrpyhi, 4)
    call check_face(plain_bdintrpzhi, 5)
  end do
  call finish()

contains

  subroutine make_operator()
    call make(phi, 'phi', lo - 1, hi + 1, nc, -2.0_real64, 2.0_real64)
    call make(rhs, 'rhs', lo, hi, nc, -2.0_real64, 2.0_real64)
    call make(a, 'a', lo, hi, 1, 0.5_real64, 1.5_real64)
    call make(bx, 'bX', lo, hi + [1, 0, 0], 1, 0.5_real64, 1.5_real64)
    call make(by, 'bY', lo, hi + [0, 1, 0], 1, 0.5_real64, 1.5_real64)
    call make(bz, 'bZ', lo, hi + [0, 0, 1], 1, 0.5_real64, 1.5_real64)
    call make(work, 'y', lo, hi, nc, -2.0_real64, 2.0_real64)
    call make_walls(lo, hi)
  end subroutine

  ! If rhs is the operator on phi, smoothers change nothing, for any coefficients of the faces.
  subroutine solutions_stay()
    call next_arrays()
    call make_operator()
    call plain_adotx3daabbec(ARRAY(rhs), &
      ARRAY(phi), alpha, beta, &
      ARRAY(a), &
      ARRAY(bx), &
      ARRAY(by), &
      ARRAY(bz), lo, hi, nc, h)
    call smooth(plain_gsrb3daabbec, 0)
    call smooth(plain_gsrb3daabbec, 1)
    call expect_phi('after red-black sweeps')
    call step(plain_jacobi3daabbec)
    call expect_phi('after a Jacobi step')
    call plain_adotx3dsim(ARRAY(rhs), &
      ARRAY(phi), lo, hi, nc, h(1))
    call smooth_simple(0)
    call smooth_simple(1)
    call expect_phi('after sweeps of the Laplacian')
  end subroutine

  subroutine expect_phi(what)
    character(*), intent(in) :: what
    integer :: e
    do e = phi%at, phi%at + nc*product(phi%hi - phi%lo + 1) - 1
      call compare_number('phi ' // what, phi%v(e), phi%before(e), one, any_order, 200.0_real64)
    end do
  end subroutine

  subroutine smooth(routine, colour)
    external :: routine
    integer, intent(in) :: colour
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
      lo, hi, lo, hi, nc, h, colour)
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

  subroutine smooth_simple(colour)
    integer, intent(in) :: colour
    call plain_gsrb3dsim(ARRAY(phi), &
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
      lo, hi, lo, hi, nc, h(1), colour)
  end subroutine

  ! alpha a phi - beta laplacian(phi) of phi = x**2 + y**2 - 3 z**2, with x = i h, for a = 2 and b = 1.
  subroutine check_operator()
    integer :: i, j, k, e
    nc = 1
    call next_arrays()
    call make_operator()
    bx%v = 1
    by%v = 1
    bz%v = 1
    a%v = 2
    e = phi%at
    do k = phi%lo(3), phi%hi(3)
      do j = phi%lo(2), phi%hi(2)
        do i = phi%lo(1), phi%hi(1)
          phi%v(e) = (i*h(1))**2 + (j*h(2))**2 - 3*(k*h(3))**2
          e = e + 1
        end do
      end do
    end do
    call plain_adotx3daabbec(ARRAY(rhs), &
      ARRAY(phi), alpha, beta, &
      ARRAY(a), &
      ARRAY(bx), &
      ARRAY(by), &
      ARRAY(bz), lo, hi, nc, h)
    right = 2*alpha*((lo(1)*h(1))**2 + (lo(2)*h(2))**2 - 3*(lo(3)*h(3))**2) - beta*(2 + 2 - 6)
    call compare_number('the operator on a polynomial', element(rhs, lo), right, 200*one, any_order, 16.0_real64)
  end subroutine

  real(real64) function element(x, at)
    type(field), intent(in) :: x
    integer, intent(in) :: at(3)
    element = x%v(x%at + offset(x%lo, x%hi, at))
  end function

  ! A single cell whose ghosts follow the cell, by the coefficients of the faces: a step solves its equation, and a sweep of
  ! the operator goes 1.15 times as far.
  subroutine check_single_cell()
    integer :: cell(3)
    real(real64) :: start, solved
    nc = 1
    cell = hi
    hi = lo
    call next_arrays()
    call make_operator()
    call ghosts_follow()
    start = element(phi, lo)
    phi%before = phi%v
    call step(plain_jacobi3daabbec)
    solved = element(phi, lo)
    call ghosts_follow()
    call plain_adotx3daabbec(ARRAY(work), &
      ARRAY(phi), alpha, beta, &
      ARRAY(a), &
      ARRAY(bx), &
      ARRAY(by), &
      ARRAY(bz), lo, hi, nc, h)
    call compare_number('a cell after a Jacobi step', element(work, lo), element(rhs, lo), 1000*one, any_order, 16.0_real64)
    phi%v = phi%before
    call smooth(plain_gsrb3daabbec, modulo(sum(lo), 2))
    right = start + 1.15_real64*(solved - start)
    call compare_number('a cell after a sweep', element(phi, lo), right, 10*one, any_order, 16.0_real64)
    phi%v = phi%before
    call smooth_simple(modulo(sum(lo), 2))
    call ghosts_follow()
    call plain_adotx3dsim(ARRAY(work), &
      ARRAY(phi), lo, hi, nc, h(1))
    call compare_number('a cell after a sweep of the Laplacian', element(work, lo), element(rhs, lo), 1000*one, any_order, &
      16.0_real64)
    hi = cell
  end subroutine

  subroutine ghosts_follow()
    integer :: face, d, ghost(3)
    do face = 0, 5
      d = mod(face, 3) + 1
      ghost = lo
      ghost(d) = lo(d) + merge(-1, 1, face < 3)
      if (m(face)%v(m(face)%at + offset(m(face)%lo, m(face)%hi, ghost)) > 0) then
        phi%v(phi%at + offset(phi%lo, phi%hi, ghost)) = element(f(face), lo)*element(phi, lo)
      end if
    end do
  end subroutine

  integer function offset(low, high, at)
    integer, intent(in) :: low(3), high(3), at(3)
    integer :: d(3), extent(3)
    d = at - low
    extent = high - low + 1
    offset = d(1) + extent(1)*(d(2) + extent(2)*d(3))
  end function

  ! den has its published values, and the weights of three nodes reproduce x**2.
  subroutine check_walls()
    real(real64), parameter :: published(2:4) = [-1.0_real64, -2.0_real64, -3.0_real64]
    real(real64) :: weights(3), nodes(3), xint
    integer :: order
    do order = 2, 4
      call compare_number('den', den_of(order, at_wall), published(order), one, any_order, 8.0_real64)
    end do
    call compare_number('den of a wall at a distance of h', den_of(2, h(1)), one/3, one, any_order, 8.0_real64)
    nodes = [uniform(0.0_real64, 1.0_real64), uniform(2.0_real64, 3.0_real64), uniform(4.0_real64, 5.0_real64)]
    xint = uniform(-1.0_real64, 6.0_real64)
    call plain_polyinterpcoeff(xint, nodes, 3, weights)
    call compare_number('an interpolated square', sum(weights*nodes**2), xint**2, 25*sum(abs(weights)), any_order, 8.0_real64)
  end subroutine

  real(real64) function den_of(order, distance)
    integer, intent(in) :: order
    real(real64), intent(in) :: distance
    real(real64) :: den(1)
    integer, parameter :: present(1) = 1
    integer :: low(3), high(3)
    call next_arrays()
    low = 0
    high = [3, 0, 0]
    call make(work, 'phi', low - 1, high + 1, 1, -2.0_real64, 2.0_real64)
    call make(fine, 'bcval', [-1, 0, 0], [-1, 0, 0], 1, -2.0_real64, 2.0_real64)
    call plain_applybc3dgen(1, 1, order, &
      ARRAY(work), 0, 101, distance, &
      ARRAY(fine), &
      present, -1, 0, 0, -1, 0, 0, den, 0, 0, 0, 0, 0, 0, low, high, 1, h)
    den_of = den(1)
  end function

  ! Thomas' algorithm solves its system.
  subroutine check_systems()
    integer, parameter :: n = 7
    real(real64) :: low(n), diagonal(n), high(n), r(n), u(n)
    integer :: m
    do m = 1, n
      low(m) = uniform(-2.0_real64, 2.0_real64)
      high(m) = uniform(-2.0_real64, 2.0_real64)
      diagonal(m) = uniform(5.0_real64, 6.0_real64)
      r(m) = uniform(-2.0_real64, 2.0_real64)
    end do
    call plain_tridiag(low, diagonal, high, r, u, n)
    do m = 1, n
      right = diagonal(m)*u(m)
      if (m > 1) right = right + low(m)*u(m-1)
      if (m < n) right = right + high(m)*u(m+1)
      call compare_number('a row of a system', right, r(m), 8*one, any_order, 8.0_real64)
    end do
  end subroutine

  ! With no cell covered and an even ratio, quadratic functions of the place on the face come out as they are.
  subroutine check_face(routine, face)
    external :: routine
    integer, intent(in) :: face
    integer, parameter :: not_covered = 1
    integer :: ratios(3), low(3), high(3), first(3), last(3), d, i, j, k, e
    call next_arrays()
    ratios = merge(2, 4, mod(case_number, 2) == 0)
    d = mod(face, 3) + 1
    low = ratios*lo
    high = ratios*(hi + 1) - 1
    first = low - ratios
    last = high + ratios
    call make(fine, 'bdry', first, last, 1, -2.0_real64, 2.0_real64)
    call make_mask(mask, 'mask', first, last, not_covered)
    call make(coarse, 'crse', lo - 1, hi + 1, 1, -2.0_real64, 2.0_real64)
    call make(work, 'derives', [1, 1, 1], [125, 5, 1], 1, -2.0_real64, 2.0_real64)
    e = coarse%at
    do k = coarse%lo(3), coarse%hi(3)
      do j = coarse%lo(2), coarse%hi(2)
        do i = coarse%lo(1), coarse%hi(1)
          coarse%v(e) = polynomial([i, j, k] + 0.5_real64, d)
          e = e + 1
        end do
      end do
    end do
    call routine(ARRAY(fine), &
      low, high, lo(1), lo(2), lo(3), hi(1), hi(2), hi(3), 1, ratios, not_covered, &
      ARRAY(mask), &
      ARRAY(coarse), &
      work%v(work%at), 3)
    first = low
    last = high
    first(d) = merge(low(d) - 1, high(d) + 1, face < 3)
    last(d) = first(d)
    do k = first(3), last(3)
      do j = first(2), last(2)
        do i = first(1), last(1)
          right = polynomial(([i, j, k] + 0.5_real64)/ratios, d)
          call compare_number('a value on a face', element(fine, [i, j, k]), right, 1000*one, any_order, 16.0_real64)
        end do
      end do
    end do
  end subroutine

  ! A function of the place along a face normal to d, in coarse cells.
  real(real64) function polynomial(place, d)
    real(real64), intent(in) :: place(3)
    integer, intent(in) :: d
    real(real64) :: x(3)
    x = place
    x(d) = 0
    polynomial = 1 + x(1) - 2*x(2) + 3*x(3) + x(1)**2 - x(2)**2 + 2*x(3)**2 + x(1)*x(2) + x(2)*x(3) - x(1)*x(3)
  end function

end program
