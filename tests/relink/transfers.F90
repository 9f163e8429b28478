! Restriction and prolongation.
#include "array_arguments.inc"
program transfers
  use, intrinsic :: iso_fortran_env, only: real64
  use boxlib_cases
  implicit none
  external :: average3dgen, interp3dgen, averagecc3dgen, averageec3dgen, haraverageec3dgen
  external :: plain_average3dgen, plain_interp3dgen, plain_averagecc3dgen, plain_averageec3dgen, plain_haraverageec3dgen
  integer, parameter :: cases = 180
  type(field), target, save :: c, f
  integer :: blo(3), bhi(3), lo(3), hi(3), nc, cdir

  call begin()
  select case (symbol)
  case ('average3dgen')
    call compare_cells(average3dgen, plain_average3dgen, .true.)
  case ('averagecc3dgen')
    call compare_cells(averagecc3dgen, plain_averagecc3dgen, .true.)
  case ('interp3dgen')
    call compare_cells(interp3dgen, plain_interp3dgen, .false.)
  case ('averageec3dgen')
    call compare_faces(averageec3dgen, plain_averageec3dgen)
  case ('haraverageec3dgen')
    call compare_faces(haraverageec3dgen, plain_haraverageec3dgen)
  case default
    error stop 'no such symbol'
  end select
  call finish()

contains

  subroutine compare_cells(library, plain, down)
    external :: library, plain
    logical, intent(in) :: down
    do while (next_case(cases))
      call draw_box(blo, bhi, 1, 6)
      call draw_tile(blo, bhi, lo, hi)
      nc = merge(3, 1, mod(case_number/6, 2) == 0)
      call make(c, 'c', blo, bhi, nc, -2.0_real64, 2.0_real64)
      call make(f, 'f', 2*blo, 2*bhi + 1, nc, -2.0_real64, 2.0_real64)
      call transfer_cells(library, down)
      call keep_library()
      call transfer_cells(plain, down)
      call keep_plain()
      call compare(same_bits, 0.0_real64)
    end do
  end subroutine

  subroutine transfer_cells(routine, down)
    external :: routine
    logical, intent(in) :: down
    if (down) then
      call routine(ARRAY(c), &
        ARRAY(f), lo, hi, nc)
    else
      call routine(ARRAY(f), &
        ARRAY(c), lo, hi, nc)
    end if
  end subroutine

  subroutine compare_faces(library, plain)
    external :: library, plain
    integer :: fine_high(3)
    do while (next_case(cases))
      call draw_box(blo, bhi, 1, 6)
      call draw_tile(blo, bhi, lo, hi)
      nc = merge(3, 1, mod(case_number/6, 2) == 0)
      cdir = mod(case_number/12, 3)
      call note('cdir', [cdir])
      fine_high = 2*bhi + 1
      fine_high(cdir + 1) = 2*bhi(cdir + 1)
      call make(c, 'c', blo, bhi, nc, -2.0_real64, 2.0_real64)
      call make(f, 'f', 2*blo, fine_high, nc, 0.25_real64, 2.0_real64)
      call average_faces(library)
      call keep_library()
      call average_faces(plain)
      call keep_plain()
      call compare(same_bits, 0.0_real64)
    end do
  end subroutine

  subroutine average_faces(routine)
    external :: routine
    call routine(ARRAY(c), &
      ARRAY(f), lo, hi, nc, cdir)
  end subroutine

end program
