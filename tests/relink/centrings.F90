! Averages between centrings and levels.
#include "array_arguments.inc"
program centrings
  use, intrinsic :: iso_fortran_env, only: real64
  use boxlib_cases
  implicit none
  external :: bl_avg_fc_to_cc, bl_avg_cc_to_fc, bl_avg_eg_to_cc, bl_avgdown, bl_avgdown_faces
  external :: plain_bl_avg_fc_to_cc, plain_bl_avg_cc_to_fc, plain_bl_avg_eg_to_cc, plain_bl_avgdown, plain_bl_avgdown_faces
  integer, parameter :: cases = 180
  real(real64), parameter :: dx(3) = [0.1_real64, 0.2_real64, 0.4_real64], problo(3) = [-1.0_real64, 0.0_real64, 2.0_real64]
  type(field), target, save :: cc, x, y, z, fine, crse
  integer :: blo(3), bhi(3), lo(3), hi(3), ratio(3), idir, nc

  call begin()
  select case (symbol)
  case ('bl_avg_fc_to_cc')
    call compare_cells(bl_avg_fc_to_cc, plain_bl_avg_fc_to_cc, .true.)
  case ('bl_avg_eg_to_cc')
    call compare_cells(bl_avg_eg_to_cc, plain_bl_avg_eg_to_cc, .false.)
  case ('bl_avg_cc_to_fc')
    call compare_faces()
  case ('bl_avgdown')
    call compare_levels(bl_avgdown, plain_bl_avgdown, .false.)
  case ('bl_avgdown_faces')
    call compare_levels(bl_avgdown_faces, plain_bl_avgdown_faces, .true.)
  case default
    error stop 'no such symbol'
  end select
  call finish()

contains

  ! From faces, or from edges.
  subroutine compare_cells(library, plain, faces)
    external :: library, plain
    logical, intent(in) :: faces
    integer, parameter :: along(3, 3) = reshape([1, 0, 0, 0, 1, 0, 0, 0, 1], [3, 3])
    integer :: more(3, 3)
    more = merge(along, 1 - along, faces)
    do while (next_case(cases))
      call draw_box(blo, bhi, 1, 7)
      call draw_tile(blo, bhi, lo, hi)
      call make(cc, 'cc', blo, bhi, 3, -2.0_real64, 2.0_real64)
      call make(x, 'x', blo, bhi + more(:,1), 1, -2.0_real64, 2.0_real64)
      call make(y, 'y', blo, bhi + more(:,2), 1, -2.0_real64, 2.0_real64)
      call make(z, 'z', blo, bhi + more(:,3), 1, -2.0_real64, 2.0_real64)
      call to_cells(library, faces)
      call keep_library()
      call to_cells(plain, faces)
      call keep_plain()
      call compare(same_bits, 0.0_real64)
    end do
  end subroutine

  subroutine to_cells(routine, faces)
    external :: routine
    logical, intent(in) :: faces
    if (faces) then
      call routine(lo, hi, ARRAY(cc), &
        ARRAY(x), &
        ARRAY(y), &
        ARRAY(z), dx, problo, mod(case_number, 3))   ! whatever the coordinates
    else
      call routine(lo, hi, ARRAY(cc), &
        ARRAY(x), &
        ARRAY(y), &
        ARRAY(z))
    end if
  end subroutine

  subroutine compare_faces()
    integer :: d, high(3), low(3, 3), last(3, 3)
    do while (next_case(cases))
      call draw_box(blo, bhi, 1, 7)
      call draw_tile(blo, bhi, lo, hi)
      do d = 1, 3
        high = bhi
        high(d) = high(d) + 1
        low(:, d) = lo
        last(:, d) = hi
        last(d, d) = last(d, d) + 1
        if (draw(0, 1) == 0) call draw_tile(blo, high, low(:, d), last(:, d))
      end do
      call make(cc, 'cc', blo - 1, bhi + 1, 1, -2.0_real64, 2.0_real64)
      call make(x, 'fx', blo, bhi + [1, 0, 0], 1, -2.0_real64, 2.0_real64)
      call make(y, 'fy', blo, bhi + [0, 1, 0], 1, -2.0_real64, 2.0_real64)
      call make(z, 'fz', blo, bhi + [0, 0, 1], 1, -2.0_real64, 2.0_real64)
      call to_faces(bl_avg_cc_to_fc, low, last)
      call keep_library()
      call to_faces(plain_bl_avg_cc_to_fc, low, last)
      call keep_plain()
      call compare(same_bits, 0.0_real64)
    end do
  end subroutine

  subroutine to_faces(routine, low, last)
    external :: routine
    integer, intent(in) :: low(3, 3), last(3, 3)
    call routine(low(:,1), last(:,1), low(:,2), last(:,2), low(:,3), last(:,3), &
      ARRAY(x), &
      ARRAY(y), &
      ARRAY(z), &
      ARRAY(cc), dx, problo, mod(case_number, 3))   ! whatever the coordinates
  end subroutine

  ! Ratios 1 to 4; the sums may be taken in any order.
  subroutine compare_levels(library, plain, faces)
    external :: library, plain
    logical, intent(in) :: faces
    integer :: high(3), terms(3)
    do while (next_case(288))
      call draw_box(blo, bhi, 1, 4)
      call draw_tile(blo, bhi, lo, hi)
      nc = merge(3, 1, draw(0, 1) == 0)
      ratio = 2 + mod(case_number/18, 4)
      if (mod(case_number/18, 4) == 3) ratio = [draw(1, 4), draw(1, 4), draw(1, 4)]
      idir = mod(case_number/6, 3)
      call note('ratio', ratio)
      high = ratio*(bhi + 1) - 1
      terms = ratio
      if (faces) then
        call note('idir', [idir])
        high(idir + 1) = ratio(idir + 1)*bhi(idir + 1)
        terms(idir + 1) = 1
      end if
      call make(fine, 'fine', ratio*blo, high, nc, -2.0_real64, 2.0_real64)
      call make(crse, 'crse', blo, bhi, nc, -2.0_real64, 2.0_real64)
      call to_coarse(library, faces)
      call keep_library()
      call to_coarse(plain, faces)
      call keep_plain()
      fine%v = abs(fine%v)
      call to_coarse(plain, faces)
      call keep_terms()
      call compare(any_order, real(product(terms), real64))
    end do
  end subroutine

  subroutine to_coarse(routine, faces)
    external :: routine
    logical, intent(in) :: faces
    if (faces) then
      call routine(lo, hi, ARRAY(fine), &
        ARRAY(crse), ratio, idir, nc)
    else
      call routine(lo, hi, ARRAY(fine), &
        ARRAY(crse), ratio, nc)
    end if
  end subroutine

end program
