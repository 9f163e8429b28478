! A kernel of 60 arguments, like a nest of a weather model, compared with the same loop in Fortran: on a box; on boxes, with a
! set as an argument beyond the 32nd; validated with its original, on the true inputs and on perturbed inputs; and with its
! original in its place.
module loop_of_sixty
  implicit none
  integer :: runs = 0
contains

  include 'viewfab_sixty_arguments_original.inc'
    integer :: i, j, k, n
    real(real64) :: divergence, water, mass, pressure, exchange, lift, heating
    runs = runs + 1
    do n = 1, components
      do k = lo(3), hi(3)
        do j = lo(2), hi(2)
          do i = lo(1), hi(1)
            divergence = (u(i+1,j,k,n)*msfu(i,j) - u(i,j,k,n))*rdx + (v(i,j+1,k,n)*msfv(i,j) - v(i,j,k,n))*rdy
            water = weights(1)*qc(i,j,k,n) + weights(2)*qr(i,j,k,n) + weights(3)*qi(i,j,k,n) &
              + weights(4)*(qs(i,j,k,n) - qg(i,j,k,n))
            mass = c1h(k)*mut(i,j,k,n) + c2h(k)
            pressure = (p(i,j,k,n) + pb(i,j,k,n))/p00
            exchange = km(i,j,k,n) - 2*kh(i,j,k,n) + kdif*dif(i,j,k,n)
            lift = fnm(k)*al(i,j,k,n) - fnp(k)*alt(i,j,k,n)
            heating = (t(i,j,k,n) - t00)*pressure + rd/cp*dnw(k)
            ru(i,j,k,n) = mass*u(i,j,k,n) - muu(i,j,k,n)*divergence
            rv(i,j,k,n) = mass*v(i,j,k,n) - muv(i,j,k,n)*divergence
            rw(i,j,k,n) = mass*w(i,j,k,n) + g*lift*dn(k)
            rt(i,j,k,n) = heating
            rq(i,j,k,n) = merge(qv(i,j,k,n) - water, qv(i,j,k,n), moist)
            heat(i,j,k,n) = rad*lat(i,j) + tke(i,j,k,n)*exchange
            rain(i,j,k,n) = rho(i,j,k,n)*qr(i,j,k,n)*msft(i,j)
            snow(i,j,k,n) = merge(qs(i,j,k,n), ph(i,j,k,n) - ht(i,j), xland(i,j) == 1)
            t_new(i,j,k,n) = t_new(i,j,k,n) + dt*heating
            qv_new(i,j,k,n) = qv_new(i,j,k,n) - dt*water
            qc_new(i,j,k,n) = qc_new(i,j,k,n) + merge(dt*exchange, dt*divergence, scheme == 2)
            qr_new(i,j,k,n) = qr_new(i,j,k,n)*pressure + lift
          end do
        end do
      end do
    end do
  end subroutine

end module

program many_arguments
  use, intrinsic :: iso_fortran_env, only: int32, int64, real64
  use claims, only: check
  use loop_of_sixty
  use viewfab
  use wide_kernels_kernels
  implicit none
  integer, parameter :: i0 = -3, i1 = 8, j0 = 0, j1 = 6, k0 = 2, k1 = 6, top = 84, results = 12
  real(real64), target, dimension(i0:i1+1, j0:j1+1, k0:top) :: &
    u, v, w, t, qv, qc, qr, qi, qs, qg, ph, al, alt, p, pb, rho, mut, muu, muv, tke, km, kh, dif, t_new, qv_new, &
    qc_new, qr_new, ru, rv, rw, rt, rq, heat, rain, snow
  real(real64), target, dimension(k0:top) :: c1h, c2h, dn, dnw, fnm, fnp
  real(real64), target, dimension(i0:i1+1, j0:j1+1) :: msft, msfu, msfv, ht, lat
  integer(int32), target :: xland(i0:i1+1, j0:j1+1)
  real(real64) :: expected(i0:i1+1, j0:j1+1, k0:top, results)
  type(vf_view) :: views(47)
  type(vf_box) :: box, halves(2)
  integer(int64) :: checked
  box = vf_box([i0, j0, k0], [i1, j1, k1])
  halves = [vf_box([i0, j0, k0], [i1, j1, 3]), vf_box([i0, j0, 4], [i1, j1, k1])]
  call fill()
  call make_views()

  call note_expected()
  call on_box()
  call compare('60 arguments on a box')

  call note_expected()
  call on_halves()
  call compare('60 arguments on two boxes, the 39th of them a set')

  call vf_sixty_arguments_register_original(sixty_arguments_original)
  call vf_validate_mode(VF_MODE_CHECK)
  ! A GPU contracts products.
  call vf_validate_tolerance(vf_tolerance(absolute=1e-12_real64, relative=1e-12_real64))
  call note_expected()
  call on_box()
  call compare('60 arguments in a checked call')
  call check(vf_report_passed(checked) .and. checked == 1, 'the kernel gives what its original gives')

  call perturbed_calls()

  call vf_validate_mode(VF_MODE_ORIGINAL)
  call note_expected()
  call on_box()
  call compare('60 arguments of an original in place of its kernel')
  call vf_finalize()
contains

  ! The first checked call of a kernel is of whole arrays, the others of the elements that the call can touch.
  subroutine perturbed_calls()
    integer :: call_number, before
    call vf_validate_perturb(5)
    do call_number = 1, 3
      call note_expected()
      before = runs
      call on_box()
      call check(runs == before + 2, 'the original runs on the true and on the perturbed inputs of 47 arrays')
      call compare('60 arguments in a call that is checked on perturbed inputs too')
    end do
    call check(vf_report_passed(checked) .and. checked == 4, 'the kernel gives what its original gives on perturbed inputs')
  end subroutine

  subroutine fill()
    call random_number(u)
    call random_number(v)
    call random_number(w)
    call random_number(t)
    call random_number(qv)
    call random_number(qc)
    call random_number(qr)
    call random_number(qi)
    call random_number(qs)
    call random_number(qg)
    call random_number(ph)
    call random_number(al)
    call random_number(alt)
    call random_number(p)
    call random_number(pb)
    call random_number(rho)
    call random_number(mut)
    call random_number(muu)
    call random_number(muv)
    call random_number(tke)
    call random_number(km)
    call random_number(kh)
    call random_number(dif)
    call random_number(c1h)
    call random_number(c2h)
    call random_number(dn)
    call random_number(dnw)
    call random_number(fnm)
    call random_number(fnp)
    call random_number(msft)
    call random_number(msfu)
    call random_number(msfv)
    call random_number(ht)
    call random_number(lat)
    call random_number(t_new)
    call random_number(qv_new)
    call random_number(qc_new)
    call random_number(qr_new)
    call random_number(ru)
    call random_number(rv)
    call random_number(rw)
    call random_number(rt)
    call random_number(rq)
    call random_number(heat)
    call random_number(rain)
    call random_number(snow)
    xland = 1
    xland(i0+2:i1:3, :) = 2
  end subroutine

  subroutine make_views()
    call views(1)%wrap(u, lower=[i0, j0, k0], label='u')
    call views(2)%wrap(v, lower=[i0, j0, k0], label='v')
    call views(3)%wrap(w, lower=[i0, j0, k0], label='w')
    call views(4)%wrap(t, lower=[i0, j0, k0], label='t')
    call views(5)%wrap(qv, lower=[i0, j0, k0], label='qv')
    call views(6)%wrap(qc, lower=[i0, j0, k0], label='qc')
    call views(7)%wrap(qr, lower=[i0, j0, k0], label='qr')
    call views(8)%wrap(qi, lower=[i0, j0, k0], label='qi')
    call views(9)%wrap(qs, lower=[i0, j0, k0], label='qs')
    call views(10)%wrap(qg, lower=[i0, j0, k0], label='qg')
    call views(11)%wrap(ph, lower=[i0, j0, k0], label='ph')
    call views(12)%wrap(al, lower=[i0, j0, k0], label='al')
    call views(13)%wrap(alt, lower=[i0, j0, k0], label='alt')
    call views(14)%wrap(p, lower=[i0, j0, k0], label='p')
    call views(15)%wrap(pb, lower=[i0, j0, k0], label='pb')
    call views(16)%wrap(rho, lower=[i0, j0, k0], label='rho')
    call views(17)%wrap(mut, lower=[i0, j0, k0], label='mut')
    call views(18)%wrap(muu, lower=[i0, j0, k0], label='muu')
    call views(19)%wrap(muv, lower=[i0, j0, k0], label='muv')
    call views(20)%wrap(tke, lower=[i0, j0, k0], label='tke')
    call views(21)%wrap(km, lower=[i0, j0, k0], label='km')
    call views(22)%wrap(kh, lower=[i0, j0, k0], label='kh')
    call views(23)%wrap(dif, lower=[i0, j0, k0], label='dif')
    call views(24)%wrap(c1h, lower=[k0], label='c1h')
    call views(25)%wrap(c2h, lower=[k0], label='c2h')
    call views(26)%wrap(dn, lower=[k0], label='dn')
    call views(27)%wrap(dnw, lower=[k0], label='dnw')
    call views(28)%wrap(fnm, lower=[k0], label='fnm')
    call views(29)%wrap(fnp, lower=[k0], label='fnp')
    call views(30)%wrap(msft, lower=[i0, j0], label='msft')
    call views(31)%wrap(msfu, lower=[i0, j0], label='msfu')
    call views(32)%wrap(msfv, lower=[i0, j0], label='msfv')
    call views(33)%wrap(ht, lower=[i0, j0], label='ht')
    call views(34)%wrap(lat, lower=[i0, j0], label='lat')
    call views(35)%wrap(xland, lower=[i0, j0], label='xland')
    call views(36)%wrap(t_new, lower=[i0, j0, k0], label='t_new')
    call views(37)%wrap(qv_new, lower=[i0, j0, k0], label='qv_new')
    call views(38)%wrap(qc_new, lower=[i0, j0, k0], label='qc_new')
    call views(39)%wrap(qr_new, lower=[i0, j0, k0], label='qr_new')
    call views(40)%wrap(ru, lower=[i0, j0, k0], label='ru')
    call views(41)%wrap(rv, lower=[i0, j0, k0], label='rv')
    call views(42)%wrap(rw, lower=[i0, j0, k0], label='rw')
    call views(43)%wrap(rt, lower=[i0, j0, k0], label='rt')
    call views(44)%wrap(rq, lower=[i0, j0, k0], label='rq')
    call views(45)%wrap(heat, lower=[i0, j0, k0], label='heat')
    call views(46)%wrap(rain, lower=[i0, j0, k0], label='rain')
    call views(47)%wrap(snow, lower=[i0, j0, k0], label='snow')
  end subroutine

  subroutine on_box()
    call vf_sixty_arguments(box, &
      views(1), views(2), views(3), views(4), views(5), views(6), views(7), views(8), views(9), views(10), views(11), &
      views(12), views(13), views(14), views(15), views(16), views(17), views(18), views(19), views(20), views(21), &
      views(22), views(23), views(24), views(25), views(26), views(27), views(28), views(29), views(30), views(31), &
      views(32), views(33), views(34), views(35), views(36), views(37), views(38), views(39), views(40), views(41), &
      views(42), views(43), views(44), views(45), views(46), views(47), &
      0.1_real64, 2.0_real64, 3.0_real64, 9.8_real64, 1004.0_real64, 287.0_real64, 1e5_real64, 300.0_real64, 0.3_real64, &
      0.7_real64, vf_sixty_arguments_damped, .true., [1.0_real64, 2.0_real64, 3.0_real64, 4.0_real64])
  end subroutine

  ! The 39th argument is a set of the lower and the upper levels.
  subroutine on_halves()
    type(vf_view) :: parts(2)
    type(vf_set) :: both
    call parts(1)%wrap(qr_new(:,:,:3), lower=[i0, j0, k0], label='lower levels')
    call parts(2)%wrap(qr_new(:,:,4:), lower=[i0, j0, 4], label='upper levels')
    call both%wrap(halves, parts, label='both')
    call vf_sixty_arguments(halves, &
      views(1), views(2), views(3), views(4), views(5), views(6), views(7), views(8), views(9), views(10), views(11), &
      views(12), views(13), views(14), views(15), views(16), views(17), views(18), views(19), views(20), views(21), &
      views(22), views(23), views(24), views(25), views(26), views(27), views(28), views(29), views(30), views(31), &
      views(32), views(33), views(34), views(35), views(36), views(37), views(38), both, views(40), views(41), &
      views(42), views(43), views(44), views(45), views(46), views(47), &
      0.1_real64, 2.0_real64, 3.0_real64, 9.8_real64, 1004.0_real64, 287.0_real64, 1e5_real64, 300.0_real64, 0.3_real64, &
      0.7_real64, vf_sixty_arguments_damped, .true., [1.0_real64, 2.0_real64, 3.0_real64, 4.0_real64])
    call both%to_host()
    call both%release()
    call parts(1)%release()
    call parts(2)%release()
  end subroutine

  ! Notes the results of the loop for the present arrays.
  subroutine note_expected()
    expected(:,:,:,1) = t_new
    expected(:,:,:,2) = qv_new
    expected(:,:,:,3) = qc_new
    expected(:,:,:,4) = qr_new
    expected(:,:,:,5) = ru
    expected(:,:,:,6) = rv
    expected(:,:,:,7) = rw
    expected(:,:,:,8) = rt
    expected(:,:,:,9) = rq
    expected(:,:,:,10) = heat
    expected(:,:,:,11) = rain
    expected(:,:,:,12) = snow
    call sixty_arguments_original([i0, j0, k0], [i1, j1, k1], 1, &
      u, [i0, j0, k0], [i1+1, j1+1, top], &
      v, [i0, j0, k0], [i1+1, j1+1, top], &
      w, [i0, j0, k0], [i1+1, j1+1, top], &
      t, [i0, j0, k0], [i1+1, j1+1, top], &
      qv, [i0, j0, k0], [i1+1, j1+1, top], &
      qc, [i0, j0, k0], [i1+1, j1+1, top], &
      qr, [i0, j0, k0], [i1+1, j1+1, top], &
      qi, [i0, j0, k0], [i1+1, j1+1, top], &
      qs, [i0, j0, k0], [i1+1, j1+1, top], &
      qg, [i0, j0, k0], [i1+1, j1+1, top], &
      ph, [i0, j0, k0], [i1+1, j1+1, top], &
      al, [i0, j0, k0], [i1+1, j1+1, top], &
      alt, [i0, j0, k0], [i1+1, j1+1, top], &
      p, [i0, j0, k0], [i1+1, j1+1, top], &
      pb, [i0, j0, k0], [i1+1, j1+1, top], &
      rho, [i0, j0, k0], [i1+1, j1+1, top], &
      mut, [i0, j0, k0], [i1+1, j1+1, top], &
      muu, [i0, j0, k0], [i1+1, j1+1, top], &
      muv, [i0, j0, k0], [i1+1, j1+1, top], &
      tke, [i0, j0, k0], [i1+1, j1+1, top], &
      km, [i0, j0, k0], [i1+1, j1+1, top], &
      kh, [i0, j0, k0], [i1+1, j1+1, top], &
      dif, [i0, j0, k0], [i1+1, j1+1, top], &
      c1h, [k0], [top], &
      c2h, [k0], [top], &
      dn, [k0], [top], &
      dnw, [k0], [top], &
      fnm, [k0], [top], &
      fnp, [k0], [top], &
      msft, [i0, j0], [i1+1, j1+1], &
      msfu, [i0, j0], [i1+1, j1+1], &
      msfv, [i0, j0], [i1+1, j1+1], &
      ht, [i0, j0], [i1+1, j1+1], &
      lat, [i0, j0], [i1+1, j1+1], &
      xland, [i0, j0], [i1+1, j1+1], &
      expected(:,:,:,1), [i0, j0, k0], [i1+1, j1+1, top], &
      expected(:,:,:,2), [i0, j0, k0], [i1+1, j1+1, top], &
      expected(:,:,:,3), [i0, j0, k0], [i1+1, j1+1, top], &
      expected(:,:,:,4), [i0, j0, k0], [i1+1, j1+1, top], &
      expected(:,:,:,5), [i0, j0, k0], [i1+1, j1+1, top], &
      expected(:,:,:,6), [i0, j0, k0], [i1+1, j1+1, top], &
      expected(:,:,:,7), [i0, j0, k0], [i1+1, j1+1, top], &
      expected(:,:,:,8), [i0, j0, k0], [i1+1, j1+1, top], &
      expected(:,:,:,9), [i0, j0, k0], [i1+1, j1+1, top], &
      expected(:,:,:,10), [i0, j0, k0], [i1+1, j1+1, top], &
      expected(:,:,:,11), [i0, j0, k0], [i1+1, j1+1, top], &
      expected(:,:,:,12), [i0, j0, k0], [i1+1, j1+1, top], &
      0.1_real64, 2.0_real64, 3.0_real64, 9.8_real64, 1004.0_real64, 287.0_real64, 1e5_real64, 300.0_real64, 0.3_real64, &
      0.7_real64, vf_sixty_arguments_damped, .true., [1.0_real64, 2.0_real64, 3.0_real64, 4.0_real64])
  end subroutine

  subroutine compare(claim)
    character(*), intent(in) :: claim
    integer :: m
    do m = 1, size(views)
      call views(m)%to_host()
    end do
    call same(t_new, expected(:,:,:,1), claim // ': t_new')
    call same(qv_new, expected(:,:,:,2), claim // ': qv_new')
    call same(qc_new, expected(:,:,:,3), claim // ': qc_new')
    call same(qr_new, expected(:,:,:,4), claim // ': qr_new')
    call same(ru, expected(:,:,:,5), claim // ': ru')
    call same(rv, expected(:,:,:,6), claim // ': rv')
    call same(rw, expected(:,:,:,7), claim // ': rw')
    call same(rt, expected(:,:,:,8), claim // ': rt')
    call same(rq, expected(:,:,:,9), claim // ': rq')
    call same(heat, expected(:,:,:,10), claim // ': heat')
    call same(rain, expected(:,:,:,11), claim // ': rain')
    call same(snow, expected(:,:,:,12), claim // ': snow')
  end subroutine

  subroutine same(found, right, claim)
    real(real64), intent(in) :: found(:,:,:), right(:,:,:)
    character(*), intent(in) :: claim
    call check(maxval(abs(found - right)) <= 1e-12_real64*maxval(abs(right)), claim)
  end subroutine

end program
