! Nests of a weather code over whole arrays with bounds of their own, as the original of a kernel, and a loop over a single
! block with arrays without ghosts. `wrong` makes each differ from its kernel at a single place.
module neighbour_originals
  use, intrinsic :: iso_fortran_env, only: real64
  use plain_columns, only: plain_hydrostatic
  implicit none
  private
  public :: advance_mass_original, hydrostatic_original, weigh_levels_original, calls, wrong
  real(real64), save :: wrong = 0
  integer, save :: calls = 0
contains

  include 'viewfab_advance_mass_original.inc'
    real(real64) :: dmdt, slope, through, dvdxi(lo(2):hi(2))
    integer :: i, j, k
    calls = calls + 1
    do j = lo(3), hi(3)
      do i = lo(1), hi(1)
        dmdt = 0
        do k = lo(2), hi(2)
          dvdxi(k) = msf(i,j)*(rdy*(v(i,k,j+1) - v(i,k,j)) + rdx*(u(i+1,k,j) - u(i,k,j)))
          dmdt = dmdt + dnw(k)*dvdxi(k)
        end do
        slope = rdx*(ht(i+1,j) - ht(i-1,j)) + rdy*(ht(i,j+1) - ht(i,j-1))
        mu(i,j) = mu(i,j) + dts*(dmdt + slope)
        ww(i,lo(2),j) = slope
        do k = lo(2) + 1, hi(2)
          ww(i,k,j) = ww(i,k-1,j) - dnw(k-1)*(dmdt + dvdxi(k-1))
        end do
        do k = lo(2), hi(2)
          through = 0
          if (k > lo(2)) through = ww(i,k,j)*(t_1(i,k,j) - t_1(i,k-1,j))
          t(i,k,j) = t(i,k,j) - dts*(rdy*(v(i,k,j+1)*(t_1(i,k,j+1) + t_1(i,k,j)) - v(i,k,j)*(t_1(i,k,j) + t_1(i,k,j-1))) &
            + rdx*(u(i+1,k,j)*(t_1(i+1,k,j) + t_1(i,k,j)) - u(i,k,j)*(t_1(i,k,j) + t_1(i-1,k,j))) + through)
        end do
      end do
    end do
    t(lo(1),hi(2),hi(3)) = t(lo(1),hi(2),hi(3)) + wrong*species
  end subroutine

  include 'viewfab_weigh_levels_original.inc'
    integer :: k
    do k = lo(3), hi(3)
      x(lo(1):hi(1),lo(2):hi(2),k,:) = weight(k)*x(lo(1):hi(1),lo(2):hi(2),k,:)
    end do
    x(hi(1),hi(2),hi(3),components) = x(hi(1),hi(2),hi(3),components) + wrong
  end subroutine

  include 'viewfab_hydrostatic_original.inc'
    calls = calls + 1
    call plain_hydrostatic(kidia, kfdia, klon, nlev, dp, tv, phis, p, ph, phi, ptop, rgas)
    phi(kfdia,nlev) = phi(kfdia,nlev) + wrong*merge(1, 0, block == 2 .and. species == 1)
  end subroutine
end module
