! The original loops by number, and their kernels. A loop inside a longer routine of the original is copied here
! unchanged.
module column_loops
  use, intrinsic :: iso_fortran_env, only: compiler_options
  use columns_caar_rhs, only: caar_rhs
  use columns_cloud, only: cloud
  use columns_definitions
  use columns_derivative, only: divergence_sphere
  use columns_exchange, only: exchange, neighbour_bounds
  use columns_hydrostatic, only: hydrostatic
  use columns_kernels
  use columns_remap_ppm, only: remap_ppm
  use columns_state
  use columns_tracer_step, only: tracer_step
  use columns_views
  use columns_window_sums, only: window_sums
  use viewfab, only: vf_box_of
  implicit none
  private
  public :: loops, names, call_kernel, call_original, flags_of_originals

  integer, parameter :: loops = 14
  character(*), parameter :: names(loops) = [character(20) :: 'hydrostatic', 'cool', 'cloud', 'gather_rain', 'caar_rhs', &
    'mean_divergence', 'tracer_bounds', 'neighbour_bounds', 'tracer_step', 'mean_of_stages', 'remap', 'mean_of_shared', &
    'state_masses', 'window_sums']
  real(r8), parameter :: rate = 1.0e-9_r8

contains

  subroutine call_kernel(number)
    integer, intent(in) :: number

    associate (w => views, edge => views%edge)
      select case (number)
      case (1); call vf_hydrostatic(columns, w%col_dp, w%col_t, w%col_phis, w%col_p, w%col_ph, w%col_phi, ptop, rgas)
      case (2); call vf_cool(columns, w%col_p, w%col_ph, w%col_t, rate)
      case (3)
        call vf_cloud(columns, w%convective, w%convection, w%land, w%col_p, w%col_ph, w%col_t, w%clv, w%rain_flux, &
          w%enthalpy_flux, w%col_cover, w%total_cover, dt_physics)
      case (4); call vf_gather_rain(columns, w%rain_flux, w%rain, dt_physics)
      case (5)
        call vf_caar_rhs(elements, w%dvv, w%d, w%dinv, w%metdet, w%spheremp, w%fcor, w%phis, w%t_at(n0), w%v_at(n0), &
          w%dp3d_at(n0), w%t_at(n0), w%v_at(n0), w%dp3d_at(n0), w%own_t, w%own_v, w%own_dp3d, w%vn0, w%omega_p, w%phi, &
          w%divdp, hyai(1)*ps0, dt, 0.0_r8, [rrearth, rgas, kappa])
      case (6); call vf_mean_divergence(elements, w%dvv, w%dinv, w%metdet, w%spheremp, w%vn0, w%divdp, w%own_div, rrearth)
      case (7)
        call vf_tracer_bounds(elements, w%dp_start, w%divdp_proj, w%qdp_at(n0_qdp), w%own_min, w%own_max, 1, dt/2)
      case (8)
        call vf_neighbour_bounds(vf_box_of(1, 1, 1, nlev*qsize, 1, nelem), w%neighbours, w%own_min, w%own_max, w%qmin, w%qmax)
      case (9)
        call vf_tracer_step(elements, w%dvv, w%dinv, w%metdet, w%spheremp, w%dp_start, w%vn0, w%divdp, w%divdp_proj, &
          w%qdp_at(n0_qdp), w%qmin, w%qmax, w%own_qdp, 1, dt/2, rrearth)
      case (10); call vf_mean_of_stages(elements, w%qdp_at(n0_qdp), w%qdp_at(np1_qdp))
      case (11)
        call vf_remap_grid(elements, w%hyai, w%hybi, w%dp3d_at(n0), w%dp_new, w%inside, w%place, w%slope_weight, edge(1), &
          edge(2), edge(3), edge(4), edge(5), w%too_far, ps0, hyai(1)*ps0)
        call vf_remap_masses(elements, w%dp3d_at(n0), w%inside, w%place, w%slope_weight, edge(1), edge(2), edge(3), edge(4), &
          edge(5), w%qdp_at(n0_qdp))
      case (12); call vf_mean_of_shared(selected(nlev), w%shared, w%rspheremp, w%own_t, w%t_at(np1))
      case (13); call vf_state_masses(elements, w%t_at(n0), w%v_at(n0), w%dp3d_at(n0), w%masses)
      case (14)
        call vf_window_sums(vf_box_of(0, settings%window_n - 1), w%signal, w%windowed, settings%window_n, settings%window_m)
      end select
    end associate
  end subroutine call_kernel

  subroutine call_original(number)
    integer, intent(in) :: number

    select case (number)
    case (1:4); call of_blocks(number)
    case (5)
      call caar_rhs(1, nelem, nelem, nlev, n0, n0, np1, dt, 0.0_r8, hyai, dvv, d, dinv, metdet, spheremp, fcor, phis, &
        t, v, dp3d, vn0, omega_p, phi, divdp)
    case (8)
      call neighbour_bounds(nlev, qsize, qmin, qmax)
    case (9)
      call tracer_step(1, nelem, nelem, nlev, qsize, n0_qdp, np1_qdp, 1, dt/2, dvv, dinv, metdet, spheremp, dp_start, vn0, &
        divdp, divdp_proj, qdp, qmin, qmax)
    case (12); call exchange(t(:,:,:,np1,:))
    case (14); call window_sums(settings%window_n, settings%window_m, signal, windowed)
    case default; call of_elements(number)
    end select
  end subroutine call_original

  subroutine of_blocks(number)
    integer, intent(in) :: number
    integer :: block, icend, nproma, jl, jk

    nproma = settings%nproma
    !$omp parallel do private(icend, jl, jk)
    do block = 1, nblocks
      icend = min(nproma, settings%ngptot - nproma*(block - 1))
      select case (number)
      case (1)
        call hydrostatic(1, icend, nproma, nlev, ptop, rgas, col_dp(:,:,block), col_t(:,:,block), col_phis(:,block), &
          col_p(:,:,block), col_ph(:,:,block), col_phi(:,:,block))
      case (2)
        do jk = 1, nlev
          do jl = 1, icend
            col_t(jl,jk,block) = col_t(jl,jk,block) - rate*(col_p(jl,jk,block)/col_ph(jl,nlev+1,block))
          end do
        end do
      case (3)
        call cloud(1, icend, nproma, nlev, dt_physics, convective(:,block), convection(:,block), land(:,block), &
          col_p(:,:,block), col_ph(:,:,block), col_t(:,:,block), clv(:,:,:,block), rain_flux(:,:,block), &
          enthalpy_flux(:,:,block), col_cover(:,:,block), total_cover(:,block))
      case (4)
        do jl = 1, icend
          rain(jl,block) = rain(jl,block) + dt_physics*rain_flux(jl,nlev+1,block)
        end do
      end select
    end do
  end subroutine of_blocks

  subroutine of_elements(number)
    integer, intent(in) :: number
    integer :: ie

    !$omp parallel do
    do ie = 1, nelem
      select case (number)
      case (6); call divergence_of_element(ie)
      case (7); call bounds_of_element(ie)
      case (10); call mean_of_element(ie)
      case (11); call remap_of_element(ie)
      case (13); call masses_of_element(ie)
      end select
    end do
  end subroutine of_elements

  ! The loops of vertical_remap over the tracers, with its new layers and its test of them: remap_grid has both.
  subroutine remap_of_element(ie)
    integer, intent(in) :: ie
    real(r8) :: dp1(np,np,nlev), dp2(np,np,nlev), ps
    integer :: i, j, k

    do j = 1, np
      do i = 1, np
        ps = hyai(1)*ps0
        do k = 1, nlev
          ps = ps + dp3d(i,j,k,n0,ie)
        end do
        do k = 1, nlev
          dp1(i,j,k) = dp3d(i,j,k,n0,ie)
          dp2(i,j,k) = (hyai(k+1) - hyai(k))*ps0 + (hybi(k+1) - hybi(k))*ps
        end do
      end do
    end do
    if (moved_too_far(dp1, dp2)) error stop 'layers have moved by more than remap_ppm can follow'
    call remap_ppm(nlev, qsize, dp1, dp2, qdp(:,:,:,:,n0_qdp,ie))
  end subroutine remap_of_element

  ! True if some layer has lost its thickness, has sunk by more than the layer above it, or is NaN.
  pure function moved_too_far(dp1, dp2) result(too_far)
    real(r8), intent(in) :: dp1(np,np,nlev), dp2(np,np,nlev)
    logical :: too_far
    real(r8) :: above, bottom
    integer :: i, j, k

    too_far = .not. all(dp1 > 0) .or. .not. all(dp2 > 0)
    do j = 1, np
      do i = 1, np
        above = 0
        bottom = dp2(i,j,1)
        do k = 2, nlev
          bottom = bottom + dp2(i,j,k)
          too_far = too_far .or. bottom < above
          above = above + dp1(i,j,k-1)
        end do
      end do
    end do
  end function moved_too_far

  subroutine divergence_of_element(ie)
    integer, intent(in) :: ie
    integer :: i, j, k

    do k = 1, nlev
      call divergence_sphere(vn0(:,:,:,k,ie), dvv, dinv(:,:,:,:,ie), metdet(:,:,ie), divdp(:,:,k,ie))
      do j = 1, np
        do i = 1, np
          divdp_proj(i,j,k,ie) = spheremp(i,j,ie)*divdp(i,j,k,ie)
        end do
      end do
    end do
  end subroutine divergence_of_element

  subroutine bounds_of_element(ie)
    integer, intent(in) :: ie
    integer :: i, j, k, q
    real(r8) :: ratio

    do q = 1, qsize
      do k = 1, nlev
        qmin(k,q,ie) = huge(1.0_r8)
        qmax(k,q,ie) = -huge(1.0_r8)
        do j = 1, np
          do i = 1, np
            ratio = qdp(i,j,k,q,n0_qdp,ie)/(dp_start(i,j,k,ie) - 1*(dt/2)*divdp_proj(i,j,k,ie))
            qmin(k,q,ie) = min(qmin(k,q,ie), ratio)
            qmax(k,q,ie) = max(qmax(k,q,ie), ratio)
          end do
        end do
      end do
    end do
  end subroutine bounds_of_element

  subroutine mean_of_element(ie)
    integer, intent(in) :: ie
    integer :: i, j, k, q

    do q = 1, qsize
      do k = 1, nlev
        do j = 1, np
          do i = 1, np
            qdp(i,j,k,q,np1_qdp,ie) = (qdp(i,j,k,q,n0_qdp,ie) + 2*qdp(i,j,k,q,np1_qdp,ie))/3
          end do
        end do
      end do
    end do
  end subroutine mean_of_element

  subroutine masses_of_element(ie)
    integer, intent(in) :: ie
    real(r8), allocatable, save :: mass(:,:,:,:)
    integer :: i, j, k
    !$omp threadprivate(mass)

    if (.not. allocated(mass)) allocate(mass(np,np,nlev,3))
    do k = 1, nlev
      do j = 1, np
        do i = 1, np
          mass(i,j,k,1) = t(i,j,k,n0,ie)*dp3d(i,j,k,n0,ie)
          mass(i,j,k,2) = v(i,j,1,k,n0,ie)*dp3d(i,j,k,n0,ie)
          mass(i,j,k,3) = v(i,j,2,k,n0,ie)*dp3d(i,j,k,n0,ie)
        end do
      end do
    end do
  end subroutine masses_of_element

  ! This file has the same flags as the originals.
  function flags_of_originals() result(flags)
    character(:), allocatable :: flags
    flags = compiler_options()
  end function flags_of_originals

end module column_loops
