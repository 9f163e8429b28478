! The output files. All names start with the output key of the input file.
module helmholtz_output
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use viewfab, only: vf_counters, vf_context_device, vf_counters_get
  use helmholtz_levels, only: level
  use run_files, only: open_file, write_field, write_history
  implicit none
  private
  public :: write_solution, write_history, write_result

contains

  subroutine write_solution(base, lev)
    character(len=*), intent(in) :: base
    type(level), intent(in) :: lev

    call write_field(base, lev%phi(lev%lo(1):lev%hi(1), lev%lo(2):lev%hi(2), lev%lo(3):lev%hi(3)))
  end subroutine write_solution

  ! A namelist written by hand, so that it looks the same from every compiler.
  subroutine write_result(base, cycles, initial_residual, final_residual, norm, error, seconds)
    character(len=*), intent(in) :: base
    integer, intent(in) :: cycles
    real(dp), intent(in) :: initial_residual, final_residual, norm, error, seconds
    type(vf_counters) :: moved
    integer :: unit

    call vf_counters_get(moved)
    unit = open_file(base // '.result', 'sequential', 'formatted')
    write(unit, '(a)') '&result'
    write(unit, '(a, i0)') '  cycles = ', cycles
    write(unit, '(a, es24.16)') '  initial_residual = ', initial_residual
    write(unit, '(a, es24.16)') '  final_residual = ', final_residual
    write(unit, '(a, es24.16)') '  operator_norm = ', norm
    write(unit, '(a, es24.16)') '  error = ', error
    write(unit, '(a, es24.16)') '  seconds = ', seconds
    write(unit, '(3a)') '  device = ''', vf_context_device(), ''''
    write(unit, '(a, i0)') '  copies_to_device = ', moved%copies_to_device
    write(unit, '(a, i0)') '  bytes_to_device = ', moved%bytes_to_device
    write(unit, '(a, i0)') '  copies_to_host = ', moved%copies_to_host
    write(unit, '(a, i0)') '  bytes_to_host = ', moved%bytes_to_host
    write(unit, '(a)') '/'
    close(unit)
  end subroutine write_result

end module helmholtz_output
