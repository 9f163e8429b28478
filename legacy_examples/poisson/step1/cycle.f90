! The multigrid V-cycle. Each step hands the tiles of a level to the threads, and each kernel is
! called from one place only. The smoother runs on the device. Host code announces its accesses of
! arrays with views to viewfab; levels are TARGET because the newest values may arrive in their
! arrays only then.
module poisson_cycle
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use viewfab, only: vf_gsrb_poisson, vf_update, vf_write
  use grid_kernels, only: average, fill_ghosts, interp, max_norm, setval
  use poisson_kernels, only: residual
  use poisson_levels, only: level
  use poisson_bottom, only: bottom_solve
  implicit none
  private
  public :: vcycle, residual_norm, remove_mean

contains

  ! One V-cycle on levels(l) and all coarser levels. The coarse levels solve for a correction and so
  ! start from zero and have the same, homogeneous, boundary conditions.
  recursive subroutine vcycle(levels, l, pre_smooths, post_smooths)
    type(level), target, intent(inout) :: levels(:)
    integer, intent(in) :: l, pre_smooths, post_smooths
    integer :: s

    if (l == size(levels)) then
      call levels(l)%phi_view%to_host(vf_update)
      call levels(l)%rhs_view%to_host()
      call bottom_solve(levels(l))
      return
    end if
    do s = 1, pre_smooths
      call smooth(levels(l))
    end do
    call compute_residual(levels(l))
    call restrict_residual(levels(l), levels(l+1))
    call vcycle(levels, l+1, pre_smooths, post_smooths)
    call add_correction(levels(l), levels(l+1))
    do s = 1, post_smooths
      call smooth(levels(l))
    end do
  end subroutine vcycle

  ! The max norm of the residual; a maximum does not depend on the order of the tiles.
  function residual_norm(lev) result(norm)
    type(level), target, intent(inout) :: lev
    real(dp) :: norm
    integer :: t

    call compute_residual(lev)
    norm = 0
    !$omp parallel do schedule(static) reduction(max: norm)
    do t = 1, lev%tiles
      call max_norm(norm, lev%res, lev%lo, lev%hi, lev%tile_lo(:,t), lev%tile_hi(:,t))
    end do
    !$omp end parallel do
  end function residual_norm

  ! Without a Dirichlet side phi is fixed up to a constant; the wanted solution has mean zero.
  ! The sums go by planes so that they do not depend on the number of threads.
  subroutine remove_mean(lev)
    type(level), target, intent(inout) :: lev
    real(dp) :: plane(lev%lo(3):lev%hi(3)), mean
    integer :: lo(3), hi(3), k

    call lev%phi_view%to_host(vf_update)
    lo = lev%lo
    hi = lev%hi
    !$omp parallel do schedule(static)
    do k = lo(3), hi(3)
      plane(k) = sum(lev%phi(lo(1):hi(1), lo(2):hi(2), k))
    end do
    !$omp end parallel do
    mean = sum(plane)/product(real(hi - lo + 1, dp))
    !$omp parallel do schedule(static)
    do k = lo(3), hi(3)
      lev%phi(lo(1):hi(1), lo(2):hi(2), k) = lev%phi(lo(1):hi(1), lo(2):hi(2), k) - mean
    end do
    !$omp end parallel do
  end subroutine remove_mean

  subroutine smooth(lev)
    type(level), target, intent(inout) :: lev
    integer :: redblack

    do redblack = 0, 1
      call fill_all_ghosts(lev)
      call vf_gsrb_poisson(lev%box, lev%phi_view, lev%rhs_view, lev%h, redblack)
    end do
  end subroutine smooth

  subroutine compute_residual(lev)
    type(level), target, intent(inout) :: lev
    integer :: t

    call fill_all_ghosts(lev)
    call lev%phi_view%to_host()
    call lev%rhs_view%to_host()
    !$omp parallel do schedule(static)
    do t = 1, lev%tiles
      call residual(lev%res, lev%lo, lev%hi, lev%rhs, lev%lo, lev%hi, &
                    lev%phi, lev%philo, lev%phihi, lev%tile_lo(:,t), lev%tile_hi(:,t), lev%h)
    end do
    !$omp end parallel do
  end subroutine compute_residual

  ! Sets up the coarse problem: the fine residual as right-hand side, zero as first guess.
  subroutine restrict_residual(fine, coarse)
    type(level), intent(in) :: fine
    type(level), target, intent(inout) :: coarse
    integer :: t

    call coarse%rhs_view%to_host(vf_write)
    call coarse%phi_view%to_host(vf_update)
    !$omp parallel do schedule(static)
    do t = 1, coarse%tiles
      call average(coarse%rhs, coarse%lo, coarse%hi, fine%res, fine%lo, fine%hi, &
                   coarse%tile_lo(:,t), coarse%tile_hi(:,t))
      call setval(coarse%phi, coarse%philo, coarse%phihi, &
                  coarse%tile_lo(:,t), coarse%tile_hi(:,t), 0.0_dp)
    end do
    !$omp end parallel do
  end subroutine restrict_residual

  subroutine add_correction(fine, coarse)
    type(level), target, intent(inout) :: fine, coarse
    integer :: t

    call fine%phi_view%to_host(vf_update)
    call coarse%phi_view%to_host()
    !$omp parallel do schedule(static)
    do t = 1, coarse%tiles
      call interp(fine%phi, fine%philo, fine%phihi, coarse%phi, coarse%philo, coarse%phihi, &
                  coarse%tile_lo(:,t), coarse%tile_hi(:,t))
    end do
    !$omp end parallel do
  end subroutine add_correction

  ! The six faces write different ghosts and read interior cells only.
  subroutine fill_all_ghosts(lev)
    type(level), target, intent(inout) :: lev
    integer :: cdir

    call lev%phi_view%to_host(vf_update)
    !$omp parallel do schedule(static)
    do cdir = 0, 5
      call fill_ghosts(lev%phi, lev%philo, lev%phihi, lev%lo, lev%hi, cdir, lev%bc(cdir))
    end do
    !$omp end parallel do
  end subroutine fill_all_ghosts

end module poisson_cycle
