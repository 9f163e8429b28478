! Windowed sums as kernels over tiles: microseconds of a call with an array (windowed_sum), and of a call that computes
! its values and gives the sum of all windows. The result of this call stays on the device (windowed_total), or the host
! waits for the result in each call (row "and told"). On a GPU many calls of the first two are under way at once. On the
! host the same loops in Fortran, with the flags of viewfab's loops, run for comparison. Best times.
!   bench_windows [points [points on each side of a window]]
program bench_windows
  use, intrinsic :: iso_fortran_env, only: real64
  use benchmark_clock, only: now
  use original_windows
  use viewfab
  use viewfab_windowed_sum
  use viewfab_windowed_total
  implicit none
  integer, parameter :: rounds = 12
  real(real64), parameter :: turn = 6.283185307179586477_real64
  real(real64), allocatable, target :: a(:), b(:,:)
  real(real64) :: total, peak, seconds(2), sums(3), of_sum
  type(vf_view) :: a_view, b_view, results
  type(vf_box) :: line
  integer :: n, m, j, which
  logical :: on_host
  character(32) :: argument
  character(14), parameter :: names(3) = [character(14) :: 'windowed_sum', 'windowed_total', 'and told']

  call vf_init()
  on_host = vf_context_device() == 'host'
  n = 128000
  m = 256
  call get_command_argument(1, argument)
  if (argument /= '') read (argument, *) n
  call get_command_argument(2, argument)
  if (argument /= '') read (argument, *) m
  allocate (a(0:n-1), b(0:n-1,1))
  a = [(sin(turn*j/n), j = 0, n - 1)]
  b = 0
  call a_view%wrap(a, lower=lbound(a), label='a')
  call b_view%wrap(b, lower=lbound(b), label='b')
  call results%create(0.0_real64, [2], label='results')
  line = vf_box_of(0, n - 1)
  print '(2(i0, a), a)', n, ' points, windows of ', 2*m + 1, ', on ', vf_context_device()
  print '(2a)', 'kernel           us a call   G adds/s   of the first', merge('   Fortran loop us   ratio', &
    '                          ', on_host)
  of_sum = 0
  do which = 1, 3
    call measure()
    if (which == 1) of_sum = seconds(1)
    write (*, '(a14, f12.1, f11.1, f15.2)', advance='no') names(which), 1e6_real64*seconds(1), &
      1e-9_real64*n*(2*m + 1)/seconds(1), seconds(1)/of_sum
    if (on_host) write (*, '(f18.1, f8.4)', advance='no') 1e6_real64*seconds(2), seconds(1)/seconds(2)
    print '()'
  end do
  print '(a, 3es24.16)', 'sums of all windows:', sums
  call vf_finalize()
contains

  subroutine measure()
    integer :: round, call_number, batch
    real(real64) :: start
    batch = merge(1, 100, on_host)
    seconds = huge(seconds)
    do round = 0, rounds
      start = now()
      do call_number = 1, batch
        if (which == 1) call vf_windowed_sum(line, a_view, b_view, n, m)
        if (which == 2) call vf_windowed_total(line, b_view, n, m, results)
        if (which == 3) call vf_windowed_total(line, b_view, n, m, total, peak)
      end do
      call vf_context_wait()
      if (round > 0) seconds(1) = min(seconds(1), (now() - start)/batch)
      if (round > 3 .or. .not. on_host) cycle
      start = now()
      if (which == 1) call original_sum(n, m, a, b)
      if (which > 1) call original_total(n, m, b, total)
      if (round > 0) seconds(2) = min(seconds(2), now() - start)
    end do
    call b_view%to_host()
    sums(which) = merge(total, sum(b), which == 3)
  end subroutine
end program
