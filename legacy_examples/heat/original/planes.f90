! The output of each step: one plane of the field.
module heat_planes
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use run_files, only: open_file
  implicit none
  private
  public :: close_planes, open_planes, write_plane

  integer :: unit
  logical :: is_open = .false.

contains

  subroutine open_planes(base)
    character(len=*), intent(in) :: base

    if (base == '') return
    unit = open_file(base // '.planes', 'stream', 'unformatted')
    is_open = .true.
  end subroutine open_planes

  ! Raw binary, first index fastest, without ghosts.
  subroutine write_plane(n, plane, u)
    integer, intent(in) :: n(3), plane
    real(dp), intent(in) :: u(0:,0:,0:)

    if (is_open) write(unit) u(1:n(1),1:n(2),plane)
    write(*, '(a, es24.16)') 'largest value of the plane', maxval(u(1:n(1),1:n(2),plane))
  end subroutine write_plane

  subroutine close_planes()
    if (is_open) close(unit)
    is_open = .false.
  end subroutine close_planes

end module heat_planes
