! A ported routine of several kernels held against its original, inside the program; see routine.h.
!
!   call vf_check_begin('relax', phi_view, rhs_view)
!   ...                                                  ! the port, as it is without a check
!   do while (vf_check_original('relax'))
!     call legacy_relax(phi, rhs, lo, hi, h)             ! as the program called it before the port
!   end do
!   call vf_check_end('relax')
!
! Without a check the body of the loop does not run, and each call looks at one flag. The arrays are
! TARGET here as everywhere where a kernel uses them through a view.
module viewfab_routine
  use, intrinsic :: iso_c_binding, only: c_bool, c_char, c_f_pointer, c_funloc, c_funptr, c_int, c_loc, &
    c_null_funptr, c_null_ptr, c_ptr
  use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
  use viewfab_status, only: VF_ERROR_MEMORY
  use viewfab_box, only: vf_box
  use viewfab_c, only: c_text, vf_logical32
  use viewfab_errors, only: vf_finish, vf_report
  use viewfab_field, only: vf_field
  use viewfab_set, only: vf_set
  use viewfab_view, only: vf_view
  implicit none
  private
  public :: vf_check_begin, vf_check_original, vf_check_end, vf_check_value, vf_check_scratch
  public :: vf_check_cells, vf_check_register_original, vf_check_forget_original, vf_routine_original

  abstract interface
    ! An original that is registered. It finds its arrays where the program has them: in modules, or
    ! in the host of an internal procedure.
    subroutine vf_routine_original()
    end subroutine
  end interface

  ! Before the port.
  !   routine  name of the routine, which no kernel may have
  !   list     views and sets of all arrays that the routine reads or writes: first arrays of views or of
  !            sets, up to three of views, or one of sets, or both ([phi_view, rhs_view], levels%phi_view)
  !   f1 ...   then others one by one, up to twelve; or all of them one by one
  !   ierr     VF_ERROR_NULL (not set), VF_ERROR_STATE (a kernel has the name; the routine has begun
  !            with these views and has not ended), VF_ERROR_ARGUMENT (the environment), VF_ERROR_MEMORY
  interface vf_check_begin
    module procedure :: begin_fields, begin_views, begin_views_2, begin_views_3, begin_sets, begin_views_sets
  end interface

  ! Views that the routine writes and that matter to nobody once it has ended. Between vf_check_begin and the
  ! loop; arguments as there.
  interface vf_check_scratch
    module procedure :: scratch_fields, scratch_views, scratch_views_2, scratch_views_3, scratch_sets, scratch_views_sets
  end interface

  ! A number that the routine gives back, such as a norm: called behind the port and in the loop behind the
  ! original.
  !   routine  name of the routine
  !   what     name of the number; several of one name in one run are compared in their order
  !   value    in the port it is read; in the original it becomes what the program goes on with, which
  !            is the port's number, or the original's where that is kept (inout)
  !   ierr     VF_ERROR_STATE (the routine was not begun, or not as the last one), VF_ERROR_KIND (another
  !            kind in the original), VF_ERROR_MEMORY
  interface vf_check_value
    module procedure :: value_real64, value_real32, value_int32, value_int64, value_logical
  end interface

  type :: registered
    character(:), allocatable :: routine
    procedure(vf_routine_original), pointer, nopass :: original => null()
    type(registered), pointer :: next => null()
  end type
  type(registered), pointer, save :: all => null()

  interface
    function c_check_begin(routine, views, view_count) result(status) bind(c, name='vf_check_begin')
      import :: c_char, c_int, c_ptr
      character(kind=c_char), intent(in) :: routine(*)
      type(c_ptr), intent(in) :: views(*)
      integer(c_int), value :: view_count
      integer(c_int) :: status
    end function

    function c_check_scratch(routine, views, view_count) result(status) bind(c, name='vf_check_scratch')
      import :: c_char, c_int, c_ptr
      character(kind=c_char), intent(in) :: routine(*)
      type(c_ptr), intent(in) :: views(*)
      integer(c_int), value :: view_count
      integer(c_int) :: status
    end function

    function c_check_cells(routine, view, box) result(status) bind(c, name='vf_check_cells')
      import :: c_char, c_int, c_ptr
      character(kind=c_char), intent(in) :: routine(*)
      type(c_ptr), value :: view, box
      integer(c_int) :: status
    end function

    function c_check_original(routine) result(again) bind(c, name='vf_check_original')
      import :: c_bool, c_char
      character(kind=c_char), intent(in) :: routine(*)
      logical(c_bool) :: again
    end function

    function c_check_end(routine) result(status) bind(c, name='vf_check_end')
      import :: c_char, c_int
      character(kind=c_char), intent(in) :: routine(*)
      integer(c_int) :: status
    end function

    function c_check_value(routine, what, type, value) result(status) bind(c, name='vf_check_value')
      import :: c_char, c_int, c_ptr
      character(kind=c_char), intent(in) :: routine(*), what(*)
      integer(c_int), value :: type
      type(c_ptr), value :: value
      integer(c_int) :: status
    end function

    function c_register(routine, original, user) result(status) bind(c, name='vf_check_register_original')
      import :: c_char, c_funptr, c_int, c_ptr
      character(kind=c_char), intent(in) :: routine(*)
      type(c_funptr), value :: original
      type(c_ptr), value :: user
      integer(c_int) :: status
    end function
  end interface

contains

  subroutine begin_fields(routine, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, ierr)
    character(*), intent(in) :: routine
    class(vf_field), intent(in) :: f1
    class(vf_field), intent(in), optional :: f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12
    integer(c_int), intent(out), optional :: ierr
    call begin(routine, of_fields(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12), ierr)
  end subroutine

  subroutine begin_views(routine, list, &
      f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, ierr)
    character(*), intent(in) :: routine
    type(vf_view), intent(in) :: list(:)
    class(vf_field), intent(in), optional :: f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12
    integer(c_int), intent(out), optional :: ierr
    call begin(routine, [of_views(list), &
      of_fields(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12)], ierr)
  end subroutine

  subroutine begin_views_2(routine, list, second, &
      f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, ierr)
    character(*), intent(in) :: routine
    type(vf_view), intent(in) :: list(:)
    type(vf_view), intent(in) :: second(:)
    class(vf_field), intent(in), optional :: f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12
    integer(c_int), intent(out), optional :: ierr
    call begin(routine, [of_views(list), of_views(second), &
      of_fields(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12)], ierr)
  end subroutine

  subroutine begin_views_3(routine, list, second, third, &
      f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, ierr)
    character(*), intent(in) :: routine
    type(vf_view), intent(in) :: list(:)
    type(vf_view), intent(in) :: second(:)
    type(vf_view), intent(in) :: third(:)
    class(vf_field), intent(in), optional :: f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12
    integer(c_int), intent(out), optional :: ierr
    call begin(routine, [of_views(list), of_views(second), of_views(third), &
      of_fields(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12)], ierr)
  end subroutine

  subroutine begin_sets(routine, list, &
      f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, ierr)
    character(*), intent(in) :: routine
    type(vf_set), intent(in) :: list(:)
    class(vf_field), intent(in), optional :: f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12
    integer(c_int), intent(out), optional :: ierr
    call begin(routine, [of_sets(list), &
      of_fields(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12)], ierr)
  end subroutine

  subroutine begin_views_sets(routine, list, sets, &
      f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, ierr)
    character(*), intent(in) :: routine
    type(vf_view), intent(in) :: list(:)
    type(vf_set), intent(in) :: sets(:)
    class(vf_field), intent(in), optional :: f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12
    integer(c_int), intent(out), optional :: ierr
    call begin(routine, [of_views(list), of_sets(sets), &
      of_fields(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12)], ierr)
  end subroutine

  subroutine scratch_fields(routine, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, ierr)
    character(*), intent(in) :: routine
    class(vf_field), intent(in) :: f1
    class(vf_field), intent(in), optional :: f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12
    integer(c_int), intent(out), optional :: ierr
    call scratch(routine, of_fields(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12), ierr)
  end subroutine

  subroutine scratch_views(routine, list, &
      f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, ierr)
    character(*), intent(in) :: routine
    type(vf_view), intent(in) :: list(:)
    class(vf_field), intent(in), optional :: f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12
    integer(c_int), intent(out), optional :: ierr
    call scratch(routine, [of_views(list), &
      of_fields(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12)], ierr)
  end subroutine

  subroutine scratch_views_2(routine, list, second, &
      f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, ierr)
    character(*), intent(in) :: routine
    type(vf_view), intent(in) :: list(:)
    type(vf_view), intent(in) :: second(:)
    class(vf_field), intent(in), optional :: f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12
    integer(c_int), intent(out), optional :: ierr
    call scratch(routine, [of_views(list), of_views(second), &
      of_fields(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12)], ierr)
  end subroutine

  subroutine scratch_views_3(routine, list, second, third, &
      f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, ierr)
    character(*), intent(in) :: routine
    type(vf_view), intent(in) :: list(:)
    type(vf_view), intent(in) :: second(:)
    type(vf_view), intent(in) :: third(:)
    class(vf_field), intent(in), optional :: f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12
    integer(c_int), intent(out), optional :: ierr
    call scratch(routine, [of_views(list), of_views(second), of_views(third), &
      of_fields(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12)], ierr)
  end subroutine

  subroutine scratch_sets(routine, list, &
      f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, ierr)
    character(*), intent(in) :: routine
    type(vf_set), intent(in) :: list(:)
    class(vf_field), intent(in), optional :: f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12
    integer(c_int), intent(out), optional :: ierr
    call scratch(routine, [of_sets(list), &
      of_fields(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12)], ierr)
  end subroutine

  subroutine scratch_views_sets(routine, list, sets, &
      f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, ierr)
    character(*), intent(in) :: routine
    type(vf_view), intent(in) :: list(:)
    type(vf_set), intent(in) :: sets(:)
    class(vf_field), intent(in), optional :: f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12
    integer(c_int), intent(out), optional :: ierr
    call scratch(routine, [of_views(list), of_sets(sets), &
      of_fields(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12)], ierr)
  end subroutine

  subroutine begin(routine, handles, ierr)
    character(*), intent(in) :: routine
    type(c_ptr), intent(in) :: handles(:)
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_check_begin(c_text(routine), handles, size(handles, kind=c_int)), ierr)
  end subroutine

  subroutine scratch(routine, handles, ierr)
    character(*), intent(in) :: routine
    type(c_ptr), intent(in) :: handles(:)
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_check_scratch(c_text(routine), handles, size(handles, kind=c_int)), ierr)
  end subroutine

  ! Not of CLASS: gfortran 12 takes other elements of a component such as levels%phi_view then.
  function of_views(list) result(handles)
    type(vf_view), intent(in) :: list(:)
    type(c_ptr) :: handles(size(list))
    integer :: f
    do f = 1, size(list)
      handles(f) = list(f)%handle
    end do
  end function

  function of_sets(list) result(handles)
    type(vf_set), intent(in) :: list(:)
    type(c_ptr) :: handles(size(list))
    integer :: f
    do f = 1, size(list)
      handles(f) = list(f)%handle
    end do
  end function

  function of_fields(f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12) result(handles)
    class(vf_field), intent(in), optional :: f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12
    type(c_ptr), allocatable :: handles(:)
    type(c_ptr) :: all_of_them(12)
    integer(c_int) :: count
    count = 0
    call add(f1, all_of_them, count)
    call add(f2, all_of_them, count)
    call add(f3, all_of_them, count)
    call add(f4, all_of_them, count)
    call add(f5, all_of_them, count)
    call add(f6, all_of_them, count)
    call add(f7, all_of_them, count)
    call add(f8, all_of_them, count)
    call add(f9, all_of_them, count)
    call add(f10, all_of_them, count)
    call add(f11, all_of_them, count)
    call add(f12, all_of_them, count)
    handles = all_of_them(:count)
  end function

  ! Cells of a listed view outside of which nothing matters once the routine has ended, such as ghosts that the
  ! next reader fills anew: only these are compared. Between vf_check_begin and the loop.
  !   routine  name of the routine
  !   field    a view or a set of the list
  !   box      cells, in the view's indices; absent: the boxes of the set
  !   ierr     VF_ERROR_NULL (box, of a view), VF_ERROR_ARGUMENT (not in the list), VF_ERROR_STATE
  subroutine vf_check_cells(routine, field, box, ierr)
    character(*), intent(in) :: routine
    class(vf_field), intent(in) :: field
    type(vf_box), intent(in), optional :: box
    integer(c_int), intent(out), optional :: ierr
    type(vf_box), target :: cells
    type(c_ptr) :: address
    address = c_null_ptr
    if (present(box)) then
      cells = box
      address = c_loc(cells)
    end if
    call vf_finish(c_check_cells(c_text(routine), field%handle, address), ierr)
  end subroutine

  ! Behind the port, as the condition of the loop whose body is the original: .true. as often as the body is
  ! to run, which may be twice. A failure gives .false.; vf_check_end tells it.
  !   routine  name of the routine
  function vf_check_original(routine) result(again)
    character(*), intent(in) :: routine
    logical :: again
    again = logical(c_check_original(c_text(routine)))
  end function

  ! Behind the loop, or, where the original was registered, behind the port. Compares and closes. After a failure the report
  ! says that a call was not checked, and vf_report_passed is .false.
  !   routine  name of the routine
  !   ierr     VF_ERROR_STATE (not begun on this thread, or not as the last one; the loop was left early; no
  !            original has run; the port wrote a view behind the loop; a view was released),
  !            VF_ERROR_MISMATCH (something was found, and vf_validate_stop says so), VF_ERROR_MEMORY,
  !            VF_ERROR_DEVICE
  subroutine vf_check_end(routine, ierr)
    character(*), intent(in) :: routine
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_check_end(c_text(routine)), ierr)
  end subroutine

  subroutine value_real64(routine, what, value, ierr)
    character(*), intent(in) :: routine, what
    real(real64), intent(inout), target :: value
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_check_value(c_text(routine), c_text(what), 2_c_int, c_loc(value)), ierr)
  end subroutine

  subroutine value_real32(routine, what, value, ierr)
    character(*), intent(in) :: routine, what
    real(real32), intent(inout), target :: value
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_check_value(c_text(routine), c_text(what), 1_c_int, c_loc(value)), ierr)
  end subroutine

  subroutine value_int32(routine, what, value, ierr)
    character(*), intent(in) :: routine, what
    integer(int32), intent(inout), target :: value
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_check_value(c_text(routine), c_text(what), 3_c_int, c_loc(value)), ierr)
  end subroutine

  subroutine value_int64(routine, what, value, ierr)
    character(*), intent(in) :: routine, what
    integer(int64), intent(inout), target :: value
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_check_value(c_text(routine), c_text(what), 4_c_int, c_loc(value)), ierr)
  end subroutine

  subroutine value_logical(routine, what, value, ierr)
    character(*), intent(in) :: routine, what
    logical, intent(inout), target :: value
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_check_value(c_text(routine), c_text(what), vf_logical32, c_loc(value)), ierr)
  end subroutine

  ! Registers an original that vf_check_end runs by itself, in the place of a loop and of an earlier one.
  !   routine   name of the routine
  !   original  has to exist for as long as it is registered, which an internal procedure does only
  !             until its host returns
  !   ierr      VF_ERROR_STATE (a kernel has the name), VF_ERROR_MEMORY
  subroutine vf_check_register_original(routine, original, ierr)
    character(*), intent(in) :: routine
    procedure(vf_routine_original) :: original
    integer(c_int), intent(out), optional :: ierr
    type(registered), pointer :: entry
    integer :: failed
    entry => entry_of(routine)
    if (.not. associated(entry)) then
      allocate (entry, stat=failed)
      if (failed /= 0) then
        call vf_finish(vf_report(VF_ERROR_MEMORY, 'no memory for the original of ' // routine), ierr)
        return
      end if
      entry%routine = routine
      entry%next => all
      all => entry
    end if
    entry%original => original
    call vf_finish(c_register(c_text(routine), c_funloc(run_original), c_loc(entry)), ierr)
  end subroutine

  ! Takes the original of a routine back.
  !   ierr  as above
  subroutine vf_check_forget_original(routine, ierr)
    character(*), intent(in) :: routine
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_register(c_text(routine), c_null_funptr, c_null_ptr), ierr)
  end subroutine

  function entry_of(routine) result(entry)
    character(*), intent(in) :: routine
    type(registered), pointer :: entry
    entry => all
    do while (associated(entry))
      if (entry%routine == routine) return
      entry => entry%next
    end do
  end function

  ! C calls this with what was registered.
  subroutine run_original(arrays, count, user) bind(c, name='')
    type(c_ptr), value :: arrays
    integer(c_int), value :: count
    type(c_ptr), value :: user
    type(registered), pointer :: entry
    associate (unused_arrays => arrays, unused_count => count)
    end associate
    call c_f_pointer(user, entry)
    call entry%original()
  end subroutine

  subroutine add(field, handles, count)
    class(vf_field), intent(in), optional :: field
    type(c_ptr), intent(inout) :: handles(:)
    integer(c_int), intent(inout) :: count
    if (.not. present(field)) return
    count = count + 1
    handles(count) = field%handle
  end subroutine

end module
