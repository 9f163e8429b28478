! One step of the dynamics, in three stages.
module columns_dynamics
  use columns_definitions, only: kappa, ps0, r8, rgas, rrearth
  use columns_kernels, only: vf_caar_rhs, vf_mean_of_shared
  use columns_state
  use columns_views, only: elements, selected, views
  use viewfab, only: vf_copy, vf_fill_value
  implicit none
  private
  public :: dynamics_step

contains

  ! From n0 to a new n0. dp_start is the old thickness of the layers, and vn0 the mass flux that has changed the thickness.
  subroutine dynamics_step()
    integer :: old

    call vf_fill_value(selected(2*nlev), views%vn0, 0.0_r8)
    call vf_fill_value(selected(nlev), views%omega_p, 0.0_r8)
    call vf_copy(selected(nlev), views%dp3d_at(n0), views%dp_start)
    call stage(n0, n0, np1, dt/3, 0.0_r8)
    call stage(n0, np1, nm1, dt/2, 0.0_r8)
    call stage(n0, nm1, np1, dt, 1.0_r8)
    old = nm1
    nm1 = n0
    n0 = np1
    np1 = old
  end subroutine dynamics_step

  ! Values of elements before the exchange are in separate arrays.
  subroutine stage(from, at, to, dt_stage, eta_ave_w)
    integer, intent(in) :: from, at, to
    real(r8), intent(in) :: dt_stage, eta_ave_w

    associate (w => views)
      call vf_caar_rhs(elements, w%dvv, w%d, w%dinv, w%metdet, w%spheremp, w%fcor, w%phis, w%t_at(at), w%v_at(at), &
        w%dp3d_at(at), w%t_at(from), w%v_at(from), w%dp3d_at(from), w%own_t, w%own_v, w%own_dp3d, w%vn0, w%omega_p, w%phi, &
        w%divdp, hyai(1)*ps0, dt_stage, eta_ave_w, [rrearth, rgas, kappa])
      call vf_mean_of_shared(selected(nlev), w%shared, w%rspheremp, w%own_t, w%t_at(to))
      call vf_mean_of_shared(selected(2*nlev), w%shared, w%rspheremp, w%own_v, w%v_at(to))
      call vf_mean_of_shared(selected(nlev), w%shared, w%rspheremp, w%own_dp3d, w%dp3d_at(to))
    end associate
  end subroutine stage

end module columns_dynamics
