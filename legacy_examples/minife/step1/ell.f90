! The matrix in the form of the kernels (ELL form): each row has room for 27 entries, entry by entry for all rows, so that
! neighbouring rows are neighbours in memory.
module minife_ell
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use minife_definitions
  implicit none
  private
  public :: entries, take_matrix

  integer, parameter :: entries = 27                 ! of a row

contains

  ! Makes arrays (rows, entries) from the compressed rows, and frees the compressed rows. A row with fewer entries is filled up
  ! with entries of 0, with the column of its first entry.
  subroutine take_matrix(values, columns_of)
    real(dp), allocatable, intent(out) :: values(:,:)
    integer, allocatable, intent(out) :: columns_of(:,:)
    integer :: row, entry, first, last

    allocate(values(matrix%rows, entries), columns_of(matrix%rows, entries))
    !$omp parallel do private(entry, first, last) schedule(static)
    do row = 1, matrix%rows
      first = matrix%start(row)
      last = matrix%start(row+1) - 1
      do entry = 1, entries
        values(row, entry) = 0
        if (first + entry - 1 <= last) values(row, entry) = matrix%values(first + entry - 1)
        columns_of(row, entry) = matrix%columns_of(merge(first + entry - 1, first, first + entry - 1 <= last))
      end do
    end do
    !$omp end parallel do
    deallocate(matrix%start, matrix%values, matrix%columns_of)
  end subroutine take_matrix

end module minife_ell
