! Kernels with lines. On the host the loops of a legacy code with rows of intermediate values run in turns with the
! kernels. On a GPU the table has the kernels' share of the copy rate, by the bytes that they must move. Two sets of arrays
! take turns, so caches do not help.
!   bench_lines [cells per side] [rounds]
program bench_lines
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use lines_kernels
  use original_rows
  use viewfab
  implicit none
  integer, parameter :: sets = 2, kernels = 3
  character(12), parameter :: names(kernels) = [character(12) :: 'copy', 'relax_27', 'residual_27']
  real(real64), parameter :: bytes(kernels) = [16, 24, 24]
  real(real64), parameter :: c(3) = [-0.375_real64, 0.03125_real64, -0.015625_real64]
  type fields
    type(vf_view) :: u, v, r
    real(real64), pointer, contiguous, dimension(:,:,:) :: up, vp, rp
  end type
  type(fields) :: f(sets)
  type(vf_box) :: box
  real(real64), allocatable :: port(:,:), original(:,:)
  real(real64) :: rate, copy_rate, best
  integer :: n, rounds, set, round, kernel, batch
  logical :: on_host
  character(32) :: argument

  call vf_init()
  on_host = vf_context_device() == 'host'
  n = merge(254, 512, on_host)
  rounds = 30
  batch = merge(1, 10, on_host)
  call get_command_argument(1, argument)
  if (argument /= '') read (argument, *) n
  call get_command_argument(2, argument)
  if (argument /= '') read (argument, *) rounds
  if (n > 2048) error stop 'bench_lines: at most 2048 cells a side'
  box = vf_box([1, 1, 1], [n, n, n])
  do set = 1, sets
    call make(f(set)%u, f(set)%up, 'u', set)
    call make(f(set)%v, f(set)%vp, 'v', set + 2)
    call make(f(set)%r, f(set)%rp, 'r', set + 4)
  end do
  allocate (port(rounds, kernels), original(rounds, kernels))
  do kernel = 1, kernels
    do round = -2, rounds
      call one_round(max(round, 1))
    end do
  end do
  copy_rate = 0
  print '(3a, i0, a)', 'device ', vf_context_device(), ', ', n, '^3 cells in double'
  print '(2a)', 'kernel        B/cell        ms     GB/s  share', merge('   original ms  ratio', '                     ', on_host)
  do kernel = 1, kernels
    best = typical(port(:,kernel))
    rate = bytes(kernel)*real(n, real64)**3/best
    copy_rate = max(copy_rate, merge(rate, 0.0_real64, kernel == 1))
    write (*, '(a12, f8.1, f10.3, f9.1, f7.3)', advance='no') names(kernel), bytes(kernel), best*1e3, rate*1e-9, rate/copy_rate
    if (on_host .and. kernel > 1) write (*, '(f14.3, f7.3)', advance='no') typical(original(:,kernel))*1e3, &
      best/typical(original(:,kernel))
    print '()'
  end do
  call vf_finalize()
contains

  subroutine one_round(at)
    integer, intent(in) :: at
    integer(int64) :: start, finish, ticks
    integer :: call_number
    call system_clock(start, ticks)
    do call_number = 1, batch
      associate (x => f(1 + modulo(at + call_number, sets)))
        select case (kernel)
        case (1); call vf_copy(box, x%u, x%r)
        case (2); call vf_relax_27(box, x%u, x%r, c)
        case (3); call vf_residual_27(box, x%u, x%v, x%r, c)
        end select
      end associate
    end do
    call vf_context_wait()
    call system_clock(finish)
    port(at,kernel) = real(finish - start, real64)/ticks/batch
    if (.not. on_host) return
    associate (x => f(1 + modulo(at, sets)))
      call system_clock(start)
      select case (kernel)
      case (2); call original_relax_27(x%up, x%rp, n, c)
      case (3); call original_residual_27(x%up, x%vp, x%rp, n, c)
      end select
      call system_clock(finish)
    end associate
    original(at,kernel) = real(finish - start, real64)/ticks
  end subroutine

  ! The least time on the host, because other programs may disturb it; the median on a GPU.
  pure function typical(times)
    real(real64), intent(in) :: times(:)
    real(real64) :: typical
    integer :: t
    typical = minval(times)
    if (on_host) return
    do t = 1, size(times)
      if (2*count(times < times(t)) <= size(times) .and. times(t) > typical) typical = times(t)
    end do
  end function

  subroutine make(view, p, label, seed)
    type(vf_view), intent(inout) :: view
    real(real64), pointer, contiguous, intent(out) :: p(:,:,:)
    character(*), intent(in) :: label
    integer, intent(in) :: seed
    integer :: i, j, k
    integer(int64) :: x
    call view%create(0.0_real64, [n+2, n+2, n+2], lower=[0, 0, 0], label=label)
    call view%host_pointer(p)
    !$omp parallel do private(i, j, x)
    do k = 0, n + 1
      do j = 0, n + 1
        do i = 0, n + 1
          x = ieor(i*2654435761_int64 + j*40503_int64, k*69069_int64 + seed*7919_int64)
          p(i,j,k) = 0.5_real64 + real(iand(ieor(x, ishft(x, -13)), 1048575_int64), real64)/1048576
        end do
      end do
    end do
    call view%to_device(vf_read)
  end subroutine
end program bench_lines
