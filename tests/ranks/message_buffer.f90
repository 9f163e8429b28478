! A code with its own messages. A part of a message is a view with the bounds of its cells in the whole problem, so vf_copy
! packs and unpacks the part.
program message_buffer
  use, intrinsic :: iso_fortran_env, only: error_unit, real64
  use mpi_f08
  use viewfab
  use viewfab_mpi, only: vf_group_create
  implicit none
  integer, parameter :: fields = 2, depth = 2, rows = 5, columns = 7, low = 1 - depth, high = rows + depth
  integer, parameter :: part = depth*(high - low + 1) ! elements of a field in a message
  real(real64), parameter :: untouched = -1
  real(real64), allocatable, target :: u(:,:,:), send(:), take(:)
  type(vf_view) :: u_v(fields)
  type(vf_group) :: group
  integer :: rank, ranks, first, last, i, j, f
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  call vf_group_create(group, MPI_COMM_WORLD%MPI_VAL)
  first = 1 + columns*rank
  last = first + columns - 1
  allocate (u(first-depth:last+depth, low:high, fields), send(part*fields), take(part*fields))
  u = untouched
  do f = 1, fields
    do j = 1, rows
      do i = first, last
        u(i,j,f) = value_at(i, j, f)
      end do
    end do
    call u_v(f)%wrap(u(:,:,f), lower=[first-depth, low], label='u')
    call vf_add_constant(vf_box_of(first, last, 1, rows), u_v(f), 1000.0_real64)
  end do
  do i = 0, 1 ! even ranks begin with their right neighbour
    if (modulo(rank + i, 2) == 0) then
      if (rank < ranks - 1) call swap(rank + 1, last - depth + 1, last + 1)
    else if (rank > 0) then
      call swap(rank - 1, first, first - depth)
    end if
  end do
  do f = 1, fields
    call u_v(f)%to_host(vf_read)
    do j = low, high
      do i = first - depth, last + depth
        if (u(i,j,f) == expected(i, j, f)) cycle
        write (error_unit, *) 'rank', rank, 'field', f, ':', i, j, 'is', u(i,j,f), 'not', expected(i, j, f)
        error stop 1
      end do
    end do
    call u_v(f)%release()
  end do
  call group%destroy()
  call vf_finalize()
  call MPI_Finalize()
contains

  pure function value_at(i, j, f) result(value)
    integer, intent(in) :: i, j, f
    real(real64) :: value
    value = i + 100*j + 10000*f
  end function

  pure function expected(i, j, f) result(value)
    integer, intent(in) :: i, j, f
    real(real64) :: value
    value = untouched
    if (i >= 1 .and. i <= columns*ranks .and. j >= 1 .and. j <= rows) value = value_at(i, j, f) + 1000
  end function

  ! All fields in a single message: the columns from `give` on go, the columns from `get` on come. The ghosts in y go with
  ! them.
  subroutine swap(other, give, get)
    integer, intent(in) :: other, give, get
    type(vf_view) :: message
    integer :: f
    do f = 1, fields
      call message%wrap_at(send((f-1)*part+1), lo=[give, low], hi=[give+depth-1, high], ncomp=1, label='message')
      call vf_copy(vf_box_of(give, give + depth - 1, low, high), u_v(f), message)
      call message%to_host(vf_read)
      call message%release()
    end do
    call MPI_Sendrecv(send, part*fields, MPI_DOUBLE_PRECISION, other, 0, take, part*fields, MPI_DOUBLE_PRECISION, other, 0, &
      MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    do f = 1, fields
      call message%wrap_at(take((f-1)*part+1), lo=[get, low], hi=[get+depth-1, high], ncomp=1, label='message')
      call vf_copy(vf_box_of(get, get + depth - 1, low, high), message, u_v(f))
      call message%release()
    end do
  end subroutine
end program
