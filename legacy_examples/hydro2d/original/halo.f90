! The halo of fields: reflecting walls on all four sides.
module hydro2d_halo
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use hydro2d_definitions
  implicit none
  private
  public :: update_halo, update_halo_field

contains

  ! Fills so many layers of the halo of the listed fields.
  subroutine update_halo(fields, depth)
    integer, intent(in) :: fields(:), depth
    integer :: n

    associate (c => chunk, f => chunk%field)
      do n = 1, size(fields)
        select case (fields(n))
        case (field_density0)
          call update_halo_field(c%x_min, c%x_max, c%y_min, c%y_max, depth, 0, 0, 1, 1, f%density0)
        case (field_density1)
          call update_halo_field(c%x_min, c%x_max, c%y_min, c%y_max, depth, 0, 0, 1, 1, f%density1)
        case (field_energy0)
          call update_halo_field(c%x_min, c%x_max, c%y_min, c%y_max, depth, 0, 0, 1, 1, f%energy0)
        case (field_energy1)
          call update_halo_field(c%x_min, c%x_max, c%y_min, c%y_max, depth, 0, 0, 1, 1, f%energy1)
        case (field_pressure)
          call update_halo_field(c%x_min, c%x_max, c%y_min, c%y_max, depth, 0, 0, 1, 1, f%pressure)
        case (field_viscosity)
          call update_halo_field(c%x_min, c%x_max, c%y_min, c%y_max, depth, 0, 0, 1, 1, f%viscosity)
        case (field_xvel0)
          call update_halo_field(c%x_min, c%x_max, c%y_min, c%y_max, depth, 1, 1, -1, 1, f%xvel0)
        case (field_xvel1)
          call update_halo_field(c%x_min, c%x_max, c%y_min, c%y_max, depth, 1, 1, -1, 1, f%xvel1)
        case (field_yvel0)
          call update_halo_field(c%x_min, c%x_max, c%y_min, c%y_max, depth, 1, 1, 1, -1, f%yvel0)
        case (field_yvel1)
          call update_halo_field(c%x_min, c%x_max, c%y_min, c%y_max, depth, 1, 1, 1, -1, f%yvel1)
        case (field_vol_flux_x)
          call update_halo_field(c%x_min, c%x_max, c%y_min, c%y_max, depth, 1, 0, -1, 1, f%vol_flux_x)
        case (field_vol_flux_y)
          call update_halo_field(c%x_min, c%x_max, c%y_min, c%y_max, depth, 0, 1, 1, -1, f%vol_flux_y)
        case (field_mass_flux_x)
          call update_halo_field(c%x_min, c%x_max, c%y_min, c%y_max, depth, 1, 0, -1, 1, f%mass_flux_x)
        case (field_mass_flux_y)
          call update_halo_field(c%x_min, c%x_max, c%y_min, c%y_max, depth, 0, 1, 1, -1, f%mass_flux_y)
        end select
      end do
    end associate
  end subroutine update_halo

  ! x_inc, y_inc: 1 in the directions in which the field lies on nodes. x_sign, y_sign: -1 where a wall turns it round.
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

end module hydro2d_halo
