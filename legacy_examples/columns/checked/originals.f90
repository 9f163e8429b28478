! The loops of the original as originals of the kernels that replace them. The original of a kernel over columns or teams gets a
! block and a species.
module columns_originals
  use columns_caar_rhs, only: caar_rhs
  use columns_cloud, only: cloud
  use columns_definitions, only: np, ps0, r8
  use columns_derivative, only: divergence_sphere
  use columns_exchange, only: exchange, neighbour_bounds
  use columns_hydrostatic, only: hydrostatic
  use columns_kernels
  use columns_remap_ppm, only: integral, mirror, ppm_grid, ppm_parabolas
  use columns_state, only: qsize
  use columns_tracer_step, only: tracer_step
  use columns_window_sums, only: window_sums
  implicit none
  private
  public :: register_originals

contains

  subroutine register_originals()
    include 'columns_kernels_register_originals.inc'
  end subroutine register_originals

  include 'viewfab_hydrostatic_original.inc'
    call hydrostatic(kidia, kfdia, klon, nlev, ptop, rgas, dp, tv, phis, p, ph, phi)
  end subroutine

  include 'viewfab_hydrostatic_team_original.inc'
    call hydrostatic(kidia, kfdia, klon, nlev, ptop, rgas, dp, tv, phis, p, ph, phi)
  end subroutine

  include 'viewfab_cloud_original.inc'
    call cloud(kidia, kfdia, klon, nlev, ptsphy, ldcum, ktype, plsm, pap, paph, pt, pclv, pfplsl, pfhpsl, pcover, pcovptot)
  end subroutine

  include 'viewfab_cool_original.inc'
    integer :: jl, jk

    do jk = 1, nlev
      do jl = kidia, kfdia
        t(jl,jk) = t(jl,jk) - rate*(p(jl,jk)/ph(jl,nlev+1))
      end do
    end do
  end subroutine

  include 'viewfab_gather_rain_original.inc'
    integer :: jl

    do jl = kidia, kfdia
      rain(jl) = rain(jl) + dt*flux(jl,nlev+1)
    end do
  end subroutine

  ! The time levels are separate arrays here; only the first element of hyai is used.
  include 'viewfab_caar_rhs_original.inc'
    real(r8), dimension(klon,nlev,3) :: t_all, dp_all
    real(r8) :: v_all(klon,2,nlev,3), hyai(nlev+1)

    hyai = ptop/ps0
    t_all(:,:,1) = t_nm1
    t_all(:,:,2) = t
    t_all(:,:,3) = t_np1
    v_all(:,:,:,1) = v_nm1
    v_all(:,:,:,2) = v
    v_all(:,:,:,3) = v_np1
    dp_all(:,:,1) = dp_nm1
    dp_all(:,:,2) = dp
    dp_all(:,:,3) = dp_np1
    call caar_rhs(1, 1, 1, nlev, 1, 2, 3, dt, eta_ave_w, hyai, dvv, d, dinv, metdet, spheremp, fcor, phis, t_all, v_all, &
      dp_all, vn0, omega_p, phi, divdp)
    t_np1 = t_all(:,:,3)
    v_np1 = v_all(:,:,:,3)
    dp_np1 = dp_all(:,:,3)
  end subroutine

  include 'viewfab_mean_divergence_original.inc'
    integer :: k

    do k = 1, nlev
      call divergence_sphere(v(:,:,k), dvv, dinv, metdet, div(:,k))
      weighted(:,k) = spheremp*div(:,k)
    end do
  end subroutine

  include 'viewfab_tracer_bounds_original.inc'
    integer :: i, k
    real(r8) :: ratio

    do k = 1, nlev
      qmin(k) = huge(1.0_r8)
      qmax(k) = -huge(1.0_r8)
      do i = kidia, kfdia
        ratio = qdp(i,k)/(dp_start(i,k) - stages*dt*divdp_proj(i,k))
        qmin(k) = min(qmin(k), ratio)
        qmax(k) = max(qmax(k), ratio)
      end do
    end do
  end subroutine

  include 'viewfab_neighbour_bounds_original.inc'
    qmin = own_min
    qmax = own_max
    call neighbour_bounds(hi(2)/qsize, qsize, qmin, qmax)
  end subroutine

  include 'viewfab_tracer_step_original.inc'
    real(r8) :: qdp_all(klon,nlev,2)

    qdp_all(:,:,1) = qdp
    call tracer_step(1, 1, 1, nlev, 1, 1, 2, stages, dt, dvv, dinv, metdet, spheremp, dp_start, vn0, divdp, divdp_proj, &
      qdp_all, qmin, qmax)
    qdp_new = qdp_all(:,:,2)
  end subroutine

  include 'viewfab_mean_of_stages_original.inc'
    integer :: i, k

    do k = 1, nlev
      do i = kidia, kfdia
        after(i,k) = (before(i,k) + 2*after(i,k))/3
      end do
    end do
  end subroutine

  include 'viewfab_mean_of_shared_original.inc'
    b = a
    call exchange_levels(hi(2), hi(3), b)
  end subroutine

  subroutine exchange_levels(levels, nelem, field)
    integer, intent(in) :: levels, nelem
    real(r8), intent(inout) :: field(np,np,levels,nelem)

    call exchange(field)
  end subroutine exchange_levels

  ! The code of the original's vertical_remap before its call of remap_ppm, with the weights of ppm_grid.
  include 'viewfab_remap_grid_original.inc'
    real(r8) :: d(-1:nlev+2), sw(3,0:nlev+1), ew(7,0:nlev), ps, above, bottom
    integer :: i, k

    do i = kidia, kfdia
      ps = ptop
      do k = 1, nlev
        ps = ps + dp(i,k)
      end do
      do k = 1, nlev
        dp_new(i,k) = (hyai(k+1) - hyai(k))*ps0 + (hybi(k+1) - hybi(k))*ps
      end do
      too_far(i) = merge(0, 1, all(dp(i,:) > 0) .and. all(dp_new(i,:) > 0))
      above = 0
      bottom = dp_new(i,1)
      do k = 2, nlev
        bottom = bottom + dp_new(i,k)
        if (bottom < above) too_far(i) = 1
        above = above + dp(i,k-1)
      end do
      call ppm_grid(nlev, dp(i,:), dp_new(i,:), inside(i,:), place(i,:), d, sw, ew)
      do k = 1, nlev
        slope_weight(i,:,k) = sw(:,k)
      end do
      edge1(i,:) = ew(1,:)
      edge2(i,:) = ew(2,:)
      edge3(i,:) = ew(3,:)*(ew(4,:) - ew(5,:))
      edge4(i,:) = ew(6,:)
      edge5(i,:) = ew(7,:)
    end do
  end subroutine

  ! The code of remap_ppm for one tracer. The weights of slopes in ghosts do not matter, as ghosts have no slopes.
  include 'viewfab_remap_masses_original.inc'
    real(r8) :: a(-1:nlev+2), sw(3,0:nlev+1), ew(7,0:nlev), below(nlev+1), coefs(0:2,nlev), mass, previous
    integer :: i, k, kid

    do i = kidia, kfdia
      sw = 1
      sw(:,1:nlev) = slope_weight(i,:,:)
      ew(1,:) = edge1(i,:)
      ew(2,:) = edge2(i,:)
      ew(3,:) = edge3(i,:)
      ew(4,:) = 1
      ew(5,:) = 0
      ew(6,:) = edge4(i,:)
      ew(7,:) = edge5(i,:)
      below(1) = 0
      do k = 1, nlev
        below(k+1) = below(k) + qdp(i,k)
        a(k) = qdp(i,k)/dp(i,k)
      end do
      call mirror(nlev, a)
      call ppm_parabolas(nlev, a, sw, ew, coefs)
      previous = 0
      do k = 1, nlev
        kid = inside(i,k)
        mass = below(kid) + dp(i,kid)*integral(coefs(:,kid), place(i,k))
        qdp(i,k) = mass - previous
        previous = mass
      end do
    end do
  end subroutine

  include 'viewfab_state_masses_original.inc'
    integer :: i, k

    do k = 1, nlev
      do i = kidia, kfdia
        mass(i,k,1) = t(i,k)*dp(i,k)
        mass(i,k,2) = v(i,1,k)*dp(i,k)
        mass(i,k,3) = v(i,2,k)*dp(i,k)
      end do
    end do
  end subroutine

  include 'viewfab_masses_state_original.inc'
    integer :: i, k

    do k = 1, nlev
      do i = kidia, kfdia
        t(i,k) = mass(i,k,1)/dp_new(i,k)
        v(i,1,k) = mass(i,k,2)/dp_new(i,k)
        v(i,2,k) = mass(i,k,3)/dp_new(i,k)
        dp(i,k) = dp_new(i,k)
      end do
    end do
  end subroutine

  include 'viewfab_window_sums_original.inc'
    call window_sums(points, m, a, b)
  end subroutine

end module columns_originals
