! One step of the physics. Pressure, geopotential and clouds are on the device; the cooling and the sum of the rain are on the
! host. This host code announces its accesses of the arrays.
module columns_physics
  use columns_definitions, only: r8, rgas
  use columns_kernels, only: vf_cloud, vf_hydrostatic
  use columns_state
  use columns_views, only: columns, views
  use viewfab, only: vf_read, vf_update
  implicit none
  private
  public :: physics_step

  real(r8), parameter :: cooling = 5.0e-5_r8   ! K/s

contains

  subroutine physics_step()
    integer :: block, icend, nproma

    nproma = settings%nproma
    associate (w => views)
      call vf_hydrostatic(columns, w%col_dp, w%col_t, w%col_phis, w%col_p, w%col_ph, w%col_phi, ptop, rgas)
      call w%col_p%to_host(vf_read)
      call w%col_ph%to_host(vf_read)
      call w%col_t%to_host(vf_update)
      !$omp parallel do private(icend)
      do block = 1, nblocks
        icend = min(nproma, settings%ngptot - nproma*(block - 1))
        call cool(1, icend, nproma, nlev, col_p(:,:,block), col_ph(:,:,block), col_t(:,:,block))
      end do
      call vf_cloud(columns, w%convective, w%convection, w%land, w%col_p, w%col_ph, w%col_t, w%clv, w%rain_flux, &
        w%enthalpy_flux, w%col_cover, w%total_cover, dt_physics)
      call w%rain_flux%to_host(vf_read)
      !$omp parallel do private(icend)
      do block = 1, nblocks
        icend = min(nproma, settings%ngptot - nproma*(block - 1))
        call gather_rain(1, icend, nproma, nlev, rain_flux(:,:,block), rain(:,block))
      end do
    end associate
  end subroutine physics_step

  ! A cooling in place of radiation, so that vapour condenses: less cooling aloft.
  subroutine cool(kidia, kfdia, klon, klev, pap, paph, pt)
    integer, intent(in) :: kidia, kfdia, klon, klev
    real(r8), intent(in) :: pap(klon,klev), paph(klon,klev+1)
    real(r8), intent(inout) :: pt(klon,klev)
    integer :: jl, jk

    do jk = 1, klev
      do jl = kidia, kfdia
        pt(jl,jk) = pt(jl,jk) - dt_physics*cooling*(pap(jl,jk)/paph(jl,klev+1))
      end do
    end do
  end subroutine cool

  ! The sum of the rain, kg/m2.
  subroutine gather_rain(kidia, kfdia, klon, klev, pfplsl, prain)
    integer, intent(in) :: kidia, kfdia, klon, klev
    real(r8), intent(in) :: pfplsl(klon,klev+1)
    real(r8), intent(inout) :: prain(klon)
    integer :: jl

    do jl = kidia, kfdia
      prain(jl) = prain(jl) + dt_physics*pfplsl(jl,klev+1)
    end do
  end subroutine gather_rain

end module columns_physics
