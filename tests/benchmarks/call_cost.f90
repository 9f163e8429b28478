! The host's cost of a kernel call from Fortran with fresh views: an empty box (checks and state only), and a small
! box (with a launch; a GPU does not wait for its end).
program call_cost
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use viewfab
  implicit none
  integer, parameter :: n = 8, calls = 20000, rounds = 9
  real(real64), target :: phi(-1:n, -1:n, -1:n), rhs(0:n-1, 0:n-1, 0:n-1)
  type(vf_view) :: phi_v, rhs_v
  type(vf_box) :: empty, small

  phi = 1
  rhs = 0
  empty = vf_box([0, 0, 0], [-1, -1, -1])
  small = vf_box([0, 0, 0], [n-1, n-1, n-1])
  call phi_v%wrap(phi, lower=[-1, -1, -1], label='phi')
  call rhs_v%wrap(rhs, lower=[0, 0, 0], label='rhs')
  call vf_gsrb_poisson(small, phi_v, rhs_v, 1.0_real64, 0)
  call vf_context_wait()

  print '(a)', 'device      call                          microseconds a call (best of rounds)'
  call report('empty box', seconds_for(empty, calls))
  call report('8^3 cells, fresh views', seconds_for(small, merge(calls/20, calls, vf_context_device() /= 'host')))
  call phi_v%release(discard=.true.)
  call rhs_v%release()
  call vf_finalize()

contains

  function seconds_for(box, count) result(best)
    type(vf_box), intent(in) :: box
    integer, intent(in) :: count
    real(real64) :: best
    integer(int64) :: start, finish, rate
    integer :: round, call_number
    best = huge(best)
    do round = 1, rounds
      call system_clock(start, rate)
      do call_number = 1, count
        call vf_gsrb_poisson(box, phi_v, rhs_v, 1.0_real64, 0)
      end do
      call system_clock(finish)
      call vf_context_wait()
      best = min(best, real(finish - start, real64)/rate/count)
    end do
  end function seconds_for

  subroutine report(what, seconds)
    character(*), intent(in) :: what
    real(real64), intent(in) :: seconds
    print '(a12, a30, f8.3)', vf_context_device(), adjustl(what//repeat(' ', 30)), seconds*1e6_real64
  end subroutine report
end program call_cost
