! The common part of views and sets: a name, a state, and moving data. A kernel takes either as a
! field.
!
! Errors that each procedure here can give beside the errors named with it: VF_ERROR_NULL (the view
! or set is not set) and VF_ERROR_DEVICE (the device failed, now or in an earlier kernel).
module viewfab_field
  use, intrinsic :: iso_c_binding, only: c_associated, c_bool, c_int, c_null_ptr, c_ptr
  use viewfab_status, only: VF_OK, VF_ERROR_NULL
  use viewfab_access, only: vf_access, vf_host, vf_read, vf_side
  use viewfab_box, only: vf_box
  use viewfab_errors, only: vf_finish
  use viewfab_c, only: c_view_in_place, c_view_label, c_view_mark_written, c_view_prefetch, c_view_release, c_view_state, &
    c_view_sync_d2h, c_view_sync_h2d, c_view_to_device, c_view_to_host, c_view_wait, f_text
  use viewfab_parts_c, only: c_view_mark_written_box, c_view_state_box, c_view_sync_d2h_box, &
    c_view_sync_d2h_ghosts, c_view_sync_h2d_box, c_view_sync_h2d_ghosts, c_view_to_device_box, c_view_to_host_box
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
    procedure, private :: sync_h2d_all, sync_h2d_of_box, sync_h2d_of_components
    procedure, private :: sync_d2h_all, sync_d2h_of_box, sync_d2h_of_components
    procedure, private :: to_host_all, to_host_of_box, to_host_of_components
    procedure, private :: to_device_all, to_device_of_box, to_device_of_components
    procedure, private :: mark_written_all, mark_written_of_box, mark_written_of_components
    generic :: sync_h2d => sync_h2d_all, sync_h2d_of_box, sync_h2d_of_components
    generic :: sync_d2h => sync_d2h_all, sync_d2h_of_box, sync_d2h_of_components
    generic :: to_host => to_host_all, to_host_of_box, to_host_of_components
    generic :: to_device => to_device_all, to_device_of_box, to_device_of_components
    generic :: mark_written => mark_written_all, mark_written_of_box, mark_written_of_components
    procedure :: sync_h2d_ghosts, sync_d2h_ghosts, valid_on, in_place, prefetch, wait
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
  subroutine sync_h2d_all(self, ierr)
    class(vf_field), intent(in) :: self
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_view_sync_h2d(self%handle), ierr)
  end subroutine

  ! sync_h2d(box, components, ierr) and sync_h2d(components=, ierr=): copies these elements of a view
  ! alone, whatever the state is. A later sync or access moves only what is still old.
  !   box         in the view's own indices; directions that the view does not have are ignored
  !   components  first and last index in the last direction of the view, which is then no direction of
  !               the box; absent: all
  !   ierr        VF_ERROR_BOX, VF_ERROR_COMPONENT: elements outside of the view. VF_ERROR_NULL: a set.
  !               VF_ERROR_ARGUMENT: a view with axes. VF_ERROR_MEMORY
  subroutine sync_h2d_of_box(self, box, components, ierr)
    class(vf_field), intent(in) :: self
    type(vf_box), intent(in) :: box
    integer(c_int), intent(in), optional :: components(2)
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_view_sync_h2d_box(self%handle, box, components), ierr)
  end subroutine

  subroutine sync_h2d_of_components(self, components, ierr)
    class(vf_field), intent(in) :: self
    integer(c_int), intent(in) :: components(2)
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_view_sync_h2d_box(self%handle, components=components), ierr)
  end subroutine

  ! Copies the elements around a box to the device, such as ghosts that the host has filled.
  !   interior    the box inside the layers, in the view's own indices
  !   depth       layers, as far as the view has them; absent or 0: all that the view has
  !   components  as for sync_h2d
  !   ierr        as for sync_h2d with a box; VF_ERROR_BOX also if the interior is empty;
  !               VF_ERROR_ARGUMENT also for a negative depth
  subroutine sync_h2d_ghosts(self, interior, depth, components, ierr)
    class(vf_field), intent(in) :: self
    type(vf_box), intent(in) :: interior
    integer(c_int), intent(in), optional :: depth
    integer(c_int), intent(in), optional :: components(2)
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: layers
    layers = 0
    if (present(depth)) layers = depth
    call vf_finish(c_view_sync_h2d_ghosts(self%handle, interior, layers, components), ierr)
  end subroutine

  ! Copies the whole array, or all arrays of the set, to the host, in any state; complete on
  ! return.
  !   ierr  VF_ERROR_STATE: the device never held the array
  subroutine sync_d2h_all(self, ierr)
    class(vf_field), intent(in) :: self
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_view_sync_d2h(self%handle), ierr)
  end subroutine

  ! sync_d2h(box, components, ierr) and sync_d2h(components=, ierr=): as sync_h2d with a box, to the
  ! host. Elements with newer values on the host stay as they are.
  subroutine sync_d2h_of_box(self, box, components, ierr)
    class(vf_field), intent(in) :: self
    type(vf_box), intent(in) :: box
    integer(c_int), intent(in), optional :: components(2)
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_view_sync_d2h_box(self%handle, box, components), ierr)
  end subroutine

  subroutine sync_d2h_of_components(self, components, ierr)
    class(vf_field), intent(in) :: self
    integer(c_int), intent(in) :: components(2)
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_view_sync_d2h_box(self%handle, components=components), ierr)
  end subroutine

  ! Copies the elements around a box to the host; arguments as for sync_h2d_ghosts. For the outermost cells
  ! of an interior that other ranks need, give the box without them and their number of layers.
  subroutine sync_d2h_ghosts(self, interior, depth, components, ierr)
    class(vf_field), intent(in) :: self
    type(vf_box), intent(in) :: interior
    integer(c_int), intent(in), optional :: depth
    integer(c_int), intent(in), optional :: components(2)
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: layers
    layers = 0
    if (present(depth)) layers = depth
    call vf_finish(c_view_sync_d2h_ghosts(self%handle, interior, layers, components), ierr)
  end subroutine

  ! Makes the host array usable, with a copy only if the host array is stale, and notes the access
  ! that follows. Call it before the program accesses the array, even if no copy is due: kernels may
  ! still run.
  !   access  vf_read (default), vf_write or vf_update. After the last two the host is the newest
  !           side; vf_write promises that the program overwrites every element.
  subroutine to_host_all(self, access, ierr)
    class(vf_field), intent(in) :: self
    type(vf_access), intent(in), optional :: access
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_view_to_host(self%handle, code_of(access)), ierr)
  end subroutine

  ! to_host(access, box, components, ierr) and to_host(access, components=, ierr=): the same for these
  ! elements of a view. Only what is old among them is copied, and a write makes only them old on the
  ! device; vf_write promises to overwrite all of them. Elements and errors as for sync_h2d with a box.
  subroutine to_host_of_box(self, access, box, components, ierr)
    class(vf_field), intent(in) :: self
    type(vf_access), intent(in), optional :: access
    type(vf_box), intent(in) :: box
    integer(c_int), intent(in), optional :: components(2)
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_view_to_host_box(self%handle, code_of(access), box, components), ierr)
  end subroutine

  subroutine to_host_of_components(self, access, components, ierr)
    class(vf_field), intent(in) :: self
    type(vf_access), intent(in), optional :: access
    integer(c_int), intent(in) :: components(2)
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_view_to_host_box(self%handle, code_of(access), components=components), ierr)
  end subroutine

  ! Makes the array usable on the device, as to_host does for the host. Kernels do this themselves;
  ! call it to move data early, or for device code that viewfab does not see.
  !   access  as for to_host, with the device as the side
  !   ierr    VF_ERROR_MEMORY
  subroutine to_device_all(self, access, ierr)
    class(vf_field), intent(in) :: self
    type(vf_access), intent(in), optional :: access
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_view_to_device(self%handle, code_of(access)), ierr)
  end subroutine

  ! to_device(access, box, components, ierr) and to_device(access, components=, ierr=): the same for
  ! these elements of a view, as to_host does for the host.
  subroutine to_device_of_box(self, access, box, components, ierr)
    class(vf_field), intent(in) :: self
    type(vf_access), intent(in), optional :: access
    type(vf_box), intent(in) :: box
    integer(c_int), intent(in), optional :: components(2)
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_view_to_device_box(self%handle, code_of(access), box, components), ierr)
  end subroutine

  subroutine to_device_of_components(self, access, components, ierr)
    class(vf_field), intent(in) :: self
    type(vf_access), intent(in), optional :: access
    integer(c_int), intent(in) :: components(2)
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_view_to_device_box(self%handle, code_of(access), components=components), ierr)
  end subroutine

  ! Queues the copy that a later read of a side needs, and returns: the copy overlaps with kernels and with
  ! copies in the other direction. The copy is of the whole array, or of all arrays of the set, and begins after
  ! the launches so far with the array. An up-to-date side needs no copy. Until the copy has arrived, the program
  ! may read its array but not write it (vf_device), or may do neither (vf_host). Kernels that need the values
  ! wait in the queue of the device; wait, to_host and the syncs wait on the host, for this array alone.
  !   side  vf_device or vf_host: the side that gets the values
  !   ierr  VF_ERROR_MEMORY. The failure of a queued copy comes with the next wait for it
  subroutine prefetch(self, side, ierr)
    class(vf_field), intent(in) :: self
    type(vf_side), intent(in) :: side
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_view_prefetch(self%handle, side%code), ierr)
  end subroutine

  ! Waits for the copy of prefetch alone, if there is one; kernels go on. Call it before the program reads
  ! values that it prefetched to the host, or writes an array that it prefetched to the device.
  !   ierr  VF_ERROR_DEVICE: the copy failed; the side that it was for is stale
  subroutine wait(self, ierr)
    class(vf_field), intent(in) :: self
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_view_wait(self%handle), ierr)
  end subroutine

  ! Tells viewfab that code outside of viewfab has written elements of the array on a side: this side
  ! is the newest side from now on.
  !   side  vf_host or vf_device
  !   ierr  VF_ERROR_STALE: the other side alone holds the newest values, and the values of unwritten
  !         elements would be lost; fetch them by to_host or to_device before writing
  subroutine mark_written_all(self, side, ierr)
    class(vf_field), intent(in) :: self
    type(vf_side), intent(in) :: side
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_view_mark_written(self%handle, side%code), ierr)
  end subroutine

  ! mark_written(side, box, components, ierr) and mark_written(side, components=, ierr=): the same for
  ! these elements of a view, which must be no older on this side. Elements as for sync_h2d with a box.
  subroutine mark_written_of_box(self, side, box, components, ierr)
    class(vf_field), intent(in) :: self
    type(vf_side), intent(in) :: side
    type(vf_box), intent(in) :: box
    integer(c_int), intent(in), optional :: components(2)
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_view_mark_written_box(self%handle, side%code, box, components), ierr)
  end subroutine

  subroutine mark_written_of_components(self, side, components, ierr)
    class(vf_field), intent(in) :: self
    type(vf_side), intent(in) :: side
    integer(c_int), intent(in) :: components(2)
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_view_mark_written_box(self%handle, side%code, components=components), ierr)
  end subroutine

  ! True if the side (vf_host or vf_device) holds the newest values; for a set, the newest values of
  ! all its arrays. Both sides may hold them; neither side holds all of them if each has newer parts.
  ! False if not set.
  !   box, components  of a view: only these elements count; as for sync_h2d. False for elements
  !                    outside of the view
  function valid_on(self, side, box, components)
    class(vf_field), intent(in) :: self
    type(vf_side), intent(in) :: side
    type(vf_box), intent(in), optional :: box
    integer(c_int), intent(in), optional :: components(2)
    logical :: valid_on
    logical(c_bool) :: host, device
    host = .false.
    device = .false.
    valid_on = .false.
    if (.not. self%is_set()) return
    if (present(box) .or. present(components)) then
      if (c_view_state_box(self%handle, box, components, host, device) /= VF_OK) return
    else
      if (c_view_state(self%handle, host, device) /= VF_OK) return
    end if
    if (side%code == vf_host%code) then
      valid_on = logical(host)
    else
      valid_on = logical(device)
    end if
  end function

  ! True if the device works on the array of the host itself, or on all arrays of a set: nothing is copied, and the host
  ! waits instead. False if not set.
  function in_place(self)
    class(vf_field), intent(in) :: self
    logical :: in_place
    logical(c_bool) :: is
    is = .false.
    in_place = .false.
    if (.not. self%is_set()) return
    if (c_view_in_place(self%handle, is) == VF_OK) in_place = logical(is)
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
