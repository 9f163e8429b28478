! Views of the arrays of TYPE CHUNK. Written by vf_wrap_type; do not edit.
module CHUNK_views
  use, intrinsic :: iso_c_binding, only: c_int
  use viewfab_status, only: VF_OK
  use viewfab_errors, only: vf_finish
  use viewfab_field, only: let_go
  use viewfab, only: vf_access, vf_view, vf_views_release, vf_views_to_device, vf_views_to_host
  use FIXED_TYPES, only: CHUNK
  implicit none
  private
  public :: views_of_CHUNK

  ! A view for each array, with the same name. A view is not set before wrap. After wrap a view is not set if
  ! its array is not allocated, or its pointer points to nothing.
  ! Without a view: NAMES (of characters, no type of a view).
  !
  ! wrap(object, label, join, ierr): makes each view a view of the array of the same name, with the lower
  ! bounds of the array. A view that was set is released first. Wrap again after arrays were allocated anew.
  !   object  with the arrays; has to live until release, and should have TARGET. Its pointers are
  !           associated or nullified
  !   label   text before the names of arrays in messages, as 'tile(2)%'; default: no text
  !   join    as for wrap of one view, for all views
  !   ierr    as for wrap of one view. Views before the failed view are made.
  ! to_host(access, ierr), to_device(access, ierr): as vf_views_to_host and vf_views_to_device, for all set
  ! views.
  ! release(discard, ierr): as vf_views_release, for all views: all or none.
  type :: views_of_CHUNK
    type(vf_view) :: U, V, W, KT, TABBED, RHO, MASK
  contains
    procedure :: wrap => wrap_all
    procedure :: release => release_all
    procedure :: to_host => all_to_host
    procedure :: to_device => all_to_device
  end type

contains

  subroutine wrap_all(self, object, label, join, ierr)
    class(views_of_CHUNK), intent(inout) :: self
    type(CHUNK), target, intent(inout) :: object
    character(*), intent(in), optional :: label
    logical, intent(in), optional :: join
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status
    if (present(label)) then
      call wrap_each(self, object, label, join, status)
    else
      call wrap_each(self, object, '', join, status)
    end if
    call vf_finish(status, ierr)
  end subroutine

  subroutine wrap_each(self, object, prefix, join, status)
    class(views_of_CHUNK), intent(inout) :: self
    type(CHUNK), target, intent(inout) :: object
    character(*), intent(in) :: prefix
    logical, intent(in), optional :: join
    integer(c_int), intent(out) :: status
    status = VF_OK
    if (associated(object%U)) then
      call self%U%wrap(object%U, lbound(object%U, kind=c_int), prefix // 'U', join, status)
    else
      status = let_go(self%U)
    end if
    if (status /= VF_OK) return
    if (associated(object%V)) then
      call self%V%wrap(object%V, lbound(object%V, kind=c_int), prefix // 'V', join, status)
    else
      status = let_go(self%V)
    end if
    if (status /= VF_OK) return
    if (associated(object%W)) then
      call self%W%wrap(object%W, lbound(object%W, kind=c_int), prefix // 'W', join, status)
    else
      status = let_go(self%W)
    end if
    if (status /= VF_OK) return
    call self%KT%wrap(object%KT, lbound(object%KT, kind=c_int), prefix // 'KT', join, status)
    if (status /= VF_OK) return
    if (allocated(object%TABBED)) then
      call self%TABBED%wrap(object%TABBED, lbound(object%TABBED, kind=c_int), prefix // 'TABBED', &
        join, status)
    else
      status = let_go(self%TABBED)
    end if
    if (status /= VF_OK) return
    if (allocated(object%RHO)) then
      call self%RHO%wrap(object%RHO, lbound(object%RHO, kind=c_int), prefix // 'RHO', &
        join, status)
    else
      status = let_go(self%RHO)
    end if
    if (status /= VF_OK) return
    call self%MASK%wrap(object%MASK, lbound(object%MASK, kind=c_int), prefix // 'MASK', &
        join, status)
    if (status /= VF_OK) return
  end subroutine

  subroutine all_to_host(self, access, ierr)
    class(views_of_CHUNK), intent(in) :: self
    type(vf_access), intent(in), optional :: access
    integer(c_int), intent(out), optional :: ierr
    call vf_views_to_host(those_set(self), access, ierr)
  end subroutine

  subroutine all_to_device(self, access, ierr)
    class(views_of_CHUNK), intent(in) :: self
    type(vf_access), intent(in), optional :: access
    integer(c_int), intent(out), optional :: ierr
    call vf_views_to_device(those_set(self), access, ierr)
  end subroutine

  subroutine release_all(self, discard, ierr)
    class(views_of_CHUNK), intent(inout) :: self
    logical, intent(in), optional :: discard
    integer(c_int), intent(out), optional :: ierr
    type(vf_view) :: views(7)
    integer(c_int) :: status
    views = list_of(self)
    call vf_views_release(views, discard, status)
    if (status == VF_OK) call forget(self)
    call vf_finish(status, ierr)
  end subroutine

  ! Makes all views not set, as at first.
  subroutine forget(self)
    class(views_of_CHUNK), intent(out) :: self
  end subroutine

  function list_of(self) result(list)
    class(views_of_CHUNK), intent(in) :: self
    type(vf_view) :: list(7)
    list = [ self%U, self%V, self%W, self%KT, self%TABBED, self%RHO, self%MASK ]
  end function

  function those_set(self) result(list)
    class(views_of_CHUNK), intent(in) :: self
    type(vf_view), allocatable :: list(:)
    type(vf_view) :: views(7)
    integer :: v
    views = list_of(self)
    list = pack(views, [(views(v)%is_set(), v = 1, size(views))])
  end function

end module
