! The output files. Their names start with the output key of the input file.
module minife_output
  use, intrinsic :: iso_fortran_env, only: dp => real64, int32, int64
  use mpi_f08
  use minife_definitions
  use run_files, only: open_file, write_history
  implicit none
  private
  public :: write_solution, write_norms, value_in_the_middle

contains

  ! Raw binary: three 32-bit extents, then x at all nodes, first index fastest. The ranks write in turn.
  subroutine write_solution(x)
    real(dp), intent(in) :: x(:)
    integer :: unit, turn

    if (rank == 0) then
      unit = open_file(settings%output // '.solution', 'stream', 'unformatted')
      write(unit) int(settings%n_elements + 1, int32)
      close(unit)
    end if
    do turn = 0, ranks - 1
      call MPI_Barrier(comm)
      if (turn == rank) call write_brick(x)
    end do
    call MPI_Barrier(comm)
  end subroutine write_solution

  subroutine write_brick(x)
    real(dp), intent(in) :: x(:)
    integer(int64) :: n(3), at
    integer :: unit, j, k, row

    open(newunit=unit, file=settings%output // '.solution', access='stream', form='unformatted', status='old', &
      action='readwrite')
    n = settings%n_elements + 1
    associate (lo => cut%brick%lo, hi => cut%brick%hi)
      do k = lo(3), hi(3)
        do j = lo(2), hi(2)
          at = lo(1) + n(1)*(j + n(2)*k)
          row = row_of(cut%brick, lo(1), j, k)
          write(unit, pos=13 + 8*at) x(row:row+hi(1)-lo(1))
        end do
      end do
    end associate
    close(unit)
  end subroutine write_brick

  subroutine write_norms(norms)
    real(dp), intent(in) :: norms(0:)

    if (rank == 0) call write_history(settings%output, norms)
  end subroutine write_norms

  ! x at the node in the middle of the domain.
  function value_in_the_middle(x) result(value)
    real(dp), intent(in) :: x(:)
    real(dp) :: value, own
    integer :: middle(3)

    own = -huge(own)
    middle = settings%n_elements/2
    if (all(middle >= cut%brick%lo) .and. all(middle <= cut%brick%hi)) then
      own = x(row_of(cut%brick, middle(1), middle(2), middle(3)))
    end if
    call MPI_Allreduce(own, value, 1, MPI_DOUBLE_PRECISION, MPI_MAX, comm)
  end function value_in_the_middle

end module minife_output
