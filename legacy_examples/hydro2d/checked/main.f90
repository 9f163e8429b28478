! The port; with VF_MODE=check two of its routines are compared with the original's routines. Without, the bodies of the loops
! do not run.
program hydro2d
  use, intrinsic :: iso_fortran_env, only: dp => real64, int64
  use viewfab, only: vf_check_begin, vf_check_end, vf_check_original, vf_check_scratch, vf_counters, vf_finalize, &
    vf_counters_get, vf_init
  use hydro2d_definitions
  use hydro2d_input, only: read_settings
  use hydro2d_mesh, only: build_chunk
  use hydro2d_output, only: write_fields
  use hydro2d_device_step, only: advection, equation_of_state, lagrange, reset_field, timestep
  use hydro2d_step, only: legacy_advection => advection, legacy_lagrange => lagrange
  use hydro2d_summary, only: check_summary, field_summary
  use hydro2d_views, only: fields_to_host, views, wrap_views
  use hydro2d_originals, only: register_originals
  implicit none
  integer(int64) :: start, finish, rate
  integer :: i_dt, j_dt
  real(dp) :: sums(5)

  settings = read_settings()
  call vf_init()
  call register_originals()
  call build_chunk()
  call wrap_views()
  call equation_of_state()
  call field_summary(sums)

  call system_clock(start, rate)
  do while (step < settings%end_step .and. time < settings%end_time)
    call timestep(i_dt, j_dt)
    call lagrange_held_against_the_original()
    call advection_held_against_the_original()
    call reset_field()
    step = step + 1
    time = time + dt
    if (step == 1) call print_copies('after the first step')
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

  call fields_to_host()
  if (len(settings%output) > 0) call write_fields(settings%output)
  call print_copies('after the last one')
  call check_summary(sums)
  call vf_finalize()

contains

  subroutine lagrange_held_against_the_original()
    associate (v => views)
      call vf_check_begin('lagrange', [v%celldx, v%celldy, v%volume, v%density0, v%energy0, v%pressure, v%viscosity, &
        v%soundspeed, v%xvel0, v%yvel0, v%density1, v%energy1, v%xvel1, v%yvel1, v%vol_flux_x, v%vol_flux_y])
    end associate
    call lagrange()
    do while (vf_check_original('lagrange'))
      call legacy_lagrange()
    end do
    call vf_check_end('lagrange')
  end subroutine lagrange_held_against_the_original

  subroutine advection_held_against_the_original()
    associate (v => views)
      call vf_check_begin('advection', [v%volume, v%vol_flux_x, v%vol_flux_y, v%mass_flux_x, v%mass_flux_y, v%density1, &
        v%energy1, v%xvel1, v%yvel1])
      call vf_check_scratch('advection', [v%work1, v%work2, v%work3, v%work4, v%work5, v%work6, v%work7])
    end associate
    call advection()
    do while (vf_check_original('advection'))
      call legacy_advection()
    end do
    call vf_check_end('advection')
  end subroutine advection_held_against_the_original

  subroutine print_copies(when)
    character(len=*), intent(in) :: when
    type(vf_counters) :: counters

    call vf_counters_get(counters)
    write(*, '(2a, 2(a, i0))') 'copies ', when, ': to the device ', counters%copies_to_device, ', to the host ', &
      counters%copies_to_host
  end subroutine print_copies

end program hydro2d
