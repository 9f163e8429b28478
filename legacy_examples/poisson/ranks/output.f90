! The output files. All names start with the output key of the input file. The ranks write the solution in turn, rank 0 writes
! all other files.
module poisson_output
  use, intrinsic :: iso_fortran_env, only: dp => real64, int32, int64
  use mpi_f08, only: MPI_Barrier, MPI_COMM_WORLD
  use viewfab, only: vf_counters, vf_context_device, vf_counters_get
  use poisson_levels, only: level
  use poisson_ranks, only: rank, ranks
  use run_files, only: open_file, write_history
  implicit none
  private
  public :: write_solution, write_history, write_result

contains

  subroutine write_solution(base, lev)
    character(len=*), intent(in) :: base
    type(level), intent(in) :: lev
    integer :: unit, turn

    if (rank == 0) then
      unit = open_file(base // '.solution', 'stream', 'unformatted')
      write(unit) int(lev%n, int32)
      close(unit)
    end if
    do turn = 0, ranks - 1
      call MPI_Barrier(MPI_COMM_WORLD)
      if (turn == rank) call write_brick(base // '.solution', lev)
    end do
  end subroutine write_solution

  subroutine write_brick(file, lev)
    character(len=*), intent(in) :: file
    type(level), intent(in) :: lev
    integer(int64) :: at
    integer :: unit, j, k

    open(newunit=unit, file=file, access='stream', form='unformatted', status='old', action='readwrite')
    do k = lev%lo(3), lev%hi(3)
      do j = lev%lo(2), lev%hi(2)
        at = lev%lo(1) + lev%n(1)*(j + int(lev%n(2), int64)*k)
        write(unit, pos=13 + 8*at) lev%phi(lev%lo(1):lev%hi(1), j, k)
      end do
    end do
    close(unit)
  end subroutine write_brick

  ! A namelist written by hand, so that it looks the same from every compiler.
  subroutine write_result(base, cycles, initial_residual, final_residual, error, seconds)
    character(len=*), intent(in) :: base
    integer, intent(in) :: cycles
    real(dp), intent(in) :: initial_residual, final_residual, error, seconds
    type(vf_counters) :: moved
    integer :: unit

    call vf_counters_get(moved)
    unit = open_file(base // '.result', 'sequential', 'formatted')
    write(unit, '(a)') '&result'
    write(unit, '(a, i0)') '  cycles = ', cycles
    write(unit, '(a, es24.16)') '  initial_residual = ', initial_residual
    write(unit, '(a, es24.16)') '  final_residual = ', final_residual
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

end module poisson_output
