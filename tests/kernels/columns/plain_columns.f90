! The loops of a legacy code for a single block and species, with points from 1 to klon. They know nothing of viewfab, and
! serve as originals in checks of its kernels.
module plain_columns
  use, intrinsic :: iso_fortran_env, only: int32
  use working_kind, only: wp
  implicit none
  private
  public :: plain_hydrostatic, plain_tracer, plain_cloud
contains

  subroutine plain_hydrostatic(kidia, kfdia, klon, nlev, dp, tv, phis, p, ph, phi, ptop, rgas)
    integer, intent(in) :: kidia, kfdia, klon, nlev
    real(wp), intent(in) :: dp(klon,nlev), tv(klon,nlev), phis(klon), ptop, rgas
    real(wp), intent(inout) :: p(klon,nlev), ph(klon,nlev+1), phi(klon,nlev)
    real(wp) :: below(klon), half
    integer :: i, k
    do i = kidia, kfdia
      ph(i,1) = ptop
      below(i) = 0
    end do
    do i = kidia, kfdia
      p(i,1) = ptop + (0 + dp(i,1))/2
    end do
    do k = 2, nlev
      do i = kidia, kfdia
        p(i,k) = p(i,k-1) + (dp(i,k-1) + dp(i,k))/2
      end do
    end do
    do k = 1, nlev
      do i = kidia, kfdia
        ph(i,k+1) = ph(i,k) + dp(i,k)
      end do
    end do
    do k = nlev, 1, -1
      do i = kidia, kfdia
        half = dp(i,k)*0.5_wp/p(i,k)
        phi(i,k) = phis(i) + below(i) + rgas*tv(i,k)*half
        below(i) = below(i) + rgas*tv(i,k)*(2*half)
      end do
    end do
  end subroutine

  subroutine plain_tracer(kidia, kfdia, klon, nlev, dvv, dinv, metdet, spheremp, vstar, dpmass, qdp, qmin, qmax, qdp_new, &
      dt, rrearth)
    integer, intent(in) :: kidia, kfdia, klon, nlev
    real(wp), intent(in) :: dvv(4,4), dinv(klon,4), metdet(klon), spheremp(klon), vstar(klon,2,nlev), dpmass(klon,nlev), &
      qdp(klon,nlev), dt, rrearth
    real(wp), intent(inout) :: qmin(nlev), qmax(nlev), qdp_new(klon,nlev)
    real(wp) :: gv1(klon), gv2(klon), x(klon), c(klon), along, across, v1, v2
    integer :: i, k, m, a, b
    do k = 1, nlev
      do i = kidia, kfdia
        v1 = vstar(i,1,k)*qdp(i,k)
        v2 = vstar(i,2,k)*qdp(i,k)
        gv1(i) = metdet(i)*(dinv(i,1)*v1 + dinv(i,3)*v2)
        gv2(i) = metdet(i)*(dinv(i,2)*v1 + dinv(i,4)*v2)
      end do
      do i = kidia, kfdia
        a = modulo(i-1, 4) + 1
        b = (i-1)/4 + 1
        along = 0
        across = 0
        do m = 1, 4
          along = along + dvv(m,a)*gv1(m+4*(b-1))
          across = across + dvv(m,b)*gv2(a+4*(m-1))
        end do
        x(i) = (qdp(i,k) - dt*((along + across)*(1/metdet(i)*rrearth)))/dpmass(i,k)
        c(i) = spheremp(i)*dpmass(i,k)
      end do
      call limit(x(kidia:kfdia), c(kidia:kfdia), qmin(k), qmax(k))
      do i = kidia, kfdia
        qdp_new(i,k) = spheremp(i)*(x(i)*dpmass(i,k))
      end do
    end do
  end subroutine

  ! Values within low and high with the same mass.
  subroutine limit(x, c, low, high)
    real(wp), intent(inout) :: x(:), low, high
    real(wp), intent(in) :: c(:)
    real(wp) :: weight, mass, moved, room, kept
    integer :: i, round
    weight = 0
    mass = 0
    do i = 1, size(x)
      weight = weight + c(i)
    end do
    if (.not. weight > 0) return
    do i = 1, size(x)
      mass = mass + c(i)*x(i)
    end do
    if (low < 0) low = 0
    if (mass < low*weight) low = mass/weight
    if (mass > high*weight) high = mass/weight
    do round = 1, 15
      moved = 0
      do i = 1, size(x)
        kept = x(i)
        if (kept < low) kept = low
        if (x(i) > high) kept = high
        moved = moved + (x(i) - kept)*c(i)
        x(i) = kept
      end do
      if (abs(moved) <= 5e-14_wp*abs(mass)) exit
      room = 0
      do i = 1, size(x)
        if (free(x(i))) room = room + c(i)
      end do
      do i = 1, size(x)
        if (free(x(i))) x(i) = x(i) + moved/room
      end do
    end do
  contains
    logical function free(value)
      real(wp), intent(in) :: value
      free = value > low
      if (moved > 0) free = value < high
    end function
  end subroutine

  subroutine plain_cloud(kidia, kfdia, klon, nlev, ak, bk, relax, ps, active, ktype, speed, mix, t, water, flux, cover, &
      base, dt)
    integer, intent(in) :: kidia, kfdia, klon, nlev
    real(wp), intent(in) :: ak(nlev+1), bk(nlev+1), relax(nlev), ps(klon), speed(klon,2), mix(klon,nlev), dt
    logical, intent(in) :: active(klon)
    integer(int32), intent(in) :: ktype(klon)
    real(wp), intent(inout) :: t(klon,nlev), water(klon,nlev,5), flux(klon,nlev+1), cover(klon)
    integer(int32), intent(inout) :: base(klon)
    real(wp) :: ph(klon,nlev+1), made, above(klon), warm, es, qs, excess, lost, thick, rate, rain
    integer :: i, k, s
    do k = 1, nlev+1
      do i = kidia, kfdia
        ph(i,k) = ak(k) + bk(k)*ps(i)
      end do
    end do
    above = 0
    flux(kidia:kfdia,1) = 0
    do k = 1, nlev
      do i = kidia, kfdia
        flux(i,k+1) = 0
        if (.not. active(i)) cycle
        warm = t(i,k) + dt*(mix(i,max(k-1,1)) + 2*mix(i,k) + mix(i,min(k+1,nlev)))
        es = 611.21_wp*exp(17.502_wp*(warm - 273.16_wp)/(warm - 32.19_wp))
        qs = 0.622_wp*es/((ph(i,k) + ph(i,k+1))/2 - 0.378_wp*es)
        excess = (water(i,k,5) - qs)*relax(k)
        if (excess < -water(i,k,1)) excess = -water(i,k,1)
        t(i,k) = warm + 2500*excess
        water(i,k,5) = water(i,k,5) - excess
        lost = (water(i,k,1) + excess)*(1 - exp(-(dt*0.001_wp)))
        water(i,k,1) = (water(i,k,1) + excess) - lost
        made = lost
        thick = dt/(ph(i,k+1) - ph(i,k))
        rate = speed(i,ktype(i))
        rain = water(i,k,3) + made
        rain = (rain + thick*above(i))/(1 + thick*rate)
        above(i) = rate*rain
        do s = 2, 4, 2
          if (.not. t(i,k) < 273.16_wp) water(i,k,s) = water(i,k,s)*0.75_wp
        end do
        water(i,k,3) = rain
        flux(i,k+1) = above(i)
      end do
    end do
    do i = kidia, kfdia
      if (.not. active(i)) cycle
      base(i) = 0
      cover(i) = 0
      do k = nlev, 1, -1
        if (base(i) == 0 .and. water(i,k,1) > 0.0005_wp) base(i) = int(k, int32)
        if (.not. cover(i) > water(i,k,1)) cover(i) = water(i,k,1)
      end do
    end do
  end subroutine
end module
