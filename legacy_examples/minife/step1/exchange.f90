! The ranks for viewfab: a group, the bricks that exchange ghosts, and the pieces for sums. A vector to multiply has its brick's
! nodes with one layer of ghosts around them, and more layers in x, so that rows of nodes begin at lines of memory. Columns are
! places in this box.
module minife_exchange
  use viewfab, only: vf_boundary, vf_box, vf_context_device, vf_group, vf_layout, vf_unfilled
  use viewfab_mpi, only: vf_group_create
  use minife_definitions
  implicit none
  private
  public :: start_ranks, end_ranks, number_columns, nodes, wide, domain, sides, bricks, pieces, inner, outer

  integer, parameter :: line = 16           ! reals of 128 bytes
  type(vf_group) :: group
  type(vf_layout) :: bricks, pieces
  type(vf_box) :: nodes, domain             ! of the brick of this rank, and of all ranks
  type(vf_box) :: wide                      ! of a vector to multiply
  type(vf_boundary) :: sides                ! beyond the domain nothing is filled
  type(vf_box) :: inner                     ! nodes whose rows have no columns of other ranks
  type(vf_box), allocatable :: outer(:)     ! the other nodes

contains

  subroutine start_ranks()
    character(:), allocatable :: name, why

    call vf_group_create(group, comm%MPI_VAL)
    if (ranks > 1) then
      name = group%transport(modulo(rank + 1, ranks), why)
      if (rank == 0) write(*, '(6a)') 'device ', vf_context_device(), ', next rank by ', name, ': ', why
    end if
    nodes = to_box(cut%brick)
    wide%lower = nodes%lower - [line, 1, 1]
    wide%upper = nodes%upper + [line + modulo(nodes%lower(1) - nodes%upper(1) - 1, line), 1, 1]
    domain = to_box(cut%domain)
    sides%kind = vf_unfilled
    call bricks%create(group, [nodes], label='bricks')
    call pieces%create(group, to_box(cut%pieces(cut%first_piece:cut%last_piece)), label='pieces')
    call peel()
  end subroutine start_ranks

  subroutine end_ranks()
    call bricks%release()
    call pieces%release()
    call group%destroy()
  end subroutine end_ranks

  ! The place of each node of the brick and of one layer around the brick; 0 without a node.
  subroutine number_columns(column)
    integer, intent(out) :: column(cut%brick%lo(1)-1:, cut%brick%lo(2)-1:, cut%brick%lo(3)-1:)
    type(box_type) :: grown
    integer :: i, j, k

    grown = box_type(cut%brick%lo - 1, cut%brick%hi + 1)
    column = 0
    do k = max(grown%lo(3), cut%domain%lo(3)), min(grown%hi(3), cut%domain%hi(3))
      do j = max(grown%lo(2), cut%domain%lo(2)), min(grown%hi(2), cut%domain%hi(2))
        do i = max(grown%lo(1), cut%domain%lo(1)), min(grown%hi(1), cut%domain%hi(1))
          column(i, j, k) = row_of(box_type(wide%lower, wide%upper), i, j, k)
        end do
      end do
    end do
    matrix%columns = product(wide%upper - wide%lower + 1)
  end subroutine number_columns

  ! Takes the layers of nodes that touch other bricks from the brick, side by side.
  subroutine peel()
    type(vf_box) :: layer
    integer :: d

    inner = nodes
    allocate(outer(0))
    do d = 3, 1, -1
      if (inner%lower(d) > domain%lower(d) .and. inner%lower(d) == nodes%lower(d)) then
        layer = inner
        layer%upper(d) = layer%lower(d)
        inner%lower(d) = inner%lower(d) + 1
        outer = [outer, layer]
      end if
      if (inner%upper(d) < domain%upper(d) .and. inner%upper(d) >= inner%lower(d)) then
        layer = inner
        layer%lower(d) = layer%upper(d)
        inner%upper(d) = inner%upper(d) - 1
        outer = [outer, layer]
      end if
    end do
  end subroutine peel

  elemental type(vf_box) function to_box(box)
    type(box_type), intent(in) :: box

    to_box = vf_box(box%lo, box%hi)
  end function to_box

end module minife_exchange
