! The cell loops of grid_kernels as originals of the kernels that replace them. Each loop is called
! on the whole box, with the arguments in its own order. All fields have one component.
module grid_originals
  use viewfab, only: vf_periodic
  use viewfab_originals, only: vf_average_register_original, vf_fill_ghosts_register_original, &
    vf_interp_register_original, vf_norm_max_register_original, vf_fill_value_register_original
  use grid_kernels, only: average, bc_periodic, fill_ghosts, interp, max_norm, setval
  implicit none
  private
  public :: register_grid_originals

contains

  subroutine register_grid_originals()
    call vf_average_register_original(average_original)
    call vf_interp_register_original(interp_original)
    call vf_fill_value_register_original(fill_value_original)
    call vf_norm_max_register_original(norm_max_original)
    call vf_fill_ghosts_register_original(fill_ghosts_original)
  end subroutine register_grid_originals

  include 'viewfab_average_original.inc'
    call average(coarse, coarse_lo, coarse_hi, fine, fine_lo, fine_hi, lo, hi)
  end subroutine

  include 'viewfab_interp_original.inc'
    call interp(fine, fine_lo, fine_hi, coarse, coarse_lo, coarse_hi, lo, hi)
  end subroutine

  include 'viewfab_fill_value_original.inc'
    call setval(x, x_lo, x_hi, lo, hi, value)
  end subroutine

  include 'viewfab_norm_max_original.inc'
    result = 0
    call max_norm(result, x, x_lo, x_hi, lo, hi)
  end subroutine

  ! The kernel fills all six faces at once.
  include 'viewfab_fill_ghosts_original.inc'
    integer :: bc(0:5), cdir

    bc = merge(bc_periodic, sides%kind, sides%kind == vf_periodic)
    do cdir = 0, 5
      call fill_ghosts(x, x_lo, x_hi, lo, hi, cdir, bc(cdir))
    end do
  end subroutine

end module grid_originals
