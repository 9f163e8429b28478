! The equation of state, the viscosity and the length of the step are on the device, all other code is on the host. Host code
! announces its accesses to viewfab if kernels use the arrays too.
! A step: time step, Lagrangian step with predictor and corrector, advection in both directions.
module hydro2d_device_step
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use viewfab, only: vf_place, vf_update
  use hydro2d_kernels, only: vf_calc_dt, vf_ideal_gas, vf_viscosity
  use hydro2d_definitions
  use hydro2d_halo, only: update_halo
  use lagrange_kernels, only: accelerate, copy_pair, ideal_gas, pdv, volume_flux
  use hydro2d_views, only: cells, views
  use advection_kernels, only: carried_velocity, cell_flux, cell_heat, cell_update, mom_update, node_flux_x, node_flux_y, &
    node_mass, sweep_volumes
  implicit none
  private
  public :: equation_of_state, timestep, lagrange, advection, reset_field

contains

  ! Pressure of the fields at the start of a step.
  subroutine equation_of_state()
    call vf_ideal_gas(cells, settings%gamma, views%density0, views%energy0, views%pressure, views%soundspeed)
    call views%pressure%to_host(vf_update)
  end subroutine equation_of_state

  ! The length of the step, and the cell that limits the length.
  subroutine timestep(i_dt, j_dt)
    integer, intent(out) :: i_dt, j_dt
    real(dp) :: stable
    type(vf_place) :: place

    associate (v => views)
      call equation_of_state()
      call start_to_host()
      call update_halo([field_density0, field_energy0, field_pressure, field_xvel0, field_yvel0], 2)
      call vf_viscosity(cells, v%celldx, v%celldy, v%density0, v%pressure, v%soundspeed, v%xvel0, v%yvel0, v%viscosity)
      call v%viscosity%to_host(vf_update)
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

  ! Announces that the host will change the fields of the start of a step.
  subroutine start_to_host()
    call views%density0%to_host(vf_update)
    call views%energy0%to_host(vf_update)
    call views%xvel0%to_host(vf_update)
    call views%yvel0%to_host(vf_update)
  end subroutine start_to_host

  ! Moves the cells with the gas: pressures of the middle of the step accelerate the nodes and work on the cells.
  subroutine lagrange()
    call views%pressure%to_host(vf_update)
    call views%soundspeed%to_host(vf_update)
    associate (c => chunk, f => chunk%field)
      call pdv(c%x_min, c%x_max, c%y_min, c%y_max, 0.5_dp*dt, f%celldx, f%celldy, f%volume, f%density0, f%energy0, &
        f%pressure, f%viscosity, f%xvel0, f%yvel0, f%xvel0, f%yvel0, f%density1, f%energy1)
      call ideal_gas(c%x_min, c%x_max, c%y_min, c%y_max, settings%gamma, f%density1, f%energy1, f%pressure, f%soundspeed)
      call update_halo([field_pressure], 1)
      ! Revert: the corrector starts from the state of the predictor's start.
      call copy_pair(c%x_min, c%x_max, c%y_min, c%y_max, 0, 0, f%density0, f%energy0, f%density1, f%energy1)
      call accelerate(c%x_min, c%x_max, c%y_min, c%y_max, dt, f%celldx, f%celldy, f%volume, f%density0, f%pressure, &
        f%viscosity, f%xvel0, f%yvel0, f%xvel1, f%yvel1)
      call pdv(c%x_min, c%x_max, c%y_min, c%y_max, dt, f%celldx, f%celldy, f%volume, f%density0, f%energy0, f%pressure, &
        f%viscosity, f%xvel0, f%yvel0, f%xvel1, f%yvel1, f%density1, f%energy1)
      call volume_flux(c%x_min, c%x_max, c%y_min, c%y_max, 1, 0, dt, f%celldx, f%celldy, f%xvel0, f%xvel1, f%vol_flux_x)
      call volume_flux(c%x_min, c%x_max, c%y_min, c%y_max, 0, 1, dt, f%celldx, f%celldy, f%yvel0, f%yvel1, f%vol_flux_y)
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

    associate (c => chunk, f => chunk%field)
      call sweep_volumes(c%x_min, c%x_max, c%y_min, c%y_max, x_inc, first_sweep, f%volume, f%vol_flux_x, &
        f%vol_flux_y, f%work1, f%work2)
      if (x_inc == 1) then
        call cell_flux(c%x_min, c%x_max, c%y_min, c%y_max, x_inc, y_inc, f%vol_flux_x, f%work1, f%density1, f%energy1, &
          f%mass_flux_x, f%work3)
        call cell_update(c%x_min, c%x_max, c%y_min, c%y_max, x_inc, y_inc, f%work1, f%work2, f%mass_flux_x, f%work3, &
          f%density1, f%energy1)
        call update_halo([field_density1, field_mass_flux_x], 2)
        call node_flux_x(c%x_min, c%x_max, c%y_min, c%y_max, f%mass_flux_x, f%work3)
      else
        call cell_flux(c%x_min, c%x_max, c%y_min, c%y_max, x_inc, y_inc, f%vol_flux_y, f%work1, f%density1, f%energy1, &
          f%mass_flux_y, f%work3)
        call cell_update(c%x_min, c%x_max, c%y_min, c%y_max, x_inc, y_inc, f%work1, f%work2, f%mass_flux_y, f%work3, &
          f%density1, f%energy1)
        call update_halo([field_density1, field_mass_flux_y], 2)
        call node_flux_y(c%x_min, c%x_max, c%y_min, c%y_max, f%mass_flux_y, f%work3)
      end if
      call node_mass(c%x_min, c%x_max, c%y_min, c%y_max, x_inc, y_inc, f%density1, f%work2, f%work3, f%work4, f%work5, f%work7)
      call carried_velocity(c%x_min, c%x_max, c%y_min, c%y_max, x_inc, y_inc, f%work3, f%work5, f%xvel1, f%work6)
      call mom_update(c%x_min, c%x_max, c%y_min, c%y_max, x_inc, y_inc, f%work5, f%work4, f%work3, f%work6, f%xvel1, f%work7)
      call carried_velocity(c%x_min, c%x_max, c%y_min, c%y_max, x_inc, y_inc, f%work3, f%work5, f%yvel1, f%work6)
      call mom_update(c%x_min, c%x_max, c%y_min, c%y_max, x_inc, y_inc, f%work5, f%work4, f%work3, f%work6, f%yvel1, f%work7)
      call cell_heat(c%x_min, c%x_max, c%y_min, c%y_max, f%density1, f%work2, f%work7, f%energy1)
    end associate
  end subroutine sweep

  ! The end of a step is the start of the next step.
  subroutine reset_field()
    call start_to_host()
    associate (c => chunk, f => chunk%field)
      call copy_pair(c%x_min, c%x_max, c%y_min, c%y_max, 0, 0, f%density1, f%energy1, f%density0, f%energy0)
      call copy_pair(c%x_min, c%x_max, c%y_min, c%y_max, 1, 1, f%xvel1, f%yvel1, f%xvel0, f%yvel0)
    end associate
  end subroutine reset_field

end module hydro2d_device_step
