! Liquid, ice, rain, snow and vapour in the columns of one block, from the top down. In each layer vapour condenses or cloud
! evaporates, cloud becomes rain and snow, snow melts, rain evaporates, and ice, rain and snow fall. Sources and sinks of five
! species are limited in an order of the layer's own, and an implicit solve of 5 x 5 ends the time step.
module species_scheme
  use, intrinsic :: iso_fortran_env, only: int32, r8 => real64
  implicit none
  private
  public :: species, species_constants, liquid, ice, rain, snow, vapour, nclv, classes

  integer, parameter :: nclv = 5, liquid = 1, ice = 2, rain = 3, snow = 4, vapour = 5
  integer, parameter :: classes = 16        ! of temperature, in the tables of efficiencies

  type :: species_constants
    real(r8) :: dt = 900.0_r8                                        ! time step, s
    real(r8) :: g = 9.80616_r8                                       ! m/s2
    real(r8) :: rgas = 287.04_r8, rv = 461.5_r8, cp = 1005.0_r8      ! J/(kg K)
    real(r8) :: vaporise = 2.5008e6_r8, sublime = 2.8345e6_r8        ! J/kg
    real(r8) :: freeze = 273.16_r8, all_ice = 250.16_r8              ! below all_ice no cloud is liquid, K
    real(r8) :: e0 = 611.21_r8                                       ! saturation pressure at freeze, Pa
    real(r8) :: liquid_a = 17.502_r8, liquid_b = 32.19_r8            ! of the saturation pressure, over liquid and over ice
    real(r8) :: ice_a = 22.587_r8, ice_b = -0.7_r8
    real(r8) :: least = 1.0e-9_r8                                    ! less than this becomes vapour, kg/kg
    real(r8) :: rain_rate = 1.0e-4_r8, snow_rate = 4.0e-4_r8         ! 1/s
    real(r8) :: critical_land = 5.0e-4_r8, critical_sea = 3.0e-4_r8  ! cloud water that makes rain, kg/kg
    real(r8) :: critical_ice = 6.0e-5_r8
    real(r8) :: ice_speed = 0.15_r8, rain_speed = 4.0_r8, snow_speed = 1.0_r8  ! m/s
    real(r8) :: melt_time = 7200.0_r8                                ! s
    real(r8) :: freeze_time = 500.0_r8                               ! of rain, s
    real(r8) :: riming = 8.0_r8                                      ! of liquid, 1/s for a flux of snow of 1 kg/(m2 s)
    real(r8) :: evaporation = 4.0e-3_r8                              ! of rain, 1/s for a flux of 1 kg/(m2 s)
    real(r8) :: coldest = 200.0_r8, class_width = 7.5_r8             ! of the classes of temperature, K
  end type

contains

  ! Columns kidia to kfdia.
  !   efficiency  of the growth of rain (column 1) and snow (column 2), by class of temperature
  !   pland       part covered by land;  ldcum: true with convection
  !   pap, paph   pressure in the middle of layers and on half levels, Pa
  !   ptend_t, ptend_clv  tendencies of other processes, K/s and 1/s
  !   pt, pclv    temperature, K, and species, kg/kg: at the start and at the end of the time step
  !   pcover      part of a layer under cloud, with the clouds above
  !   pfice, pfrain, pfsnow  fluxes on half levels, kg/(m2 s)
  !   pload       mass of liquid, ice, rain and snow below a half level, kg/m2
  !   kfirst      species that is limited first
  subroutine species(kidia, kfdia, klon, klev, c, efficiency, pland, ldcum, pap, paph, ptend_t, ptend_clv, pt, pclv, pcover, &
    pfice, pfrain, pfsnow, pload, kfirst)
    integer, intent(in) :: kidia, kfdia, klon, klev
    type(species_constants), intent(in) :: c
    real(r8), intent(in) :: efficiency(classes,2), pland(klon), pap(klon,klev), paph(klon,klev+1)
    logical, intent(in) :: ldcum(klon)
    real(r8), intent(in) :: ptend_t(klon,klev), ptend_clv(klon,klev,nclv)
    real(r8), intent(inout) :: pt(klon,klev), pclv(klon,klev,nclv), pcover(klon,klev)
    real(r8), intent(inout) :: pfice(klon,klev+1), pfrain(klon,klev+1), pfsnow(klon,klev+1), pload(klon,klev+1)
    integer(int32), intent(inout) :: kfirst(klon,klev)
    integer, parameter :: phase(nclv) = [1, 2, 1, 2, 0]
    real(r8) :: zt(klon,klev), zq(klon,klev,nclv), zflux(klon,klev+1,nclv)
    real(r8) :: za(klon,nclv,nclv), zb(klon,nclv,nclv), zlhs(klon,nclv,nclv), znew(klon,nclv), zfirst(klon,nclv), zfall(klon,nclv)
    real(r8) :: zratio(klon,nclv), zsink(klon,nclv), zabove(klon), ztotal(klon), zdtgdp(klon), zsat(klon), zwarm(klon), zcloud(klon)
    real(r8) :: zspeed(nclv), zes, zlatent, zcond, zsum, zcover, zcritical, zrate, zmelt, zrime, zevap, zleast, zgain, zheat, zmost
    integer :: iorder(klon,nclv), jl, jk, jm, jn, jo, jp, iclass
    logical :: lfree(klon,nclv)
    real(r8) :: t, fliquid, fpressure, flatent
    fliquid(t) = min(1.0_r8, max(0.0_r8, (t - c%all_ice)/(c%freeze - c%all_ice)))**2
    fpressure(t) = c%e0*(fliquid(t)*exp(c%liquid_a*(t - c%freeze)/(t - c%liquid_b)) + &
      (1 - fliquid(t))*exp(c%ice_a*(t - c%freeze)/(t - c%ice_b)))
    flatent(t) = fliquid(t)*c%vaporise + (1 - fliquid(t))*c%sublime

    zspeed = [0.0_r8, c%ice_speed, c%rain_speed, c%snow_speed, 0.0_r8]

    ! The state after the other processes; nothing is left of species that are next to nothing.
    do jk = 1, klev
      do jl = kidia, kfdia
        zt(jl,jk) = pt(jl,jk) + c%dt*ptend_t(jl,jk)
      end do
    end do
    do jm = 1, nclv
      do jk = 1, klev
        do jl = kidia, kfdia
          zq(jl,jk,jm) = pclv(jl,jk,jm) + c%dt*ptend_clv(jl,jk,jm)
        end do
      end do
    end do
    do jm = 1, nclv
      if (phase(jm) == 0) cycle
      zheat = merge(c%vaporise, c%sublime, phase(jm) == 1)
      do jk = 1, klev
        do jl = kidia, kfdia
          if (zq(jl,jk,jm) < c%least) then
            zq(jl,jk,vapour) = zq(jl,jk,vapour) + zq(jl,jk,jm)
            zt(jl,jk) = zt(jl,jk) - zheat/c%cp*zq(jl,jk,jm)
            zq(jl,jk,jm) = 0
          end if
        end do
      end do
    end do

    zflux(:,1,:) = 0
    do jl = kidia, kfdia
      zabove(jl) = 0
      ztotal(jl) = 0
    end do

    do jk = 1, klev
      za(:,:,:) = 0
      zb(:,:,:) = 0
      zfall(:,:) = 0

      ! Saturation: two steps towards the temperature at which no vapour is left to condense, or no cloud to evaporate.
      do jl = kidia, kfdia
        pt(jl,jk) = zt(jl,jk)
        zdtgdp(jl) = c%dt*c%g/(paph(jl,jk+1) - paph(jl,jk))
        zcloud(jl) = zq(jl,jk,liquid) + zq(jl,jk,ice)
        zmost = zq(jl,jk,vapour)
        zsum = 0
        do jn = 1, 2
          zes = min(0.5_r8, fpressure(zt(jl,jk))/pap(jl,jk))
          zsat(jl) = c%rgas/c%rv*zes/(1 - (1 - c%rgas/c%rv)*zes)
          zlatent = flatent(zt(jl,jk))
          zcond = (zmost - zsat(jl))/(1 + zlatent*zlatent*zsat(jl)/(c%cp*c%rv*zt(jl,jk)*zt(jl,jk)))
          zcond = max(zcond, -zcloud(jl))
          zt(jl,jk) = zt(jl,jk) + zlatent/c%cp*zcond
          zmost = zmost - zcond
          zcloud(jl) = zcloud(jl) + zcond
          zsum = zsum + zcond
        end do
        zwarm(jl) = fliquid(zt(jl,jk))
        if (zsum < 0) zwarm(jl) = zq(jl,jk,liquid)/(zq(jl,jk,liquid) + zq(jl,jk,ice))
        za(jl,liquid,vapour) = za(jl,liquid,vapour) + zwarm(jl)*zsum
        za(jl,vapour,liquid) = za(jl,vapour,liquid) - zwarm(jl)*zsum
        za(jl,ice,vapour) = za(jl,ice,vapour) + (1 - zwarm(jl))*zsum
        za(jl,vapour,ice) = za(jl,vapour,ice) - (1 - zwarm(jl))*zsum
        do jm = 1, nclv
          zfirst(jl,jm) = zq(jl,jk,jm)
        end do
        zfirst(jl,liquid) = zfirst(jl,liquid) + zwarm(jl)*zsum
        zfirst(jl,ice) = zfirst(jl,ice) + (1 - zwarm(jl))*zsum
      end do

      ! What has fallen from above.
      do jm = 1, nclv
        if (zspeed(jm) > 0) then
          do jl = kidia, kfdia
            za(jl,jm,jm) = za(jl,jm,jm) + zflux(jl,jk,jm)*zdtgdp(jl)
            zfirst(jl,jm) = zfirst(jl,jm) + zflux(jl,jk,jm)*zdtgdp(jl)
            zfall(jl,jm) = zdtgdp(jl)*(pap(jl,jk)/(c%rgas*zt(jl,jk)))*zspeed(jm)
          end do
        end if
      end do

      ! Cover, with the clouds above.
      do jl = kidia, kfdia
        zcover = 1 - exp(-zcloud(jl)/c%critical_sea)
        ztotal(jl) = 1 - (1 - ztotal(jl))*(1 - max(zcover, zabove(jl)))/(1 - min(zabove(jl), 0.999_r8))
        zabove(jl) = zcover
        pcover(jl,jk) = ztotal(jl)
      end do

      ! Rain from liquid, snow from ice.
      do jl = kidia, kfdia
        iclass = min(classes, max(1, 1 + int((zt(jl,jk) - c%coldest)/c%class_width)))
        zcritical = pland(jl)*c%critical_land + (1 - pland(jl))*c%critical_sea
        zrate = c%rain_rate
        if (ldcum(jl)) zrate = 3*zrate
        zb(jl,rain,liquid) = zb(jl,rain,liquid) + c%dt*zrate*efficiency(iclass,1)*(1 - exp(-(zfirst(jl,liquid)/zcritical)**2))
        if (zt(jl,jk) < c%freeze) zb(jl,snow,ice) = zb(jl,snow,ice) + &
          c%dt*c%snow_rate*efficiency(iclass,2)*(1 - exp(-(zfirst(jl,ice)/c%critical_ice)**2))
      end do

      ! Below the melting point snow takes up liquid, and rain freezes; above it snow melts. Rain evaporates outside of clouds.
      do jl = kidia, kfdia
        if (zt(jl,jk) < c%freeze) then
          zrime = c%dt*c%riming*zflux(jl,jk,snow)*zfirst(jl,liquid)
          za(jl,snow,liquid) = za(jl,snow,liquid) + zrime
          za(jl,liquid,snow) = za(jl,liquid,snow) - zrime
          za(jl,snow,rain) = za(jl,snow,rain) + c%dt/c%freeze_time*zfirst(jl,rain)
          za(jl,rain,snow) = za(jl,rain,snow) - c%dt/c%freeze_time*zfirst(jl,rain)
        end if
        if (zt(jl,jk) > c%freeze .and. zfirst(jl,snow) > c%least) then
          zmelt = min(zfirst(jl,snow), c%cp*(zt(jl,jk) - c%freeze)/(c%sublime - c%vaporise)*(c%dt/c%melt_time))
          za(jl,rain,snow) = za(jl,rain,snow) + zmelt
          za(jl,snow,rain) = za(jl,snow,rain) - zmelt
        end if
        if (zfirst(jl,rain) > c%least .and. zq(jl,jk,vapour) < zsat(jl)) then
          zevap = (1 - zabove(jl))*c%dt*c%evaporation*sqrt(zflux(jl,jk,rain))*(zsat(jl) - zq(jl,jk,vapour))
          zevap = min(zevap, zfirst(jl,rain))
          za(jl,vapour,rain) = za(jl,vapour,rain) + zevap
          za(jl,rain,vapour) = za(jl,rain,vapour) - zevap
        end if
      end do

      ! The order of the species: the species comes first that has least for its sinks.
      do jm = 1, nclv
        do jl = kidia, kfdia
          zsink(jl,jm) = 0
          lfree(jl,jm) = .true.
        end do
        do jn = 1, nclv
          do jl = kidia, kfdia
            zsink(jl,jm) = zsink(jl,jm) - za(jl,jm,jn)
          end do
        end do
        do jl = kidia, kfdia
          zleast = max(zq(jl,jk,jm), c%least)
          zratio(jl,jm) = zleast/max(zsink(jl,jm), zleast)
        end do
      end do
      do jm = 1, nclv
        do jl = kidia, kfdia
          zmost = 2
          do jn = 1, nclv
            if (lfree(jl,jn) .and. zratio(jl,jn) < zmost) then
              iorder(jl,jm) = jn
              zmost = zratio(jl,jn)
            end if
          end do
          lfree(jl,iorder(jl,jm)) = .false.
        end do
      end do

      ! In this order sinks are made as large as what is there allows, with the sources that they are for others.
      do jm = 1, nclv
        do jl = kidia, kfdia
          jo = iorder(jl,jm)
          zsum = 0
          do jn = 1, nclv
            zsum = zsum - za(jl,jo,jn)
          end do
          zleast = max(zq(jl,jk,jo), c%least)
          zratio(jl,jo) = zleast/max(zsum, zleast)
          do jn = 1, nclv
            if (jn /= jo .and. za(jl,jo,jn) < 0) then
              za(jl,jo,jn) = za(jl,jo,jn)*zratio(jl,jo)
              za(jl,jn,jo) = za(jl,jn,jo)*zratio(jl,jo)
            end if
          end do
        end do
      end do
      do jl = kidia, kfdia
        kfirst(jl,jk) = int(iorder(jl,1), int32)
      end do

      ! The implicit solve, by elimination without exchanges: the diagonal is the largest number of its column.
      do jm = 1, nclv
        do jn = 1, nclv
          do jl = kidia, kfdia
            zlhs(jl,jn,jm) = -zb(jl,jn,jm)
          end do
        end do
        do jl = kidia, kfdia
          zlhs(jl,jm,jm) = 1 + zfall(jl,jm)
          znew(jl,jm) = zq(jl,jk,jm)
        end do
        do jn = 1, nclv
          do jl = kidia, kfdia
            zlhs(jl,jm,jm) = zlhs(jl,jm,jm) + zb(jl,jn,jm)
            znew(jl,jm) = znew(jl,jm) + za(jl,jm,jn)
          end do
        end do
      end do
      do jn = 1, nclv - 1
        do jm = jn + 1, nclv
          do jl = kidia, kfdia
            zlhs(jl,jm,jn) = zlhs(jl,jm,jn)/zlhs(jl,jn,jn)
            znew(jl,jm) = znew(jl,jm) - zlhs(jl,jm,jn)*znew(jl,jn)
          end do
          do jp = jn + 1, nclv
            do jl = kidia, kfdia
              zlhs(jl,jm,jp) = zlhs(jl,jm,jp) - zlhs(jl,jm,jn)*zlhs(jl,jn,jp)
            end do
          end do
        end do
      end do
      do jn = nclv, 1, -1
        do jm = jn + 1, nclv
          do jl = kidia, kfdia
            znew(jl,jn) = znew(jl,jn) - zlhs(jl,jn,jm)*znew(jl,jm)
          end do
        end do
        do jl = kidia, kfdia
          znew(jl,jn) = znew(jl,jn)/zlhs(jl,jn,jn)
        end do
      end do

      ! A sink of what is not there is taken from vapour, with the share that would have fallen.
      do jm = 1, nclv - 1
        do jl = kidia, kfdia
          if (znew(jl,jm) < 0) then
            znew(jl,vapour) = znew(jl,vapour) + (1 + zfall(jl,jm))*znew(jl,jm)
            znew(jl,jm) = 0
          end if
        end do
      end do

      ! Fluxes to the next layer, and the heat of all that has changed its phase here.
      do jm = 1, nclv
        do jl = kidia, kfdia
          zflux(jl,jk+1,jm) = zfall(jl,jm)*znew(jl,jm)/zdtgdp(jl)
          zgain = znew(jl,jm) - zq(jl,jk,jm) - (zflux(jl,jk,jm)*zdtgdp(jl) - zfall(jl,jm)*znew(jl,jm))
          if (phase(jm) == 1) pt(jl,jk) = pt(jl,jk) + c%vaporise/c%cp*zgain
          if (phase(jm) == 2) pt(jl,jk) = pt(jl,jk) + c%sublime/c%cp*zgain
          pclv(jl,jk,jm) = znew(jl,jm)
        end do
      end do
    end do

    do jk = 1, klev + 1
      do jl = kidia, kfdia
        pfice(jl,jk) = zflux(jl,jk,ice)
        pfrain(jl,jk) = zflux(jl,jk,rain)
        pfsnow(jl,jk) = zflux(jl,jk,snow)
      end do
    end do
    do jl = kidia, kfdia
      pload(jl,klev+1) = 0
    end do
    do jk = klev, 1, -1
      do jl = kidia, kfdia
        zsum = pclv(jl,jk,liquid) + pclv(jl,jk,ice) + pclv(jl,jk,rain) + pclv(jl,jk,snow)
        pload(jl,jk) = pload(jl,jk+1) + zsum*(paph(jl,jk+1) - paph(jl,jk))/c%g
      end do
    end do
  end subroutine species

end module species_scheme
