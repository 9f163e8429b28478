! Legacy codes call kernels from several threads at a time, on tiles of the same array. The result must equal the result of a
! single call on the box.
#include "array_arguments.inc"
program tiles
  use, intrinsic :: iso_fortran_env, only: real64
  use boxlib_cases
  use fab_interfaces
  use wall_arrays
  implicit none
  external :: average3dgen, interp3dgen, gsrb3dsim
  external :: plain_average3dgen, plain_interp3dgen, plain_gsrb3dsim
  integer, parameter :: width = 3, tile_count = 27, threads = 4, average = 1, prolongation = 2, smooth = 3, update = 4
  real(real64), parameter :: h = 0.25_real64, a = -1.5_real64
  type(field), target, save :: fine, coarse, phi, rhs
  integer :: blo(3), bhi(3), nc, step, t, tlo(3), thi(3)

  call begin()
  do while (next_case(48))
    call begin_case()
    do step = average, update
      !$omp parallel do num_threads(threads) schedule(dynamic) private(tlo, thi)
      do t = 1, tile_count
        call tile_bounds(t, tlo, thi)
        call call_library(tlo, thi, 0)
      end do
      if (step /= smooth) cycle
      !$omp parallel do num_threads(threads) schedule(dynamic) private(tlo, thi)
      do t = 1, tile_count
        call tile_bounds(t, tlo, thi)
        call call_library(tlo, thi, 1)
      end do
    end do
    call keep_library()
    call call_plain()
    call keep_plain()
    call compare_cells()
  end do
  call finish()

contains

  ! The absolute values of all terms of a cell, divided as the formulas divide, add up to less than these values.
  subroutine compare_cells()
    fine%v = 8
    coarse%v = 8
    phi%v = 64
    call keep_terms()
    call compare(any_order, 16.0_real64)
  end subroutine

  ! 3 x 3 x 3 tiles; the tiles at the high sides are larger or smaller than the others.
  subroutine begin_case()
    call draw_box(blo, bhi, 3*width - 1, 3*width + 2)
    nc = merge(2, 1, mod(case_number, 2) == 0)
    call make(coarse, 'coarse', blo, bhi, nc, -2.0_real64, 2.0_real64)
    call make(fine, 'fine', 2*blo, 2*bhi + 1, nc, -2.0_real64, 2.0_real64)
    call make(phi, 'phi', blo - 1, bhi + 1, nc, -2.0_real64, 2.0_real64)
    call make(rhs, 'rhs', blo, bhi, nc, -2.0_real64, 2.0_real64)
    call make_walls(blo, bhi)
  end subroutine

  subroutine tile_bounds(number, lo, hi)
    integer, intent(in) :: number
    integer, intent(out) :: lo(3), hi(3)
    integer :: place(3)
    place = [mod(number - 1, 3), mod((number - 1)/3, 3), (number - 1)/9]
    lo = blo + width*place
    hi = merge(bhi, lo + width - 1, place == 2)
  end subroutine

  subroutine call_library(lo, hi, colour)
    integer, intent(in) :: lo(3), hi(3), colour
    select case (step)
    case (average)
      call transfer_levels(average3dgen, coarse, fine, lo, hi)
    case (prolongation)
      call transfer_levels(interp3dgen, fine, coarse, lo, hi)
    case (smooth)
      call sweep(gsrb3dsim, lo, hi, colour)
    case (update)
      call fort_fab_saxpy(lo, hi, FAB(phi), a, FAB(rhs), lo, nc)
    end select
  end subroutine

  subroutine call_plain()
    call transfer_levels(plain_average3dgen, coarse, fine, blo, bhi)
    call transfer_levels(plain_interp3dgen, fine, coarse, blo, bhi)
    call sweep(plain_gsrb3dsim, blo, bhi, 0)
    call sweep(plain_gsrb3dsim, blo, bhi, 1)
    call plain_fort_fab_saxpy(blo, bhi, FAB(phi), a, FAB(rhs), blo, nc)
  end subroutine

  subroutine transfer_levels(routine, x, y, lo, hi)
    external :: routine
    type(field), intent(inout) :: x, y
    integer, intent(in) :: lo(3), hi(3)
    call routine(ARRAY(x), &
      ARRAY(y), lo, hi, nc)
  end subroutine

  subroutine sweep(routine, lo, hi, colour)
    external :: routine
    integer, intent(in) :: lo(3), hi(3), colour
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
      lo, hi, blo, bhi, nc, h, colour)
  end subroutine

end program
