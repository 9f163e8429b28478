! A few lines turn a legacy routine into an original, and the check compares the port with it. From Fortran, the
! settings of the validation and the report do their documented work.
module adapted
  use, intrinsic :: iso_fortran_env, only: real64
  implicit none
  public
  integer :: runs = 0
  real(real64) :: wrong = 0     ! added to an element of colour 1, so that the port seems wrong
  real(real64) :: beside = 0    ! added to a ghost at the low end of x, which the port leaves alone
contains

  subroutine gsrb_original(lo, hi, nc, phi, pl, ph, rhs, rl, rh, h, colour)
    integer, intent(in) :: lo(3), hi(3), nc, pl(3), ph(3), rl(3), rh(3), colour
    real(real64), intent(inout) :: phi(pl(1):ph(1), pl(2):ph(2), pl(3):ph(3), nc)
    real(real64), intent(in) :: rhs(rl(1):rh(1), rl(2):rh(2), rl(3):rh(3), nc), h
    external :: legacy_gsrb
    call legacy_gsrb(phi, pl(1), pl(2), pl(3), ph(1), ph(2), ph(3), rhs, rl(1), rl(2), rl(3), rh(1), rh(2), rh(3), &
      lo, hi, nc, h, colour)
    call tamper(phi(lo(1)+1,lo(2)+1,lo(3)+2,1), colour)
    phi(lo(1)-1,lo(2)+1,lo(3)+2,1) = phi(lo(1)-1,lo(2)+1,lo(3)+2,1) + beside
  end subroutine

  subroutine tamper(element, colour)
    real(real64), intent(inout) :: element
    integer, intent(in) :: colour
    runs = runs + 1
    if (colour == 1) element = element + wrong
  end subroutine

end module

program legacy_original
  use, intrinsic :: iso_fortran_env, only: int64
  use adapted
  use claims
  use viewfab
  use viewfab_originals
  implicit none
  character(*), parameter :: kernel = 'gsrb_poisson'
  character(:), allocatable :: file
  character(32) :: device, memory
  real(real64), target :: phi(0:9, 0:8, 0:7, 2), rhs(1:8, 1:7, 1:6, 2)
  type(vf_view) :: phi_v, rhs_v
  type(vf_box) :: box
  integer :: ierr, unit
  integer(int64) :: checked
  ! The test runs for several devices at once, so each has its own file.
  call get_environment_variable('VF_DEVICE', device)
  call get_environment_variable('VF_HOST_MEMORY', memory)
  file = 'legacy_original_' // trim(device) // trim(memory) // '.json'
  call random_number(phi)
  call random_number(rhs)
  box = vf_box([1, 1, 1], [8, 7, 6])
  call phi_v%wrap(phi, [0, 0, 0, 1], 'phi')
  call rhs_v%wrap(rhs, [1, 1, 1, 1], 'rhs')
  call vf_gsrb_poisson_register_original(gsrb_original)

  call vf_validate_mode(VF_MODE_CHECK)
  call sweep()
  call check(runs >= 2, 'the adapted routine runs')
  call check(vf_report_passed(checked) .and. checked == 2, 'the port gives what the legacy routine gives')

  wrong = 0.5_real64
  call sweep()
  call check(.not. vf_report_passed(checked) .and. checked == 4, 'a difference is found')
  call vf_report_reset()
  call check(.not. vf_report_passed(checked) .and. checked == 0, 'the report forgets, and nothing is no pass')
  call vf_validate_tolerance(vf_tolerance(absolute=1.0_real64), kernel)
  call sweep()
  call check(vf_report_passed(), 'a tolerance is taken')
  call vf_validate_tolerance(kernel=kernel)
  call vf_validate_stop(.true., kernel)
  call vf_gsrb_poisson(box, phi_v, rhs_v, 0.3_real64, 1, ierr)
  call check(ierr == VF_ERROR_MISMATCH, 'a check that finds something stops where it is to')
  call vf_validate_more(.true., kernel, ierr)
  call check(ierr == VF_OK, 'an original may do more')
  call vf_validate_perturb(7, kernel, 1e-2_real64, ierr)
  call check(ierr == VF_OK, 'checks on perturbed inputs are asked for')
  call vf_validate_perturb(-7, kernel, ierr=ierr)
  call check(ierr == VF_ERROR_ARGUMENT, 'a seed is 0 or more')
  call vf_validate_perturb(0, kernel)
  call vf_validate_more_in_ghosts(1, kernel, ierr)
  call check(ierr == VF_OK, 'an original may do more in one layer of ghosts')
  call vf_validate_more_in_ghosts([1, -2, 0], kernel, ierr)
  call check(ierr == VF_ERROR_ARGUMENT .and. index(vf_last_error(), '-2 layers in direction 2') > 0, &
    'layers in directions are 0 or more')
  call vf_validate_more(.false., kernel)
  call vf_validate_stop(.false., kernel, ierr)
  call check(ierr == VF_OK, 'settings return VF_OK')

  wrong = 100.0_real64
  call vf_validate_keep(VF_KEEP_ORIGINAL, kernel)
  call vf_gsrb_poisson(box, phi_v, rhs_v, 0.3_real64, 1)
  call phi_v%to_host()
  call check(phi(2,2,3,1) > 50, 'the result of the original is kept')
  call vf_validate_keep(VF_KEEP_PORT, kernel)
  call vf_gsrb_poisson(box, phi_v, rhs_v, 0.3_real64, 1)
  call phi_v%to_host()
  call check(phi(2,2,3,1) < 50, 'the result of the port is kept')

  wrong = 0
  call settings_have_effects()
  call vf_report_reset()
  call vf_validate_order(.true., kernel)
  call vf_validate_every(2, kernel)
  call sweep()
  call check(vf_report_passed(checked) .and. checked == 2, 'the first call of each colour is checked')
  call sweep()
  call sweep()
  call check(vf_report_passed(checked) .and. checked == 4, 'and then one of two')

  call vf_validate_every(0, kernel, ierr)
  call check(ierr == VF_ERROR_ARGUMENT, 'no check every 0 calls')
  call vf_validate_tolerance(vf_tolerance(ulp=-1.0_real64), kernel, ierr)
  call check(ierr == VF_ERROR_ARGUMENT, 'no negative tolerance')
  call vf_validate_mode(vf_mode(7), kernel, ierr)
  call check(ierr == VF_ERROR_ARGUMENT, 'no mode 7')
  call vf_validate_mode(VF_MODE_DEVICE, kernel)
  runs = 0
  call sweep()
  call check(runs == 0, 'in mode device only the port runs')

  call vf_print_report(ierr)
  call check(ierr == VF_OK, 'the report is printed')
  call vf_report_write(file, ierr)
  call check(ierr == VF_OK, 'the report is written')
  open (newunit=unit, file=file, status='old', iostat=ierr)
  call check(ierr == 0, 'the file of the report is there')
  close (unit, status='delete')
  call vf_report_write('no_such_folder/report.txt', ierr)
  call check(ierr == VF_ERROR_STATE, 'a file that cannot be written is refused')
  call phi_v%release(discard=.true.)
  call rhs_v%release()
contains

  subroutine settings_have_effects()
    type(vf_counters) :: before, plain, ordered
    integer :: plain_runs
    call vf_counters_get(before)
    runs = 0
    call sweep()
    plain_runs = runs
    call vf_counters_get(plain)
    call vf_validate_order(.true., kernel)
    call sweep()
    call vf_counters_get(ordered)
    call vf_validate_order(.false., kernel)
    call check(ordered%launches - plain%launches > plain%launches - before%launches, 'the port runs in another order as well')
    runs = 0
    call vf_validate_perturb(7, kernel, 1e-2_real64)
    call sweep()
    call vf_validate_perturb(0, kernel)
    call check(runs > plain_runs, 'the original runs on perturbed inputs as well')
    beside = 1
    call check(.not. sweep_passes(), 'an original that changes a ghost is told')
    call vf_validate_more(.true., kernel)
    call check(sweep_passes(), 'unless it may do more')
    call vf_validate_more(.false., kernel)
    call check(.not. sweep_passes(), 'it may not any longer')
    call vf_validate_more_in_ghosts(1, kernel)
    call check(sweep_passes(), 'unless it may do more in a layer of ghosts')
    call vf_validate_more_in_ghosts([0, 1, 1], kernel)
    call check(.not. sweep_passes(), 'not where it may do more in other directions')
    call vf_validate_more_in_ghosts([1, 0, 0], kernel)
    call check(sweep_passes(), 'unless it may do more in this direction')
    call vf_validate_more(.false., kernel)
    beside = 0
  end subroutine

  function sweep_passes() result(passes)
    logical :: passes
    call vf_report_reset()
    call sweep()
    passes = vf_report_passed()
  end function

  subroutine sweep()
    integer :: colour
    do colour = 0, 1
      call vf_gsrb_poisson(box, phi_v, rhs_v, 0.3_real64, colour)
    end do
  end subroutine
end program
