! The common part of views and sets: a name, a state, and moving data. A kernel takes either as a
! field.
!
! Errors that each procedure here can give beside the errors named with it: VF_ERROR_NULL (the view
! or set is not set) and VF_ERROR_DEVICE (the device failed, now or in an earlier kernel).
module viewfab_field
  use, intrinsic :: iso_c_binding, only: c_associated, c_bool, c_int, c_null_ptr, c_ptr
  use viewfab_status, only: VF_OK, VF_ERROR_NULL
  use viewfab_access, only: vf_access, vf_host, vf_read, vf_side
  use viewfab_errors, only: vf_finish
  use viewfab_c, only: c_view_label, c_view_mark_written, c_view_release, c_view_state, &
    c_view_sync_d2h, c_view_sync_h2d, c_view_to_device, c_view_to_host, f_text
  implicit none
  private
  public :: vf_field, let_go

  type :: vf_field
    ! The vf_view of C, for a view or a set. Public only for the generated kernel procedures:
    ! programs leave it alone. An assignment copies only this handle: both variables then name one
    ! view, and once the view is released through one variable, every use of the other variable gives
    ! VF_ERROR_NULL. wrap with join, or component_of, makes a second view that is independent of the
    ! first.
    type(c_ptr) :: handle = c_null_ptr
  contains
    procedure :: is_set, label, release
    procedure :: sync_h2d, sync_d2h, to_host, to_device, mark_written, valid_on
  end type

contains

  ! True from wrap, create or component_of until release.
  function is_set(self)
    class(vf_field), intent(in) :: self
    logical :: is_set
    is_set = c_associated(self%handle)
  end function

  ! The name for messages, '' if the view or set is not set.
  function label(self)
    class(vf_field), intent(in) :: self
    character(:), allocatable :: label
    label = ''
    if (self%is_set()) label = f_text(c_view_label(self%handle))
  end function

  ! Ends the view, or the set with its views. A wrapped array keeps its values; a created array is
  ! freed with its last view. Release a view before its array disappears. Releasing a view or set
  ! that is not set does nothing.
  !   discard  .true. gives up values that only the device holds; default .false.
  !   ierr     VF_ERROR_STALE: this is the last view of an array of the program, and the device
  !            holds newer values. The view still exists; to_host or sync_d2h fetches the values.
  !            VF_ERROR_NULL: the view was released already, through a copy of it or vf_finalize.
  !            VF_ERROR_STATE: the view belongs to a set, which releases its views.
  subroutine release(self, discard, ierr)
    class(vf_field), intent(inout) :: self
    logical, intent(in), optional :: discard
    integer(c_int), intent(out), optional :: ierr
    logical(c_bool) :: lose
    integer(c_int) :: status
    lose = .false.
    if (present(discard)) lose = logical(discard, c_bool)
    status = VF_OK
    if (self%is_set()) status = c_view_release(self%handle, lose)
    if (status == VF_OK .or. status == VF_ERROR_NULL) self%handle = c_null_ptr
    call vf_finish(status, ierr)
  end subroutine

  ! Copies the whole array, or all arrays of the set, to the device, in any state; complete on
  ! return.
  !   ierr  VF_ERROR_MEMORY
  subroutine sync_h2d(self, ierr)
    class(vf_field), intent(in) :: self
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_view_sync_h2d(self%handle), ierr)
  end subroutine

  ! Copies the whole array, or all arrays of the set, to the host, in any state; complete on
  ! return.
  !   ierr  VF_ERROR_STATE: the device never held the array
  subroutine sync_d2h(self, ierr)
    class(vf_field), intent(in) :: self
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_view_sync_d2h(self%handle), ierr)
  end subroutine

  ! Makes the host array usable, with a copy only if the host array is stale, and notes the access
  ! that follows. Call it before the program accesses the array, even if no copy is due: kernels may
  ! still run.
  !   access  vf_read (default), vf_write or vf_update. After the last two the host is the newest
  !           side; vf_write promises that the program overwrites every element.
  subroutine to_host(self, access, ierr)
    class(vf_field), intent(in) :: self
    type(vf_access), intent(in), optional :: access
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_view_to_host(self%handle, code_of(access)), ierr)
  end subroutine

  ! Makes the array usable on the device, as to_host does for the host. Kernels do this themselves;
  ! call it to move data early, or for device code that viewfab does not see.
  !   access  as for to_host, with the device as the side
  !   ierr    VF_ERROR_MEMORY
  subroutine to_device(self, access, ierr)
    class(vf_field), intent(in) :: self
    type(vf_access), intent(in), optional :: access
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_view_to_device(self%handle, code_of(access)), ierr)
  end subroutine

  ! Tells viewfab that code outside of viewfab has written elements of the array on a side: this side
  ! is the newest side from now on.
  !   side  vf_host or vf_device
  !   ierr  VF_ERROR_STALE: the other side alone holds the newest values, and the values of unwritten
  !         elements would be lost; fetch them by to_host or to_device before writing
  subroutine mark_written(self, side, ierr)
    class(vf_field), intent(in) :: self
    type(vf_side), intent(in) :: side
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_view_mark_written(self%handle, side%code), ierr)
  end subroutine

  ! True if the side (vf_host or vf_device) holds the newest values; for a set, the newest values of
  ! all its arrays. Both sides may hold them. False if not set.
  function valid_on(self, side)
    class(vf_field), intent(in) :: self
    type(vf_side), intent(in) :: side
    logical :: valid_on
    logical(c_bool) :: host, device
    host = .false.
    device = .false.
    valid_on = .false.
    if (.not. self%is_set()) return
    if (c_view_state(self%handle, host, device) /= VF_OK) return
    if (side%code == vf_host%code) then
      valid_on = logical(host)
    else
      valid_on = logical(device)
    end if
  end function

  ! Releases a view before it is made anew, as release() does, without the error handler. A dead
  ! handle, as after vf_finalize, is forgotten: it has no values to lose.
  function let_go(self) result(status)
    class(vf_field), intent(inout) :: self
    integer(c_int) :: status
    status = VF_OK
    if (self%is_set()) status = c_view_release(self%handle, logical(.false., c_bool))
    if (status == VF_ERROR_NULL) status = VF_OK
    if (status == VF_OK) self%handle = c_null_ptr
  end function

  pure function code_of(access) result(code)
    type(vf_access), intent(in), optional :: access
    integer(c_int) :: code
    code = vf_read%code
    if (present(access)) code = access%code
  end function

end module
