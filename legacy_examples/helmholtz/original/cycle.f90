! The multigrid V-cycle. Each step hands the tiles of a level to the threads, and each kernel is
! called from one place only.
module helmholtz_cycle
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use grid_kernels, only: average, fill_ghosts, interp, max_norm, setval
  use helmholtz_kernels, only: gsrb, residual
  use helmholtz_levels, only: level
  use helmholtz_bottom, only: bottom_solve
  implicit none
  private
  public :: vcycle, residual_norm

contains

  ! One V-cycle on levels(l) and all coarser levels. The coarse levels solve for a correction and so
  ! start from zero and have the same, homogeneous, boundary conditions.
  recursive subroutine vcycle(levels, l, pre_smooths, post_smooths)
    type(level), intent(inout) :: levels(:)
    integer, intent(in) :: l, pre_smooths, post_smooths
    integer :: s

    if (l == size(levels)) then
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
    type(level), intent(inout) :: lev
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

  ! Tiles of a colour may run at the same time: a cell reads only cells of the other colour.
  subroutine smooth(lev)
    type(level), intent(inout) :: lev
    integer :: redblack, t

    do redblack = 0, 1
      call fill_all_ghosts(lev)
      !$omp parallel do schedule(static)
      do t = 1, lev%tiles
        call gsrb(lev%phi, lev%philo, lev%phihi, lev%rhs, lev%alpha, lev%beta, &
                  lev%a, lev%bx, lev%by, lev%bz, lev%lo, lev%hi, &
                  lev%tile_lo(:,t), lev%tile_hi(:,t), lev%h, redblack)
      end do
      !$omp end parallel do
    end do
  end subroutine smooth

  subroutine compute_residual(lev)
    type(level), intent(inout) :: lev
    integer :: t

    call fill_all_ghosts(lev)
    !$omp parallel do schedule(static)
    do t = 1, lev%tiles
      call residual(lev%res, lev%phi, lev%philo, lev%phihi, lev%rhs, lev%alpha, lev%beta, &
                    lev%a, lev%bx, lev%by, lev%bz, lev%lo, lev%hi, &
                    lev%tile_lo(:,t), lev%tile_hi(:,t), lev%h)
    end do
    !$omp end parallel do
  end subroutine compute_residual

  ! Sets up the coarse problem: the fine residual as right-hand side, zero as first guess.
  subroutine restrict_residual(fine, coarse)
    type(level), intent(in) :: fine
    type(level), intent(inout) :: coarse
    integer :: t

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
    type(level), intent(inout) :: fine
    type(level), intent(in) :: coarse
    integer :: t

    !$omp parallel do schedule(static)
    do t = 1, coarse%tiles
      call interp(fine%phi, fine%philo, fine%phihi, coarse%phi, coarse%philo, coarse%phihi, &
                  coarse%tile_lo(:,t), coarse%tile_hi(:,t))
    end do
    !$omp end parallel do
  end subroutine add_correction

  ! The six faces write different ghosts and read interior cells only.
  subroutine fill_all_ghosts(lev)
    type(level), intent(inout) :: lev
    integer :: cdir

    !$omp parallel do schedule(static)
    do cdir = 0, 5
      call fill_ghosts(lev%phi, lev%philo, lev%phihi, lev%lo, lev%hi, cdir, lev%bc(cdir))
    end do
    !$omp end parallel do
  end subroutine fill_all_ghosts

end module helmholtz_cycle
