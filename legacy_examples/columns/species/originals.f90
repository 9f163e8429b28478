! The routine as the original of the kernel: with VF_MODE=check each call of the kernel is compared with the routine.
module species_originals
  use species_scheme, only: legacy_species => species
  implicit none
contains
  include 'viewfab_species_original.inc'
    call legacy_species(kidia, kfdia, klon, nlev, c, efficiency, pland, ldcum, pap, paph, ptend_t, ptend_clv, pt, pclv, pcover, &
      pfice, pfrain, pfsnow, pload, kfirst)
  end subroutine
end module species_originals
