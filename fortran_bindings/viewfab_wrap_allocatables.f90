! Views of many allocatable arrays in one call, such as the components of a derived type, with the bounds that each was
! allocated with. viewfab_wrap_pointers does the same for pointers.
module viewfab_wrap_allocatables
  use, intrinsic :: iso_c_binding, only: c_int
  use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
  use viewfab_status, only: VF_OK, VF_ERROR_ARGUMENT, VF_ERROR_NULL
  use viewfab_errors, only: vf_digits, vf_finish, vf_report
  use viewfab_view, only: vf_view
  implicit none
  private
  public :: vf_views_wrap, goes_on, nothing_there, wrong_rank

  ! vf_views_wrap(v1, a1, label1, v2, a2, label2, ..., join=join, ierr=ierr): makes each v the view of the array behind
  ! it, as v%wrap(a, lower=lbound(a), label, join) does, up to ten in a call. Each array keeps its own lower bounds.
  !   v      as for v%wrap
  !   a      all ALLOCATABLE or all POINTER, allocated or associated, of one type and kind (real32, real64, int32, int64
  !          or default logical), each of any rank from 1 to 4. The variable, or the structure that it is a component of,
  !          should have TARGET.
  !   label  name for messages
  !   join   as for v%wrap, of all
  !   ierr   as for v%wrap, and VF_ERROR_NULL (an array that is not allocated or not associated), VF_ERROR_ARGUMENT (a
  !          view without an array or a label). The views before the one that fails are made, those behind it are as
  !          before.
  interface vf_views_wrap
    module procedure :: wrap_real32, wrap_real64, wrap_int32, wrap_int64, wrap_logical
  end interface

contains

  subroutine wrap_real32(v1, a1, label1, v2, a2, label2, v3, a3, label3, v4, a4, label4, v5, a5, label5, &
      v6, a6, label6, v7, a7, label7, v8, a8, label8, v9, a9, label9, v10, a10, label10, join, ierr)
    type(vf_view), intent(inout) :: v1
    type(vf_view), intent(inout), optional :: v2, v3, v4, v5, v6, v7, v8, v9, v10
    real(real32), allocatable, target, intent(in) :: a1(..)
    real(real32), allocatable, target, intent(in), optional :: a2(..), a3(..), a4(..), a5(..), a6(..), &
      a7(..), a8(..), a9(..), a10(..)
    character(*), intent(in) :: label1
    character(*), intent(in), optional :: label2, label3, label4, label5, label6, label7, label8, label9, label10
    logical, intent(in), optional :: join
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status
    status = VF_OK
    call add_real32(1, v1, a1, label1, join, status)
    call add_real32(2, v2, a2, label2, join, status)
    call add_real32(3, v3, a3, label3, join, status)
    call add_real32(4, v4, a4, label4, join, status)
    call add_real32(5, v5, a5, label5, join, status)
    call add_real32(6, v6, a6, label6, join, status)
    call add_real32(7, v7, a7, label7, join, status)
    call add_real32(8, v8, a8, label8, join, status)
    call add_real32(9, v9, a9, label9, join, status)
    call add_real32(10, v10, a10, label10, join, status)
    call vf_finish(status, ierr)
  end subroutine

  subroutine add_real32(place, v, a, label, join, status)
    integer, intent(in) :: place
    type(vf_view), intent(inout), optional :: v
    real(real32), allocatable, target, intent(in), optional :: a(..)
    character(*), intent(in), optional :: label
    logical, intent(in), optional :: join
    integer(c_int), intent(inout) :: status
    if (.not. goes_on(place, present(v), present(a), present(label), status)) return
    if (.not. allocated(a)) then
      status = nothing_there(label)
      return
    end if
    select rank (a)
    rank (1)
      call v%wrap(a, lbound(a), label, join, status)
    rank (2)
      call v%wrap(a, lbound(a), label, join, status)
    rank (3)
      call v%wrap(a, lbound(a), label, join, status)
    rank (4)
      call v%wrap(a, lbound(a), label, join, status)
    rank default
      status = wrong_rank(label)
    end select
  end subroutine

  subroutine wrap_real64(v1, a1, label1, v2, a2, label2, v3, a3, label3, v4, a4, label4, v5, a5, label5, &
      v6, a6, label6, v7, a7, label7, v8, a8, label8, v9, a9, label9, v10, a10, label10, join, ierr)
    type(vf_view), intent(inout) :: v1
    type(vf_view), intent(inout), optional :: v2, v3, v4, v5, v6, v7, v8, v9, v10
    real(real64), allocatable, target, intent(in) :: a1(..)
    real(real64), allocatable, target, intent(in), optional :: a2(..), a3(..), a4(..), a5(..), a6(..), &
      a7(..), a8(..), a9(..), a10(..)
    character(*), intent(in) :: label1
    character(*), intent(in), optional :: label2, label3, label4, label5, label6, label7, label8, label9, label10
    logical, intent(in), optional :: join
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status
    status = VF_OK
    call add_real64(1, v1, a1, label1, join, status)
    call add_real64(2, v2, a2, label2, join, status)
    call add_real64(3, v3, a3, label3, join, status)
    call add_real64(4, v4, a4, label4, join, status)
    call add_real64(5, v5, a5, label5, join, status)
    call add_real64(6, v6, a6, label6, join, status)
    call add_real64(7, v7, a7, label7, join, status)
    call add_real64(8, v8, a8, label8, join, status)
    call add_real64(9, v9, a9, label9, join, status)
    call add_real64(10, v10, a10, label10, join, status)
    call vf_finish(status, ierr)
  end subroutine

  subroutine add_real64(place, v, a, label, join, status)
    integer, intent(in) :: place
    type(vf_view), intent(inout), optional :: v
    real(real64), allocatable, target, intent(in), optional :: a(..)
    character(*), intent(in), optional :: label
    logical, intent(in), optional :: join
    integer(c_int), intent(inout) :: status
    if (.not. goes_on(place, present(v), present(a), present(label), status)) return
    if (.not. allocated(a)) then
      status = nothing_there(label)
      return
    end if
    select rank (a)
    rank (1)
      call v%wrap(a, lbound(a), label, join, status)
    rank (2)
      call v%wrap(a, lbound(a), label, join, status)
    rank (3)
      call v%wrap(a, lbound(a), label, join, status)
    rank (4)
      call v%wrap(a, lbound(a), label, join, status)
    rank default
      status = wrong_rank(label)
    end select
  end subroutine

  subroutine wrap_int32(v1, a1, label1, v2, a2, label2, v3, a3, label3, v4, a4, label4, v5, a5, label5, &
      v6, a6, label6, v7, a7, label7, v8, a8, label8, v9, a9, label9, v10, a10, label10, join, ierr)
    type(vf_view), intent(inout) :: v1
    type(vf_view), intent(inout), optional :: v2, v3, v4, v5, v6, v7, v8, v9, v10
    integer(int32), allocatable, target, intent(in) :: a1(..)
    integer(int32), allocatable, target, intent(in), optional :: a2(..), a3(..), a4(..), a5(..), a6(..), &
      a7(..), a8(..), a9(..), a10(..)
    character(*), intent(in) :: label1
    character(*), intent(in), optional :: label2, label3, label4, label5, label6, label7, label8, label9, label10
    logical, intent(in), optional :: join
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status
    status = VF_OK
    call add_int32(1, v1, a1, label1, join, status)
    call add_int32(2, v2, a2, label2, join, status)
    call add_int32(3, v3, a3, label3, join, status)
    call add_int32(4, v4, a4, label4, join, status)
    call add_int32(5, v5, a5, label5, join, status)
    call add_int32(6, v6, a6, label6, join, status)
    call add_int32(7, v7, a7, label7, join, status)
    call add_int32(8, v8, a8, label8, join, status)
    call add_int32(9, v9, a9, label9, join, status)
    call add_int32(10, v10, a10, label10, join, status)
    call vf_finish(status, ierr)
  end subroutine

  subroutine add_int32(place, v, a, label, join, status)
    integer, intent(in) :: place
    type(vf_view), intent(inout), optional :: v
    integer(int32), allocatable, target, intent(in), optional :: a(..)
    character(*), intent(in), optional :: label
    logical, intent(in), optional :: join
    integer(c_int), intent(inout) :: status
    if (.not. goes_on(place, present(v), present(a), present(label), status)) return
    if (.not. allocated(a)) then
      status = nothing_there(label)
      return
    end if
    select rank (a)
    rank (1)
      call v%wrap(a, lbound(a), label, join, status)
    rank (2)
      call v%wrap(a, lbound(a), label, join, status)
    rank (3)
      call v%wrap(a, lbound(a), label, join, status)
    rank (4)
      call v%wrap(a, lbound(a), label, join, status)
    rank default
      status = wrong_rank(label)
    end select
  end subroutine

  subroutine wrap_int64(v1, a1, label1, v2, a2, label2, v3, a3, label3, v4, a4, label4, v5, a5, label5, &
      v6, a6, label6, v7, a7, label7, v8, a8, label8, v9, a9, label9, v10, a10, label10, join, ierr)
    type(vf_view), intent(inout) :: v1
    type(vf_view), intent(inout), optional :: v2, v3, v4, v5, v6, v7, v8, v9, v10
    integer(int64), allocatable, target, intent(in) :: a1(..)
    integer(int64), allocatable, target, intent(in), optional :: a2(..), a3(..), a4(..), a5(..), a6(..), &
      a7(..), a8(..), a9(..), a10(..)
    character(*), intent(in) :: label1
    character(*), intent(in), optional :: label2, label3, label4, label5, label6, label7, label8, label9, label10
    logical, intent(in), optional :: join
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status
    status = VF_OK
    call add_int64(1, v1, a1, label1, join, status)
    call add_int64(2, v2, a2, label2, join, status)
    call add_int64(3, v3, a3, label3, join, status)
    call add_int64(4, v4, a4, label4, join, status)
    call add_int64(5, v5, a5, label5, join, status)
    call add_int64(6, v6, a6, label6, join, status)
    call add_int64(7, v7, a7, label7, join, status)
    call add_int64(8, v8, a8, label8, join, status)
    call add_int64(9, v9, a9, label9, join, status)
    call add_int64(10, v10, a10, label10, join, status)
    call vf_finish(status, ierr)
  end subroutine

  subroutine add_int64(place, v, a, label, join, status)
    integer, intent(in) :: place
    type(vf_view), intent(inout), optional :: v
    integer(int64), allocatable, target, intent(in), optional :: a(..)
    character(*), intent(in), optional :: label
    logical, intent(in), optional :: join
    integer(c_int), intent(inout) :: status
    if (.not. goes_on(place, present(v), present(a), present(label), status)) return
    if (.not. allocated(a)) then
      status = nothing_there(label)
      return
    end if
    select rank (a)
    rank (1)
      call v%wrap(a, lbound(a), label, join, status)
    rank (2)
      call v%wrap(a, lbound(a), label, join, status)
    rank (3)
      call v%wrap(a, lbound(a), label, join, status)
    rank (4)
      call v%wrap(a, lbound(a), label, join, status)
    rank default
      status = wrong_rank(label)
    end select
  end subroutine

  subroutine wrap_logical(v1, a1, label1, v2, a2, label2, v3, a3, label3, v4, a4, label4, v5, a5, label5, &
      v6, a6, label6, v7, a7, label7, v8, a8, label8, v9, a9, label9, v10, a10, label10, join, ierr)
    type(vf_view), intent(inout) :: v1
    type(vf_view), intent(inout), optional :: v2, v3, v4, v5, v6, v7, v8, v9, v10
    logical, allocatable, target, intent(in) :: a1(..)
    logical, allocatable, target, intent(in), optional :: a2(..), a3(..), a4(..), a5(..), a6(..), &
      a7(..), a8(..), a9(..), a10(..)
    character(*), intent(in) :: label1
    character(*), intent(in), optional :: label2, label3, label4, label5, label6, label7, label8, label9, label10
    logical, intent(in), optional :: join
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status
    status = VF_OK
    call add_logical(1, v1, a1, label1, join, status)
    call add_logical(2, v2, a2, label2, join, status)
    call add_logical(3, v3, a3, label3, join, status)
    call add_logical(4, v4, a4, label4, join, status)
    call add_logical(5, v5, a5, label5, join, status)
    call add_logical(6, v6, a6, label6, join, status)
    call add_logical(7, v7, a7, label7, join, status)
    call add_logical(8, v8, a8, label8, join, status)
    call add_logical(9, v9, a9, label9, join, status)
    call add_logical(10, v10, a10, label10, join, status)
    call vf_finish(status, ierr)
  end subroutine

  subroutine add_logical(place, v, a, label, join, status)
    integer, intent(in) :: place
    type(vf_view), intent(inout), optional :: v
    logical, allocatable, target, intent(in), optional :: a(..)
    character(*), intent(in), optional :: label
    logical, intent(in), optional :: join
    integer(c_int), intent(inout) :: status
    if (.not. goes_on(place, present(v), present(a), present(label), status)) return
    if (.not. allocated(a)) then
      status = nothing_there(label)
      return
    end if
    select rank (a)
    rank (1)
      call v%wrap(a, lbound(a), label, join, status)
    rank (2)
      call v%wrap(a, lbound(a), label, join, status)
    rank (3)
      call v%wrap(a, lbound(a), label, join, status)
    rank (4)
      call v%wrap(a, lbound(a), label, join, status)
    rank default
      status = wrong_rank(label)
    end select
  end subroutine

  ! Whether there is another view to make, the status being that of those before; a part of one is an error.
  !   place                 its number, from 1
  !   view, array, label    what of it is there
  !   status                in and out
  function goes_on(place, view, array, label, status)
    integer, intent(in) :: place
    logical, intent(in) :: view, array, label
    integer(c_int), intent(inout) :: status
    logical :: goes_on
    goes_on = status == VF_OK .and. (view .or. array .or. label)
    if (.not. goes_on .or. (view .and. array .and. label)) return
    status = vf_report(VF_ERROR_ARGUMENT, 'vf_views_wrap: number ' // vf_digits(int(place, int64)) &
      // ' needs a view, an array and a label')
    goes_on = .false.
  end function

  function nothing_there(label) result(status)
    character(*), intent(in) :: label
    integer(c_int) :: status
    status = vf_report(VF_ERROR_NULL, "vf_views_wrap of '" // trim(label) // "': the array is not allocated, or the" &
      // ' pointer points to nothing')
  end function

  function wrong_rank(label) result(status)
    character(*), intent(in) :: label
    integer(c_int) :: status
    status = vf_report(VF_ERROR_ARGUMENT, "vf_views_wrap of '" // trim(label) // "': the rank must be 1 to 4")
  end function

end module
