! Validation compares kernels over columns and teams with originals for a single block and species. An original gets its parts
! of the code's arrays, also of a selected time level. In mode original the originals run in place of their kernels.
program columns_checked
  use, intrinsic :: iso_fortran_env, only: int32, int64, real64
  use claims
  use column_cases, only: fill
  use column_originals
  use plain_columns
  use viewfab
  use viewfab_cloud
  use viewfab_cloud_original
  use viewfab_hydrostatic
  use viewfab_hydrostatic_original
  use viewfab_hydrostatic_team
  use viewfab_hydrostatic_team_original
  use viewfab_tracer
  use viewfab_tracer_original
  implicit none
  integer, parameter :: np = 4, nlev = 11, bl = 2, bh = 5, il = -6, ih = 12, nq = 2
  real(real64), target :: dp(np,np,nlev,0:2,bl:bh), tv(np,np,nlev,bl:bh), phis(np,np,bl:bh), p(np,np,nlev,bl:bh), &
    ph(np,np,nlev+1,bl:bh), phi(np,np,nlev,0:2,bl:bh)
  real(real64), target :: dvv(np,np), dinv(np,np,2,2,bl:bh), metdet(np,np,bl:bh), spheremp(np,np,bl:bh), &
    vstar(np,np,2,nlev,bl:bh), dpmass(np,np,nlev,bl:bh), qdp(np,np,nlev,nq,2,bl:bh), qmin(nlev,nq,bl:bh), qmax(nlev,nq,bl:bh)
  real(real64), target :: ak(nlev+1), bk(nlev+1), relax(nlev), ps(il:ih,bl:bh), speed(il:ih,2,bl:bh), mix(il:ih,nlev,bl:bh), &
    t(il:ih,nlev,bl:bh), water(il:ih,nlev,5,bl:bh), flux(il:ih,nlev+1,bl:bh), cover(il:ih,bl:bh)
  real(real64), target :: mixed_water(il:ih,5,nlev,bl:bh)
  logical, target :: active(il:ih,bl:bh)
  integer(int32), target :: ktype(il:ih,bl:bh), base(il:ih,bl:bh)
  type(vf_view) :: scan(6), steps(10), sky(13), both, dp_of_all, phi_of_all, other_order
  integer(int64) :: checked
  integer :: i, b, k, ierr
  call make()
  call vf_hydrostatic_register_original(hydrostatic_original)
  call vf_hydrostatic_team_register_original(hydrostatic_team_original)
  call vf_tracer_register_original(tracer_original)
  call vf_cloud_register_original(cloud_original)
  call vf_validate_mode(VF_MODE_CHECK)
  ! A GPU contracts products, and has exponentials of its own.
  call vf_validate_tolerance(vf_tolerance(absolute=1e-9_real64, relative=1e-9_real64))

  call all_of_them()
  call check(vf_report_passed(checked) .and. checked == 4, 'each kernel gives what its original gives')
  call check(calls == 3 + 3 + 2*nq + 3, 'an original is called once for each block and species')
  call vf_report_reset()
  wrong = 1
  call each_is_found_wrong()
  wrong = 0

  call in_place_of_kernels()
  call refusals()
contains

  subroutine make()
    call fill(size(dp), dp, 200d0, 900d0)
    call fill(size(tv), tv, 220d0, 310d0)
    call fill(size(phis), phis, -50d0, 8000d0)
    call fill(size(p), p, -1d0, 1d0)
    call fill(size(ph), ph, -1d0, 1d0)
    call fill(size(phi), phi, -1d0, 1d0)
    call fill(size(dvv), dvv, -2d0, 2d0)
    call fill(size(dinv), dinv, -1d0, 1d0)
    call fill(size(metdet), metdet, 0.5d0, 2d0)
    call fill(size(spheremp), spheremp, 0.1d0, 1d0)
    call fill(size(vstar), vstar, -1d0, 1d0)
    call fill(size(dpmass), dpmass, 0.8d0, 1.2d0)
    call fill(size(qdp), qdp, 0d0, 1d0)
    call fill(size(qmin), qmin, -0.1d0, 0.4d0)
    call fill(size(qmax), qmax, 0.45d0, 0.9d0)
    call fill(nlev, relax, 0.2d0, 0.8d0)
    call fill(size(ps), ps, 9d4, 1.05d5)
    call fill(size(speed), speed, 1d0, 40d0)
    call fill(size(mix), mix, -1d-3, 1d-3)
    call fill(size(t), t, 230d0, 305d0)
    call fill(size(water), water, 0d0, 2d-2)
    call fill(size(mixed_water), mixed_water, 0d0, 2d-2)
    call fill(size(flux), flux, -1d0, 1d0)
    call fill(size(cover), cover, -1d0, 1d0)
    do k = 1, nlev + 1
      ak(k) = 1000 + 7*real(k, real64)
      bk(k) = real(k - 1, real64)/nlev
    end do
    do b = bl, bh
      do i = il, ih
        active(i,b) = modulo(i + 3*b, 7) /= 2
        ktype(i,b) = modulo(i*i + b, 2) + 1
        base(i,b) = -i - b
      end do
    end do
    call dp_of_all%wrap(dp, lower=lbound(dp), axes='i j k t e', label='dp')
    call scan(1)%select(dp_of_all, 't', 1)
    call scan(2)%wrap(tv, lower=lbound(tv), axes='i j k e', label='tv')
    call scan(3)%wrap(phis, lower=lbound(phis), axes='i j e', label='phis')
    call scan(4)%wrap(p, lower=lbound(p), axes='i j k e', label='p')
    call scan(5)%wrap(ph, lower=lbound(ph), axes='i j k e', label='ph')
    call phi_of_all%wrap(phi, lower=lbound(phi), axes='i j k t e', label='phi')
    call scan(6)%select(phi_of_all, 't', 0)
    call steps(1)%wrap(dvv, axes='c d', label='dvv')
    call steps(2)%wrap(dinv, lower=lbound(dinv), axes='i j c d e', label='dinv')
    call steps(3)%wrap(metdet, lower=lbound(metdet), axes='i j e', label='metdet')
    call steps(4)%wrap(spheremp, lower=lbound(spheremp), axes='i j e', label='spheremp')
    call steps(5)%wrap(vstar, lower=lbound(vstar), axes='i j c k e', label='vstar')
    call steps(6)%wrap(dpmass, lower=lbound(dpmass), axes='i j k e', label='dpmass')
    call both%wrap(qdp, lower=lbound(qdp), axes='i j k q t e', label='qdp')
    call steps(7)%select(both, 't', 1)
    call steps(8)%wrap(qmin, lower=lbound(qmin), axes='k q e', label='qmin')
    call steps(9)%wrap(qmax, lower=lbound(qmax), axes='k q e', label='qmax')
    call steps(10)%select(both, 't', 2)
    call sky(1)%wrap(ak, axes='k', label='ak')
    call sky(2)%wrap(bk, axes='k', label='bk')
    call sky(3)%wrap(relax, axes='k', label='relax')
    call sky(4)%wrap(ps, lower=lbound(ps), axes='i b', label='ps')
    call sky(5)%wrap(active, lower=lbound(active), axes='i b', label='active')
    call sky(6)%wrap(ktype, lower=lbound(ktype), axes='i b', label='ktype')
    call sky(7)%wrap(speed, lower=lbound(speed), axes='i c b', label='speed')
    call sky(8)%wrap(mix, lower=lbound(mix), axes='i k b', label='mix')
    call sky(9)%wrap(t, lower=lbound(t), axes='i k b', label='t')
    call sky(10)%wrap(water, lower=lbound(water), axes='i k s b', label='water')
    call sky(11)%wrap(flux, lower=lbound(flux), axes='i k b', label='flux')
    call sky(12)%wrap(cover, lower=lbound(cover), axes='i b', label='cover')
    call sky(13)%wrap(base, lower=lbound(base), axes='i b', label='base')
    call other_order%wrap(mixed_water, lower=lbound(mixed_water), axes='i s k b', label='mixed_water')
  end subroutine

  subroutine all_of_them()
    call by_columns()
    call by_teams()
    call tracers()
    call clouds(sky(10))
  end subroutine

  ! The last block is cut, and so is each block at its beginning.
  subroutine by_columns()
    call vf_hydrostatic(vf_columns(2, 16, [bl+1, bh], columns=3*16+5), scan(1), scan(2), scan(3), scan(4), scan(5), scan(6), &
      2.5d0, 287.04d0)
  end subroutine

  subroutine by_teams()
    call vf_hydrostatic_team(vf_columns(2, 16, [bl+1, bh], columns=3*16+5), scan(1), scan(2), scan(3), scan(4), scan(5), &
      scan(6), 2.5d0, 287.04d0)
  end subroutine

  subroutine tracers()
    call vf_tracer(vf_columns(1, 16, [bl+1, bl+2]), steps(1), steps(2), steps(3), steps(4), steps(5), steps(6), steps(7), &
      steps(8), steps(9), steps(10), 0.3d0, 0.7d0)
  end subroutine

  subroutine clouds(water_view, ierr)
    type(vf_view), intent(in) :: water_view
    integer, intent(out), optional :: ierr
    call vf_cloud(vf_columns(il+1, ih, [bl+1, bh]), sky(1), sky(2), sky(3), sky(4), sky(5), sky(6), sky(7), sky(8), sky(9), &
      water_view, sky(11), sky(12), sky(13), 120d0, ierr)
  end subroutine

  subroutine each_is_found_wrong()
    call by_columns()
    call expect('hydrostatic')
    call by_teams()
    call expect('hydrostatic_team')
    call tracers()
    call expect('tracer')
    call clouds(sky(10))
    call expect('cloud')
  end subroutine

  subroutine expect(kernel)
    character(*), intent(in) :: kernel
    call check(.not. vf_report_passed(checked) .and. checked == 1, 'an original of ' // kernel // ' that differs is found')
    call vf_report_reset()
  end subroutine

  ! Kernels would leave other bits than the originals, because the originals add 1 here.
  subroutine in_place_of_kernels()
    real(real64) :: phi_then(np,np,nlev,0:2,bl:bh), p_then(np,np,nlev,bl:bh), ph_then(np,np,nlev+1,bl:bh)
    call vf_validate_mode(VF_MODE_ORIGINAL)
    call vf_views_to_host(scan)
    p_then = p
    ph_then = ph
    phi_then = phi
    do b = bl + 1, bh
      call plain_hydrostatic(2, merge(5, 16, b == bh), 16, nlev, dp(:,:,:,1,b), tv(:,:,:,b), phis(:,:,b), p_then(:,:,:,b), &
        ph_then(:,:,:,b), phi_then(:,:,:,0,b), 2.5d0, 287.04d0)
    end do
    phi_then(2,1,nlev,0,3) = phi_then(2,1,nlev,0,3) + 1
    blocks = ''
    wrong = 1
    call by_columns()
    wrong = 0
    call check(blocks == ' 3:1 4:1 5:1', 'originals are told the block and the species: ' // blocks)
    call vf_views_to_host(scan)
    call check(all(p == p_then) .and. all(ph == ph_then) .and. all(phi == phi_then), 'an original runs in place of its kernel')
    blocks = ''
    call tracers()
    call check(blocks == ' 3:1 3:2 4:1 4:2', 'originals are told each species: ' // blocks)
  end subroutine

  ! An original has its own order of indices; the kernel does not depend on the order.
  subroutine refusals()
    call vf_validate_mode(VF_MODE_DEVICE)
    call clouds(other_order, ierr)
    call check(ierr == VF_OK, 'a kernel takes any order of the indices')
    call vf_validate_mode(VF_MODE_CHECK)
    call clouds(other_order, ierr)
    call check(ierr == VF_ERROR_ARGUMENT .and. index(vf_last_error(), "'mixed_water' (argument water") > 0, &
      'an array whose blocks are not in the order of the original is refused')
  end subroutine
end program
