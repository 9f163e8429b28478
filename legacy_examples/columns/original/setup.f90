! The initial fields of a run: smooth, and about as in an atmosphere.
module columns_setup
  use columns_definitions
  use columns_mesh, only: phase
  use columns_random, only: start_random, uniform
  use columns_state
  implicit none
  private
  public :: set_fields

contains

  subroutine set_fields()
    call start_random(settings%seed)
    call set_dynamics()
    call set_tracers()
    call set_physics()
    call set_signal()
  end subroutine set_fields

  ! Wind along the isolines of a stream function, over hills, with waves in temperature.
  subroutine set_dynamics()
    real(r8) :: ax, ay, shift, wave, ps, p, speed, psi1, psi2
    integer :: ie, i, j, k

    allocate(t(np,np,nlev,timelevels,nelem), dp3d(np,np,nlev,timelevels,nelem), v(np,np,2,nlev,timelevels,nelem))
    allocate(vn0(np,np,2,nlev,nelem), omega_p(np,np,nlev,nelem), phi(np,np,nlev,nelem), divdp(np,np,nlev,nelem))
    allocate(divdp_proj(np,np,nlev,nelem), dp_start(np,np,nlev,nelem))
    t = 0
    dp3d = 0
    v = 0
    vn0 = 0
    omega_p = 0
    phi = 0
    divdp = 0
    divdp_proj = 0
    dp_start = 0

    shift = uniform(0.0_r8, 2*pi)
    wave = uniform(1.0_r8, 2.0_r8)
    do ie = 1, nelem
      do j = 1, np
        do i = 1, np
          call phase(ie, i, j, ax, ay)
          phis(i,j,ie) = g*50*(1 + sin(ax + shift)*cos(ay))
          ps = ps0*exp(-phis(i,j,ie)/(rgas*288))
          do k = 1, nlev
            dp3d(i,j,k,n0,ie) = (hyai(k+1) - hyai(k))*ps0 + (hybi(k+1) - hybi(k))*ps
            p = (hyai(k+1) + hyai(k))/2*ps0 + (hybi(k+1) + hybi(k))/2*ps
            t(i,j,k,n0,ie) = standard_temperature(p) + wave*sin(ax)*cos(2*ay + shift)
            ! The wind is stronger aloft. Fluxes through the sides of an element are differences of the stream function
            ! speed (sin(ax + shift) + 1.5) sin(ay); psi1 and psi2 are its derivatives.
            speed = 10*(0.5_r8 + sin(pi*p/ps0))
            psi1 = speed*cos(ax + shift)*sin(ay)*pi/settings%x_elements
            psi2 = speed*(sin(ax + shift) + 1.5_r8)*cos(ay)*pi/settings%y_elements
            v(i,j,1,k,n0,ie) = (-d(i,j,1,1,ie)*psi2 + d(i,j,1,2,ie)*psi1)/metdet(i,j,ie)
            v(i,j,2,k,n0,ie) = (-d(i,j,2,1,ie)*psi2 + d(i,j,2,2,ie)*psi1)/metdet(i,j,ie)
          end do
        end do
      end do
    end do
  end subroutine set_dynamics

  ! Tracers are in turn: a humid lower layer, a block with sharp sides, a constant, and waves.
  subroutine set_tracers()
    real(r8) :: ax, ay, q, level
    integer :: ie, i, j, k, n

    allocate(qdp(np,np,nlev,qsize,qtimelevels,nelem), qmin(nlev,qsize,nelem), qmax(nlev,qsize,nelem))
    qdp = 0
    qmin = 0
    qmax = 0
    do ie = 1, nelem
      do n = 1, qsize
        do k = 1, nlev
          level = (k - 0.5_r8)/nlev
          do j = 1, np
            do i = 1, np
              call phase(ie, i, j, ax, ay)
              select case (modulo(n - 1, 4))
              case (0)
                q = 0.015_r8*level**3*(1 + 0.3_r8*cos(ax)*sin(ay))
              case (1)
                q = merge(1.0_r8, 0.0_r8, cos(ax) > 0 .and. sin(ay) > 0 .and. abs(level - 0.5_r8) < 0.3_r8)
              case (2)
                q = 1
              case default
                q = 1 + 0.5_r8*sin(n*ax)*cos(ay) + 0.2_r8*cos(2*pi*level)
              end select
              qdp(i,j,k,n,n0_qdp,ie) = q*dp3d(i,j,k,n0,ie)
            end do
          end do
        end do
      end do
    end do
  end subroutine set_tracers

  ! Columns next to each other are neither equal nor very different. Points of the last block without a column stay 0.
  subroutine set_physics()
    real(r8) :: ps, warm, moist, es, p
    integer :: block, jl, jk, column, nproma

    nproma = settings%nproma
    nblocks = (settings%ngptot + nproma - 1)/nproma
    allocate(col_dp(nproma,nlev,nblocks), col_p(nproma,nlev,nblocks), col_t(nproma,nlev,nblocks), &
             col_phi(nproma,nlev,nblocks), col_cover(nproma,nlev,nblocks))
    allocate(col_ph(nproma,nlev+1,nblocks), rain_flux(nproma,nlev+1,nblocks), enthalpy_flux(nproma,nlev+1,nblocks))
    allocate(clv(nproma,nlev,nclv,nblocks))
    allocate(col_phis(nproma,nblocks), land(nproma,nblocks), rain(nproma,nblocks), total_cover(nproma,nblocks))
    allocate(convective(nproma,nblocks), convection(nproma,nblocks))
    col_dp = 0
    col_p = 0
    col_t = 0
    col_phi = 0
    col_cover = 0
    col_ph = 0
    rain_flux = 0
    enthalpy_flux = 0
    clv = 0
    col_phis = 0
    land = 0
    rain = 0
    total_cover = 0
    convective = .false.
    convection = 0

    do column = 1, settings%ngptot
      block = 1 + (column - 1)/nproma
      jl = column - nproma*(block - 1)
      ps = ps0*(1 + uniform(-0.02_r8, 0.02_r8))
      warm = uniform(-5.0_r8, 5.0_r8)
      moist = uniform(0.5_r8, 1.3_r8)
      col_phis(jl,block) = g*uniform(0.0_r8, 500.0_r8)
      land(jl,block) = min(1.0_r8, max(0.0_r8, uniform(-0.5_r8, 1.5_r8)))
      convection(jl,block) = int(uniform(0.0_r8, 3.0_r8))
      convective(jl,block) = convection(jl,block) > 0
      do jk = 1, nlev
        col_dp(jl,jk,block) = (hyai(jk+1) - hyai(jk))*ps0 + (hybi(jk+1) - hybi(jk))*ps
        p = (hyai(jk+1) + hyai(jk))/2*ps0 + (hybi(jk+1) + hybi(jk))/2*ps
        col_t(jl,jk,block) = standard_temperature(p) + warm*(p/ps)
        es = 611.21_r8*exp(17.502_r8*(col_t(jl,jk,block) - 273.16_r8)/(col_t(jl,jk,block) - 32.19_r8))
        clv(jl,jk,ncldqv,block) = moist*(0.6_r8 + 0.4_r8*(p/ps))*rgas/rv*es/p
      end do
    end do
  end subroutine set_physics

  subroutine set_signal()
    integer :: j

    allocate(signal(0:settings%window_n-1), windowed(0:settings%window_n-1))
    do j = 0, settings%window_n - 1
      signal(j) = sin(2*pi*j/settings%window_n)
    end do
    windowed = 0
  end subroutine set_signal

  ! The temperature at this pressure, in K.
  pure function standard_temperature(p) result(temperature)
    real(r8), intent(in) :: p
    real(r8) :: temperature

    temperature = max(216.65_r8, 288.15_r8*(p/ps0)**0.19026_r8)
  end function standard_temperature

end module columns_setup
