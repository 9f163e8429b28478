! One step of the physics, block by block.
module columns_physics
  use columns_cloud, only: cloud
  use columns_definitions, only: r8, rgas
  use columns_hydrostatic, only: hydrostatic
  use columns_state
  implicit none
  private
  public :: physics_step

  real(r8), parameter :: cooling = 5.0e-5_r8   ! K/s

contains

  subroutine physics_step()
    integer :: block, icend, nproma

    nproma = settings%nproma
    !$omp parallel do private(icend)
    do block = 1, nblocks
      icend = min(nproma, settings%ngptot - nproma*(block - 1))
      call hydrostatic(1, icend, nproma, nlev, ptop, rgas, col_dp(:,:,block), col_t(:,:,block), col_phis(:,block), &
        col_p(:,:,block), col_ph(:,:,block), col_phi(:,:,block))
      call cool(1, icend, nproma, nlev, col_p(:,:,block), col_ph(:,:,block), col_t(:,:,block))
      call cloud(1, icend, nproma, nlev, dt_physics, convective(:,block), convection(:,block), land(:,block), &
        col_p(:,:,block), col_ph(:,:,block), col_t(:,:,block), clv(:,:,:,block), rain_flux(:,:,block), &
        enthalpy_flux(:,:,block), col_cover(:,:,block), total_cover(:,block))
      call gather_rain(1, icend, nproma, nlev, rain_flux(:,:,block), rain(:,block))
    end do
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
