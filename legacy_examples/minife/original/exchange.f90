! The columns of the matrix that belong to other ranks (externals). Their numbers follow the local columns, by ranks; the lists
! of rows to send are made once, from the requests of the other ranks.
module minife_exchange
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use mpi_f08
  use minife_definitions
  implicit none
  private
  public :: number_columns, exchange_externals

  integer, allocatable :: receive_count(:), send_count(:)   ! (0:ranks-1)
  integer, allocatable :: present_rows(:)                   ! rows to send, by ranks
  real(dp), allocatable :: send_buffer(:)

contains

  ! The column of each node of the brick and of one layer around the brick; 0 without a node.
  subroutine number_columns(column)
    integer, intent(out) :: column(cut%brick%lo(1)-1:, cut%brick%lo(2)-1:, cut%brick%lo(3)-1:)
    type(box_type) :: common
    integer, allocatable :: wanted(:)                       ! rows of the rank with the node
    integer :: i, j, k, q, columns

    column = 0
    do k = cut%brick%lo(3), cut%brick%hi(3)
      do j = cut%brick%lo(2), cut%brick%hi(2)
        do i = cut%brick%lo(1), cut%brick%hi(1)
          column(i, j, k) = row_of(cut%brick, i, j, k)
        end do
      end do
    end do

    columns = matrix%rows
    allocate(receive_count(0:ranks-1), source=0)
    allocate(wanted(size(column) - matrix%rows))
    do q = 0, ranks - 1
      if (q == rank) cycle
      common%lo = max(cut%brick%lo - 1, cut%bricks(q)%lo)
      common%hi = min(cut%brick%hi + 1, cut%bricks(q)%hi)
      do k = common%lo(3), common%hi(3)
        do j = common%lo(2), common%hi(2)
          do i = common%lo(1), common%hi(1)
            columns = columns + 1
            receive_count(q) = receive_count(q) + 1
            column(i, j, k) = columns
            wanted(columns - matrix%rows) = row_of(cut%bricks(q), i, j, k)
          end do
        end do
      end do
    end do
    matrix%columns = columns
    call ask(wanted)
  end subroutine number_columns

  ! Tells each rank the rows wanted here.
  subroutine ask(wanted)
    integer, intent(in) :: wanted(:)

    allocate(send_count(0:ranks-1))
    call MPI_Alltoall(receive_count, 1, MPI_INTEGER, send_count, 1, MPI_INTEGER, comm)
    allocate(present_rows(sum(send_count)), send_buffer(sum(send_count)))
    call MPI_Alltoallv(wanted, receive_count, starts(receive_count), MPI_INTEGER, &
      present_rows, send_count, starts(send_count), MPI_INTEGER, comm)
  end subroutine ask

  ! Brings the externals of a vector up to date.
  subroutine exchange_externals(x)
    real(dp), intent(inout), asynchronous :: x(:)
    type(MPI_Request) :: requests(2*ranks)
    integer :: q, n, at

    n = 0
    at = matrix%rows + 1
    do q = 0, ranks - 1
      if (receive_count(q) == 0) cycle
      n = n + 1
      call MPI_Irecv(x(at:at+receive_count(q)-1), receive_count(q), MPI_DOUBLE_PRECISION, q, 0, comm, requests(n))
      at = at + receive_count(q)
    end do
    send_buffer = x(present_rows)
    at = 1
    do q = 0, ranks - 1
      if (send_count(q) == 0) cycle
      n = n + 1
      call MPI_Isend(send_buffer(at:at+send_count(q)-1), send_count(q), MPI_DOUBLE_PRECISION, q, 0, comm, requests(n))
      at = at + send_count(q)
    end do
    call MPI_Waitall(n, requests, MPI_STATUSES_IGNORE)
  end subroutine exchange_externals

  pure function starts(counts)
    integer, intent(in) :: counts(0:)
    integer :: starts(0:size(counts)-1), q

    starts(0) = 0
    do q = 1, size(counts) - 1
      starts(q) = starts(q-1) + counts(q-1)
    end do
  end function starts

end module minife_exchange
