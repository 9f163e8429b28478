! Pressure and geopotential of the columns of one block.
module columns_hydrostatic
  use columns_definitions, only: r8
  implicit none
  private
  public :: hydrostatic

contains

  ! From the thickness pdp of the layers, in Pa, and the virtual temperature ptv: pressure pap in the middle of layers and paph
  ! on half levels, and geopotential phi in the middle of layers. phis is the geopotential of the surface, ptop the pressure at
  ! the top, rgas the gas constant. Half level k is the top of layer k.
  subroutine hydrostatic(kidia, kfdia, klon, klev, ptop, rgas, pdp, ptv, phis, pap, paph, phi)
    integer, intent(in) :: kidia, kfdia, klon, klev
    real(r8), intent(in) :: ptop, rgas
    real(r8), intent(in) :: pdp(klon,klev), ptv(klon,klev), phis(klon)
    real(r8), intent(inout) :: pap(klon,klev), paph(klon,klev+1), phi(klon,klev)
    real(r8) :: zbelow(klon), zhalf
    integer :: jl, jk

    do jl = kidia, kfdia
      pap(jl,1) = ptop + pdp(jl,1)/2
      paph(jl,1) = ptop
    end do
    do jk = 2, klev
      do jl = kidia, kfdia
        pap(jl,jk) = pap(jl,jk-1) + (pdp(jl,jk-1) + pdp(jl,jk))/2
      end do
    end do
    do jk = 1, klev
      do jl = kidia, kfdia
        paph(jl,jk+1) = paph(jl,jk) + pdp(jl,jk)
      end do
    end do

    do jl = kidia, kfdia
      zbelow(jl) = 0.0_r8
    end do
    do jk = klev, 1, -1
      do jl = kidia, kfdia
        zhalf = pdp(jl,jk)*0.5_r8/pap(jl,jk)
        phi(jl,jk) = phis(jl) + zbelow(jl) + rgas*ptv(jl,jk)*zhalf
        zbelow(jl) = zbelow(jl) + rgas*ptv(jl,jk)*(2*zhalf)
      end do
    end do
  end subroutine hydrostatic

end module columns_hydrostatic
