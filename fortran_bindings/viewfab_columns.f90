! Columns: the points and blocks of a call of a kernel over columns, in the calling code's own indices.
module viewfab_columns
  use, intrinsic :: iso_c_binding, only: c_bool, c_int, c_int64_t
  use, intrinsic :: iso_fortran_env, only: int64
  use viewfab_status, only: VF_OK, VF_ERROR_ARGUMENT
  use viewfab_errors, only: vf_digits, vf_finish, vf_report
  implicit none
  private
  public :: vf_columns

  ! Points first_point .. last_point (kidia, kfdia) of blocks first_block .. last_block, all included:
  ! struct vf_columns. Columns fill the blocks in order; a full block has as many columns as its arrays
  ! have points (nproma). The last block with columns may be partly filled, and the blocks behind it are
  ! empty. The bounds of each array contain the range of the call.
  type, bind(c) :: vf_columns
    integer(c_int) :: first_point, last_point
    integer(c_int) :: first_block, last_block
    integer(c_int64_t) :: columns ! 0 or less: all blocks are full
    integer(c_int) :: first_level = 0, last_level = 0
    logical(c_bool) :: levels_said = .false. ! false: all levels of the arrays, which then all have equally many levels
    logical(c_bool) :: no_blocks = .false.   ! true: the arrays have no block index, or the single block 1
  end type

  ! vf_columns(kidia, kfdia, blocks, columns, ierr, levels)
  !   kidia, kfdia  first and last point of a full block
  !   blocks        first and last block: two integers. Without it the arrays of the call have no block index, or the
  !                 single block 1; an array with other blocks is an error of the call
  !   columns       number of all columns (ngptot), of either integer kind; 0 or less: the call works on
  !                 no column. Without it all blocks are full
  !   ierr          VF_ERROR_ARGUMENT if blocks or levels does not have two values; there are no columns then
  !   levels        first and last full level in the bounds of the arrays: two integers. Bodies count them from
  !                 1. The half levels are first to last + 1, or all half levels of an array that has exactly
  !                 this number of half levels. The call works on no level if last is less than first.
  !                 Without it the call works on all levels; all arrays then have equally many levels
  interface vf_columns
    module procedure :: columns_of_blocks, columns_of_many
  end interface

contains

  function columns_of_blocks(kidia, kfdia, blocks, columns, ierr, levels) result(made)
    integer(c_int), intent(in) :: kidia, kfdia
    integer(c_int), intent(in), optional :: blocks(:), columns, levels(:)
    integer(c_int), intent(out), optional :: ierr
    type(vf_columns) :: made
    if (present(columns)) then
      made = columns_of_many(kidia, kfdia, blocks, int(columns, c_int64_t), ierr, levels)
      return
    end if
    made = columns_of_many(kidia, kfdia, blocks, 1_c_int64_t, ierr, levels)
    made%columns = 0
  end function

  function columns_of_many(kidia, kfdia, blocks, columns, ierr, levels) result(made)
    integer(c_int), intent(in) :: kidia, kfdia
    integer(c_int), intent(in), optional :: blocks(:), levels(:)
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
    if (present(blocks)) status = pair_status(blocks, 'block')
    if (status == VF_OK .and. present(levels)) status = pair_status(levels, 'level')
    if (status == VF_OK .and. columns > 0) then
      made%first_point = kidia
      made%last_point = kfdia
      made%last_block = 1
      made%no_blocks = .not. present(blocks)
      if (present(blocks)) then
        made%first_block = blocks(1)
        made%last_block = blocks(2)
      end if
      made%columns = columns
      if (present(levels)) then
        made%first_level = levels(1)
        made%last_level = levels(2)
        made%levels_said = .true.
      end if
    end if
    call vf_finish(status, ierr)
  end function

  ! VF_ERROR_ARGUMENT unless the pair has a first and a last value.
  function pair_status(pair, name) result(status)
    integer(c_int), intent(in) :: pair(:)
    character(*), intent(in) :: name
    integer(c_int) :: status
    status = VF_OK
    if (size(pair) /= 2) status = vf_report(VF_ERROR_ARGUMENT, 'vf_columns: ' // name // 's has ' &
      // vf_digits(size(pair, kind=int64)) // ' values; it needs two, the first ' // name // ' and the last one')
  end function

end module
