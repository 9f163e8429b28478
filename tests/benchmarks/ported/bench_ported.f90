! The kernels of the two ported examples on the host, each beside its original loop, in turns, by the best time: on large
! fields, and on small levels, for which the cost of a call exceeds the cost of the points.
!   bench_ported [hydro2d | vertex_multigrid [cells or vertices per side ...]]
program bench_ported
  use, intrinsic :: iso_fortran_env, only: real64
  use benchmark_clock, only: now
  use viewfab
  use hydro2d_fields
  use hydro2d_calls, only: call_kernel
  use vertex_multigrid_levels
  use vertex_multigrid_calls
  use ported_originals
  implicit none
  integer, parameter :: rounds = 15
  real(real64), parameter :: points_of_batch = 5.0e5_real64
  integer :: number, sides
  character(32) :: code, argument

  call get_command_argument(1, code)
  sides = command_argument_count() - 1
  if (all(code /= [character(32) :: '', 'hydro2d', 'vertex_multigrid'])) then
    error stop 'bench_ported [hydro2d | vertex_multigrid [cells or vertices per side ...]]'
  end if
  call vf_init('host')
  print '(2a)', 'originals: ', flags_of_originals()
  call vf_finalize()
  if (code /= 'vertex_multigrid') call tables('hydro2d', [960, 64, 16])
  if (code /= 'hydro2d') call tables('vertex_multigrid', [128, 32, 16, 8])
contains

  ! Tables for the sides on the command line, or for the usual sides.
  subroutine tables(name, usual)
    character(*), intent(in) :: name
    integer, intent(in) :: usual(:)
    integer :: n, status

    if (sides < 1) then
      do number = 1, size(usual)
        call table(name, usual(number))
      end do
    end if
    do number = 1, sides
      call get_command_argument(number + 1, argument)
      read (argument, *, iostat=status) n
      if (status /= 0) error stop 'bench_ported: a side is no number'
      if (n < 4 .or. mod(n, 2) /= 0 .or. (name == 'vertex_multigrid' .and. n > 1024)) then
        error stop 'bench_ported: sides are even, at least 4, and of vertices at most 1024'
      end if
      call table(name, n)
    end do
  end subroutine

  subroutine table(name, n)
    character(*), intent(in) :: name
    integer, intent(in) :: n
    real(real64) :: points, seconds(2)
    integer :: kernel

    call vf_init('host')
    if (name == 'hydro2d') then
      call make_fields(n)
      points = real(n, real64)**2
    else
      call make_levels(n)
      points = real(n, real64)**3
    end if
    print '(a, 1x, i0, a)', name, n, merge('^2', '^3', name == 'hydro2d')
    print '(a)', 'kernel                  us   original us   ratio'
    do kernel = 1, merge(kernels, level_kernels, name == 'hydro2d')
      seconds = best(name, kernel, max(1, int(points_of_batch/points)))
      print '(a16, 2f12.2, f10.2)', merge(names(kernel), level_names(min(kernel, level_kernels)), name == 'hydro2d'), &
        1e6_real64*seconds, seconds(1)/seconds(2)
    end do
    call vf_finalize()
    if (name == 'hydro2d') call drop_fields()
  end subroutine

  ! Best time of the kernel and of the original.
  function best(name, kernel, batch) result(seconds)
    character(*), intent(in) :: name
    integer, intent(in) :: kernel, batch
    real(real64) :: seconds(2), start
    integer :: round, b

    seconds = huge(seconds)
    do round = 0, rounds
      start = now()
      do b = 1, batch
        if (name == 'hydro2d') then
          call call_kernel(kernel)
        else
          call call_level_kernel(kernel)
        end if
      end do
      call vf_context_wait()
      if (round > 0) seconds(1) = min(seconds(1), (now() - start)/batch)
      start = now()
      do b = 1, batch
        if (name == 'hydro2d') then
          call call_original(kernel)
        else
          call call_level_original(kernel)
        end if
      end do
      if (round > 0) seconds(2) = min(seconds(2), (now() - start)/batch)
    end do
  end function
end program
