! Variables that the guide's statements name, and the head of the module of all statements.
module excerpts
  use, intrinsic :: iso_fortran_env, only: int32, real32, real64
  use viewfab
  implicit none
  integer, parameter :: dp = real64, r8 = real64
  type(vf_view) :: phi_v, rhs_v, res_v, phi_view, rhs_view, res_view, u_v, x_v, y_v, u_view, v_view, v, density, x, y, results
  type(vf_box) :: box, cells, domain
  type(vf_box), allocatable :: boxes(:)
  type(vf_boundary) :: sides
  type(vf_layout) :: layout
  type(vf_group) :: group
  type(vf_set) :: phi, rhs
  type(vf_multigrid) :: solver
  type(vf_multigrid_report) :: report
  real(real64) :: h, norm, total, dt
  integer :: colour, ierr, step, steps, n, i, j, k, b, depth
