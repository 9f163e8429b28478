! The values of the cells beyond the faces of a domain: vf_boundary of C.
module viewfab_boundary
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none
  private
  public :: vf_boundary

  ! Kinds of boundary. Dirichlet puts a value on a wall, by a polynomial through the wall and the
  ! cells inside; Neumann repeats the cell inside, odd reflection negates it; periodic takes the cell
  ! at the other side and stands on both faces of a direction; unfilled leaves the ghosts alone.
  integer(c_int), parameter, public :: vf_unfilled = 0, vf_periodic = 100, vf_dirichlet = 101, &
    vf_neumann = 102, vf_reflect_odd = 103

  type, bind(c) :: vf_boundary
    ! For the faces x low, y low, z low, x high, y high, z high.
    integer(c_int) :: kind(6) = vf_unfilled
    ! Dirichlet: points of the polynomial, the wall included: 1 to 4; -1 and more than 4 mean 4.
    integer(c_int) :: order = 2
    ! Dirichlet: distance of the wall outside the face, in cell widths.
    real(c_double) :: distance(6) = 0
  end type
end module
