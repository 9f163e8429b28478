! A small cloud scheme on the columns of one block: saturation, rain from cloud water, implicit fall of rain.
module columns_cloud
  use columns_definitions, only: cp, g, ncldql, ncldqr, ncldqv, nclv, r8, rgas, rv
  implicit none
  private
  public :: cloud

  real(r8), parameter :: latent = 2.5008e6_r8             ! J/kg
  real(r8), parameter :: eps = rgas/rv
  real(r8), parameter :: fall_speed = 5.0_r8            ! m/s
  real(r8), parameter :: rate = 1.0e-4_r8                 ! of rain from cloud water, 1/s
  real(r8), parameter :: rate_convective = 1.5e-3_r8
  real(r8), parameter :: qcrit_sea = 3.0e-4_r8, qcrit_land = 5.0e-4_r8
  real(r8), parameter :: deep = 0.5_r8                    ! the remaining part with deep convection

contains

  ! From the top down. ldcum: columns with convection, ktype: its kind (1 deep, 2 shallow, 0 none), plsm: part covered by land.
  ! The routine changes pt and the species pclv, kg in a kg of air. pfplsl is the flux of rain, kg/(m2 s), pfhpsl its flux of
  ! enthalpy, W/m2, on half levels; pcover is the part of a layer covered by cloud, pcovptot the covered part of the column.
  subroutine cloud(kidia, kfdia, klon, klev, ptsphy, ldcum, ktype, plsm, pap, paph, pt, pclv, pfplsl, pfhpsl, pcover, pcovptot)
    integer, intent(in) :: kidia, kfdia, klon, klev
    real(r8), intent(in) :: ptsphy
    logical, intent(in) :: ldcum(klon)
    integer, intent(in) :: ktype(klon)
    real(r8), intent(in) :: plsm(klon), pap(klon,klev), paph(klon,klev+1)
    real(r8), intent(inout) :: pt(klon,klev), pclv(klon,klev,nclv)
    real(r8), intent(inout) :: pfplsl(klon,klev+1), pfhpsl(klon,klev+1), pcover(klon,klev), pcovptot(klon)
    real(r8) :: zflux(klon), zcover(klon), zrate(klon), zqcrit(klon)
    real(r8) :: zes, zqs, zcond, zratio, zpart, zauto, zdtgdp, zrhow
    integer :: jl, jk

    do jl = kidia, kfdia
      zflux(jl) = 0.0_r8
      zcover(jl) = 0.0_r8
      pfplsl(jl,1) = 0.0_r8
      if (ldcum(jl)) then
        zrate(jl) = rate_convective
      else
        zrate(jl) = rate
      end if
      zqcrit(jl) = plsm(jl)*qcrit_land + (1 - plsm(jl))*qcrit_sea
      if (ktype(jl) == 1) zqcrit(jl) = deep*zqcrit(jl)
    end do

    do jk = 1, klev
      ! Vapour above saturation condenses; below saturation cloud water evaporates.
      do jl = kidia, kfdia
        zes = 611.21_r8*exp(17.502_r8*(pt(jl,jk) - 273.16_r8)/(pt(jl,jk) - 32.19_r8))
        zqs = eps*zes/(pap(jl,jk) - (1 - eps)*zes)
        zcond = (pclv(jl,jk,ncldqv) - zqs)/(1 + latent*latent*zqs/(cp*rv*pt(jl,jk)*pt(jl,jk)))
        zcond = max(zcond, -pclv(jl,jk,ncldql))
        pt(jl,jk) = pt(jl,jk) + latent/cp*zcond
        pclv(jl,jk,ncldqv) = pclv(jl,jk,ncldqv) - zcond
        pclv(jl,jk,ncldql) = pclv(jl,jk,ncldql) + zcond
      end do

      ! Cover, and rain from cloud water.
      do jl = kidia, kfdia
        zratio = pclv(jl,jk,ncldql)/zqcrit(jl)
        zpart = 1 - exp(-zratio*zratio)
        pcover(jl,jk) = zpart
        zcover(jl) = max(zcover(jl), zpart)
        zauto = pclv(jl,jk,ncldql)*(1 - exp(-zrate(jl)*ptsphy*zpart))
        pclv(jl,jk,ncldql) = pclv(jl,jk,ncldql) - zauto
        pclv(jl,jk,ncldqr) = pclv(jl,jk,ncldqr) + zauto
      end do

      ! Fall: rain from above arrives here before the new content falls on.
      do jl = kidia, kfdia
        zdtgdp = ptsphy*g/(paph(jl,jk+1) - paph(jl,jk))
        zrhow = pap(jl,jk)/(rgas*pt(jl,jk))*fall_speed
        pclv(jl,jk,ncldqr) = (pclv(jl,jk,ncldqr) + zdtgdp*zflux(jl))/(1 + zdtgdp*zrhow)
        zflux(jl) = zrhow*pclv(jl,jk,ncldqr)
        pfplsl(jl,jk+1) = zflux(jl)
      end do
    end do

    do jl = kidia, kfdia
      pcovptot(jl) = zcover(jl)
    end do
    do jk = 1, klev + 1
      do jl = kidia, kfdia
        pfhpsl(jl,jk) = -latent*pfplsl(jl,jk)
      end do
    end do
  end subroutine cloud

end module columns_cloud
