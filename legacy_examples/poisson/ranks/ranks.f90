! The ranks of a run. A level is cut into bricks, one for each rank, and bricks into pieces. Sums go over the pieces: their
! number does not depend on the number of ranks, so sums have the same bits.
module poisson_ranks
  use, intrinsic :: iso_fortran_env, only: error_unit
  use mpi_f08, only: MPI_COMM_WORLD, MPI_Comm_rank, MPI_Comm_size, MPI_Init
  use bisection, only: bisect
  use viewfab, only: vf_box, vf_group
  use viewfab_mpi, only: vf_group_create
  implicit none
  private
  public :: start_ranks, end_ranks, cut, group, rank, ranks

  integer, parameter :: all_pieces = 8
  type(vf_group) :: group
  integer :: rank, ranks

contains

  subroutine start_ranks()
    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks)
    if (modulo(all_pieces, ranks) /= 0) then
      if (rank == 0) write(error_unit, '(a)') 'poisson: runs on 1, 2, 4 or 8 ranks'
      flush(error_unit)
      error stop 2
    end if
    call vf_group_create(group, MPI_COMM_WORLD%MPI_VAL)
  end subroutine start_ranks

  subroutine end_ranks()
    call group%destroy()
  end subroutine end_ranks

  ! The brick and the pieces of this rank, for a level with this many cells. They are the cut of the coarsest level, refined:
  ! the cells under a coarse cell are on the rank of the coarse cell.
  subroutine cut(cells, refinement, brick, pieces)
    integer, intent(in) :: cells(3), refinement          ! refinement: cells for a cell of the coarsest level
    type(vf_box), intent(out) :: brick
    type(vf_box), allocatable, intent(out) :: pieces(:)
    integer :: los(3, all_pieces), his(3, all_pieces), brick_los(3, ranks), brick_his(3, ranks), each, q

    each = all_pieces/ranks
    call bisect([0, 0, 0], cells/refinement - 1, los, his)
    call bisect([0, 0, 0], cells/refinement - 1, brick_los, brick_his)
    brick = refined(brick_los(:,rank+1), brick_his(:,rank+1))
    allocate(pieces(each))
    do q = 1, each
      pieces(q) = refined(los(:,rank*each+q), his(:,rank*each+q))
    end do

  contains

    type(vf_box) function refined(lo, hi)
      integer, intent(in) :: lo(3), hi(3)

      refined = vf_box(lo*refinement, (hi + 1)*refinement - 1)
    end function refined

  end subroutine cut

end module poisson_ranks
