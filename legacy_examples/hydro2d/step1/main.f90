program hydro2d
  use, intrinsic :: iso_fortran_env, only: dp => real64, int64
  use viewfab, only: vf_counters, vf_finalize, vf_counters_get, vf_init, vf_context_wait
  use hydro2d_definitions
  use hydro2d_input, only: read_settings
  use hydro2d_mesh, only: build_chunk
  use hydro2d_output, only: write_fields
  use hydro2d_device_step, only: advection, equation_of_state, lagrange, reset_field, timestep
  use hydro2d_summary, only: check_summary, field_summary
  use hydro2d_views, only: fields_to_host, wrap_views
  implicit none
  integer(int64) :: start, finish, rate, lap, begin
  integer :: i_dt, j_dt
  real(dp) :: sums(5)

  settings = read_settings()
  call system_clock(begin, rate)
  lap = begin
  call vf_init()
  call print_lap('to start viewfab')
  call build_chunk()
  call print_lap('to build the mesh')
  call wrap_views()
  call equation_of_state()
  call field_summary(sums)

  call system_clock(start)
  do while (step < settings%end_step .and. time < settings%end_time)
    call timestep(i_dt, j_dt)
    call lagrange()
    call advection()
    call reset_field()
    step = step + 1
    time = time + dt
    if (step == 1) call end_first_step()
    write(*, '(a, i6, 2(a, es24.16), 2(a, i0))') 'step', step, '  time', time, '  dt', dt, '  cell ', i_dt, ', ', j_dt
    if (mod(step, settings%summary_every) == 0) then
      call equation_of_state()
      call field_summary(sums)
    end if
  end do
  call equation_of_state()
  call field_summary(sums)
  call system_clock(finish)
  write(*, '(a, f10.4)') 'seconds', real(finish - start, dp)/real(rate, dp)
  call print_lap('of the other steps')
  call fields_to_host()
  call print_lap('to bring the fields home')
  write(*, '(a, f10.4)') 'seconds in all', real(lap - begin, dp)/real(rate, dp)

  if (len(settings%output) > 0) call write_fields(settings%output)
  call print_copies('after the last one')
  call check_summary(sums)
  call vf_finalize()

contains

  ! The fields are on the device from now on.
  subroutine end_first_step()
    call vf_context_wait()
    call print_lap('of the first summary and step')
    call print_copies('after the first step')
  end subroutine end_first_step

  ! The wall clock since the last call.
  subroutine print_lap(what)
    character(len=*), intent(in) :: what
    integer(int64) :: now

    call system_clock(now)
    write(*, '(2a, f10.4)') 'seconds ', what, real(now - lap, dp)/real(rate, dp)
    lap = now
  end subroutine print_lap

  subroutine print_copies(when)
    character(len=*), intent(in) :: when
    type(vf_counters) :: counters

    call vf_counters_get(counters)
    write(*, '(2a, 2(a, i0))') 'copies ', when, ': to the device ', counters%copies_to_device, ', to the host ', &
      counters%copies_to_host
  end subroutine print_copies

end program hydro2d
