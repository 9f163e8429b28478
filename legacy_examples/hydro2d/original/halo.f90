! The halo of fields: reflecting walls on all four sides.
module hydro2d_halo
  use hydro2d_definitions
  use hydro2d_halo_kernel, only: update_halo_field
  implicit none
  private
  public :: update_halo

contains

  ! Fills `depth` layers of the halo of the listed fields.
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

end module hydro2d_halo
