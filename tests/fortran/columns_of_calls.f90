! Columns of calls: a pair of blocks, and the number of columns. Refused values, and the reason in the text.
program columns_of_calls
  use, intrinsic :: iso_fortran_env, only: int64
  use viewfab
  use claims
  implicit none
  type(vf_columns), parameter :: whole = vf_columns(1, 16, 2, 5, 0_int64)
  type(vf_columns) :: given
  integer :: ierr
  call check(same(vf_columns(1, 16, [2, 5]), whole), 'without a number of columns all blocks are full')
  call check(same(vf_columns(1, 16, blocks=[2, 5], columns=70), vf_columns(1, 16, 2, 5, 70_int64)), 'a number of columns')
  call check(same(vf_columns(-3, 4, [-2, 0], 3000000000_int64), vf_columns(-3, 4, -2, 0, 3000000000_int64)), &
    'more columns than an integer can count')
  given = vf_columns(1, 16, [2, 5], columns=0)
  call check(given%last_point < given%first_point .or. given%last_block < given%first_block, 'no columns are none')
  given = vf_columns(1, 16, [2, 5], columns=-1, ierr=ierr)
  call check(ierr == VF_OK .and. given%last_point < given%first_point, 'fewer than none are none')
  given = vf_columns(1, 16, [2, 5, 7], columns=70, ierr=ierr)
  call check(ierr == VF_ERROR_ARGUMENT .and. given%last_point < given%first_point, 'three blocks are no pair')
  call check(index(vf_last_error(), 'vf_columns: blocks has 3 values') > 0, 'what is wrong with the pair')
  given = vf_columns(1, 16, [2], ierr=ierr)
  call check(ierr == VF_ERROR_ARGUMENT .and. given%last_point < given%first_point, 'one block is no pair')
  given = vf_columns(1, 16)
  call check(is_one_block(given, 0_int64), 'without blocks the call has the block 1')
  given = vf_columns(1, 16, columns=5)
  call check(is_one_block(given, 5_int64), 'a number of columns of one block')
  given = vf_columns(1, 16, [1, 1])
  call check(.not. is_one_block(given, 0_int64), 'blocks are blocks')
contains

  logical function is_one_block(a, columns)
    type(vf_columns), intent(in) :: a
    integer(int64), intent(in) :: columns
    is_one_block = a%no_blocks .and. same(a, vf_columns(1, 16, 1, 1, columns))
  end function

  logical function same(a, b)
    type(vf_columns), intent(in) :: a, b
    same = a%first_point == b%first_point .and. a%last_point == b%last_point .and. a%first_block == b%first_block .and. &
      a%last_block == b%last_block .and. a%columns == b%columns
  end function
end program
