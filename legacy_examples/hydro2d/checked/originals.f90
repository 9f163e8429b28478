! The loops of the original as originals of the kernels that replace them. The box of a kernel gives the bounds of the cells
! for the call of the loop.
module hydro2d_originals
  use viewfab, only: vf_reflect_odd
  use viewfab_originals, only: vf_fill_halo_register_original
  use hydro2d_kernels
  use lagrange_kernels, only: accelerate, calc_dt, copy_pair, ideal_gas, pdv, viscosity, volume_flux
  use advection_kernels, only: carried_velocity, cell_flux, cell_heat, cell_update, mom_update, node_flux_x, node_flux_y, &
    node_mass, sweep_volumes
  use summary_kernel, only: summary_sums
  use hydro2d_halo_kernel, only: update_halo_field
  implicit none
  private
  public :: register_originals

contains

  subroutine register_originals()
    include 'hydro2d_kernels_register_originals.inc'
    call vf_fill_halo_register_original(fill_halo_original)
  end subroutine register_originals

  include 'viewfab_ideal_gas_original.inc'
    call ideal_gas(lo(1), hi(1), lo(2), hi(2), gamma, density, energy, pressure, soundspeed)
  end subroutine

  include 'viewfab_viscosity_original.inc'
    call viscosity(lo(1), hi(1), lo(2), hi(2), celldx, celldy, density, pressure, soundspeed, xvel, yvel, q)
  end subroutine

  include 'viewfab_calc_dt_original.inc'
    dt_place%component = 1
    call calc_dt(lo(1), hi(1), lo(2), hi(2), cfl, celldx, celldy, density, viscosity, soundspeed, xvel, yvel, dt, &
      dt_place%index(1), dt_place%index(2))
  end subroutine

  include 'viewfab_pdv_original.inc'
    call pdv(lo(1), hi(1), lo(2), hi(2), dt, celldx, celldy, volume, density0, energy0, pressure, viscosity, xvel_a, yvel_a, &
      xvel_b, yvel_b, density1, energy1)
  end subroutine

  include 'viewfab_accelerate_original.inc'
    call accelerate(lo(1), hi(1) - 1, lo(2), hi(2) - 1, dt, celldx, celldy, volume, density, pressure, viscosity, xvel0, &
      yvel0, xvel1, yvel1)
  end subroutine

  include 'viewfab_volume_flux_original.inc'
    call volume_flux(lo(1), hi(1) - (1 - direction), lo(2), hi(2) - direction, 1 - direction, direction, dt, celldx, celldy, &
      vel0, vel1, vol_flux)
  end subroutine

  include 'viewfab_copy_pair_original.inc'
    call copy_pair(lo(1), hi(1), lo(2), hi(2), 0, 0, a, b, a_copy, b_copy)
  end subroutine

  include 'viewfab_sweep_volumes_original.inc'
    call sweep_volumes(lo(1) + 2, hi(1) - 2, lo(2) + 2, hi(2) - 2, x_inc, first_sweep, volume, vol_flux_x, vol_flux_y, &
      pre_vol, post_vol)
  end subroutine

  include 'viewfab_cell_flux_original.inc'
    call cell_flux(lo(1), hi(1) - (1 - direction), lo(2), hi(2) - direction, 1 - direction, direction, vol_flux, pre_vol, &
      density, energy, mass_flux, ener_flux)
  end subroutine

  include 'viewfab_cell_update_original.inc'
    call cell_update(lo(1), hi(1), lo(2), hi(2), inc(1), inc(2), pre_vol, post_vol, mass_flux, ener_flux, density, energy)
  end subroutine

  include 'viewfab_node_flux_x_original.inc'
    call node_flux_x(lo(1) + 2, hi(1) - 2, lo(2), hi(2) - 1, mass_flux_x, node_flux)
  end subroutine

  include 'viewfab_node_flux_y_original.inc'
    call node_flux_y(lo(1), hi(1) - 1, lo(2) + 2, hi(2) - 2, mass_flux_y, node_flux)
  end subroutine

  include 'viewfab_node_mass_original.inc'
    call node_mass(lo(1) + inc(1), hi(1) - 1 - inc(1), lo(2) + inc(2), hi(2) - 1 - inc(2), inc(1), inc(2), density, post_vol, &
      node_flux, mass_post, mass_pre, heat)
  end subroutine

  include 'viewfab_carried_velocity_original.inc'
    call carried_velocity(lo(1) + inc(1), hi(1) - 1, lo(2) + inc(2), hi(2) - 1, inc(1), inc(2), node_flux, mass_pre, velocity, &
      carried)
  end subroutine

  include 'viewfab_mom_update_original.inc'
    call mom_update(lo(1), hi(1) - 1, lo(2), hi(2) - 1, inc(1), inc(2), mass_pre, mass_post, node_flux, carried, velocity, &
      heat)
  end subroutine

  include 'viewfab_cell_heat_original.inc'
    call cell_heat(lo(1), hi(1), lo(2), hi(2), density, post_vol, heat, energy)
  end subroutine

  include 'viewfab_summary_sums_original.inc'
    call summary_sums(lo(1), hi(1), lo(2), hi(2), volume, density, energy, pressure, xvel, yvel, vol, mass, internal, kinetic, &
      press)
  end subroutine

  include 'viewfab_fill_halo_original.inc'
    call update_halo_field(lo(1), hi(1), lo(2), hi(2), layers, nodal(1), nodal(2), sign_of(sides%kind(1)), &
      sign_of(sides%kind(2)), x)
  end subroutine

  integer function sign_of(kind_of_wall)
    integer, intent(in) :: kind_of_wall

    sign_of = merge(-1, 1, kind_of_wall == vf_reflect_odd)
  end function sign_of

end module hydro2d_originals
