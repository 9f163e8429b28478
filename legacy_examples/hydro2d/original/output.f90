! The result file: raw binary, for each field two 32-bit extents and its values without the halo, first index fastest.
module hydro2d_output
  use, intrinsic :: iso_fortran_env, only: int32
  use hydro2d_definitions
  use run_files, only: open_file
  implicit none
  private
  public :: write_fields

contains

  ! density, energy, pressure, xvel, yvel
  subroutine write_fields(base)
    character(len=*), intent(in) :: base
    integer :: unit

    unit = open_file(base // '.fields', 'stream', 'unformatted')
    associate (c => chunk, f => chunk%field)
      call write_field(unit, f%density0(c%x_min:c%x_max, c%y_min:c%y_max))
      call write_field(unit, f%energy0(c%x_min:c%x_max, c%y_min:c%y_max))
      call write_field(unit, f%pressure(c%x_min:c%x_max, c%y_min:c%y_max))
      call write_field(unit, f%xvel0(c%x_min:c%x_max+1, c%y_min:c%y_max+1))
      call write_field(unit, f%yvel0(c%x_min:c%x_max+1, c%y_min:c%y_max+1))
    end associate
    close(unit)
  end subroutine write_fields

  subroutine write_field(unit, field)
    integer, intent(in) :: unit
    real(dp), intent(in) :: field(:,:)
    integer :: j

    write(unit) int(shape(field), int32)
    do j = 1, size(field, 2)
      write(unit) field(:,j)
    end do
  end subroutine write_field

end module hydro2d_output
