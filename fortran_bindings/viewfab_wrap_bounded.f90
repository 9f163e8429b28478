! vf_views_wrap for arrays that do not carry their lower bounds, such as the dummy arguments of a legacy routine; see
! viewfab_wrap_allocatables.
module viewfab_wrap_bounded
  use, intrinsic :: iso_c_binding, only: c_int
  use viewfab_status, only: VF_OK
  use viewfab_errors, only: vf_finish
  use viewfab_view, only: vf_view
  use viewfab_wrap_allocatables, only: goes_on
  implicit none
  private
  public :: vf_views_wrap

  ! vf_views_wrap(lower, v1, a1, label1, v2, a2, label2, ..., join=join, ierr=ierr): makes each v the view of the array behind
  ! it, as v%wrap(a, lower=lower, label, join) does, up to ten in a call.
  !   lower  lower bounds of all arrays, one for each direction
  !   v      as for v%wrap
  !   a      arrays of one rank, of the types and kinds that v%wrap takes, which may differ. The variable should have TARGET.
  !   label  name for messages
  !   join   as for v%wrap, of all
  !   ierr   as for v%wrap, and VF_ERROR_ARGUMENT (an array whose rank is not the size of lower, a view without an array or a
  !          label). The views before the one that fails are made, those behind it are as before.
  interface vf_views_wrap
    module procedure :: wrap_with_lower
  end interface

contains

  subroutine wrap_with_lower(lower, v1, a1, label1, v2, a2, label2, v3, a3, label3, v4, a4, label4, v5, a5, label5, &
      v6, a6, label6, v7, a7, label7, v8, a8, label8, v9, a9, label9, v10, a10, label10, join, ierr)
    integer(c_int), intent(in) :: lower(:)
    type(vf_view), intent(inout) :: v1
    type(vf_view), intent(inout), optional :: v2, v3, v4, v5, v6, v7, v8, v9, v10
    class(*), target :: a1(..)
    class(*), target, optional :: a2(..), a3(..), a4(..), a5(..), a6(..), a7(..), a8(..), a9(..), a10(..)
    character(*), intent(in) :: label1
    character(*), intent(in), optional :: label2, label3, label4, label5, label6, label7, label8, label9, label10
    logical, intent(in), optional :: join
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status
    status = VF_OK
    call add(1, v1, a1, label1, lower, join, status)
    call add(2, v2, a2, label2, lower, join, status)
    call add(3, v3, a3, label3, lower, join, status)
    call add(4, v4, a4, label4, lower, join, status)
    call add(5, v5, a5, label5, lower, join, status)
    call add(6, v6, a6, label6, lower, join, status)
    call add(7, v7, a7, label7, lower, join, status)
    call add(8, v8, a8, label8, lower, join, status)
    call add(9, v9, a9, label9, lower, join, status)
    call add(10, v10, a10, label10, lower, join, status)
    call vf_finish(status, ierr)
  end subroutine

  subroutine add(place, v, a, label, lower, join, status)
    integer, intent(in) :: place
    type(vf_view), intent(inout), optional :: v
    class(*), target, optional :: a(..)
    character(*), intent(in), optional :: label
    integer(c_int), intent(in) :: lower(:)
    logical, intent(in), optional :: join
    integer(c_int), intent(inout) :: status
    if (.not. goes_on(place, present(v), present(a), present(label), status)) return
    call v%wrap(a, lower, label, join, status)
  end subroutine

end module
