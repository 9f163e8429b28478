! The solver of the coarsest level: conjugate gradients. The coarsest grid usually has a few cells,
! so a single thread solves it. This also keeps the sums the same for every number of threads.
module poisson_bottom
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use grid_kernels, only: fill_ghosts
  use poisson_kernels, only: adotx, residual
  use poisson_levels, only: level
  implicit none
  private
  public :: bottom_solve

  real(dp), parameter :: tolerance = 1.0e-4_dp
  integer, parameter :: max_iterations = 200

contains

  ! The matrix is negative definite, or semidefinite, and CG works with this matrix: alpha becomes
  ! negative. A singular system has a solution only if the mean of its right-hand side vanishes,
  ! so the mean is taken off the first residual and thereby off the whole search.
  subroutine bottom_solve(lev)
    type(level), intent(inout) :: lev
    real(dp), allocatable :: p(:,:,:), q(:,:,:)
    real(dp) :: alpha, pq, rr, rr_old, rr_stop
    integer :: lo(3), hi(3), n, iteration

    lo = lev%lo
    hi = lev%hi
    allocate(p(lev%philo(1):lev%phihi(1), lev%philo(2):lev%phihi(2), lev%philo(3):lev%phihi(3)))
    allocate(q(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3)))
    p = 0

    call fill_all(lev%phi)
    call residual(lev%res, lo, hi, lev%rhs, lo, hi, lev%phi, lev%philo, lev%phihi, lo, hi, lev%h)
    n = size(lev%res)
    if (lev%singular) lev%res = lev%res - sum(lev%res)/n
    rr = sum(lev%res*lev%res)
    rr_stop = rr*tolerance**2
    p(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3)) = lev%res

    do iteration = 1, max_iterations
      if (rr <= rr_stop) exit
      call fill_all(p)
      call adotx(q, lo, hi, p, lev%philo, lev%phihi, lo, hi, lev%h)
      pq = sum(p(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3))*q)
      if (pq >= 0) exit
      alpha = rr/pq
      lev%phi = lev%phi + alpha*p
      lev%res = lev%res - alpha*q
      rr_old = rr
      rr = sum(lev%res*lev%res)
      p(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3)) = lev%res &
        + (rr/rr_old)*p(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3))
    end do

  contains

    subroutine fill_all(x)
      real(dp), intent(inout) :: x(lev%philo(1):lev%phihi(1), lev%philo(2):lev%phihi(2), &
                                   lev%philo(3):lev%phihi(3))
      integer :: cdir

      do cdir = 0, 5
        call fill_ghosts(x, lev%philo, lev%phihi, lo, hi, cdir, lev%bc(cdir))
      end do
    end subroutine fill_all

  end subroutine bottom_solve

end module poisson_bottom
