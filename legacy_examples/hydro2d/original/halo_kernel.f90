! The loops of the halo.
module hydro2d_halo_kernel
  use, intrinsic :: iso_fortran_env, only: dp => real64
  implicit none
  private
  public :: update_halo_field

contains

  ! x_inc, y_inc: 1 for directions with the field on nodes. x_sign, y_sign: -1 if a wall changes the sign of the field.
  subroutine update_halo_field(x_min, x_max, y_min, y_max, depth, x_inc, y_inc, x_sign, y_sign, field)
    integer, intent(in) :: x_min, x_max, y_min, y_max, depth, x_inc, y_inc, x_sign, y_sign
    real(dp), intent(inout) :: field(x_min-2:x_max+2+x_inc, y_min-2:y_max+2+y_inc)
    integer :: i, j, g

    !$omp parallel do private(g)
    do j = y_min, y_max + y_inc
      do g = 1, depth
        field(x_min-g,j) = x_sign*field(x_min-1+g+x_inc,j)
        field(x_max+x_inc+g,j) = x_sign*field(x_max+1-g,j)
      end do
    end do
    do g = 1, depth
      !$omp parallel do
      do i = x_min - depth, x_max + x_inc + depth
        field(i,y_min-g) = y_sign*field(i,y_min-1+g+y_inc)
        field(i,y_max+y_inc+g) = y_sign*field(i,y_max+1-g)
      end do
    end do
  end subroutine update_halo_field

end module hydro2d_halo_kernel
