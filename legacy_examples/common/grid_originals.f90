! The cell loops of grid_kernels as originals of the kernels that took their place: each is called
! on the whole box, with the arguments in its own order. All fields have one component.
module grid_originals
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use viewfab, only: vf_average_register_original, vf_boundary, vf_fill_ghosts_register_original, &
    vf_interp_register_original, vf_norm_max_register_original, vf_periodic, &
    vf_set_value_register_original
  use grid_kernels, only: average, bc_periodic, fill_ghosts, interp, max_norm, setval
  implicit none
  private
  public :: register_grid_originals

contains

  subroutine register_grid_originals()
    call vf_average_register_original(average_original)
    call vf_interp_register_original(interp_original)
    call vf_set_value_register_original(setval_original)
    call vf_norm_max_register_original(max_norm_original)
    call vf_fill_ghosts_register_original(fill_ghosts_original)
  end subroutine register_grid_originals

  subroutine average_original(lo, hi, components, f, flo, fhi, c, clo, chi)
    integer, intent(in) :: lo(3), hi(3), components, flo(3), fhi(3), clo(3), chi(3)
    real(dp), intent(in) :: f(flo(1):fhi(1), flo(2):fhi(2), flo(3):fhi(3), components)
    real(dp), intent(inout) :: c(clo(1):chi(1), clo(2):chi(2), clo(3):chi(3), components)

    call average(c, clo, chi, f, flo, fhi, lo, hi)
  end subroutine average_original

  subroutine interp_original(lo, hi, components, c, clo, chi, f, flo, fhi)
    integer, intent(in) :: lo(3), hi(3), components, clo(3), chi(3), flo(3), fhi(3)
    real(dp), intent(in) :: c(clo(1):chi(1), clo(2):chi(2), clo(3):chi(3), components)
    real(dp), intent(inout) :: f(flo(1):fhi(1), flo(2):fhi(2), flo(3):fhi(3), components)

    call interp(f, flo, fhi, c, clo, chi, lo, hi)
  end subroutine interp_original

  subroutine setval_original(lo, hi, components, x, xlo, xhi, val)
    integer, intent(in) :: lo(3), hi(3), components, xlo(3), xhi(3)
    real(dp), intent(inout) :: x(xlo(1):xhi(1), xlo(2):xhi(2), xlo(3):xhi(3), components)
    real(dp), intent(in) :: val

    call setval(x, xlo, xhi, lo, hi, val)
  end subroutine setval_original

  subroutine max_norm_original(lo, hi, components, x, xlo, xhi, norm)
    integer, intent(in) :: lo(3), hi(3), components, xlo(3), xhi(3)
    real(dp), intent(in) :: x(xlo(1):xhi(1), xlo(2):xhi(2), xlo(3):xhi(3), components)
    real(dp), intent(out) :: norm

    norm = 0
    call max_norm(norm, x, xlo, xhi, lo, hi)
  end subroutine max_norm_original

  ! The kernel fills all six faces at once.
  subroutine fill_ghosts_original(lo, hi, components, x, xlo, xhi, sides)
    integer, intent(in) :: lo(3), hi(3), components, xlo(3), xhi(3)
    real(dp), intent(inout) :: x(xlo(1):xhi(1), xlo(2):xhi(2), xlo(3):xhi(3), components)
    type(vf_boundary), intent(in) :: sides
    integer :: bc(0:5), cdir

    bc = merge(bc_periodic, sides%kind, sides%kind == vf_periodic)
    do cdir = 0, 5
      call fill_ghosts(x, xlo, xhi, lo, hi, cdir, bc(cdir))
    end do
  end subroutine fill_ghosts_original

end module grid_originals
