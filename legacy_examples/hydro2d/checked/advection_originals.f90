! The loops of the advection as originals of the kernels that took their place.
module advection_originals
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use advection_kernels, only: carried_velocity, cell_flux, cell_heat, cell_update, mom_update, node_flux_x, node_flux_y, &
    node_mass, sweep_volumes
  use hydro2d_kernels, only: vf_sweep_volumes_register_original, vf_cell_flux_register_original, &
    vf_cell_update_register_original, vf_node_flux_x_register_original, vf_node_flux_y_register_original, &
    vf_node_mass_register_original, vf_carried_velocity_register_original, vf_mom_update_register_original, &
    vf_cell_heat_register_original
  implicit none
  private
  public :: register_advection_originals

contains

  subroutine register_advection_originals()
    call vf_sweep_volumes_register_original(sweep_volumes_original)
    call vf_cell_flux_register_original(cell_flux_original)
    call vf_cell_update_register_original(cell_update_original)
    call vf_node_flux_x_register_original(node_flux_x_original)
    call vf_node_flux_y_register_original(node_flux_y_original)
    call vf_node_mass_register_original(node_mass_original)
    call vf_carried_velocity_register_original(carried_velocity_original)
    call vf_mom_update_register_original(mom_update_original)
    call vf_cell_heat_register_original(cell_heat_original)
  end subroutine register_advection_originals

  subroutine sweep_volumes_original(lo, hi, components, x_inc, first_sweep, volume, volume_lo, volume_hi, vol_flux_x, &
    vol_flux_x_lo, vol_flux_x_hi, vol_flux_y, vol_flux_y_lo, vol_flux_y_hi, pre_vol, pre_vol_lo, pre_vol_hi, post_vol, &
    post_vol_lo, post_vol_hi)
    integer, intent(in) :: lo(2), hi(2), components
    integer, intent(in), dimension(2) :: volume_lo, volume_hi, vol_flux_x_lo, vol_flux_x_hi, vol_flux_y_lo, vol_flux_y_hi, &
      pre_vol_lo, pre_vol_hi, post_vol_lo, post_vol_hi
    integer, intent(in) :: x_inc
    logical, intent(in) :: first_sweep
    real(dp), intent(in) :: volume(volume_lo(1):volume_hi(1), volume_lo(2):volume_hi(2), components)
    real(dp), intent(in) :: vol_flux_x(vol_flux_x_lo(1):vol_flux_x_hi(1), vol_flux_x_lo(2):vol_flux_x_hi(2), components)
    real(dp), intent(in) :: vol_flux_y(vol_flux_y_lo(1):vol_flux_y_hi(1), vol_flux_y_lo(2):vol_flux_y_hi(2), components)
    real(dp), intent(inout) :: pre_vol(pre_vol_lo(1):pre_vol_hi(1), pre_vol_lo(2):pre_vol_hi(2), components)
    real(dp), intent(inout) :: post_vol(post_vol_lo(1):post_vol_hi(1), post_vol_lo(2):post_vol_hi(2), components)

    call sweep_volumes(lo(1) + 2, hi(1) - 2, lo(2) + 2, hi(2) - 2, x_inc, first_sweep, volume, vol_flux_x, vol_flux_y, &
      pre_vol, post_vol)
  end subroutine sweep_volumes_original

  subroutine cell_flux_original(lo, hi, components, vol_flux, vol_flux_lo, vol_flux_hi, pre_vol, pre_vol_lo, pre_vol_hi, &
    density, density_lo, density_hi, energy, energy_lo, energy_hi, mass_flux, mass_flux_lo, mass_flux_hi, ener_flux, &
    ener_flux_lo, ener_flux_hi, direction)
    integer, intent(in) :: lo(2), hi(2), components
    integer, intent(in), dimension(2) :: vol_flux_lo, vol_flux_hi, pre_vol_lo, pre_vol_hi, density_lo, density_hi, energy_lo, &
      energy_hi, mass_flux_lo, mass_flux_hi, ener_flux_lo, ener_flux_hi
    real(dp), intent(in) :: vol_flux(vol_flux_lo(1):vol_flux_hi(1), vol_flux_lo(2):vol_flux_hi(2), components)
    real(dp), intent(in) :: pre_vol(pre_vol_lo(1):pre_vol_hi(1), pre_vol_lo(2):pre_vol_hi(2), components)
    real(dp), intent(in) :: density(density_lo(1):density_hi(1), density_lo(2):density_hi(2), components)
    real(dp), intent(in) :: energy(energy_lo(1):energy_hi(1), energy_lo(2):energy_hi(2), components)
    real(dp), intent(inout) :: mass_flux(mass_flux_lo(1):mass_flux_hi(1), mass_flux_lo(2):mass_flux_hi(2), components)
    real(dp), intent(inout) :: ener_flux(ener_flux_lo(1):ener_flux_hi(1), ener_flux_lo(2):ener_flux_hi(2), components)
    integer, intent(in) :: direction

    call cell_flux(lo(1), hi(1) - (1 - direction), lo(2), hi(2) - direction, 1 - direction, direction, vol_flux, pre_vol, &
      density, energy, mass_flux, ener_flux)
  end subroutine cell_flux_original

  subroutine cell_update_original(lo, hi, components, inc, pre_vol, pre_vol_lo, pre_vol_hi, post_vol, post_vol_lo, &
    post_vol_hi, mass_flux, mass_flux_lo, mass_flux_hi, ener_flux, ener_flux_lo, ener_flux_hi, density, density_lo, &
    density_hi, energy, energy_lo, energy_hi)
    integer, intent(in) :: lo(2), hi(2), components
    integer, intent(in), dimension(2) :: pre_vol_lo, pre_vol_hi, post_vol_lo, post_vol_hi, mass_flux_lo, mass_flux_hi, &
      ener_flux_lo, ener_flux_hi, density_lo, density_hi, energy_lo, energy_hi
    integer, intent(in) :: inc(3)
    real(dp), intent(in) :: pre_vol(pre_vol_lo(1):pre_vol_hi(1), pre_vol_lo(2):pre_vol_hi(2), components)
    real(dp), intent(in) :: post_vol(post_vol_lo(1):post_vol_hi(1), post_vol_lo(2):post_vol_hi(2), components)
    real(dp), intent(in) :: mass_flux(mass_flux_lo(1):mass_flux_hi(1), mass_flux_lo(2):mass_flux_hi(2), components)
    real(dp), intent(in) :: ener_flux(ener_flux_lo(1):ener_flux_hi(1), ener_flux_lo(2):ener_flux_hi(2), components)
    real(dp), intent(inout) :: density(density_lo(1):density_hi(1), density_lo(2):density_hi(2), components)
    real(dp), intent(inout) :: energy(energy_lo(1):energy_hi(1), energy_lo(2):energy_hi(2), components)

    call cell_update(lo(1), hi(1), lo(2), hi(2), inc(1), inc(2), pre_vol, post_vol, mass_flux, ener_flux, density, energy)
  end subroutine cell_update_original

  subroutine node_flux_x_original(lo, hi, components, mass_flux_x, mass_flux_x_lo, mass_flux_x_hi, node_flux, node_flux_lo, &
    node_flux_hi)
    integer, intent(in) :: lo(2), hi(2), components
    integer, intent(in), dimension(2) :: mass_flux_x_lo, mass_flux_x_hi, node_flux_lo, node_flux_hi
    real(dp), intent(in) :: mass_flux_x(mass_flux_x_lo(1):mass_flux_x_hi(1), mass_flux_x_lo(2):mass_flux_x_hi(2), components)
    real(dp), intent(inout) :: node_flux(node_flux_lo(1):node_flux_hi(1), node_flux_lo(2):node_flux_hi(2), components)

    call node_flux_x(lo(1) + 2, hi(1) - 2, lo(2), hi(2) - 1, mass_flux_x, node_flux)
  end subroutine node_flux_x_original

  subroutine node_flux_y_original(lo, hi, components, mass_flux_y, mass_flux_y_lo, mass_flux_y_hi, node_flux, node_flux_lo, &
    node_flux_hi)
    integer, intent(in) :: lo(2), hi(2), components
    integer, intent(in), dimension(2) :: mass_flux_y_lo, mass_flux_y_hi, node_flux_lo, node_flux_hi
    real(dp), intent(in) :: mass_flux_y(mass_flux_y_lo(1):mass_flux_y_hi(1), mass_flux_y_lo(2):mass_flux_y_hi(2), components)
    real(dp), intent(inout) :: node_flux(node_flux_lo(1):node_flux_hi(1), node_flux_lo(2):node_flux_hi(2), components)

    call node_flux_y(lo(1), hi(1) - 1, lo(2) + 2, hi(2) - 2, mass_flux_y, node_flux)
  end subroutine node_flux_y_original

  subroutine node_mass_original(lo, hi, components, inc, density, density_lo, density_hi, post_vol, post_vol_lo, post_vol_hi, &
    node_flux, node_flux_lo, node_flux_hi, mass_post, mass_post_lo, mass_post_hi, mass_pre, mass_pre_lo, mass_pre_hi, heat, &
    heat_lo, heat_hi)
    integer, intent(in) :: lo(2), hi(2), components
    integer, intent(in), dimension(2) :: density_lo, density_hi, post_vol_lo, post_vol_hi, node_flux_lo, node_flux_hi, &
      mass_post_lo, mass_post_hi, mass_pre_lo, mass_pre_hi, heat_lo, heat_hi
    integer, intent(in) :: inc(3)
    real(dp), intent(in) :: density(density_lo(1):density_hi(1), density_lo(2):density_hi(2), components)
    real(dp), intent(in) :: post_vol(post_vol_lo(1):post_vol_hi(1), post_vol_lo(2):post_vol_hi(2), components)
    real(dp), intent(in) :: node_flux(node_flux_lo(1):node_flux_hi(1), node_flux_lo(2):node_flux_hi(2), components)
    real(dp), intent(inout) :: mass_post(mass_post_lo(1):mass_post_hi(1), mass_post_lo(2):mass_post_hi(2), components)
    real(dp), intent(inout) :: mass_pre(mass_pre_lo(1):mass_pre_hi(1), mass_pre_lo(2):mass_pre_hi(2), components)
    real(dp), intent(inout) :: heat(heat_lo(1):heat_hi(1), heat_lo(2):heat_hi(2), components)

    call node_mass(lo(1) + inc(1), hi(1) - 1 - inc(1), lo(2) + inc(2), hi(2) - 1 - inc(2), inc(1), inc(2), density, post_vol, &
      node_flux, mass_post, mass_pre, heat)
  end subroutine node_mass_original

  subroutine carried_velocity_original(lo, hi, components, inc, node_flux, node_flux_lo, node_flux_hi, mass_pre, mass_pre_lo, &
    mass_pre_hi, velocity, velocity_lo, velocity_hi, carried, carried_lo, carried_hi)
    integer, intent(in) :: lo(2), hi(2), components
    integer, intent(in), dimension(2) :: node_flux_lo, node_flux_hi, mass_pre_lo, mass_pre_hi, velocity_lo, velocity_hi, &
      carried_lo, carried_hi
    integer, intent(in) :: inc(3)
    real(dp), intent(in) :: node_flux(node_flux_lo(1):node_flux_hi(1), node_flux_lo(2):node_flux_hi(2), components)
    real(dp), intent(in) :: mass_pre(mass_pre_lo(1):mass_pre_hi(1), mass_pre_lo(2):mass_pre_hi(2), components)
    real(dp), intent(in) :: velocity(velocity_lo(1):velocity_hi(1), velocity_lo(2):velocity_hi(2), components)
    real(dp), intent(inout) :: carried(carried_lo(1):carried_hi(1), carried_lo(2):carried_hi(2), components)

    call carried_velocity(lo(1) + inc(1), hi(1) - 1, lo(2) + inc(2), hi(2) - 1, inc(1), inc(2), node_flux, mass_pre, velocity, &
      carried)
  end subroutine carried_velocity_original

  subroutine mom_update_original(lo, hi, components, inc, mass_pre, mass_pre_lo, mass_pre_hi, mass_post, mass_post_lo, &
    mass_post_hi, node_flux, node_flux_lo, node_flux_hi, carried, carried_lo, carried_hi, velocity, velocity_lo, velocity_hi, &
    heat, heat_lo, heat_hi)
    integer, intent(in) :: lo(2), hi(2), components
    integer, intent(in), dimension(2) :: mass_pre_lo, mass_pre_hi, mass_post_lo, mass_post_hi, node_flux_lo, node_flux_hi, &
      carried_lo, carried_hi, velocity_lo, velocity_hi, heat_lo, heat_hi
    integer, intent(in) :: inc(3)
    real(dp), intent(in) :: mass_pre(mass_pre_lo(1):mass_pre_hi(1), mass_pre_lo(2):mass_pre_hi(2), components)
    real(dp), intent(in) :: mass_post(mass_post_lo(1):mass_post_hi(1), mass_post_lo(2):mass_post_hi(2), components)
    real(dp), intent(in) :: node_flux(node_flux_lo(1):node_flux_hi(1), node_flux_lo(2):node_flux_hi(2), components)
    real(dp), intent(in) :: carried(carried_lo(1):carried_hi(1), carried_lo(2):carried_hi(2), components)
    real(dp), intent(inout) :: velocity(velocity_lo(1):velocity_hi(1), velocity_lo(2):velocity_hi(2), components)
    real(dp), intent(inout) :: heat(heat_lo(1):heat_hi(1), heat_lo(2):heat_hi(2), components)

    call mom_update(lo(1), hi(1) - 1, lo(2), hi(2) - 1, inc(1), inc(2), mass_pre, mass_post, node_flux, carried, velocity, &
      heat)
  end subroutine mom_update_original

  subroutine cell_heat_original(lo, hi, components, density, density_lo, density_hi, post_vol, post_vol_lo, post_vol_hi, heat, &
    heat_lo, heat_hi, energy, energy_lo, energy_hi)
    integer, intent(in) :: lo(2), hi(2), components
    integer, intent(in), dimension(2) :: density_lo, density_hi, post_vol_lo, post_vol_hi, heat_lo, heat_hi, energy_lo, &
      energy_hi
    real(dp), intent(in) :: density(density_lo(1):density_hi(1), density_lo(2):density_hi(2), components)
    real(dp), intent(in) :: post_vol(post_vol_lo(1):post_vol_hi(1), post_vol_lo(2):post_vol_hi(2), components)
    real(dp), intent(in) :: heat(heat_lo(1):heat_hi(1), heat_lo(2):heat_hi(2), components)
    real(dp), intent(inout) :: energy(energy_lo(1):energy_hi(1), energy_lo(2):energy_hi(2), components)

    call cell_heat(lo(1), hi(1), lo(2), hi(2), density, post_vol, heat, energy)
  end subroutine cell_heat_original

end module advection_originals
