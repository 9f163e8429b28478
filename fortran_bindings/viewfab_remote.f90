! Remote arrays: one vector over the ranks of a group. Kernels of all ranks read, put and add its elements by
! number; see remote.h. Kernels take the array in place of a view. For an argument with the map `remote` the
! array is the parts of all ranks, for other arguments it is the part of this rank. The common part with views
! (label, moving data, state) is in viewfab_field.
module viewfab_remote
  use, intrinsic :: iso_c_binding, only: c_associated, c_bool, c_char, c_int, c_int64_t, c_loc, c_null_ptr, &
    c_ptr
  use, intrinsic :: iso_fortran_env, only: int32, int64
  use viewfab_status, only: VF_OK
  use viewfab_c, only: c_text, vf_int32, vf_int64
  use viewfab_errors, only: vf_finish
  use viewfab_field, only: vf_field
  use viewfab_group, only: vf_group
  use viewfab_view, only: vf_view
  use viewfab_view_wrap, only: code_of, name_of
  implicit none
  private
  public :: vf_remote

  ! numbers(indices, ierr): turns global indices into numbers of elements, in place. Global indices count the
  ! elements of rank 0, from 1, then those of rank 1, and so on.
  !   indices  int32 or int64, of rank 1 or 2, contiguous
  !   ierr     VF_ERROR_ARGUMENT: an index names no element, or numbers do not fit into 32 bits (use int64
  !            indices); indices are unchanged
  !
  ! An assignment between remote arrays copies only the handles: release only one of the two variables.
  type, extends(vf_field) :: vf_remote
    type(c_ptr), private :: array = c_null_ptr
  contains
    procedure :: create, view, fence, number, total, first, release
    procedure, private :: numbers_int32_1, numbers_int32_2, numbers_int64_1, numbers_int64_2
    generic :: numbers => numbers_int32_1, numbers_int32_2, numbers_int64_1, numbers_int64_2
  end type

  interface
    function c_remote_create(group, type, length, label, remote) result(status) &
        bind(c, name='vf_remote_create')
      import :: c_char, c_int, c_int64_t, c_ptr
      type(c_ptr), value :: group
      integer(c_int), value :: type
      integer(c_int64_t), value :: length
      character(kind=c_char), intent(in) :: label(*)
      type(c_ptr), intent(inout) :: remote
      integer(c_int) :: status
    end function

    function c_remote_view(remote, view) result(status) bind(c, name='vf_remote_view')
      import :: c_int, c_ptr
      type(c_ptr), value :: remote
      type(c_ptr), intent(inout) :: view
      integer(c_int) :: status
    end function

    function c_remote_size(remote, total, first, stride, fits) result(status) bind(c, name='vf_remote_size')
      import :: c_bool, c_int, c_int64_t, c_ptr
      type(c_ptr), value :: remote
      integer(c_int64_t), intent(inout) :: total, first, stride
      logical(c_bool), intent(inout) :: fits
      integer(c_int) :: status
    end function

    function c_remote_number(remote, rank, offset, number) result(status) bind(c, name='vf_remote_number')
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: remote
      integer(c_int), value :: rank
      integer(c_int64_t), value :: offset
      integer(c_int64_t), intent(inout) :: number
      integer(c_int) :: status
    end function

    function c_remote_numbers(remote, indices, type, count, base) result(status) &
        bind(c, name='vf_remote_numbers')
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: remote, indices
      integer(c_int), value :: type
      integer(c_int64_t), value :: count, base
      integer(c_int) :: status
    end function

    function c_remote_fence(remote) result(status) bind(c, name='vf_remote_fence')
      import :: c_int, c_ptr
      type(c_ptr), value :: remote
      integer(c_int) :: status
    end function

    function c_remote_release(remote) result(status) bind(c, name='vf_remote_release')
      import :: c_int, c_ptr
      type(c_ptr), intent(inout) :: remote
      integer(c_int) :: status
    end function
  end interface

contains

  ! Makes a remote array of zeros. Collective. An array that was set is released first.
  !   group   of the ranks with the parts; the group ends after the array
  !   mold    of the type of the elements: real32, real64, int32 or int64; the same on all ranks
  !   length  number of elements in the part of this rank, 0 or more; ranks may differ. The elements have indices 1 .. length
  !   label   name for messages, the same on all ranks; default 'unnamed'
  !   ierr    VF_ERROR_KIND (mold), VF_ERROR_ARGUMENT (length), VF_ERROR_STATE (a rank does not reach the memory
  !           of another rank), VF_ERROR_MEMORY, VF_ERROR_DEVICE, VF_ERROR_PEER
  subroutine create(self, group, mold, length, label, ierr)
    class(vf_remote), intent(inout) :: self
    class(vf_group), intent(in) :: group
    class(*), intent(in) :: mold
    integer, intent(in) :: length
    character(*), intent(in), optional :: label
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status, code
    status = VF_OK
    code = code_of(mold)
    if (c_associated(self%array)) status = end_array(self)
    if (status == VF_OK) status = c_remote_create(group%handle, code, int(length, c_int64_t), &
      c_text(name_of(label)), self%array)
    if (status == VF_OK) status = c_remote_view(self%array, self%handle)
    call vf_finish(status, ierr)
  end subroutine

  ! The view of the own part, with the bounds 1:length; both name one array. Release only the remote array: this ends
  ! the view too. host_pointer of the view gives access to the values.
  function view(self)
    class(vf_remote), intent(in) :: self
    type(vf_view) :: view
    view%handle = self%handle
  end function

  ! A fence: all ranks read behind it the values that ranks wrote, put and added before it. Collective, in stream order.
  !   ierr  VF_ERROR_MEMORY, VF_ERROR_PEER
  subroutine fence(self, ierr)
    class(vf_remote), intent(inout) :: self
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_remote_fence(self%array), ierr)
  end subroutine

  ! The number of an element; -1 if there is no such element, and the error goes to the error handler.
  !   rank   of the part with the element, from 0
  !   index  in its part, from 1
  function number(self, rank, index)
    class(vf_remote), intent(in) :: self
    integer, intent(in) :: rank, index
    integer(int64) :: number
    integer(c_int64_t) :: found
    integer(c_int) :: status
    found = -1
    status = c_remote_number(self%array, int(rank, c_int), int(index, c_int64_t) - 1, found)
    call vf_finish(status)
    number = found
  end function

  ! Number of elements of all parts; -1 if the array is not set.
  function total(self)
    class(vf_remote), intent(in) :: self
    integer(int64) :: total
    integer(c_int64_t) :: before, stride
    logical(c_bool) :: fits
    total = -1
    if (c_remote_size(self%array, total, before, stride, fits) /= VF_OK) total = -1
  end function

  ! Global index of the first element of the own part, from 1; -1 if the array is not set.
  function first(self)
    class(vf_remote), intent(in) :: self
    integer(int64) :: first
    integer(c_int64_t) :: all, stride
    logical(c_bool) :: fits
    first = 0
    if (c_remote_size(self%array, all, first, stride, fits) == VF_OK) then
      first = first + 1
    else
      first = -1
    end if
  end function

  ! Ends the array and the view of the own part. Collective. Releasing an array that is not set does nothing.
  !   discard  has no meaning here: the values are lost
  !   ierr     VF_ERROR_STATE: other views of the own part exist, and nothing was done; VF_ERROR_PEER
  subroutine release(self, discard, ierr)
    class(vf_remote), intent(inout) :: self
    logical, intent(in), optional :: discard
    integer(c_int), intent(out), optional :: ierr
    if (present(discard)) continue
    call vf_finish(end_array(self), ierr)
  end subroutine

  function end_array(self) result(status)
    class(vf_remote), intent(inout) :: self
    integer(c_int) :: status
    status = VF_OK
    if (c_associated(self%array)) status = c_remote_release(self%array)
    if (.not. c_associated(self%array)) self%handle = c_null_ptr
  end function

  subroutine numbers_int32_1(self, indices, ierr)
    class(vf_remote), intent(in) :: self
    integer(int32), intent(inout), contiguous, target :: indices(:)
    integer(c_int), intent(out), optional :: ierr
    call turn(self, c_loc(indices), vf_int32, size(indices, kind=c_int64_t), ierr)
  end subroutine

  subroutine numbers_int32_2(self, indices, ierr)
    class(vf_remote), intent(in) :: self
    integer(int32), intent(inout), contiguous, target :: indices(:, :)
    integer(c_int), intent(out), optional :: ierr
    call turn(self, c_loc(indices), vf_int32, size(indices, kind=c_int64_t), ierr)
  end subroutine

  subroutine numbers_int64_1(self, indices, ierr)
    class(vf_remote), intent(in) :: self
    integer(int64), intent(inout), contiguous, target :: indices(:)
    integer(c_int), intent(out), optional :: ierr
    call turn(self, c_loc(indices), vf_int64, size(indices, kind=c_int64_t), ierr)
  end subroutine

  subroutine numbers_int64_2(self, indices, ierr)
    class(vf_remote), intent(in) :: self
    integer(int64), intent(inout), contiguous, target :: indices(:, :)
    integer(c_int), intent(out), optional :: ierr
    call turn(self, c_loc(indices), vf_int64, size(indices, kind=c_int64_t), ierr)
  end subroutine

  subroutine turn(self, indices, code, count, ierr)
    class(vf_remote), intent(in) :: self
    type(c_ptr), intent(in) :: indices
    integer(c_int), intent(in) :: code
    integer(c_int64_t), intent(in) :: count
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_remote_numbers(self%array, indices, code, count, 1_c_int64_t), ierr)
  end subroutine

end module
