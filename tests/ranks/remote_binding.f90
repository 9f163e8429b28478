! Remote arrays over ranks in Fortran: parts of different lengths, all kinds of elements and of lists of indices, and each
! element of all parts read by a kernel.
program remote_binding
  use, intrinsic :: iso_c_binding, only: c_int
  use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
  use mpi_f08
  use remote_kernels_kernels, only: vf_ell_product
  use viewfab
  use viewfab_mpi
  implicit none
  type(vf_group) :: group
  integer :: own, ranks, r
  integer, allocatable :: lengths(:), before(:)

  call MPI_Init()
  call vf_group_create(group, MPI_COMM_WORLD%MPI_VAL)
  own = group%rank()
  ranks = group%ranks()
  allocate (lengths(0:ranks-1), before(0:ranks))
  before(0) = 0
  do r = 0, ranks - 1
    lengths(r) = 5 + modulo(7*r + 3, 11)
    before(r + 1) = before(r) + lengths(r)
  end do

  call lists_have_the_numbers_of_all_parts(0.0_real64)
  call lists_have_the_numbers_of_all_parts(0.0_real32)
  call lists_have_the_numbers_of_all_parts(0_int32)
  call lists_have_the_numbers_of_all_parts(0_int64)
  call every_element_is_read()
  call every_element_of_real32_is_read()
  call group%destroy()
  call vf_finalize()
  call MPI_Finalize()

contains

  ! Two lists of each kind. Beside the elements of the lists of rank 1 stand numbers that are not given.
  subroutine lists_have_the_numbers_of_all_parts(mold)
    class(*), intent(in) :: mold
    type(vf_remote) :: x
    integer(int32) :: narrow(0:before(ranks) + 1), narrow_2(before(ranks), 2)
    integer(int64) :: wide(0:before(ranks) + 1), wide_2(before(ranks), 2), expected(before(ranks))
    integer(c_int) :: ierr
    integer :: all, rank, i
    all = before(ranks)
    call x%create(group, mold, lengths(own), label='x')
    call check(x%total() == all .and. x%first() == before(own) + 1, 'the size of all parts and the place of the own part')
    do rank = 0, ranks - 1
      do i = 1, lengths(rank)
        expected(before(rank) + i) = x%number(rank, i)
        call check(x%number(rank, i) == x%number(rank, 1) + i - 1, 'elements of a part have successive numbers')
      end do
      if (rank > 0) call check(x%number(rank, 1) > x%number(rank - 1, lengths(rank - 1)), 'parts follow each other')
    end do
    wide = [0, (all + 1 - i, i=1, all), all + 1]
    narrow = int(wide)
    wide_2 = reshape([(modulo(5*i, all) + 1, i=1, 2*all)], [all, 2])
    narrow_2 = int(wide_2)
    call x%numbers(narrow(1:all))
    call x%numbers(wide(1:all))
    call check(all_of(narrow(1:all) == expected(all:1:-1)) .and. all_of(wide(1:all) == expected(all:1:-1)), 'lists of rank 1')
    call check(all_of(narrow([0, all + 1]) == [0, all + 1]) .and. all_of(wide([0, all + 1]) == [0, all + 1]), &
      'nothing beside the lists')
    call x%numbers(narrow_2)
    call x%numbers(wide_2)
    do i = 1, 2*all
      r = 1 + (i - 1)/all
      call check(wide_2(i - (r - 1)*all, r) == expected(modulo(5*i, all) + 1), 'lists of rank 2 of int64')
      call check(narrow_2(i - (r - 1)*all, r) == expected(modulo(5*i, all) + 1), 'lists of rank 2 of int32')
    end do
    narrow_2(:, 1) = 1
    narrow_2(all, 2) = all + 1
    call x%numbers(narrow_2, ierr)
    call check(ierr == VF_ERROR_ARGUMENT .and. narrow_2(1, 1) == 1, 'an index behind the last part is refused')
    call x%release()
  end subroutine

  subroutine every_element_is_read()
    type(vf_remote) :: x
    type(vf_view) :: x_view, y_view, ones_view, columns_view
    real(real64), pointer, contiguous :: values(:)
    real(real64), target :: y(before(ranks) + 3), ones(before(ranks), 1)
    integer(int32), target :: columns(before(ranks), 1)
    integer :: i, all
    all = before(ranks)
    call x%create(group, 0.0_real64, lengths(own), label='x')
    x_view = x%view()
    call x_view%host_pointer(values)
    call x%to_host(vf_write)
    call check(size(values) == lengths(own) .and. lbound(values, 1) == 1, 'the own part has its length')
    values = [(1000.5_real64 + before(own) + i, i=1, lengths(own))]
    y = -7
    ones = 1
    columns(:, 1) = [(all + 1 - i, i=1, all)]
    call x%numbers(columns)
    call y_view%wrap(y, label='y')
    call ones_view%wrap(ones, label='ones')
    call columns_view%wrap(columns, label='columns')
    call x%fence()
    call vf_ell_product(vf_box_of(1, all), ones_view, columns_view, x, y_view, 1)
    call y_view%to_host(vf_read)
    call check(all_of(nint(2*y(1:all)) == [(2001 + 2*(all + 1 - i), i=1, all)]), 'every element of every rank is read')
    call check(all_of(nint(y(all + 1:)) == -7), 'and nothing is written behind')
    call y_view%release()
    call ones_view%release()
    call columns_view%release()
    call x%release()
  end subroutine

  subroutine every_element_of_real32_is_read()
    type(vf_remote) :: x
    type(vf_view) :: x_view, y_view, ones_view, columns_view
    real(real32), pointer, contiguous :: values(:)
    real(real32), target :: y(before(ranks) + 3), ones(before(ranks), 1)
    integer(int32), target :: columns(before(ranks), 1)
    integer :: i, all
    all = before(ranks)
    call x%create(group, 0.0_real32, lengths(own), label='x')
    x_view = x%view()
    call x_view%host_pointer(values)
    call x%to_host(vf_write)
    values = [(1000.5_real32 + before(own) + i, i=1, lengths(own))]
    y = -7
    ones = 1
    columns(:, 1) = [(i, i=1, all)]
    call x%numbers(columns)
    call y_view%wrap(y, label='y')
    call ones_view%wrap(ones, label='ones')
    call columns_view%wrap(columns, label='columns')
    call x%fence()
    call vf_ell_product(vf_box_of(1, all), ones_view, columns_view, x, y_view, 1)
    call y_view%to_host(vf_read)
    call check(all_of(nint(2*y(1:all)) == [(2001 + 2*i, i=1, all)]), 'every element of real32 of every rank is read')
    call check(all_of(nint(y(all + 1:)) == -7), 'and nothing is written behind')
    call y_view%release()
    call ones_view%release()
    call columns_view%release()
    call x%release()
  end subroutine

  pure function all_of(conditions)
    logical, intent(in) :: conditions(:)
    logical :: all_of
    all_of = all(conditions)
  end function

  subroutine check(condition, claim)
    logical, intent(in) :: condition
    character(*), intent(in) :: claim
    if (condition) return
    print '(a,i0,2a)', 'rank ', own, ': ', claim
    call MPI_Abort(MPI_COMM_WORLD, 1)
  end subroutine

end program
