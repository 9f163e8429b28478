! One step of the physics.
module columns_physics
  use columns_definitions, only: r8, rgas
  use columns_kernels, only: vf_cloud, vf_cool, vf_gather_rain, vf_hydrostatic
  use columns_state
  use columns_views, only: columns, views
  implicit none
  private
  public :: physics_step

  real(r8), parameter :: cooling = 5.0e-5_r8   ! K/s

contains

  subroutine physics_step()
    associate (w => views)
      call vf_hydrostatic(columns, w%col_dp, w%col_t, w%col_phis, w%col_p, w%col_ph, w%col_phi, ptop, rgas)
      call vf_cool(columns, w%col_p, w%col_ph, w%col_t, dt_physics*cooling)
      call vf_cloud(columns, w%convective, w%convection, w%land, w%col_p, w%col_ph, w%col_t, w%clv, w%rain_flux, &
        w%enthalpy_flux, w%col_cover, w%total_cover, dt_physics)
      call vf_gather_rain(columns, w%rain_flux, w%rain, dt_physics)
    end associate
  end subroutine physics_step

end module columns_physics
