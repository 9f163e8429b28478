! The solver of the coarsest level: conjugate gradients. The coarsest grid usually has a few cells,
! so a single thread solves it. This also keeps the sums the same for every number of threads.
module helmholtz_bottom
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use grid_kernels, only: fill_ghosts
  use helmholtz_kernels, only: adotx, residual
  use helmholtz_levels, only: level
  implicit none
  private
  public :: bottom_solve

  real(dp), parameter :: tolerance = 1.0e-4_dp
  integer, parameter :: max_iterations = 200

contains

  ! The matrix is positive definite.
  subroutine bottom_solve(lev)
    type(level), intent(inout) :: lev
    real(dp), allocatable :: p(:,:,:), q(:,:,:)
    real(dp) :: step, pq, rr, rr_old, rr_stop
    integer :: lo(3), hi(3), iteration

    lo = lev%lo
    hi = lev%hi
    allocate(p(lev%philo(1):lev%phihi(1), lev%philo(2):lev%phihi(2), lev%philo(3):lev%phihi(3)))
    allocate(q(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3)))
    p = 0

    call fill_all(lev%phi)
    call residual(lev%res, lev%phi, lev%philo, lev%phihi, lev%rhs, lev%alpha, lev%beta, &
                  lev%a, lev%bx, lev%by, lev%bz, lo, hi, lo, hi, lev%h)
    rr = sum(lev%res*lev%res)
    rr_stop = rr*tolerance**2
    p(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3)) = lev%res

    do iteration = 1, max_iterations
      if (rr <= rr_stop) exit
      call fill_all(p)
      call adotx(q, p, lev%philo, lev%phihi, lev%alpha, lev%beta, &
                 lev%a, lev%bx, lev%by, lev%bz, lo, hi, lo, hi, lev%h)
      pq = sum(p(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3))*q)
      if (pq <= 0) exit
      step = rr/pq
      lev%phi = lev%phi + step*p
      lev%res = lev%res - step*q
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

end module helmholtz_bottom
