! The speed of every kernel as a share of the memory's speed: the bytes that a kernel must move (each input once, each
! output once) over its time, against the rate of a copy in the same run. Two sets of arrays take turns, so caches do not
! help. On the host the original loops, with the same compiler and flags, run for comparison.
!   bench_kernels [cells per side] [JSON file]
program bench_kernels
  use, intrinsic :: iso_c_binding, only: c_int, c_ptr, c_size_t
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use viewfab
  use original_loops
  implicit none

  integer, parameter :: rounds = 20, sets = 2
  type fields
    type(vf_view) :: phi, rhs, res, a, bx, by, bz, coarse
    real(real64), pointer, contiguous, dimension(:,:,:) :: phi_p, rhs_p, res_p, a_p, bx_p, by_p, bz_p, coarse_p
  end type
  type measurement
    character(24) :: name = ''
    real(real64) :: bytes = 0, seconds = 0, original = 0
  end type

  interface
    function bench_device_copy(to, from, bytes) result(status) bind(c)
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: to, from
      integer(c_size_t), value :: bytes
      integer(c_int) :: status
    end function
  end interface

  type(fields) :: f(sets)
  type(measurement) :: m(24)
  type(vf_box) :: box, coarse_box
  type(vf_boundary) :: sides, mirrors
  real(real64), parameter :: h = 0.1_real64, h3(3) = h, omega = 1.15_real64
  real(real64) :: result, cells, copy_rate
  integer :: n, count, set, batch
  logical :: on_host
  character(256) :: argument, json

  call get_command_argument(1, argument)
  call get_command_argument(2, json)
  call vf_init()
  on_host = vf_context_device() == 'host'
  n = merge(256, 512, on_host)
  if (argument /= '') read (argument, *) n
  batch = merge(1, 10, on_host)
  cells = real(n, real64)**3
  box = vf_box([0, 0, 0], [n-1, n-1, n-1])
  coarse_box = vf_box_coarsen(box, 2)
  sides%kind = vf_dirichlet
  mirrors%kind = vf_neumann
  do set = 1, sets
    call build(f(set), set)
  end do

  count = 0
  call measure('copy (device)', 16.0_real64)
  call measure('copy', 16.0_real64)
  copy_rate = maxval(m(1:2)%bytes/m(1:2)%seconds)
  call measure('fill_value', 8.0_real64)
  call measure('average', 9.0_real64)
  call measure('interp', 17.0_real64)
  call measure('gsrb_poisson', 48.0_real64)
  call measure('gsrb_helmholtz', 112.0_real64)
  call measure('residual_poisson', 24.0_real64)
  call measure('residual_helmholtz', 56.0_real64)
  call measure('apply_poisson', 16.0_real64)
  call measure('apply_helmholtz', 48.0_real64)
  call measure('axpy', 24.0_real64)
  call measure('xpay', 24.0_real64)
  call measure('dot', 16.0_real64)
  call measure('norm_max', 8.0_real64)
  call measure('sum', 8.0_real64)
  call measure('fill_ghosts', 96.0_real64/n)
  call measure('fill_halo', 96.0_real64/n)
  ! The host passes over memory once for any number of smooths; a GPU passes once for each smooth.
  call measure('smooth_poisson', 24.0_real64)
  call measure('smooth_poisson twice', merge(24.0_real64, 48.0_real64, on_host))
  call measure('smooth_helmholtz', 56.0_real64)
  call measure('smooth_helmholtz twice', merge(56.0_real64, 112.0_real64, on_host))
  call print_table()
  if (json /= '') call write_json()
  call vf_finalize()

contains

  subroutine build(x, seed)
    type(fields), intent(inout) :: x
    integer, intent(in) :: seed
    call make(x%phi, x%phi_p, [n+2, n+2, n+2], [-1, -1, -1], 'phi', seed)
    call make(x%rhs, x%rhs_p, [n, n, n], [0, 0, 0], 'rhs', seed+1)
    call make(x%res, x%res_p, [n, n, n], [0, 0, 0], 'res', seed+2)
    call make(x%a, x%a_p, [n, n, n], [0, 0, 0], 'a', seed+3)
    call make(x%bx, x%bx_p, [n+1, n, n], [0, 0, 0], 'bx', seed+4)
    call make(x%by, x%by_p, [n, n+1, n], [0, 0, 0], 'by', seed+5)
    call make(x%bz, x%bz_p, [n, n, n+1], [0, 0, 0], 'bz', seed+6)
    call make(x%coarse, x%coarse_p, [n/2, n/2, n/2], [0, 0, 0], 'coarse', seed+7)
  end subroutine

  ! Values between 0.5 and 1.5 without a pattern: no division by zero, and no compression in the memory.
  subroutine make(view, p, extents, lower, label, seed)
    type(vf_view), intent(inout) :: view
    real(real64), pointer, contiguous, intent(out) :: p(:,:,:)
    integer, intent(in) :: extents(3), lower(3), seed
    character(*), intent(in) :: label
    integer :: i, j, k
    integer(int64) :: x
    call view%create(0.0_real64, extents, lower=lower, label=label)
    call view%host_pointer(p)
    !$omp parallel do private(i, j, x)
    do k = lower(3), lower(3) + extents(3) - 1
      do j = lower(2), lower(2) + extents(2) - 1
        do i = lower(1), lower(1) + extents(1) - 1
          x = ieor(i*2654435761_int64 + j*40503_int64, k*69069_int64 + seed*7919_int64)
          p(i,j,k) = 0.5_real64 + real(iand(ieor(x, ishft(x, -13)), 1048575_int64), real64)/1048576
        end do
      end do
    end do
    call view%to_device(vf_read)
  end subroutine

  subroutine measure(name, bytes_a_cell)
    character(*), intent(in) :: name
    real(real64), intent(in) :: bytes_a_cell
    real(real64) :: times(rounds)
    integer :: round
    count = count + 1
    m(count)%name = name
    m(count)%bytes = bytes_a_cell*cells
    do round = 1, 3
      call one(name, f(1 + modulo(round, sets)))
    end do
    call vf_context_wait()
    do round = 1, rounds
      times(round) = seconds_of_batch(name)
    end do
    if (on_host) then
      m(count)%seconds = minval(times)
      m(count)%original = best_of_original(name)
    else
      m(count)%seconds = median(times)
    end if
  end subroutine

  function seconds_of_batch(name) result(seconds)
    character(*), intent(in) :: name
    real(real64) :: seconds
    integer(int64) :: start, finish, rate
    integer :: call_number
    call system_clock(start, rate)
    do call_number = 1, batch
      call one(name, f(1 + modulo(call_number + count, sets)))
    end do
    call vf_context_wait()
    call system_clock(finish)
    seconds = real(finish - start, real64)/rate/batch
  end function

  subroutine one(name, x)
    character(*), intent(in) :: name
    type(fields), intent(in) :: x
    integer(c_int) :: status
    select case (name)
    case ('copy (device)')
      status = bench_device_copy(x%res%handle, x%rhs%handle, int(8*cells, c_size_t))
      if (status /= VF_OK) error stop 'bench_kernels: the device copy failed'
    case ('copy'); call vf_copy(box, x%rhs, x%res)
    case ('fill_value'); call vf_fill_value(box, x%res, 1.0_real64)
    case ('average'); call vf_average(coarse_box, x%rhs, x%coarse)
    case ('interp'); call vf_interp(coarse_box, x%coarse, x%phi)
    case ('gsrb_poisson')
      call vf_gsrb_poisson(box, x%phi, x%rhs, h, 0)
      call vf_gsrb_poisson(box, x%phi, x%rhs, h, 1)
    case ('gsrb_helmholtz')
      call vf_gsrb_helmholtz(box, x%phi, x%rhs, 1.0_real64, 1.0_real64, x%a, x%bx, x%by, x%bz, h3, omega, 0)
      call vf_gsrb_helmholtz(box, x%phi, x%rhs, 1.0_real64, 1.0_real64, x%a, x%bx, x%by, x%bz, h3, omega, 1)
    case ('residual_poisson'); call vf_residual_poisson(box, x%phi, x%rhs, x%res, h)
    case ('residual_helmholtz')
      call vf_residual_helmholtz(box, x%phi, x%rhs, x%res, 1.0_real64, 1.0_real64, x%a, x%bx, x%by, x%bz, h3)
    case ('apply_poisson'); call vf_apply_poisson(box, x%phi, x%res, h)
    case ('apply_helmholtz')
      call vf_apply_helmholtz(box, x%phi, x%res, 1.0_real64, 1.0_real64, x%a, x%bx, x%by, x%bz, h3)
    case ('axpy'); call vf_axpy(box, 1e-3_real64, x%rhs, x%res)
    case ('xpay'); call vf_xpay(box, x%rhs, 1e-3_real64, x%res)
    case ('dot'); call vf_dot(box, x%rhs, x%res, result)
    case ('norm_max'); call vf_norm_max(box, x%res, result)
    case ('sum'); call vf_sum(box, x%res, result)
    case ('fill_ghosts'); call vf_fill_ghosts(box, x%phi, sides)
    case ('fill_halo'); call vf_fill_halo(box, x%phi, 1, mirrors, [0, 0, 0])
    case ('smooth_poisson'); call vf_smooth_poisson(box, x%phi, x%rhs, h, sides, 1)
    case ('smooth_poisson twice'); call vf_smooth_poisson(box, x%phi, x%rhs, h, sides, 2)
    case ('smooth_helmholtz')
      call vf_smooth_helmholtz(box, x%phi, x%rhs, 1.0_real64, 1.0_real64, x%a, x%bx, x%by, x%bz, h3, omega, sides, 1)
    case ('smooth_helmholtz twice')
      call vf_smooth_helmholtz(box, x%phi, x%rhs, 1.0_real64, 1.0_real64, x%a, x%bx, x%by, x%bz, h3, omega, sides, 2)
    case default; error stop 'bench_kernels: unknown kernel'
    end select
  end subroutine

  ! 0 if there is no original loop.
  function best_of_original(name) result(best)
    character(*), intent(in) :: name
    real(real64) :: best
    integer(int64) :: start, finish, rate
    integer :: round
    logical :: found
    best = 0
    do round = 1, rounds
      call system_clock(start, rate)
      associate (x => f(1 + modulo(round, sets)))
        call original_loop(name, n, h, omega, x%phi_p, x%rhs_p, x%res_p, x%a_p, x%bx_p, x%by_p, x%bz_p, x%coarse_p, found)
      end associate
      call system_clock(finish)
      if (.not. found) return
      if (round == 1 .or. real(finish - start, real64)/rate < best) best = real(finish - start, real64)/rate
    end do
  end function

  pure function median(values)
    real(real64), intent(in) :: values(:)
    real(real64) :: median, sorted(size(values)), x
    integer :: p, q
    sorted = values
    do p = 2, size(sorted)
      x = sorted(p)
      q = p - 1
      do while (q >= 1)
        if (sorted(q) <= x) exit
        sorted(q+1) = sorted(q)
        q = q - 1
      end do
      sorted(q+1) = x
    end do
    median = sorted((size(sorted) + 1)/2)
  end function

  subroutine print_table()
    integer :: r
    print '(3a, i0, a, f8.1, a)', 'device ', vf_context_device(), ', ', n, '^3 cells in double, copy rate ', copy_rate*1e-9, &
      ' GB/s'
    print '(2a)', 'kernel                   B/cell        ms     GB/s  share', &
      merge('   original ms  ratio', '                     ', on_host)
    do r = 1, count
      write (*, '(a24, f7.1, f10.3, f9.1, f7.3)', advance='no') m(r)%name, m(r)%bytes/cells, m(r)%seconds*1e3, &
        m(r)%bytes/m(r)%seconds*1e-9, m(r)%bytes/m(r)%seconds/copy_rate
      if (m(r)%original > 0) write (*, '(f14.3, f7.3)', advance='no') m(r)%original*1e3, m(r)%seconds/m(r)%original
      print '()'
    end do
    if (on_host) print '(2a)', 'originals: ', original_flags()
  end subroutine

  subroutine write_json()
    integer :: unit, r
    open (newunit=unit, file=trim(json), action='write', status='replace')
    write (unit, '(3a, i0, a, es12.5, a)') '{"device": "', vf_context_device(), '", "cells_per_side": ', n, &
      ', "copy_bytes_per_second": ', copy_rate, ', "kernels": ['
    do r = 1, count
      write (unit, '(3a, es12.5, a, es12.5, a, es12.5, 2a)') '{"name": "', trim(m(r)%name), '", "bytes": ', m(r)%bytes, &
        ', "seconds": ', m(r)%seconds, ', "original_seconds": ', m(r)%original, '}', merge(' ', ',', r == count)
    end do
    write (unit, '(a)') ']}'
    close (unit)
  end subroutine
end program bench_kernels
