! A small cloud scheme against plain loops: profiles, parts, all species of a point at once, logical and integer surface
! arrays, temporaries, sweeps down and up.
program clouds
  use, intrinsic :: iso_fortran_env, only: int32
  use column_cases
  use plain_columns, only: plain_cloud
  use viewfab
  use viewfab_cloud
  use working_kind, only: wp
  implicit none
  type(column_case) :: list(cases)
  integer :: c
  call begin()
  list = all_cases()
  do c = 1, cases
    call blocks(list(c))
  end do
  call finish('clouds')
contains

  subroutine blocks(given)
    type(column_case), intent(in) :: given
    real(wp), allocatable, target :: ak(:), bk(:), relax(:,:), ps(:,:), speed(:,:,:), mix(:,:,:), t(:,:,:), water(:,:,:,:), &
      flux(:,:,:), cover(:,:)
    logical, allocatable, target :: active(:,:)
    integer(int32), allocatable, target :: ktype(:,:), base(:,:)
    real(wp), allocatable :: t_then(:,:,:), water_then(:,:,:,:), flux_then(:,:,:), cover_then(:,:), t_0(:,:,:), water_0(:,:,:,:), &
      flux_0(:,:,:), cover_0(:,:)
    integer(int32), allocatable :: base_then(:,:)
    real(wp), parameter :: dt = 120
    type(vf_view) :: v(13)
    integer :: b, i, k, il, ih, bl, bh, nlev
    nlev = given%nlev
    il = given%lowest_point
    ih = il + given%nproma - 1
    bl = given%lowest_block
    bh = given%highest_block
    allocate (ak(nlev+1), bk(nlev+1), relax(nlev,7:7), ps(il:ih,bl:bh), active(il:ih,bl:bh), ktype(il:ih,bl:bh), &
      speed(il:ih,2,bl:bh), mix(il:ih,nlev,bl:bh), t(il:ih,nlev,bl:bh), water(il:ih,nlev,5,bl:bh), flux(il:ih,nlev+1,bl:bh), &
      cover(il:ih,bl:bh), base(il:ih,bl:bh))
    do k = 1, nlev + 1
      ak(k) = 1000 + 7*real(k, wp)
      bk(k) = real(k - 1, wp)/nlev
    end do
    call fill(nlev, relax, 0.2d0, 0.8d0)
    call fill(size(ps), ps, 9d4, 1.05d5)
    call fill(size(speed), speed, 1d0, 40d0)
    call fill(size(mix), mix, -1d-3, 1d-3)
    call fill(size(t), t, 230d0, 305d0)
    call fill(size(water), water, 0d0, 2d-2)
    call fill(size(flux), flux, -1d0, 1d0)
    call fill(size(cover), cover, -1d0, 1d0)
    do b = bl, bh
      do i = il, ih
        active(i,b) = modulo(i + 3*b, 7) /= 2
        ktype(i,b) = modulo(i*i + b, 2) + 1
        base(i,b) = -i - b
      end do
    end do
    t_0 = t
    water_0 = water
    flux_0 = flux
    cover_0 = cover
    t_then = t
    water_then = water
    flux_then = flux
    cover_then = cover
    base_then = base
    do b = given%first_block, given%last_block
      if (last_point(given, b) < given%first_point) cycle
      call plain_cloud(given%first_point - il + 1, last_point(given, b) - il + 1, given%nproma, nlev, ak, bk, relax, ps(:,b), &
        active(:,b), ktype(:,b), speed(:,:,b), mix(:,:,b), t_then(:,:,b), water_then(:,:,:,b), flux_then(:,:,b), &
        cover_then(:,b), base_then(:,b), dt)
    end do
    call v(1)%wrap(ak, axes='k', label='ak')
    call v(2)%wrap(bk, axes='k', label='bk')
    call v(3)%wrap(relax, lower=[1, 7], axes='k b', label='relax') ! all blocks share this array
    call v(4)%wrap(ps, lower=lbound(ps), axes='i b', label='ps')
    call v(5)%wrap(active, lower=lbound(active), axes='i b', label='active')
    call v(6)%wrap(ktype, lower=lbound(ktype), axes='i b', label='ktype')
    call v(7)%wrap(speed, lower=lbound(speed), axes='i c b', label='speed')
    call v(8)%wrap(mix, lower=lbound(mix), axes='i k b', label='mix')
    call v(9)%wrap(t, lower=lbound(t), axes='i k b', label='t')
    call v(10)%wrap(water, lower=lbound(water), axes='i k s b', label='water')
    call v(11)%wrap(flux, lower=lbound(flux), axes='i k b', label='flux')
    call v(12)%wrap(cover, lower=lbound(cover), axes='i b', label='cover')
    call v(13)%wrap(base, lower=lbound(base), axes='i b', label='base')
    if (given%columns > 0) then
      call vf_cloud(vf_columns(given%first_point, given%last_point, [given%first_block, given%last_block], given%columns), &
        v(1), v(2), v(3), v(4), v(5), v(6), v(7), v(8), v(9), v(10), v(11), v(12), v(13), dt)
    else
      call vf_cloud(vf_columns(given%first_point, given%last_point, [given%first_block, given%last_block]), &
        v(1), v(2), v(3), v(4), v(5), v(6), v(7), v(8), v(9), v(10), v(11), v(12), v(13), dt)
    end if
    call vf_views_to_host(v)
    call same(size(t), t, t_then, t_0, 't')
    call same(size(water), water, water_then, water_0, 'water')
    call same(size(flux), flux, flux_then, flux_0, 'flux')
    call same(size(cover), cover, cover_then, cover_0, 'cover')
    call same_integers(size(base), base, base_then, 'base')
    call vf_views_release(v)
  end subroutine
end program
