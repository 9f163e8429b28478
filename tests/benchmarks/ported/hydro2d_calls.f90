! The kernels of legacy_examples/hydro2d by number.
module hydro2d_calls
  use viewfab, only: vf_box, vf_box_of, vf_place
  use hydro2d_fields
  use hydro2d_kernels
  use hydro2d_views, only: cells, nodes, views
  implicit none
  private
  public :: call_kernel, place_of_dt

  integer, parameter :: inc(3) = [1, 0, 0]

  type(vf_place) :: place_of_dt

contains

  subroutine call_kernel(kernel)
    integer, intent(in) :: kernel

    associate (v => views)
      select case (kernel)
      case (ideal_gas); call vf_ideal_gas(cells, gamma, v%density0, v%energy0, v%pressure, v%soundspeed)
      case (viscosity)
        call vf_viscosity(cells, v%celldx, v%celldy, v%density0, v%pressure, v%soundspeed, v%xvel0, v%yvel0, v%viscosity)
      case (calc_dt)
        call vf_calc_dt(cells, cfl, v%celldx, v%celldy, v%density0, v%viscosity, v%soundspeed, v%xvel0, v%yvel0, numbers(1), &
          place_of_dt)
      case (pdv)
        call vf_pdv(cells, dt, v%celldx, v%celldy, v%volume, v%density0, v%energy0, v%pressure, v%viscosity, v%xvel0, &
          v%yvel0, v%xvel1, v%yvel1, v%density1, v%energy1)
      case (accelerate)
        call vf_accelerate(nodes, dt, v%celldx, v%celldy, v%volume, v%density0, v%pressure, v%viscosity, v%xvel0, v%yvel0, &
          v%xvel1, v%yvel1)
      case (cell_flux)
        call vf_cell_flux(grown([0, 0], [1, 0]), v%vol_flux_x, v%work1, v%density1, v%energy1, v%mass_flux_x, v%work3, 0)
      case (7); call vf_volume_flux(grown([0, 0], [1, 0]), dt, v%celldx, v%celldy, v%xvel0, v%xvel1, v%vol_flux_x, 0)
      case (8); call vf_copy_pair(cells, v%density1, v%energy1, v%density0, v%energy0)
      case (9)
        call vf_sweep_volumes(grown([2, 2], [2, 2]), 1, .true., v%volume, v%vol_flux_x, v%vol_flux_y, v%work1, v%work2)
      case (10); call vf_cell_update(cells, inc, v%work1, v%work2, v%mass_flux_x, v%work3, v%density1, v%energy1)
      case (11); call vf_node_flux_x(grown([2, 0], [2, 1]), v%mass_flux_x, v%work3)
      case (12); call vf_node_flux_y(grown([0, 2], [1, 2]), v%mass_flux_y, v%work3)
      case (13)
        call vf_node_mass(grown([1, 0], [2, 1]), inc, v%density1, v%work2, v%work3, v%work4, v%work5, v%work7)
      case (14); call vf_carried_velocity(grown([1, 0], [1, 1]), inc, v%work3, v%work5, v%xvel1, v%work6)
      case (15); call vf_mom_update(nodes, inc, v%work5, v%work4, v%work3, v%work6, v%xvel1, v%work7)
      case (16); call vf_cell_heat(cells, v%density1, v%work2, v%work7, v%energy1)
      case (17)
        call vf_summary_sums(cells, v%volume, v%density0, v%energy0, v%pressure, v%xvel0, v%yvel0, numbers(1), numbers(2), &
          numbers(3), numbers(4), numbers(5))
      end select
    end associate
  end subroutine

  ! The box of the cells, extended by the given numbers of cells below and above.
  function grown(below, above) result(box)
    integer, intent(in) :: below(2), above(2)
    type(vf_box) :: box

    box = vf_box_of(cells%lower(:2) - below, cells%upper(:2) + above)
  end function

end module
