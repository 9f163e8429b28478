! A scan down and a scan up: by columns and by teams, compared with plain loops, in blocks of any size, and on arrays with np x
! np points and a selected time level.
program hydrostatic
  use column_cases
  use plain_columns, only: plain_hydrostatic
  use viewfab
  use viewfab_hydrostatic
  use viewfab_hydrostatic_team
  use working_kind, only: wp
  implicit none
  type(column_case) :: list(cases)
  integer :: c
  real(wp), parameter :: ptop = 2.5_wp, rgas = 287.04_wp
  call begin()
  list = all_cases()
  do c = 1, cases
    call blocks(list(c), .false.)
    call blocks(list(c), .true.)
  end do
  call time_levels(.false.)
  call time_levels(.true.)
  call finish('hydrostatic')
contains

  subroutine blocks(given, by_team)
    type(column_case), intent(in) :: given
    logical, intent(in) :: by_team
    real(wp), allocatable, target :: dp(:,:,:), tv(:,:,:), phis(:,:), p(:,:,:), ph(:,:,:), phi(:,:,:)
    real(wp), allocatable :: p_then(:,:,:), ph_then(:,:,:), phi_then(:,:,:), p_0(:,:,:), ph_0(:,:,:), phi_0(:,:,:), dp_0(:,:,:)
    type(vf_view) :: v(6)
    type(vf_columns) :: columns
    integer :: b, il, ih, bl, bh, kl, kh
    il = given%lowest_point
    ih = il + given%nproma - 1
    kl = given%lowest_level
    kh = kl + given%nlev - 1
    bl = given%lowest_block
    bh = given%highest_block
    allocate (dp(il:ih,kl:kh,bl:bh), tv(il:ih,kl:kh,bl:bh), phis(il:ih,bl:bh), p(il:ih,kl:kh,bl:bh), ph(il:ih,kl:kh+1,bl:bh), &
      phi(il:ih,kl:kh,bl:bh))
    call fill(size(dp), dp, 200d0, 900d0)
    call fill(size(tv), tv, 220d0, 310d0)
    call fill(size(phis), phis, -50d0, 8000d0)
    call fill(size(p), p, -1d0, 1d0)
    call fill(size(ph), ph, -1d0, 1d0)
    call fill(size(phi), phi, -1d0, 1d0)
    dp_0 = dp
    p_0 = p
    ph_0 = ph
    phi_0 = phi
    p_then = p
    ph_then = ph
    phi_then = phi
    do b = given%first_block - bl + 1, given%last_block - bl + 1
      call plain_hydrostatic(given%first_point - il + 1, last_point(given, b + bl - 1) - il + 1, given%nproma, given%nlev, &
        dp(:,:,b+bl-1), tv(:,:,b+bl-1), phis(:,b+bl-1), p_then(:,:,b+bl-1), ph_then(:,:,b+bl-1), phi_then(:,:,b+bl-1), &
        ptop, rgas)
    end do
    call v(1)%wrap(dp, lower=lbound(dp), axes='i k b', label='dp')
    call v(2)%wrap(tv, lower=lbound(tv), axes='i k b', label='tv')
    call v(3)%wrap(phis, lower=lbound(phis), axes='i b', label='phis')
    call v(4)%wrap(p, lower=lbound(p), axes='i k b', label='p')
    call v(5)%wrap(ph, lower=lbound(ph), axes='i k b', label='ph')
    call v(6)%wrap(phi, lower=lbound(phi), axes='i k b', label='phi')
    if (given%columns > 0) then
      columns = vf_columns(given%first_point, given%last_point, blocks=[given%first_block, given%last_block], &
        columns=given%columns)
      if (by_team) columns = vf_columns(given%first_point, given%last_point, [given%first_block, given%last_block], &
        columns=given%columns, levels=[kl, kh])
    else
      columns = vf_columns(given%first_point, given%last_point, [given%first_block, given%last_block])
    end if
    if (by_team) then
      call vf_hydrostatic_team(columns, v(1), v(2), v(3), v(4), v(5), v(6), ptop, rgas)
    else
      call vf_hydrostatic(columns, v(1), v(2), v(3), v(4), v(5), v(6), ptop, rgas)
    end if
    call vf_views_to_host(v)
    call same(size(p), p, p_then, p_0, 'p')
    call same(size(ph), ph, ph_then, ph_0, 'ph')
    call same(size(phi), phi, phi_then, phi_0, 'phi')
    call same(size(dp), dp, dp_0, dp_0, 'dp, which is only read')
    call vf_views_release(v)
  end subroutine

  ! The thickness is time level 0 of an array, and the pressure goes to time level 2 of the same array.
  subroutine time_levels(by_team)
    logical, intent(in) :: by_team
    integer, parameter :: np = 4, nlev = 26, ne = 7
    real(wp), target :: all(np,np,nlev,0:2,ne), tv(np,np,nlev,ne), phis(np,np,ne), ph(np,np,nlev+1,ne), phi(np,np,nlev,2,ne)
    real(wp) :: all_then(np,np,nlev,0:2,ne), ph_then(np,np,nlev+1,ne), phi_then(np,np,nlev,2,ne)
    real(wp) :: all_0(np,np,nlev,0:2,ne), ph_0(np,np,nlev+1,ne), phi_0(np,np,nlev,2,ne)
    type(vf_view) :: whole, v(6)
    integer :: e
    call fill(size(all), all, 200d0, 900d0)
    call fill(size(tv), tv, 220d0, 310d0)
    call fill(size(phis), phis, -50d0, 8000d0)
    call fill(size(ph), ph, -1d0, 1d0)
    call fill(size(phi), phi, -1d0, 1d0)
    all_0 = all
    ph_0 = ph
    phi_0 = phi
    all_then = all
    ph_then = ph
    phi_then = phi
    do e = 2, ne - 1
      call plain_hydrostatic(1, np*np, np*np, nlev, all(:,:,:,0,e), tv(:,:,:,e), phis(:,:,e), all_then(:,:,:,2,e), &
        ph_then(:,:,:,e), phi_then(:,:,:,1,e), ptop, rgas)
    end do
    call whole%wrap(all, lower=[1, 1, 1, 0, 1], axes='i j k t e', label='dp3d')
    call v(1)%select(whole, 't', 0)
    call v(2)%wrap(tv, axes='i j k e', label='tv')
    call v(3)%wrap(phis, axes='i j e', label='phis')
    call v(4)%select(whole, 't', 2)
    call v(5)%wrap(ph, axes='i j k e', label='ph')
    call v(6)%wrap(phi, axes='i j k t e', label='phi')
    call v(6)%select(v(6), 't', 1)
    if (by_team) then
      call vf_hydrostatic_team(vf_columns(1, np*np, [2, ne-1]), v(1), v(2), v(3), v(4), v(5), v(6), ptop, rgas)
    else
      call vf_hydrostatic(vf_columns(1, np*np, [2, ne-1]), v(1), v(2), v(3), v(4), v(5), v(6), ptop, rgas)
    end if
    call vf_views_to_host(v)
    call same(size(all), all, all_then, all_0, 'time levels of p and dp')
    call same(size(ph), ph, ph_then, ph_0, 'ph of elements')
    call same(size(phi), phi, phi_then, phi_0, 'phi of elements')
    call vf_views_release(v)
    call whole%release()
  end subroutine
end program
