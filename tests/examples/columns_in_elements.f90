! test_columns_in_elements <claim>: calls the routines on elements of the legacy code of columns, each by itself.
program test_columns_in_elements
  use claims, only: check
  use columns_caar_rhs, only: caar_rhs
  use columns_definitions
  use columns_derivative, only: divergence_sphere, gauss_lobatto
  use columns_mesh, only: build_mesh
  use columns_random, only: start_random, uniform
  use columns_setup, only: set_fields
  use columns_state
  use columns_tracer_step, only: limit_level, tracer_step
  implicit none
  real(r8), parameter :: rounding = 1.0e-13_r8
  integer, parameter :: nlev_of_rest = 12
  character(len=80) :: claim

  call get_command_argument(1, claim)
  call start_random(7)
  select case (claim)
  case ('derivatives_are_exact_for_cubics')
    call derivatives_are_exact()
  case ('divergence_has_no_sum_over_a_torus')
    call divergence_has_no_sum()
  case ('caar_leaves_air_at_rest')
    call caar_leaves_rest()
  case ('caar_may_have_its_time_levels_in_one')
    call caar_in_place()
  case ('limiter_keeps_bounds_and_mass')
    call limiter_keeps()
  case ('limiter_moves_bounds_that_the_mass_does_not_fit')
    call limiter_moves()
  case ('limiter_leaves_what_is_within_bounds')
    call limiter_leaves()
  case ('tracer_step_keeps_bounds')
    call tracer_step_keeps()
  case default
    call check(.false., 'the claim is a known one')
  end select

contains

  subroutine build(levels, tracers)
    integer, intent(in) :: levels, tracers

    settings%x_elements = 5
    settings%y_elements = 3
    settings%nlev = levels
    settings%qsize = tracers
    settings%nproma = 16
    settings%ngptot = 40
    settings%seed = 5
    settings%window_n = 10
    settings%window_m = 3
    settings%courant = 0.4_r8
    call build_mesh()
    call set_fields()
  end subroutine build

  subroutine derivatives_are_exact()
    real(r8) :: points(np), weights(np), table(np,np), slope
    integer :: l, power

    call gauss_lobatto(points, weights, table)
    do power = 0, 3
      do l = 1, np
        slope = 0
        if (power > 0) slope = power*points(l)**(power - 1)
        call check(abs(sum(table(:,l)*points**power) - slope) < rounding, 'a power up to 3 has its derivative')
      end do
    end do
    do power = 0, 5
      call check(abs(sum(weights*points**power) - merge(2.0_r8/(power + 1), 0.0_r8, mod(power, 2) == 0)) < rounding, &
        'a power up to 5 has its integral')
    end do
  end subroutine derivatives_are_exact

  ! The flow out of an element enters its neighbour, so the sum over all elements is 0. This needs consistent metric
  ! terms.
  subroutine divergence_has_no_sum()
    real(r8) :: wind(np,np,2), div(np,np), product(np,np), total, absolute
    integer :: ie

    call build(6, 1)
    total = 0
    absolute = 0
    do ie = 1, nelem
      product = d(:,:,1,1,ie)*dinv(:,:,1,2,ie) + d(:,:,1,2,ie)*dinv(:,:,2,2,ie)
      call check(all(abs(product) < rounding), 'd times dinv has nothing off its diagonal')
      product = d(:,:,2,1,ie)*dinv(:,:,1,2,ie) + d(:,:,2,2,ie)*dinv(:,:,2,2,ie)
      call check(all(abs(product - 1) < rounding), 'd times dinv has ones in its diagonal')
      call check(all(metdet(:,:,ie) > 0), 'the map is invertible')
      wind = v(:,:,:,3,n0,ie)*spread(t(:,:,3,n0,ie), 3, 2)
      call divergence_sphere(wind, dvv, dinv(:,:,:,:,ie), metdet(:,:,ie), div)
      total = total + sum(spheremp(:,:,ie)*div)
      absolute = absolute + sum(spheremp(:,:,ie)*abs(div))
    end do
    call check(absolute > 0, 'there is some divergence')
    call check(abs(total) < 1.0e-12_r8*absolute, 'the divergence has no sum')
  end subroutine divergence_has_no_sum

  subroutine caar_leaves_rest()
    real(r8) :: dp_before(nlev_of_rest)
    integer :: k

    call build(nlev_of_rest, 1)
    phis = 700
    v = 0
    do k = 1, nlev
      dp_before(k) = dp3d(2,2,k,n0,1)
      dp3d(:,:,k,n0,:) = dp_before(k)
      t(:,:,k,n0,:) = 210 + 5*k
    end do
    call caar_rhs(1, nelem, nelem, nlev, n0, n0, np1, 600.0_r8, 1.0_r8, hyai, dvv, d, dinv, metdet, spheremp, fcor, phis, t, v, &
      dp3d, vn0, omega_p, phi, divdp)
    do k = 1, nlev
      call check(all(abs(t(:,:,k,np1,:)/spheremp - (210 + 5*k)) < 1.0e-11_r8), 'the temperature stays')
      call check(all(abs(dp3d(:,:,k,np1,:)/spheremp - dp_before(k)) < 1.0e-10_r8), 'the layers stay')
      call check(all(abs(v(:,:,1,k,np1,:)/spheremp) < 1.0e-7_r8) .and. all(abs(v(:,:,2,k,np1,:)/spheremp) < 1.0e-7_r8), &
        'the air stays at rest')
    end do
  end subroutine caar_leaves_rest

  ! The target level may be the same as an input level: the result has the bits of a call with three different levels.
  subroutine caar_in_place()
    real(r8), allocatable :: t_apart(:,:,:,:), v_apart(:,:,:,:,:), dp_apart(:,:,:,:), t0(:,:,:,:,:), v0(:,:,:,:,:,:), dp0(:,:,:,:,:)
    integer :: to

    call build(7, 1)
    t(:,:,:,nm1,:) = t(:,:,:,n0,:) + 1
    v(:,:,:,:,nm1,:) = v(:,:,:,:,n0,:)*1.1_r8
    dp3d(:,:,:,nm1,:) = dp3d(:,:,:,n0,:)*1.01_r8
    allocate(t0, source=t)
    allocate(v0, source=v)
    allocate(dp0, source=dp3d)
    call one_caar(np1)
    allocate(t_apart, source=t(:,:,:,np1,:))
    allocate(v_apart, source=v(:,:,:,:,np1,:))
    allocate(dp_apart, source=dp3d(:,:,:,np1,:))
    do to = nm1, n0
      t = t0
      v = v0
      dp3d = dp0
      call one_caar(to)
      call check(.not. any(abs(t(:,:,:,to,:) - t_apart) > 0), 'the temperature has the same bits in place')
      call check(.not. any(abs(v(:,:,:,:,to,:) - v_apart) > 0), 'the wind has the same bits in place')
      call check(.not. any(abs(dp3d(:,:,:,to,:) - dp_apart) > 0), 'the thickness has the same bits in place')
    end do
  end subroutine caar_in_place

  subroutine one_caar(to)
    integer, intent(in) :: to

    call caar_rhs(1, nelem, nelem, nlev, nm1, n0, to, 600.0_r8, 1.0_r8, hyai, dvv, d, dinv, metdet, spheremp, fcor, phis, t, v, &
      dp3d, vn0, omega_p, phi, divdp)
  end subroutine one_caar

  subroutine limiter_keeps()
    real(r8) :: c(np*np), x(np*np), low, high, mass
    integer :: n, trial

    do trial = 1, 1000
      do n = 1, np*np
        c(n) = uniform(0.1_r8, 2.0_r8)
        x(n) = uniform(-0.5_r8, 1.5_r8)
      end do
      low = 0.1_r8
      high = 0.9_r8
      mass = sum(c*x)
      if (mass < 0.15_r8*sum(c) .or. mass > 0.85_r8*sum(c)) cycle
      call limit_level(c, x, low, high)
      call check(.not. abs(low - 0.1_r8) > 0 .and. .not. abs(high - 0.9_r8) > 0, 'bounds that fit stay')
      call check(all(x >= low) .and. all(x <= high), 'all points are within the bounds')
      call check(abs(sum(c*x) - mass) <= rounding*mass, 'the mass stays')
    end do
  end subroutine limiter_keeps

  subroutine limiter_moves()
    real(r8) :: c(np*np), x(np*np), low, high

    c = 2
    x = 0.3_r8
    x(4) = 0.5_r8
    low = 0.4_r8
    high = 0.9_r8
    call limit_level(c, x, low, high)
    call check(abs(low - 0.3125_r8) < rounding .and. all(abs(x - 0.3125_r8) < rounding), 'too little mass moves the lower bound')
    x = 0.8_r8
    x(4) = 0.6_r8
    low = -1
    high = 0.5_r8
    call limit_level(c, x, low, high)
    call check(abs(high - 0.7875_r8) < rounding .and. all(abs(x - 0.7875_r8) < rounding), 'too much mass moves the upper bound')
    call check(.not. abs(low) > 0, 'the lower bound is at least 0')
  end subroutine limiter_moves

  subroutine limiter_leaves()
    real(r8) :: c(np*np), x(np*np), before(np*np), low, high
    integer :: n

    do n = 1, np*np
      c(n) = uniform(0.1_r8, 2.0_r8)
      x(n) = uniform(0.2_r8, 0.8_r8)
    end do
    before = x
    low = 0.2_r8
    high = 0.8_r8
    call limit_level(c, x, low, high)
    call check(.not. any(abs(x - before) > 0), 'points within the bounds keep their bits')
  end subroutine limiter_leaves

  ! A tracer with sharp sides is cut at its bounds. The mass of each level of an element is the mass of a step without
  ! the limiter.
  subroutine tracer_step_keeps()
    real(r8) :: x(np,np), wind(np,np,2), div(np,np), mass, before
    integer :: ie, k, cut

    call build(8, 2)
    cut = 0
    do ie = 1, nelem
      dp_start(:,:,:,ie) = dp3d(:,:,:,n0,ie)
      do k = 1, nlev
        vn0(:,:,1,k,ie) = v(:,:,1,k,n0,ie)*dp_start(:,:,k,ie)
        vn0(:,:,2,k,ie) = v(:,:,2,k,n0,ie)*dp_start(:,:,k,ie)
        call divergence_sphere(vn0(:,:,:,k,ie), dvv, dinv(:,:,:,:,ie), metdet(:,:,ie), divdp(:,:,k,ie))
      end do
    end do
    qmin = 0
    qmax = 1
    call tracer_step(1, nelem, nelem, nlev, qsize, 1, 2, 0, dt, dvv, dinv, metdet, spheremp, dp_start, vn0, divdp, divdp_proj, &
      qdp, qmin, qmax)
    do ie = 1, nelem
      do k = 1, nlev
        wind = vn0(:,:,:,k,ie)*spread(qdp(:,:,k,2,1,ie)/dp_start(:,:,k,ie), 3, 2)
        call divergence_sphere(wind, dvv, dinv(:,:,:,:,ie), metdet(:,:,ie), div)
        x = (qdp(:,:,k,2,1,ie) - dt*div)/(dp_start(:,:,k,ie) - dt*divdp(:,:,k,ie))
        if (minval(x) < -0.001_r8) cut = cut + 1
        before = sum(spheremp(:,:,ie)*(qdp(:,:,k,2,1,ie) - dt*div))
        mass = sum(qdp(:,:,k,2,2,ie))
        call check(abs(mass - before) <= 1.0e-12_r8*abs(before) + 1.0e-12_r8, 'the mass of each level stays')
        x = qdp(:,:,k,2,2,ie)/(spheremp(:,:,ie)*(dp_start(:,:,k,ie) - dt*divdp(:,:,k,ie)))
        call check(minval(x) >= qmin(k,2,ie) - rounding .and. maxval(x) <= qmax(k,2,ie) + rounding, 'all is within the bounds')
      end do
    end do
    call check(cut > 0, 'the limiter has something to do')
  end subroutine tracer_step_keeps

end program test_columns_in_elements
