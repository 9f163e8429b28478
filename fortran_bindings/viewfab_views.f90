! Lists of views: moving data and release in one call, and the views of all slices of a work array.
module viewfab_views
  use, intrinsic :: iso_c_binding, only: c_bool, c_int, c_int64_t, c_intptr_t, c_null_ptr, c_ptr
  use, intrinsic :: iso_fortran_env, only: int64
  use viewfab_status, only: VF_OK, VF_ERROR_ARGUMENT
  use viewfab_access, only: vf_access, vf_read
  use viewfab_errors, only: vf_digits, vf_finish, vf_report
  use viewfab_c, only: c_text, c_view_wrap, c_views_release, c_views_to_device, c_views_to_host, vf_max_rank
  use viewfab_elements, only: vf_element_bytes
  use viewfab_field, only: let_go
  use viewfab_view, only: vf_view
  use viewfab_view_wrap, only: check_steps, find_array, found_array, name_of, quoted, wrong_type
  implicit none
  private
  public :: vf_views_to_host, vf_views_to_device, vf_views_release, vf_views_wrap_slices

  ! Releases views, all or none; views that are not set are skipped.
  !
  ! vf_views_release(views, discard, ierr)
  !   views    an array of views; variables, which are not set afterwards
  !   discard  .true. gives up values that only the device holds; default .false.
  !   ierr     as for release of one view, with the label of the refused view; VF_ERROR_ARGUMENT (a view stands twice in
  !            the list)
  !
  ! vf_views_release(v1, v2, ..., v40, discard=discard, ierr=ierr): the same, for views outside of an array. A list of copies,
  ! [v1, v2], does not compile: the variables themselves would stay set.
  interface vf_views_release
    module procedure :: release_array, release_each
  end interface

contains

  ! to_host for all views at once: one block of device memory for views without device memory, freed when the last of them
  ! is released, and a single wait for all copies.
  !   views   all set; [u, v, w] for views outside of an array
  !   access  vf_read (default), vf_write or vf_update, as for to_host of one view
  !   ierr    as for to_host, with the label of the array. VF_ERROR_NULL names the place of a view that is not set, and no
  !           data moved. If device memory or a copy fails, no state has changed.
  subroutine vf_views_to_host(views, access, ierr)
    type(vf_view), intent(in) :: views(:)
    type(vf_access), intent(in), optional :: access
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_views_to_host(handles_of(views), size(views, kind=c_int), intent_of(access)), ierr)
  end subroutine

  ! The same for to_device.
  subroutine vf_views_to_device(views, access, ierr)
    type(vf_view), intent(in) :: views(:)
    type(vf_access), intent(in), optional :: access
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_views_to_device(handles_of(views), size(views, kind=c_int), intent_of(access)), ierr)
  end subroutine

  subroutine release_array(views, discard, ierr)
    type(vf_view), intent(inout) :: views(:)
    logical, intent(in), optional :: discard
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status
    status = end_all(views, discard)
    call vf_finish(status, ierr)
  end subroutine

  subroutine release_each(v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17, v18, v19, v20, v21, v22, &
      v23, v24, v25, v26, v27, v28, v29, v30, v31, v32, v33, v34, v35, v36, v37, v38, v39, v40, &
      discard, ierr)
    type(vf_view), intent(inout) :: v1
    type(vf_view), intent(inout), optional :: v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14
    type(vf_view), intent(inout), optional :: v15, v16, v17, v18, v19, v20, v21, v22, v23, v24, v25, v26, v27
    type(vf_view), intent(inout), optional :: v28, v29, v30, v31, v32, v33, v34, v35, v36, v37, v38, v39, v40
    logical, intent(in), optional :: discard
    integer(c_int), intent(out), optional :: ierr
    type(vf_view) :: views(40)
    integer(c_int) :: status
    call take(v1, 1)
    call take(v2, 2); call take(v3, 3); call take(v4, 4); call take(v5, 5); call take(v6, 6)
    call take(v7, 7); call take(v8, 8); call take(v9, 9); call take(v10, 10); call take(v11, 11)
    call take(v12, 12); call take(v13, 13); call take(v14, 14); call take(v15, 15); call take(v16, 16)
    call take(v17, 17); call take(v18, 18); call take(v19, 19); call take(v20, 20); call take(v21, 21)
    call take(v22, 22); call take(v23, 23); call take(v24, 24); call take(v25, 25); call take(v26, 26)
    call take(v27, 27); call take(v28, 28); call take(v29, 29); call take(v30, 30); call take(v31, 31)
    call take(v32, 32); call take(v33, 33); call take(v34, 34); call take(v35, 35); call take(v36, 36)
    call take(v37, 37); call take(v38, 38); call take(v39, 39); call take(v40, 40)
    status = end_all(views, discard)
    call give(v1, 1)
    call give(v2, 2); call give(v3, 3); call give(v4, 4); call give(v5, 5); call give(v6, 6)
    call give(v7, 7); call give(v8, 8); call give(v9, 9); call give(v10, 10); call give(v11, 11)
    call give(v12, 12); call give(v13, 13); call give(v14, 14); call give(v15, 15); call give(v16, 16)
    call give(v17, 17); call give(v18, 18); call give(v19, 19); call give(v20, 20); call give(v21, 21)
    call give(v22, 22); call give(v23, 23); call give(v24, 24); call give(v25, 25); call give(v26, 26)
    call give(v27, 27); call give(v28, 28); call give(v29, 29); call give(v30, 30); call give(v31, 31)
    call give(v32, 32); call give(v33, 33); call give(v34, 34); call give(v35, 35); call give(v36, 36)
    call give(v37, 37); call give(v38, 38); call give(v39, 39); call give(v40, 40)
    call vf_finish(status, ierr)
  contains
    subroutine take(v, place)
      type(vf_view), intent(in), optional :: v
      integer, intent(in) :: place
      if (present(v)) views(place)%handle = v%handle
    end subroutine
    subroutine give(v, place)
      type(vf_view), intent(inout), optional :: v
      integer, intent(in) :: place
      if (present(v)) v%handle = views(place)%handle
    end subroutine
  end subroutine

  function end_all(views, discard) result(status)
    type(vf_view), intent(inout) :: views(:)
    logical, intent(in), optional :: discard
    integer(c_int) :: status
    type(c_ptr) :: handles(size(views))
    logical(c_bool) :: lose
    integer :: v
    lose = .false.
    if (present(discard)) lose = logical(discard, c_bool)
    handles = handles_of(views)
    status = c_views_release(handles, size(views, kind=c_int), lose)
    do v = 1, size(views)
      views(v)%handle = handles(v)
    end do
  end function

  pure function handles_of(views) result(handles)
    type(vf_view), intent(in) :: views(:)
    type(c_ptr) :: handles(size(views))
    integer :: v
    do v = 1, size(views)
      handles(v) = views(v)%handle
    end do
  end function

  pure function intent_of(access) result(code)
    type(vf_access), intent(in), optional :: access
    integer(c_int) :: code
    code = vf_read%code
    if (present(access)) code = access%code
  end function

  ! Makes views of slices of a work array, a view for each slice, as wrap does for an array: each view has its own state.
  !
  ! vf_views_wrap_slices(views, array, first, extents, lower, label, join, ierr)
  !   views    as many as slices
  !   array    of rank 1 and without gaps; or its first element, of an assumed-size array or an array of another rank. The
  !            array should have TARGET.
  !   first    number of the first element of each slice in the array, whose own first element is number 1
  !   extents  extents(d, s): number of elements of slice s in direction d. All slices have the same number of directions,
  !            1 to 4; the 4th direction is the component.
  !   lower    lower bounds of all slices, a bound for each direction; default 1
  !   label    slices are called 'label slice 1' and so on; default 'unnamed'
  !   join     .true. if a live view covers the whole array, or the slices, already: the slices share its data and state;
  !            default .false., as for wrap
  !   ierr     as for wrap, and VF_ERROR_ARGUMENT (numbers of views, first elements and extents differ, a slice is not
  !            within the array), VF_ERROR_STRIDED. Views before the failed slice are made.
  subroutine vf_views_wrap_slices(views, array, first, extents, lower, label, join, ierr)
    type(vf_view), intent(inout) :: views(:)
    type(*), target :: array(..)
    integer(c_int), intent(in) :: first(:), extents(:,:)
    integer(c_int), intent(in), optional :: lower(:)
    character(*), intent(in), optional :: label
    logical, intent(in), optional :: join
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status
    integer(int64) :: elements
    type(found_array) :: found
    call find_array(array, found)
    status = check_line(found, label)
    elements = huge(elements)                         ! behind a first element
    if (found%rank == 1) elements = found%extents(1)
    if (status == VF_OK) status = wrap_each(views, found, elements, first, extents, lower, label, join)
    call vf_finish(status, ierr)
  end subroutine

  ! An error unless the array is a line of elements without gaps, or its first element.
  function check_line(array, label) result(status)
    type(found_array), intent(in) :: array
    character(*), intent(in), optional :: label
    integer(c_int) :: status
    status = VF_OK
    if (array%rank > 1) then
      status = vf_report(VF_ERROR_ARGUMENT, 'slices of ' // quoted(label) // ': the array has rank ' &
        // number_text(int(array%rank)) // '; pass its first element')
    else if (any(array%extents(:array%rank) <= 0)) then
      status = vf_report(VF_ERROR_ARGUMENT, 'slices of ' // quoted(label) // ': the array has no elements')
    else if (array%code /= 0) then
      status = check_steps('slices', array, label)
    end if
  end function

  function wrap_each(views, array, elements, first, extents, lower, label, join) result(status)
    type(vf_view), intent(inout) :: views(:)
    type(found_array), intent(in) :: array
    integer(int64), intent(in) :: elements
    integer(c_int), intent(in) :: first(:), extents(:,:)
    integer(c_int), intent(in), optional :: lower(:)
    character(*), intent(in), optional :: label
    logical, intent(in), optional :: join
    integer(c_int) :: status, code, rule, bounds(vf_max_rank)
    integer(c_intptr_t) :: address
    integer :: s
    code = array%code
    rule = 0                                          ! enum vf_wrap_rule
    if (present(join)) rule = merge(1_c_int, 0_c_int, join)
    bounds = 1
    status = check_lists(size(views), first, extents, lower, label)
    if (status == VF_OK .and. code == 0) status = wrong_type('slices', label)
    if (status /= VF_OK) return
    if (present(lower)) bounds(1:size(lower)) = lower
    do s = 1, size(views)
      status = check_slice(s, first(s), int(extents(:,s), int64), elements, label)
      if (status == VF_OK) status = let_go(views(s))
      if (status /= VF_OK) return
      address = transfer(array%address, address) + (first(s) - 1_c_intptr_t)*vf_element_bytes(code)
      status = c_view_wrap(c_null_ptr, transfer(address, c_null_ptr), code, size(extents, 1, kind=c_int), &
        int(extents(:,s), c_int64_t), bounds, c_text(name_of(label) // ' slice ' // vf_digits(int(s, int64))), rule, &
        views(s)%handle)
      if (status /= VF_OK) return
    end do
  end function

  function check_lists(views, first, extents, lower, label) result(status)
    integer, intent(in) :: views
    integer(c_int), intent(in) :: first(:), extents(:,:)
    integer(c_int), intent(in), optional :: lower(:)
    character(*), intent(in), optional :: label
    integer(c_int) :: status
    status = VF_OK
    if (size(first) /= views .or. size(extents, 2) /= views) then
      status = vf_report(VF_ERROR_ARGUMENT, 'slices of ' // quoted(label) // ': there are ' // number_text(views) // ' views, ' &
        // number_text(size(first)) // ' beginnings and extents of ' // number_text(size(extents, 2)))
    else if (size(extents, 1) < 1 .or. size(extents, 1) > vf_max_rank) then
      status = vf_report(VF_ERROR_ARGUMENT, 'slices of ' // quoted(label) // ': the rank is ' // number_text(size(extents, 1)) &
        // ', but must be 1 to 4')
    else if (present(lower)) then
      if (size(lower) /= size(extents, 1)) status = vf_report(VF_ERROR_ARGUMENT, 'slices of ' // quoted(label) &
        // ': lower has ' // number_text(size(lower)) // ' values, but the slices have rank ' // number_text(size(extents, 1)))
    end if
  end function

  ! An error unless the slice lies within this many elements.
  function check_slice(s, first, extents, elements, label) result(status)
    integer, intent(in) :: s
    integer(c_int), intent(in) :: first
    integer(int64), intent(in) :: extents(:), elements
    character(*), intent(in), optional :: label
    integer(c_int) :: status
    integer(int64) :: last
    integer :: d
    status = VF_OK
    last = 1
    do d = 1, size(extents)
      if (extents(d) < 0) return                      ! wrap refuses it
      if (extents(d) > 0 .and. last > huge(last)/max(extents(d), 1_int64)) last = huge(last)/extents(d)
      last = last*extents(d)
    end do
    if (first >= 1 .and. last <= elements - first + 1) return
    status = vf_report(VF_ERROR_ARGUMENT, 'slices of ' // quoted(label) // ': slice ' // number_text(s) // ' begins at element ' &
      // number_text(int(first)) // ' and has ' // vf_digits(last) // ', but the array ' // all_of(elements))
  end function

  pure function all_of(elements) result(text)
    integer(int64), intent(in) :: elements
    character(:), allocatable :: text
    text = 'begins at element 1'
    if (elements < huge(elements)) text = 'has ' // vf_digits(elements) // ' elements'
  end function

  pure function number_text(number) result(text)
    integer, intent(in) :: number
    character(:), allocatable :: text
    text = vf_digits(int(number, int64))
  end function

end module
