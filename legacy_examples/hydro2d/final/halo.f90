! The halo of fields: reflecting walls on all four sides.
module hydro2d_device_halo
  use viewfab, only: vf_boundary, vf_fill_halo, vf_neumann, vf_reflect_odd, vf_unfilled, vf_view
  use hydro2d_definitions
  use hydro2d_views, only: cells, views
  implicit none
  private
  public :: update_halo

contains

  ! Fills `depth` layers of the halo of the listed fields.
  subroutine update_halo(fields, depth)
    integer, intent(in) :: fields(:), depth
    integer :: n

    associate (v => views)
      do n = 1, size(fields)
        select case (fields(n))
        case (field_density0)
          call update_halo_field(depth, 0, 0, 1, 1, v%density0)
        case (field_density1)
          call update_halo_field(depth, 0, 0, 1, 1, v%density1)
        case (field_energy0)
          call update_halo_field(depth, 0, 0, 1, 1, v%energy0)
        case (field_energy1)
          call update_halo_field(depth, 0, 0, 1, 1, v%energy1)
        case (field_pressure)
          call update_halo_field(depth, 0, 0, 1, 1, v%pressure)
        case (field_viscosity)
          call update_halo_field(depth, 0, 0, 1, 1, v%viscosity)
        case (field_xvel0)
          call update_halo_field(depth, 1, 1, -1, 1, v%xvel0)
        case (field_xvel1)
          call update_halo_field(depth, 1, 1, -1, 1, v%xvel1)
        case (field_yvel0)
          call update_halo_field(depth, 1, 1, 1, -1, v%yvel0)
        case (field_yvel1)
          call update_halo_field(depth, 1, 1, 1, -1, v%yvel1)
        case (field_vol_flux_x)
          call update_halo_field(depth, 1, 0, -1, 1, v%vol_flux_x)
        case (field_vol_flux_y)
          call update_halo_field(depth, 0, 1, 1, -1, v%vol_flux_y)
        case (field_mass_flux_x)
          call update_halo_field(depth, 1, 0, -1, 1, v%mass_flux_x)
        case (field_mass_flux_y)
          call update_halo_field(depth, 0, 1, 1, -1, v%mass_flux_y)
        end select
      end do
    end associate
  end subroutine update_halo

  ! x_inc, y_inc: 1 for directions with the field on nodes. x_sign, y_sign: -1 if a wall changes the sign of the field.
  subroutine update_halo_field(depth, x_inc, y_inc, x_sign, y_sign, field)
    integer, intent(in) :: depth, x_inc, y_inc, x_sign, y_sign
    type(vf_view), intent(in) :: field
    type(vf_boundary) :: walls

    walls%kind = vf_unfilled
    walls%kind([1, 4]) = merge(vf_reflect_odd, vf_neumann, x_sign < 0)
    walls%kind([2, 5]) = merge(vf_reflect_odd, vf_neumann, y_sign < 0)
    call vf_fill_halo(cells, field, depth, walls, [x_inc, y_inc, 0])
  end subroutine update_halo_field

end module hydro2d_device_halo
