! Five sums over the mesh: volume, mass, internal and kinetic energy, pressure times volume.
module hydro2d_summary
  use, intrinsic :: iso_fortran_env, only: dp => real64, error_unit
  use hydro2d_definitions
  use hydro2d_kernels, only: vf_summary_sums
  use hydro2d_views, only: cells, views
  implicit none
  private
  public :: field_summary, check_summary

  real(dp), parameter :: agreement = 1.0e-10_dp

contains

  ! Prints the sums of the fields of this step.
  subroutine field_summary(sums)
    real(dp), intent(out) :: sums(5)

    associate (v => views)
      call vf_summary_sums(cells, v%volume, v%density0, v%energy0, v%pressure, v%xvel0, v%yvel0, sums(1), sums(2), sums(3), &
        sums(4), sums(5))
    end associate
    write(*, '(a, i0, a, es12.5)') 'summary of step ', step, ', time ', time
    write(*, '(a, 5es24.16)') '  volume, mass, internal, kinetic, pressure ', sums
  end subroutine field_summary

  ! Compares the last sums with the sums of the input file, if the file has sums. Status 3 ends a program with other sums.
  subroutine check_summary(sums)
    real(dp), intent(in) :: sums(5)

    if (any(settings%expected < 0)) return
    if (all(abs(sums - settings%expected) <= agreement*abs(settings%expected))) then
      write(*, '(a)') 'summary as expected'
    else
      write(error_unit, '(a, 5es24.16)') 'hydro2d: the summary differs from the expected one: ', settings%expected
      flush(error_unit)
      error stop 3
    end if
  end subroutine check_summary

end module hydro2d_summary
