! The ranks for viewfab: a group, and the pieces for sums. Columns are the rows of all ranks, rows of rank 0 first. There is no
! exchange, because the vector to multiply is a remote vector over all ranks.
module minife_exchange
  use viewfab, only: vf_box, vf_context_device, vf_group, vf_layout
  use viewfab_mpi, only: vf_group_create
  use minife_definitions
  implicit none
  private
  public :: start_ranks, end_ranks, number_columns, group, nodes, pieces

  type(vf_group) :: group
  type(vf_layout) :: pieces
  type(vf_box) :: nodes                     ! of the brick of this rank

contains

  subroutine start_ranks()
    character(:), allocatable :: name, why

    call vf_group_create(group, comm%MPI_VAL)
    if (ranks > 1) then
      name = group%transport(modulo(rank + 1, ranks), why)
      if (rank == 0) write(*, '(6a)') 'device ', vf_context_device(), ', next rank by ', name, ': ', why
    end if
    nodes = to_box(cut%brick)
    call pieces%create(group, to_box(cut%pieces(cut%first_piece:cut%last_piece)), label='pieces')
  end subroutine start_ranks

  subroutine end_ranks()
    call pieces%release()
    call group%destroy()
  end subroutine end_ranks

  ! The row, in the rows of all ranks, of each node of the brick and of one layer around the brick; 0 without a node.
  subroutine number_columns(column)
    integer, intent(out) :: column(cut%brick%lo(1)-1:, cut%brick%lo(2)-1:, cut%brick%lo(3)-1:)
    type(box_type) :: common
    integer :: i, j, k, q, first

    column = 0
    first = 0
    do q = 0, ranks - 1
      common%lo = max(cut%brick%lo - 1, cut%bricks(q)%lo)
      common%hi = min(cut%brick%hi + 1, cut%bricks(q)%hi)
      do k = common%lo(3), common%hi(3)
        do j = common%lo(2), common%hi(2)
          do i = common%lo(1), common%hi(1)
            column(i, j, k) = first + row_of(cut%bricks(q), i, j, k)
          end do
        end do
      end do
      first = first + product(cut%bricks(q)%hi - cut%bricks(q)%lo + 1)
    end do
    matrix%columns = first
  end subroutine number_columns

  elemental type(vf_box) function to_box(box)
    type(box_type), intent(in) :: box

    to_box = vf_box(box%lo, box%hi)
  end function to_box

end module minife_exchange
