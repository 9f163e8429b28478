! The loops of the time step, the Lagrangian step, the summary and the halo as originals of the kernels that took their place.
! The box of a kernel gives back the bounds of the cells that the loop was called with.
module lagrange_originals
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use viewfab, only: vf_boundary, vf_fill_halo_register_original, vf_place, vf_reflect_odd
  use lagrange_kernels, only: accelerate, calc_dt, copy_pair, ideal_gas, pdv, viscosity, volume_flux
  use summary_kernel, only: summary_sums
  use hydro2d_halo_kernel, only: update_halo_field
  use hydro2d_kernels, only: vf_ideal_gas_register_original, vf_viscosity_register_original, vf_calc_dt_register_original, &
    vf_pdv_register_original, vf_accelerate_register_original, vf_volume_flux_register_original, &
    vf_copy_pair_register_original, vf_summary_sums_register_original
  implicit none
  private
  public :: register_lagrange_originals

contains

  subroutine register_lagrange_originals()
    call vf_ideal_gas_register_original(ideal_gas_original)
    call vf_viscosity_register_original(viscosity_original)
    call vf_calc_dt_register_original(calc_dt_original)
    call vf_pdv_register_original(pdv_original)
    call vf_accelerate_register_original(accelerate_original)
    call vf_volume_flux_register_original(volume_flux_original)
    call vf_copy_pair_register_original(copy_pair_original)
    call vf_summary_sums_register_original(summary_sums_original)
    call vf_fill_halo_register_original(update_halo_original)
  end subroutine register_lagrange_originals

  subroutine ideal_gas_original(lo, hi, components, gamma, density, density_lo, density_hi, energy, energy_lo, energy_hi, &
    pressure, pressure_lo, pressure_hi, soundspeed, soundspeed_lo, soundspeed_hi)
    integer, intent(in) :: lo(2), hi(2), components
    integer, intent(in), dimension(2) :: density_lo, density_hi, energy_lo, energy_hi, pressure_lo, pressure_hi, &
      soundspeed_lo, soundspeed_hi
    real(dp), intent(in) :: gamma
    real(dp), intent(in) :: density(density_lo(1):density_hi(1), density_lo(2):density_hi(2), components)
    real(dp), intent(in) :: energy(energy_lo(1):energy_hi(1), energy_lo(2):energy_hi(2), components)
    real(dp), intent(inout) :: pressure(pressure_lo(1):pressure_hi(1), pressure_lo(2):pressure_hi(2), components)
    real(dp), intent(inout) :: soundspeed(soundspeed_lo(1):soundspeed_hi(1), soundspeed_lo(2):soundspeed_hi(2), components)

    call ideal_gas(lo(1), hi(1), lo(2), hi(2), gamma, density, energy, pressure, soundspeed)
  end subroutine ideal_gas_original

  subroutine viscosity_original(lo, hi, components, celldx, celldx_lo, celldx_hi, celldy, celldy_lo, celldy_hi, density, &
    density_lo, density_hi, pressure, pressure_lo, pressure_hi, soundspeed, soundspeed_lo, soundspeed_hi, xvel, xvel_lo, &
    xvel_hi, yvel, yvel_lo, yvel_hi, q, q_lo, q_hi)
    integer, intent(in) :: lo(2), hi(2), components
    integer, intent(in), dimension(2) :: density_lo, density_hi, pressure_lo, pressure_hi, soundspeed_lo, soundspeed_hi, &
      xvel_lo, xvel_hi, yvel_lo, yvel_hi, q_lo, q_hi
    integer, intent(in), dimension(1) :: celldx_lo, celldx_hi, celldy_lo, celldy_hi
    real(dp), intent(in) :: celldx(celldx_lo(1):celldx_hi(1))
    real(dp), intent(in) :: celldy(celldy_lo(1):celldy_hi(1))
    real(dp), intent(in) :: density(density_lo(1):density_hi(1), density_lo(2):density_hi(2), components)
    real(dp), intent(in) :: pressure(pressure_lo(1):pressure_hi(1), pressure_lo(2):pressure_hi(2), components)
    real(dp), intent(in) :: soundspeed(soundspeed_lo(1):soundspeed_hi(1), soundspeed_lo(2):soundspeed_hi(2), components)
    real(dp), intent(in) :: xvel(xvel_lo(1):xvel_hi(1), xvel_lo(2):xvel_hi(2), components)
    real(dp), intent(in) :: yvel(yvel_lo(1):yvel_hi(1), yvel_lo(2):yvel_hi(2), components)
    real(dp), intent(inout) :: q(q_lo(1):q_hi(1), q_lo(2):q_hi(2), components)

    call viscosity(lo(1), hi(1), lo(2), hi(2), celldx, celldy, density, pressure, soundspeed, xvel, yvel, q)
  end subroutine viscosity_original

  subroutine calc_dt_original(lo, hi, components, cfl, celldx, celldx_lo, celldx_hi, celldy, celldy_lo, celldy_hi, density, &
    density_lo, density_hi, viscosity, viscosity_lo, viscosity_hi, soundspeed, soundspeed_lo, soundspeed_hi, xvel, xvel_lo, &
    xvel_hi, yvel, yvel_lo, yvel_hi, dt, dt_place)
    integer, intent(in) :: lo(2), hi(2), components
    integer, intent(in), dimension(2) :: density_lo, density_hi, viscosity_lo, viscosity_hi, soundspeed_lo, soundspeed_hi, &
      xvel_lo, xvel_hi, yvel_lo, yvel_hi
    integer, intent(in), dimension(1) :: celldx_lo, celldx_hi, celldy_lo, celldy_hi
    real(dp), intent(in) :: cfl
    real(dp), intent(in) :: celldx(celldx_lo(1):celldx_hi(1))
    real(dp), intent(in) :: celldy(celldy_lo(1):celldy_hi(1))
    real(dp), intent(in) :: density(density_lo(1):density_hi(1), density_lo(2):density_hi(2), components)
    real(dp), intent(in) :: viscosity(viscosity_lo(1):viscosity_hi(1), viscosity_lo(2):viscosity_hi(2), components)
    real(dp), intent(in) :: soundspeed(soundspeed_lo(1):soundspeed_hi(1), soundspeed_lo(2):soundspeed_hi(2), components)
    real(dp), intent(in) :: xvel(xvel_lo(1):xvel_hi(1), xvel_lo(2):xvel_hi(2), components)
    real(dp), intent(in) :: yvel(yvel_lo(1):yvel_hi(1), yvel_lo(2):yvel_hi(2), components)
    real(dp), intent(out) :: dt
    type(vf_place), intent(out) :: dt_place

    call calc_dt(lo(1), hi(1), lo(2), hi(2), cfl, celldx, celldy, density, viscosity, soundspeed, xvel, yvel, dt, &
      dt_place%index(1), dt_place%index(2))
    dt_place%component = 1
  end subroutine calc_dt_original

  subroutine pdv_original(lo, hi, components, dt, celldx, celldx_lo, celldx_hi, celldy, celldy_lo, celldy_hi, volume, &
    volume_lo, volume_hi, density0, density0_lo, density0_hi, energy0, energy0_lo, energy0_hi, pressure, pressure_lo, &
    pressure_hi, viscosity, viscosity_lo, viscosity_hi, xvel_a, xvel_a_lo, xvel_a_hi, yvel_a, yvel_a_lo, yvel_a_hi, xvel_b, &
    xvel_b_lo, xvel_b_hi, yvel_b, yvel_b_lo, yvel_b_hi, density1, density1_lo, density1_hi, energy1, energy1_lo, energy1_hi)
    integer, intent(in) :: lo(2), hi(2), components
    integer, intent(in), dimension(2) :: volume_lo, volume_hi, density0_lo, density0_hi, energy0_lo, energy0_hi, pressure_lo, &
      pressure_hi, viscosity_lo, viscosity_hi, xvel_a_lo, xvel_a_hi, yvel_a_lo, yvel_a_hi, xvel_b_lo, xvel_b_hi, yvel_b_lo, &
      yvel_b_hi, density1_lo, density1_hi, energy1_lo, energy1_hi
    integer, intent(in), dimension(1) :: celldx_lo, celldx_hi, celldy_lo, celldy_hi
    real(dp), intent(in) :: dt
    real(dp), intent(in) :: celldx(celldx_lo(1):celldx_hi(1))
    real(dp), intent(in) :: celldy(celldy_lo(1):celldy_hi(1))
    real(dp), intent(in) :: volume(volume_lo(1):volume_hi(1), volume_lo(2):volume_hi(2), components)
    real(dp), intent(in) :: density0(density0_lo(1):density0_hi(1), density0_lo(2):density0_hi(2), components)
    real(dp), intent(in) :: energy0(energy0_lo(1):energy0_hi(1), energy0_lo(2):energy0_hi(2), components)
    real(dp), intent(in) :: pressure(pressure_lo(1):pressure_hi(1), pressure_lo(2):pressure_hi(2), components)
    real(dp), intent(in) :: viscosity(viscosity_lo(1):viscosity_hi(1), viscosity_lo(2):viscosity_hi(2), components)
    real(dp), intent(in) :: xvel_a(xvel_a_lo(1):xvel_a_hi(1), xvel_a_lo(2):xvel_a_hi(2), components)
    real(dp), intent(in) :: yvel_a(yvel_a_lo(1):yvel_a_hi(1), yvel_a_lo(2):yvel_a_hi(2), components)
    real(dp), intent(in) :: xvel_b(xvel_b_lo(1):xvel_b_hi(1), xvel_b_lo(2):xvel_b_hi(2), components)
    real(dp), intent(in) :: yvel_b(yvel_b_lo(1):yvel_b_hi(1), yvel_b_lo(2):yvel_b_hi(2), components)
    real(dp), intent(inout) :: density1(density1_lo(1):density1_hi(1), density1_lo(2):density1_hi(2), components)
    real(dp), intent(inout) :: energy1(energy1_lo(1):energy1_hi(1), energy1_lo(2):energy1_hi(2), components)

    call pdv(lo(1), hi(1), lo(2), hi(2), dt, celldx, celldy, volume, density0, energy0, pressure, viscosity, xvel_a, yvel_a, &
      xvel_b, yvel_b, density1, energy1)
  end subroutine pdv_original

  subroutine accelerate_original(lo, hi, components, dt, celldx, celldx_lo, celldx_hi, celldy, celldy_lo, celldy_hi, volume, &
    volume_lo, volume_hi, density, density_lo, density_hi, pressure, pressure_lo, pressure_hi, viscosity, viscosity_lo, &
    viscosity_hi, xvel0, xvel0_lo, xvel0_hi, yvel0, yvel0_lo, yvel0_hi, xvel1, xvel1_lo, xvel1_hi, yvel1, yvel1_lo, yvel1_hi)
    integer, intent(in) :: lo(2), hi(2), components
    integer, intent(in), dimension(2) :: volume_lo, volume_hi, density_lo, density_hi, pressure_lo, pressure_hi, viscosity_lo, &
      viscosity_hi, xvel0_lo, xvel0_hi, yvel0_lo, yvel0_hi, xvel1_lo, xvel1_hi, yvel1_lo, yvel1_hi
    integer, intent(in), dimension(1) :: celldx_lo, celldx_hi, celldy_lo, celldy_hi
    real(dp), intent(in) :: dt
    real(dp), intent(in) :: celldx(celldx_lo(1):celldx_hi(1))
    real(dp), intent(in) :: celldy(celldy_lo(1):celldy_hi(1))
    real(dp), intent(in) :: volume(volume_lo(1):volume_hi(1), volume_lo(2):volume_hi(2), components)
    real(dp), intent(in) :: density(density_lo(1):density_hi(1), density_lo(2):density_hi(2), components)
    real(dp), intent(in) :: pressure(pressure_lo(1):pressure_hi(1), pressure_lo(2):pressure_hi(2), components)
    real(dp), intent(in) :: viscosity(viscosity_lo(1):viscosity_hi(1), viscosity_lo(2):viscosity_hi(2), components)
    real(dp), intent(in) :: xvel0(xvel0_lo(1):xvel0_hi(1), xvel0_lo(2):xvel0_hi(2), components)
    real(dp), intent(in) :: yvel0(yvel0_lo(1):yvel0_hi(1), yvel0_lo(2):yvel0_hi(2), components)
    real(dp), intent(inout) :: xvel1(xvel1_lo(1):xvel1_hi(1), xvel1_lo(2):xvel1_hi(2), components)
    real(dp), intent(inout) :: yvel1(yvel1_lo(1):yvel1_hi(1), yvel1_lo(2):yvel1_hi(2), components)

    call accelerate(lo(1), hi(1) - 1, lo(2), hi(2) - 1, dt, celldx, celldy, volume, density, pressure, viscosity, xvel0, &
      yvel0, xvel1, yvel1)
  end subroutine accelerate_original

  subroutine volume_flux_original(lo, hi, components, dt, celldx, celldx_lo, celldx_hi, celldy, celldy_lo, celldy_hi, vel0, &
    vel0_lo, vel0_hi, vel1, vel1_lo, vel1_hi, vol_flux, vol_flux_lo, vol_flux_hi, direction)
    integer, intent(in) :: lo(2), hi(2), components
    integer, intent(in), dimension(2) :: vel0_lo, vel0_hi, vel1_lo, vel1_hi, vol_flux_lo, vol_flux_hi
    integer, intent(in), dimension(1) :: celldx_lo, celldx_hi, celldy_lo, celldy_hi
    real(dp), intent(in) :: dt
    real(dp), intent(in) :: celldx(celldx_lo(1):celldx_hi(1))
    real(dp), intent(in) :: celldy(celldy_lo(1):celldy_hi(1))
    real(dp), intent(in) :: vel0(vel0_lo(1):vel0_hi(1), vel0_lo(2):vel0_hi(2), components)
    real(dp), intent(in) :: vel1(vel1_lo(1):vel1_hi(1), vel1_lo(2):vel1_hi(2), components)
    real(dp), intent(inout) :: vol_flux(vol_flux_lo(1):vol_flux_hi(1), vol_flux_lo(2):vol_flux_hi(2), components)
    integer, intent(in) :: direction

    call volume_flux(lo(1), hi(1) - (1 - direction), lo(2), hi(2) - direction, 1 - direction, direction, dt, celldx, celldy, &
      vel0, vel1, vol_flux)
  end subroutine volume_flux_original

  subroutine copy_pair_original(lo, hi, components, a, a_lo, a_hi, b, b_lo, b_hi, a_copy, a_copy_lo, a_copy_hi, b_copy, &
    b_copy_lo, b_copy_hi)
    integer, intent(in) :: lo(2), hi(2), components
    integer, intent(in), dimension(2) :: a_lo, a_hi, b_lo, b_hi, a_copy_lo, a_copy_hi, b_copy_lo, b_copy_hi
    real(dp), intent(in) :: a(a_lo(1):a_hi(1), a_lo(2):a_hi(2), components)
    real(dp), intent(in) :: b(b_lo(1):b_hi(1), b_lo(2):b_hi(2), components)
    real(dp), intent(inout) :: a_copy(a_copy_lo(1):a_copy_hi(1), a_copy_lo(2):a_copy_hi(2), components)
    real(dp), intent(inout) :: b_copy(b_copy_lo(1):b_copy_hi(1), b_copy_lo(2):b_copy_hi(2), components)

    call copy_pair(lo(1), hi(1), lo(2), hi(2), 0, 0, a, b, a_copy, b_copy)
  end subroutine copy_pair_original

  subroutine summary_sums_original(lo, hi, components, volume, volume_lo, volume_hi, density, density_lo, density_hi, energy, &
    energy_lo, energy_hi, pressure, pressure_lo, pressure_hi, xvel, xvel_lo, xvel_hi, yvel, yvel_lo, yvel_hi, vol, mass, &
    internal, kinetic, press)
    integer, intent(in) :: lo(2), hi(2), components
    integer, intent(in), dimension(2) :: volume_lo, volume_hi, density_lo, density_hi, energy_lo, energy_hi, pressure_lo, &
      pressure_hi, xvel_lo, xvel_hi, yvel_lo, yvel_hi
    real(dp), intent(in) :: volume(volume_lo(1):volume_hi(1), volume_lo(2):volume_hi(2), components)
    real(dp), intent(in) :: density(density_lo(1):density_hi(1), density_lo(2):density_hi(2), components)
    real(dp), intent(in) :: energy(energy_lo(1):energy_hi(1), energy_lo(2):energy_hi(2), components)
    real(dp), intent(in) :: pressure(pressure_lo(1):pressure_hi(1), pressure_lo(2):pressure_hi(2), components)
    real(dp), intent(in) :: xvel(xvel_lo(1):xvel_hi(1), xvel_lo(2):xvel_hi(2), components)
    real(dp), intent(in) :: yvel(yvel_lo(1):yvel_hi(1), yvel_lo(2):yvel_hi(2), components)
    real(dp), intent(out) :: vol
    real(dp), intent(out) :: mass
    real(dp), intent(out) :: internal
    real(dp), intent(out) :: kinetic
    real(dp), intent(out) :: press

    call summary_sums(lo(1), hi(1), lo(2), hi(2), volume, density, energy, pressure, xvel, yvel, vol, mass, internal, kinetic, &
      press)
  end subroutine summary_sums_original

  subroutine update_halo_original(lo, hi, components, x, x_lo, x_hi, layers, sides, nodal)
    integer, intent(in) :: lo(3), hi(3), components, x_lo(3), x_hi(3), layers, nodal(3)
    real(dp), intent(inout) :: x(x_lo(1):x_hi(1), x_lo(2):x_hi(2), x_lo(3):x_hi(3), components)
    type(vf_boundary), intent(in) :: sides

    call update_halo_field(lo(1), hi(1), lo(2), hi(2), layers, nodal(1), nodal(2), sign_of(sides%kind(1)), &
      sign_of(sides%kind(2)), x)
  end subroutine update_halo_original

  integer function sign_of(kind_of_wall)
    integer, intent(in) :: kind_of_wall

    sign_of = merge(-1, 1, kind_of_wall == vf_reflect_odd)
  end function sign_of

end module lagrange_originals
