! A step: time step, Lagrangian step with predictor and corrector, advection in both directions. All loops are on the device;
! only the length of the step comes to the host.
module hydro2d_device_step
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use viewfab, only: vf_box, vf_box_of, vf_place, vf_view
  use hydro2d_kernels, only: vf_accelerate, vf_calc_dt, vf_carried_velocity, vf_cell_flux, vf_cell_heat, vf_cell_update, &
    vf_copy_pair, vf_ideal_gas, vf_mom_update, vf_node_flux_x, vf_node_flux_y, vf_node_mass, vf_pdv, vf_sweep_volumes, &
    vf_viscosity, vf_volume_flux
  use hydro2d_definitions
  use hydro2d_device_halo, only: update_halo
  use hydro2d_views, only: cells, nodes, views
  implicit none
  private
  public :: equation_of_state, timestep, lagrange, advection, reset_field

contains

  ! Pressure of the fields at the start of a step.
  subroutine equation_of_state()
    call vf_ideal_gas(cells, settings%gamma, views%density0, views%energy0, views%pressure, views%soundspeed)
  end subroutine equation_of_state

  ! The length of the step, and the cell that limits the length.
  subroutine timestep(i_dt, j_dt)
    integer, intent(out) :: i_dt, j_dt
    real(dp) :: stable
    type(vf_place) :: place

    associate (v => views)
      call equation_of_state()
      call update_halo([field_density0, field_energy0, field_pressure, field_xvel0, field_yvel0], 2)
      call vf_viscosity(cells, v%celldx, v%celldy, v%density0, v%pressure, v%soundspeed, v%xvel0, v%yvel0, v%viscosity)
      call update_halo([field_viscosity], 2)
      call vf_calc_dt(cells, settings%cfl, v%celldx, v%celldy, v%density0, v%viscosity, v%soundspeed, v%xvel0, v%yvel0, &
        stable, place)
    end associate
    i_dt = place%index(1)
    j_dt = place%index(2)
    if (step == 0) then
      dt = min(stable, settings%dt_initial)
    else
      dt = min(stable, settings%dt_rise*dt, settings%dt_max)
    end if
  end subroutine timestep

  ! Moves the cells with the gas: pressures of the middle of the step accelerate the nodes and work on the cells.
  subroutine lagrange()
    associate (v => views)
      call vf_pdv(cells, 0.5_dp*dt, v%celldx, v%celldy, v%volume, v%density0, v%energy0, v%pressure, v%viscosity, v%xvel0, &
        v%yvel0, v%xvel0, v%yvel0, v%density1, v%energy1)
      call vf_ideal_gas(cells, settings%gamma, v%density1, v%energy1, v%pressure, v%soundspeed)
      call update_halo([field_pressure], 1)
      ! Revert: the corrector starts from the state of the predictor's start.
      call vf_copy_pair(cells, v%density0, v%energy0, v%density1, v%energy1)
      call vf_accelerate(nodes, dt, v%celldx, v%celldy, v%volume, v%density0, v%pressure, v%viscosity, v%xvel0, v%yvel0, &
        v%xvel1, v%yvel1)
      call vf_pdv(cells, dt, v%celldx, v%celldy, v%volume, v%density0, v%energy0, v%pressure, v%viscosity, v%xvel0, &
        v%yvel0, v%xvel1, v%yvel1, v%density1, v%energy1)
      call vf_volume_flux(grown([0, 0], [1, 0]), dt, v%celldx, v%celldy, v%xvel0, v%xvel1, v%vol_flux_x, 0)
      call vf_volume_flux(grown([0, 0], [0, 1]), dt, v%celldx, v%celldy, v%yvel0, v%yvel1, v%vol_flux_y, 1)
    end associate
  end subroutine lagrange

  ! Steps begin with x and y in turn, so neither direction is preferred.
  subroutine advection()
    call update_halo([field_density1, field_energy1, field_vol_flux_x, field_vol_flux_y, field_xvel1, field_yvel1], 2)
    if (mod(step, 2) == 0) then
      call sweep(1, 0, .true.)
      call update_halo([field_density1, field_energy1, field_xvel1, field_yvel1], 2)
      call sweep(0, 1, .false.)
    else
      call sweep(0, 1, .true.)
      call update_halo([field_density1, field_energy1, field_xvel1, field_yvel1], 2)
      call sweep(1, 0, .false.)
    end if
  end subroutine advection

  subroutine sweep(x_inc, y_inc, first_sweep)
    integer, intent(in) :: x_inc, y_inc
    logical, intent(in) :: first_sweep
    integer :: inc(3)

    inc = [x_inc, y_inc, 0]
    associate (v => views)
      call vf_sweep_volumes(grown([2, 2], [2, 2]), x_inc, first_sweep, v%volume, v%vol_flux_x, v%vol_flux_y, v%work1, v%work2)
      if (x_inc == 1) then
        call vf_cell_flux(grown([0, 0], [1, 0]), v%vol_flux_x, v%work1, v%density1, v%energy1, v%mass_flux_x, v%work3, 0)
        call vf_cell_update(cells, inc, v%work1, v%work2, v%mass_flux_x, v%work3, v%density1, v%energy1)
        call update_halo([field_density1, field_mass_flux_x], 2)
        call vf_node_flux_x(grown([2, 0], [2, 1]), v%mass_flux_x, v%work3)
      else
        call vf_cell_flux(grown([0, 0], [0, 1]), v%vol_flux_y, v%work1, v%density1, v%energy1, v%mass_flux_y, v%work3, 1)
        call vf_cell_update(cells, inc, v%work1, v%work2, v%mass_flux_y, v%work3, v%density1, v%energy1)
        call update_halo([field_density1, field_mass_flux_y], 2)
        call vf_node_flux_y(grown([0, 2], [1, 2]), v%mass_flux_y, v%work3)
      end if
      call vf_node_mass(grown(inc(:2), inc(:2) + 1), inc, v%density1, v%work2, v%work3, v%work4, v%work5, v%work7)
      call sweep_velocity(inc, v%xvel1)
      call sweep_velocity(inc, v%yvel1)
      call vf_cell_heat(cells, v%density1, v%work2, v%work7, v%energy1)
    end associate
  end subroutine sweep

  subroutine sweep_velocity(inc, velocity)
    integer, intent(in) :: inc(3)
    type(vf_view), intent(in) :: velocity

    associate (v => views)
      call vf_carried_velocity(grown(inc(:2), [1, 1]), inc, v%work3, v%work5, velocity, v%work6)
      call vf_mom_update(nodes, inc, v%work5, v%work4, v%work3, v%work6, velocity, v%work7)
    end associate
  end subroutine sweep_velocity

  ! The end of a step is the start of the next step.
  subroutine reset_field()
    call vf_copy_pair(cells, views%density1, views%energy1, views%density0, views%energy0)
    call vf_copy_pair(nodes, views%xvel1, views%yvel1, views%xvel0, views%yvel0)
  end subroutine reset_field

  ! The box of the cells, with further cells below and above.
  function grown(below, above) result(box)
    integer, intent(in) :: below(2), above(2)
    type(vf_box) :: box

    box = vf_box_of(cells%lower(:2) - below, cells%upper(:2) + above)
  end function grown

end module hydro2d_device_step
