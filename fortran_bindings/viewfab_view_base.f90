! Procedures of any view, wrapped or created, beside the procedures of viewfab_field for views and sets.
! Programs use the type vf_view of module viewfab_view, which inherits from vf_view_wrap, which
! inherits from the type here. Errors are the errors of viewfab_field.
module viewfab_view_base
  use, intrinsic :: iso_c_binding, only: c_bool, c_int, c_null_ptr, c_ptr
  use viewfab_status, only: VF_OK
  use viewfab_errors, only: vf_finish
  use viewfab_c, only: c_text, c_view_component, c_view_counters, c_view_release, c_view_select, vf_counters
  use viewfab_field, only: let_go, vf_field
  implicit none
  private
  public :: vf_view_base

  type, extends(vf_field) :: vf_view_base
  contains
    procedure :: component_of, select, counters
  end type

contains

  ! Makes this a view of some components of another view, its parent. Both share data and state; both
  ! have to be released, in any order. A view that was set is released first, as by release().
  !   parent  any view, this view too; a view below rank 4 has only component 1
  !   first   first component, in the component bounds of the parent
  !   count   number of components, at least 1
  !   ierr    VF_ERROR_COMPONENT, VF_ERROR_STALE (from the release); this view is then unchanged
  subroutine component_of(self, parent, first, count, ierr)
    class(vf_view_base), intent(inout) :: self
    class(vf_view_base), intent(in) :: parent
    integer(c_int), intent(in) :: first, count
    integer(c_int), intent(out), optional :: ierr
    type(c_ptr) :: part
    integer(c_int) :: status
    part = c_null_ptr
    status = c_view_component(parent%handle, first, count, part)
    if (status == VF_OK) status = becomes(self, part)
    call vf_finish(status, ierr)
  end subroutine

  ! Makes this a view of the elements of another view, its parent, at one index of an axis, for example
  ! of one time level. Both share data and state; both have to be released, in any order. A view that
  ! was set is released first, as by release().
  !   parent  a view that was wrapped with axes, or another selection; this view too
  !   axis    letter of the axis
  !   index   in the bounds of the wrap
  !   ierr    VF_ERROR_ARGUMENT (no such axis, or selected already; no such index; neighbours that have
  !           to stay in one piece would be apart in memory), VF_ERROR_STALE (from the release); this
  !           view is then unchanged
  subroutine select(self, parent, axis, index, ierr)
    class(vf_view_base), intent(inout) :: self
    class(vf_view_base), intent(in) :: parent
    character(*), intent(in) :: axis
    integer(c_int), intent(in) :: index
    integer(c_int), intent(out), optional :: ierr
    type(c_ptr) :: part
    integer(c_int) :: status
    part = c_null_ptr
    status = c_view_select(parent%handle, c_text(axis), index, part)
    if (status == VF_OK) status = becomes(self, part)
    call vf_finish(status, ierr)
  end subroutine

  ! Releases the old view of the variable and takes the part; if the release is refused, the part ends.
  function becomes(self, part) result(status)
    class(vf_view_base), intent(inout) :: self
    type(c_ptr), intent(inout) :: part
    integer(c_int) :: status, ignored
    status = let_go(self)
    if (status == VF_OK) then
      self%handle = part
    else
      ! The parent is still there, so this release loses no values.
      ignored = c_view_release(part, logical(.false., c_bool))
    end if
  end function

  ! The transfers of this array so far.
  subroutine counters(self, totals, ierr)
    class(vf_view_base), intent(in) :: self
    type(vf_counters), intent(out) :: totals
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_view_counters(self%handle, totals), ierr)
  end subroutine

end module
