! Multigrid operations made of several kernels; see smooth.h.
module viewfab_smooth
  use, intrinsic :: iso_c_binding, only: c_double, c_int, c_null_ptr, c_ptr
  use viewfab_boundary, only: vf_boundary
  use viewfab_box, only: vf_box
  use viewfab_errors, only: vf_finish
  use viewfab_field, only: vf_field
  implicit none
  private
  public :: vf_smooth_poisson, vf_smooth_helmholtz

  ! Red-black Gauss-Seidel smooths for laplacian(phi) = rhs. A smooth is: fill ghosts, colour 0,
  ! fill ghosts, colour 1.
  !   box    cells of the domain
  !   phi    solution, cell-centred; has one ghost layer. The ghosts are used, and their values
  !          afterwards are not defined (updated)
  !   rhs    right-hand side, in units of phi / h^2 (read)
  !   wall   values on Dirichlet walls, in the ghost cells beside them (read). A call without this
  !          argument has walls of the value 0
  !   h      cell width, the same in all directions
  !   sides  boundary of the domain
  !   count  number of smooths, >= 0
  !   ierr   as vf_fill_ghosts, vf_fill_ghosts_to, vf_gsrb_poisson, for sets as their fill_ghosts;
  !          VF_ERROR_ARGUMENT (count)
  ! phi may be a set of boxes in the domain: each smooth then goes over all boxes, with an exchange of
  ! ghosts. wall is then a set of the same boxes; each other array is a set of as many boxes or a view
  ! that contains the domain.
  interface vf_smooth_poisson
    module procedure :: smooth_poisson, smooth_poisson_to_wall
  end interface

  ! The same for alpha a phi - beta div(b grad phi) = rhs, with vf_gsrb_helmholtz.
  !   alpha, beta  factors of the two terms
  !   a            coefficient in the cells (read)
  !   bx, by, bz   coefficients on the faces, one face more in their own direction (read)
  !   h            cell widths
  !   omega        over-relaxation; the legacy kernel has 1.15
  interface vf_smooth_helmholtz
    module procedure :: smooth_helmholtz, smooth_helmholtz_to_wall
  end interface

  interface
    function c_smooth_poisson(box, phi, rhs, wall, h, sides, count) result(status) &
        bind(c, name='vf_smooth_poisson')
      import :: c_double, c_int, c_ptr, vf_boundary, vf_box
      type(vf_box), intent(in) :: box
      type(c_ptr), value :: phi, rhs, wall
      real(c_double), value :: h
      type(vf_boundary), intent(in) :: sides
      integer(c_int), value :: count
      integer(c_int) :: status
    end function

    function c_smooth_helmholtz(box, phi, rhs, wall, alpha, beta, a, bx, by, bz, h, omega, sides, &
        count) result(status) bind(c, name='vf_smooth_helmholtz')
      import :: c_double, c_int, c_ptr, vf_boundary, vf_box
      type(vf_box), intent(in) :: box
      type(c_ptr), value :: phi, rhs, a, bx, by, bz, wall
      real(c_double), value :: alpha, beta, omega
      real(c_double), intent(in) :: h(3)
      type(vf_boundary), intent(in) :: sides
      integer(c_int), value :: count
      integer(c_int) :: status
    end function
  end interface

contains

  subroutine smooth_poisson(box, phi, rhs, h, sides, count, ierr)
    type(vf_box), intent(in) :: box
    class(vf_field), intent(in) :: phi, rhs
    real(c_double), intent(in) :: h
    type(vf_boundary), intent(in) :: sides
    integer, intent(in) :: count
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_smooth_poisson(box, phi%handle, rhs%handle, c_null_ptr, h, sides, &
      int(count, c_int)), ierr)
  end subroutine

  subroutine smooth_poisson_to_wall(box, phi, rhs, wall, h, sides, count, ierr)
    type(vf_box), intent(in) :: box
    class(vf_field), intent(in) :: phi, rhs, wall
    real(c_double), intent(in) :: h
    type(vf_boundary), intent(in) :: sides
    integer, intent(in) :: count
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_smooth_poisson(box, phi%handle, rhs%handle, wall%handle, h, sides, &
      int(count, c_int)), ierr)
  end subroutine

  subroutine smooth_helmholtz(box, phi, rhs, alpha, beta, a, bx, by, bz, h, omega, sides, count, ierr)
    type(vf_box), intent(in) :: box
    class(vf_field), intent(in) :: phi, rhs, a, bx, by, bz
    real(c_double), intent(in) :: alpha, beta, h(3), omega
    type(vf_boundary), intent(in) :: sides
    integer, intent(in) :: count
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_smooth_helmholtz(box, phi%handle, rhs%handle, c_null_ptr, alpha, beta, &
      a%handle, bx%handle, by%handle, bz%handle, h, omega, sides, int(count, c_int)), ierr)
  end subroutine

  subroutine smooth_helmholtz_to_wall(box, phi, rhs, wall, alpha, beta, a, bx, by, bz, h, omega, &
      sides, count, ierr)
    type(vf_box), intent(in) :: box
    class(vf_field), intent(in) :: phi, rhs, wall, a, bx, by, bz
    real(c_double), intent(in) :: alpha, beta, h(3), omega
    type(vf_boundary), intent(in) :: sides
    integer, intent(in) :: count
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_smooth_helmholtz(box, phi%handle, rhs%handle, wall%handle, alpha, beta, &
      a%handle, bx%handle, by%handle, bz%handle, h, omega, sides, int(count, c_int)), ierr)
  end subroutine
end module
