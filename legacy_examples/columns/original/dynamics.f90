! One step of the dynamics, in three stages.
module columns_dynamics
  use columns_caar_rhs, only: caar_rhs
  use columns_definitions, only: r8
  use columns_state
  implicit none
  private
  public :: dynamics_step

contains

  ! From n0 to a new n0. dp_start is the old thickness of the layers, and vn0 the mass flux that has changed the thickness.
  subroutine dynamics_step()
    integer :: ie, old

    !$omp parallel do
    do ie = 1, nelem
      vn0(:,:,:,:,ie) = 0.0_r8
      omega_p(:,:,:,ie) = 0.0_r8
      dp_start(:,:,:,ie) = dp3d(:,:,:,n0,ie)
    end do
    call stage(n0, n0, np1, dt/3, 0.0_r8)
    call stage(n0, np1, nm1, dt/2, 0.0_r8)
    call stage(n0, nm1, np1, dt, 1.0_r8)
    old = nm1
    nm1 = n0
    n0 = np1
    np1 = old
  end subroutine dynamics_step

  subroutine stage(from, at, to, dt_stage, eta_ave_w)
    use columns_exchange, only: exchange
    integer, intent(in) :: from, at, to
    real(r8), intent(in) :: dt_stage, eta_ave_w

    call caar_rhs(1, nelem, nelem, nlev, from, at, to, dt_stage, eta_ave_w, hyai, dvv, d, dinv, metdet, spheremp, fcor, phis, &
      t, v, dp3d, vn0, omega_p, phi, divdp)
    call exchange(t(:,:,:,to,:))
    call exchange(v(:,:,1,:,to,:))
    call exchange(v(:,:,2,:,to,:))
    call exchange(dp3d(:,:,:,to,:))
  end subroutine stage

end module columns_dynamics
