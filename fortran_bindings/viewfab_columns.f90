! Columns: the points of blocks that kernels over columns work on, in the calling code's own indices.
module viewfab_columns
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t
  use, intrinsic :: iso_fortran_env, only: int64
  use viewfab_status, only: VF_OK, VF_ERROR_ARGUMENT
  use viewfab_errors, only: vf_digits, vf_finish, vf_report
  implicit none
  private
  public :: vf_columns

  ! Points first_point .. last_point (kidia, kfdia) of blocks first_block .. last_block, all included:
  ! struct vf_columns. Blocks are filled one after the other with the points of their arrays (nproma):
  ! of so many columns in all, the last block may have fewer, and those beyond none.
  type, bind(c) :: vf_columns
    integer(c_int) :: first_point, last_point
    integer(c_int) :: first_block, last_block
    integer(c_int64_t) :: columns ! 0 or less: all blocks are full
  end type

  ! vf_columns(kidia, kfdia, blocks, columns, ierr)
  !   kidia, kfdia  first and last point of a full block
  !   blocks        first and last block: two integers
  !   columns       how many columns there are in all (ngptot), of either integer kind; none are worked
  !                 on where that is 0 or less. Without it all blocks are full
  !   ierr          VF_ERROR_ARGUMENT where blocks is no pair; there are no columns then
  interface vf_columns
    module procedure :: columns_of_blocks, columns_of_many
  end interface

contains

  function columns_of_blocks(kidia, kfdia, blocks, columns, ierr) result(made)
    integer(c_int), intent(in) :: kidia, kfdia, blocks(:)
    integer(c_int), intent(in), optional :: columns
    integer(c_int), intent(out), optional :: ierr
    type(vf_columns) :: made
    if (present(columns)) then
      made = columns_of_many(kidia, kfdia, blocks, int(columns, c_int64_t), ierr)
      return
    end if
    made = columns_of_many(kidia, kfdia, blocks, 1_c_int64_t, ierr)
    made%columns = 0
  end function

  function columns_of_many(kidia, kfdia, blocks, columns, ierr) result(made)
    integer(c_int), intent(in) :: kidia, kfdia, blocks(:)
    integer(c_int64_t), intent(in) :: columns
    integer(c_int), intent(out), optional :: ierr
    type(vf_columns) :: made
    integer(c_int) :: status
    made%first_point = 1
    made%last_point = 0
    made%first_block = 1
    made%last_block = 0
    made%columns = 0
    status = VF_OK
    if (size(blocks) /= 2) then
      status = vf_report(VF_ERROR_ARGUMENT, 'vf_columns: blocks has ' // vf_digits(size(blocks, kind=int64)) &
        // ' values; it needs two, the first block and the last one')
    else if (columns > 0) then
      made%first_point = kidia
      made%last_point = kfdia
      made%first_block = blocks(1)
      made%last_block = blocks(2)
      made%columns = columns
    end if
    call vf_finish(status, ierr)
  end function

end module
