! The output files. All names start with the output key of the input file.
module poisson_output
  use, intrinsic :: iso_fortran_env, only: dp => real64, error_unit, int32
  use viewfab, only: vf_counters, vf_device_name, vf_get_counters
  use poisson_levels, only: level
  implicit none
  private
  public :: write_solution, write_history, write_result

contains

  ! Raw binary: three 32-bit extents, then the interior cells of phi, first index fastest.
  subroutine write_solution(base, lev)
    character(len=*), intent(in) :: base
    type(level), intent(in) :: lev
    integer :: unit, j, k

    unit = open_file(base // '.solution', 'stream', 'unformatted')
    write(unit) int(lev%hi - lev%lo + 1, int32)
    do k = lev%lo(3), lev%hi(3)
      do j = lev%lo(2), lev%hi(2)
        write(unit) lev%phi(lev%lo(1):lev%hi(1), j, k)
      end do
    end do
    close(unit)
  end subroutine write_solution

  ! One line a cycle: its number and the max norm of the residual after it. Cycle 0 is the start.
  subroutine write_history(base, residuals)
    character(len=*), intent(in) :: base
    real(dp), intent(in) :: residuals(0:)
    integer :: unit, n

    unit = open_file(base // '.history', 'sequential', 'formatted')
    do n = 0, ubound(residuals, 1)
      write(unit, '(i6, es24.16)') n, residuals(n)
    end do
    close(unit)
  end subroutine write_history

  ! A namelist written by hand, which looks the same from every compiler.
  subroutine write_result(base, cycles, initial_residual, final_residual, error, seconds)
    character(len=*), intent(in) :: base
    integer, intent(in) :: cycles
    real(dp), intent(in) :: initial_residual, final_residual, error, seconds
    type(vf_counters) :: moved
    integer :: unit

    call vf_get_counters(moved)
    unit = open_file(base // '.result', 'sequential', 'formatted')
    write(unit, '(a)') '&result'
    write(unit, '(a, i0)') '  cycles = ', cycles
    write(unit, '(a, es24.16)') '  initial_residual = ', initial_residual
    write(unit, '(a, es24.16)') '  final_residual = ', final_residual
    write(unit, '(a, es24.16)') '  error = ', error
    write(unit, '(a, es24.16)') '  seconds = ', seconds
    write(unit, '(3a)') '  device = ''', vf_device_name(), ''''
    write(unit, '(a, i0)') '  copies_to_device = ', moved%copies_to_device
    write(unit, '(a, i0)') '  bytes_to_device = ', moved%bytes_to_device
    write(unit, '(a, i0)') '  copies_to_host = ', moved%copies_to_host
    write(unit, '(a, i0)') '  bytes_to_host = ', moved%bytes_to_host
    write(unit, '(a)') '/'
    close(unit)
  end subroutine write_result

  function open_file(file, access, form) result(unit)
    character(len=*), intent(in) :: file, access, form
    integer :: unit, status
    character(len=256) :: message

    open(newunit=unit, file=file, access=access, form=form, status='replace', action='write', &
         iostat=status, iomsg=message)
    if (status /= 0) then
      write(error_unit, '(4a)') 'poisson: ', file, ': cannot be written: ', trim(message)
      flush(error_unit)
      error stop 1
    end if
  end function open_file

end module poisson_output
