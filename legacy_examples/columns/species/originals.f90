! The routine as the original of the kernel: with VF_MODE=check each call of the kernel is compared with the routine.
module species_originals
  use species_scheme, only: legacy_species => species, species_constants
  implicit none
contains
  include 'viewfab_species_original.inc'
    type(species_constants) :: c
    c%dt = dt
    c%g = g
    c%rgas = rgas
    c%rv = rv
    c%cp = cp
    c%vaporise = vaporise
    c%sublime = sublime
    c%freeze = freeze
    c%all_ice = all_ice
    c%e0 = e0
    c%liquid_a = curves(1)
    c%liquid_b = curves(2)
    c%ice_a = curves(3)
    c%ice_b = curves(4)
    c%least = least
    c%rain_rate = rain_rate
    c%snow_rate = snow_rate
    c%critical_land = critical_land
    c%critical_sea = critical_sea
    c%critical_ice = critical_ice
    c%ice_speed = speeds(1)
    c%rain_speed = speeds(2)
    c%snow_speed = speeds(3)
    c%melt_time = melt_time
    c%freeze_time = freeze_time
    c%riming = riming
    c%evaporation = evaporation
    c%coldest = coldest
    c%class_width = class_width
    call legacy_species(kidia, kfdia, klon, nlev, c, efficiency, pland, ldcum, pap, paph, ptend_t, ptend_clv, pt, pclv, pcover, &
      pfice, pfrain, pfsnow, pload, kfirst)
  end subroutine
end module species_originals
