! The kernels of legacy_examples/vertex_multigrid by number.
module vertex_multigrid_calls
  use viewfab, only: vf_boundary, vf_box, vf_fill_halo, vf_periodic
  use vertex_multigrid_kernels
  use vertex_multigrid_levels
  implicit none
  private
  public :: call_level_kernel

contains

  subroutine call_level_kernel(kernel)
    integer, intent(in) :: kernel
    type(vf_boundary) :: sides
    type(vf_box) :: inner, inner_coarse, coarse_cells

    sides%kind = vf_periodic
    inner = vf_box([2, 2, 2], fine - 1)
    inner_coarse = vf_box([2, 2, 2], coarse - 1)
    coarse_cells = vf_box([1, 1, 1], coarse - 1)
    select case (kernel)
    case (1); call vf_vmg_residual(inner, u, v, r, a)
    case (2); call vf_vmg_smooth(inner, r, u, c)
    case (3); call vf_vmg_restrict(inner_coarse, r, s)
    case (4); call vf_vmg_interpolate(coarse_cells, s, u)
    case (5); call vf_vmg_norms(inner, r, total, largest)
    case (6); call vf_fill_halo(inner, u, 1, sides, [0, 0, 0])
    end select
  end subroutine

end module
