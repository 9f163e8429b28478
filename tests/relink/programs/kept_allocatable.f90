! Allocatable arrays of legacy calls under VF_COHERENCE=auto, without a region and without a word to viewfab.
program kept_allocatable
  use, intrinsic :: iso_fortran_env, only: real64
  use claims, only: check
  implicit none
  interface
    subroutine fort_fab_saxpy(lo, hi, d, dlo, dhi, a, s, slo, shi, from, nc)
      import :: real64
      integer, intent(in) :: lo(3), hi(3), dlo(3), dhi(3), slo(3), shi(3), from(3), nc
      real(real64), intent(inout) :: d(*)
      real(real64), intent(in) :: a, s(*)
    end subroutine
  end interface
  integer, parameter :: low(3) = [-1, 0, 2], high(3) = [40, 30, 25]
  real(real64), allocatable, target :: x(:,:,:), y(:,:,:)
  integer :: turn
  do turn = 1, 5
    allocate (x(-1:40, 0:30, 2:25), y(-1:40, 0:30, 2:25))
    x = turn
    y = 10
    call add(x, 1.0_real64, y)
    call add(x, 2.0_real64, y)
    call check(all(x == 30 + turn), 'an array has the values of two calls')
    y(:, 5, :) = 1
    call add(x, 1.0_real64, y)
    call check(all(x(:, 5, :) == 31 + turn) .and. all(x(:, :4, :) == 40 + turn) .and. all(x(:, 6:, :) == 40 + turn), &
                'a plane that the host has written counts')
    call grow(y)
    call check(all(y(:, 5, 2:25) == 1) .and. all(y(:, 6:, 2:25) == 10) .and. size(y, 3) == 48, 'a grown array has the values')
    deallocate (x, y)
  end do
contains
  subroutine add(d, a, s)
    real(real64), intent(inout), target :: d(-1:40, 0:30, 2:25)
    real(real64), intent(in) :: a
    real(real64), intent(in), target :: s(-1:40, 0:30, 2:25)
    call fort_fab_saxpy(low, high, d, low, high, a, s, low, high, low, 1)
  end subroutine

  subroutine grow(y)
    real(real64), allocatable, target, intent(inout) :: y(:,:,:)
    real(real64), allocatable, target :: larger(:,:,:)
    call add(y, 0.0_real64, y)
    allocate (larger(-1:40, 0:30, 2:49), source=0.0_real64)
    larger(:, :, 2:25) = y
    call move_alloc(larger, y)
  end subroutine
end program
