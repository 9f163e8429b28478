! The port; with VF_MODE=check each of its kernels is compared with the loops of the original.
program columns
  use, intrinsic :: iso_fortran_env, only: int64
  use columns_definitions, only: r8
  use columns_dynamics, only: dynamics_step
  use columns_input, only: read_settings
  use columns_kernels, only: vf_window_sums
  use columns_mesh, only: build_mesh
  use columns_originals, only: register_originals
  use columns_output, only: write_fields
  use columns_physics, only: physics_step
  use columns_setup, only: set_fields
  use columns_state
  use columns_summary, only: check_masses, check_summary, print_summary, tracer_masses, water
  use columns_tracers, only: tracers_step
  use columns_views, only: fields_to_host, views, wrap_views
  use columns_vertical_remap, only: vertical_remap
  use viewfab, only: vf_box_of, vf_counters, vf_finalize, vf_counters_get, vf_init
  implicit none
  integer(int64) :: start, finish, rate
  integer :: step, q
  character(len=16) :: name
  real(r8) :: first_water
  real(r8), allocatable :: first(:), last(:)

  settings = read_settings()
  call build_mesh()
  call set_fields()
  call vf_init()
  call register_originals()
  call wrap_views()
  first = tracer_masses()
  first_water = water()

  call system_clock(start, rate)
  do step = 1, settings%steps
    call dynamics_step()
    call tracers_step()
    if (mod(step, settings%remap_every) == 0) call vertical_remap()
    call physics_step()
    if (step == 1) call print_copies('after the first step')
  end do
  call vf_window_sums(vf_box_of(0, settings%window_n - 1), views%signal, views%windowed, settings%window_n, settings%window_m)
  call system_clock(finish)
  call fields_to_host()
  write(*, '(a, i0, a, es12.5, a)') 'steps ', settings%steps, ' of ', dt, ' s'
  write(*, '(a, f10.4)') 'seconds', real(finish - start, r8)/real(rate, r8)

  call print_copies('after the last one')
  last = tracer_masses()
  call check_masses('air', first(qsize+1), last(qsize+1))
  do q = 1, qsize
    write(name, '(a, i0)') 'tracer ', q
    call check_masses(trim(name), first(q), last(q))
  end do
  call check_masses('water', first_water, water())
  call print_summary()
  if (len(settings%output) > 0) call write_fields(settings%output)
  if (len(settings%expected) > 0) call check_summary(settings%expected)
  call vf_finalize()

contains

  subroutine print_copies(when)
    character(len=*), intent(in) :: when
    type(vf_counters) :: counters

    call vf_counters_get(counters)
    write(*, '(2a, 2(a, i0))') 'copies ', when, ': to the device ', counters%copies_to_device, ', to the host ', &
      counters%copies_to_host
  end subroutine print_copies

end program columns
