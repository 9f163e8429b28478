! The kernels of columns on the host, each beside its original loop, in turns, by the best time.
!   [KERNEL=name] bench_column_loops INPUT    an input of columns, such as loops.nml; all kernels, or the named kernel
program bench_column_loops
  use, intrinsic :: iso_fortran_env, only: real64
  !$ use omp_lib, only: omp_get_max_threads
  use benchmark_clock, only: now
  use column_loops
  use columns_dynamics, only: dynamics_step
  use columns_input, only: read_settings
  use columns_mesh, only: build_mesh
  use columns_physics, only: physics_step
  use columns_setup, only: set_fields
  use columns_state, only: settings
  use columns_tracers, only: tracers_step
  use columns_vertical_remap, only: vertical_remap
  use columns_views, only: wrap_views
  use viewfab, only: vf_finalize, vf_init, vf_context_wait
  implicit none
  integer, parameter :: rounds = 25
  real(real64) :: seconds(2)
  integer :: number
  character(20) :: only

  settings = read_settings()
  call get_environment_variable('KERNEL', only)
  call build_mesh()
  call set_fields()
  call vf_init('host')
  call wrap_views()
  print '(2a)', 'originals: ', flags_of_originals()
  call dynamics_step()
  call tracers_step()
  call vertical_remap()
  call physics_step()
  print '(a)', 'kernel                      us   original us   ratio'
  do number = 1, loops
    if (only /= '' .and. only /= names(number)) cycle
    seconds = best(number)
    print '(a20, 2f12.2, f10.2)', names(number), 1e6_real64*seconds, seconds(1)/seconds(2)
  end do
  call vf_finalize()

contains

  ! Seconds of a call of the kernel and of the original. Short calls run several times in a row.
  function best(number) result(seconds)
    integer, intent(in) :: number
    real(real64) :: seconds(2), start
    integer :: round, batch, call_number

    seconds = huge(seconds)
    batch = 1
    do round = 0, rounds
      start = now_of_thread()
      do call_number = 1, batch
        call call_kernel(number)
        call vf_context_wait()
      end do
      if (round > 0) seconds(1) = min(seconds(1), (now_of_thread() - start)/batch)
      start = now_of_thread()
      do call_number = 1, batch
        call call_original(number)
      end do
      if (round > 0) seconds(2) = min(seconds(2), (now_of_thread() - start)/batch)
      if (round == 0 .and. now_of_thread() - start < 1.0e-4_real64) batch = 50
    end do
  end function best

  ! A single thread is measured by its own time. Other programs on the machine disturb this time less.
  function now_of_thread() result(seconds)
    real(real64) :: seconds

    seconds = now()
    !$ if (omp_get_max_threads() == 1) call cpu_time(seconds)
  end function now_of_thread

end program bench_column_loops
