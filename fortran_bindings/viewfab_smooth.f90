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

  interface
    function c_smooth_poisson(box, phi, rhs, h, sides, count, wall) result(status) &
        bind(c, name='vf_smooth_poisson')
      import :: c_double, c_int, c_ptr, vf_boundary, vf_box
      type(vf_box), intent(in) :: box
      type(c_ptr), value :: phi, rhs, wall
      real(c_double), value :: h
      type(vf_boundary), intent(in) :: sides
      integer(c_int), value :: count
      integer(c_int) :: status
    end function

    function c_smooth_helmholtz(box, phi, rhs, alpha, beta, a, bx, by, bz, h, omega, sides, &
        count, wall) result(status) bind(c, name='vf_smooth_helmholtz')
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

  ! Red-black Gauss-Seidel smooths for laplacian(phi) = rhs, each of them: fill ghosts, colour 0,
  ! fill ghosts, colour 1.
  !   box    cells of the domain
  !   phi    solution, cell-centred; one ghost layer, which is used here: what it holds afterwards is
  !          not defined (updated)
  !   rhs    right-hand side, in units of phi / h^2 (read)
  !   h      cell width, the same in all directions
  !   sides  boundary of the domain
  !   count  number of smooths, >= 0
  !   wall   values on Dirichlet walls, in the ghost cells beside them (read); default 0
  !   ierr   as vf_fill_ghosts, vf_fill_ghosts_to, vf_gsrb_poisson, for sets as their fill_ghosts;
  !          VF_ERROR_ARGUMENT (count)
  ! phi may be a set of boxes in the domain: each smooth is then over all of them, with an exchange of
  ! ghosts. wall is then a set of the same boxes, each other array a set of as many or a view that holds
  ! the domain.
  subroutine vf_smooth_poisson(box, phi, rhs, h, sides, count, wall, ierr)
    type(vf_box), intent(in) :: box
    class(vf_field), intent(in) :: phi, rhs
    real(c_double), intent(in) :: h
    type(vf_boundary), intent(in) :: sides
    integer, intent(in) :: count
    class(vf_field), intent(in), optional :: wall
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_smooth_poisson(box, phi%handle, rhs%handle, h, sides, int(count, c_int), &
      handle_of(wall)), ierr)
  end subroutine

  ! The same for alpha a phi - beta div(b grad phi) = rhs, with vf_gsrb_helmholtz.
  !   alpha, beta  factors of the two terms
  !   a            coefficient in the cells (read)
  !   bx, by, bz   coefficients on the faces, one more in their own direction (read)
  !   h            cell widths
  !   omega        over-relaxation; the legacy kernel has 1.15
  subroutine vf_smooth_helmholtz(box, phi, rhs, alpha, beta, a, bx, by, bz, h, omega, sides, count, &
      wall, ierr)
    type(vf_box), intent(in) :: box
    class(vf_field), intent(in) :: phi, rhs, a, bx, by, bz
    real(c_double), intent(in) :: alpha, beta, h(3), omega
    type(vf_boundary), intent(in) :: sides
    integer, intent(in) :: count
    class(vf_field), intent(in), optional :: wall
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_smooth_helmholtz(box, phi%handle, rhs%handle, alpha, beta, a%handle, &
      bx%handle, by%handle, bz%handle, h, omega, sides, int(count, c_int), handle_of(wall)), ierr)
  end subroutine

  function handle_of(view) result(handle)
    class(vf_field), intent(in), optional :: view
    type(c_ptr) :: handle
    handle = c_null_ptr
    if (present(view)) handle = view%handle
  end function
end module
