! The output files of a run, all named after the output key of the input file.
module run_files
  use, intrinsic :: iso_fortran_env, only: dp => real64, error_unit, int32
  implicit none
  private
  public :: write_field, write_history, open_file

contains

  ! Raw binary: three 32-bit extents, then the field, first index fastest.
  subroutine write_field(base, field)
    character(len=*), intent(in) :: base
    real(dp), intent(in) :: field(:,:,:)
    integer :: unit, j, k

    unit = open_file(base // '.solution', 'stream', 'unformatted')
    write(unit) int(shape(field), int32)
    do k = 1, size(field, 3)
      do j = 1, size(field, 2)
        write(unit) field(:,j,k)
      end do
    end do
    close(unit)
  end subroutine write_field

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

  function open_file(file, access, form) result(unit)
    character(len=*), intent(in) :: file, access, form
    integer :: unit, status
    character(len=256) :: message

    open(newunit=unit, file=file, access=access, form=form, status='replace', action='write', &
         iostat=status, iomsg=message)
    if (status /= 0) then
      write(error_unit, '(3a)') file, ': cannot be written: ', trim(message)
      flush(error_unit)
      error stop 1
    end if
  end function open_file

end module run_files
