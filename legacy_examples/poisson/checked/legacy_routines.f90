! Routines of the original's cycle.f90 without tiles, for a comparison with the routines of the port. They work
! on the arrays of a level and know nothing of views.
module poisson_legacy_routines
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use grid_kernels, only: fill_ghosts, interp, max_norm
  use poisson_kernels, only: gsrb, residual
  use poisson_levels, only: level
  implicit none
  private
  public :: legacy_smooth, legacy_residual_norm, legacy_add_correction

contains

  subroutine legacy_smooth(lev)
    type(level), target, intent(inout) :: lev
    integer :: redblack

    do redblack = 0, 1
      call fill_all_ghosts(lev)
      call gsrb(lev%phi, lev%philo, lev%phihi, lev%rhs, lev%lo, lev%hi, lev%lo, lev%hi, lev%h, redblack)
    end do
  end subroutine legacy_smooth

  function legacy_residual_norm(lev) result(norm)
    type(level), target, intent(inout) :: lev
    real(dp) :: norm

    call fill_all_ghosts(lev)
    call residual(lev%res, lev%lo, lev%hi, lev%rhs, lev%lo, lev%hi, lev%phi, lev%philo, lev%phihi, &
                  lev%lo, lev%hi, lev%h)
    norm = 0
    call max_norm(norm, lev%res, lev%lo, lev%hi, lev%lo, lev%hi)
  end function legacy_residual_norm

  subroutine legacy_add_correction(fine, coarse)
    type(level), target, intent(inout) :: fine
    type(level), target, intent(in) :: coarse

    call interp(fine%phi, fine%philo, fine%phihi, coarse%phi, coarse%philo, coarse%phihi, &
                coarse%lo, coarse%hi)
  end subroutine legacy_add_correction

  subroutine fill_all_ghosts(lev)
    type(level), target, intent(inout) :: lev
    integer :: cdir

    do cdir = 0, 5
      call fill_ghosts(lev%phi, lev%philo, lev%phihi, lev%lo, lev%hi, cdir, lev%bc(cdir))
    end do
  end subroutine fill_all_ghosts

end module poisson_legacy_routines
