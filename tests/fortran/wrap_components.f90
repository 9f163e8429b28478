! Components of arrays of structures and parts of complex numbers have gaps between their elements: wrap refuses them, and
! the neighbours keep their values.
program wrap_components
  use, intrinsic :: iso_fortran_env, only: int32, real32, real64
  use viewfab
  use claims
  implicit none

  type :: cell
    integer(int32) :: tag
    real(real64) :: temperature
    real(real32) :: weights(3)
  end type

  type :: two
    real(real64) :: x, y
  end type

  type(cell), target :: cells(5), planes(4, 3)
  type(two), allocatable, target :: pairs(:)
  type(two), target :: one
  complex(real64), target :: z(6)
  real(real64), pointer :: p(:)
  real(real64), target :: whole(3, 4)

  allocate (pairs(-2:4))
  pairs%x = 1
  pairs%y = 2
  call refused_component()
  call refused_in_lists()
  call dummies_with_lower(whole, -1, 1)
  one%x = 3
  call a_component_of_one_structure(one)
  call indices_that_end_at_minus_1()
contains

  ! gfortran has the same descriptors for them as for arrays of assumed size.
  subroutine indices_that_end_at_minus_1()
    real(real64), target :: line(-4:-1), plane(3, -5:-1), none(2, 0:-1)
    real(real64), allocatable, target :: cells(:,:,:)
    class(*), pointer :: any_line(:)
    real(real64), pointer, contiguous :: p(:), p2(:,:), p3(:,:,:)
    type(vf_view) :: v, list(2)
    line = [1, 2, 3, 4]
    plane = 0
    allocate (cells(2, 2, -3:-1), source=0.0_real64)
    call v%wrap(line, lower=[-4], label='line')
    call v%host_pointer(p)
    call check(lbound(p, 1) == -4 .and. all(p == line), 'a line that ends at -1')
    call v%wrap(plane, lower=[1, -5], label='plane')
    call v%host_pointer(p2)
    call check(all(shape(p2) == [3, 5]), 'a plane that ends at -1')
    call v%wrap(cells, lower=lbound(cells), label='cells')
    call v%host_pointer(p3)
    call check(all(shape(p3) == [2, 2, 3]), 'an allocatable array that ends at -1')
    call v%wrap(none, label='none')
    call check(v%is_set(), 'an array without elements that ends at -1')
    call v%release()
    allocate (real(real64) :: any_line(-6:-1))
    call v%wrap(any_line, label='polymorphic')
    call v%host_pointer(p)
    call check(size(p) == 6 .and. lbound(any_line, 1) == -6 .and. ubound(any_line, 1) == -1, &
      'a pointer keeps its own bounds')
    call v%release()
    call vf_views_wrap_slices(list, line, [1, 3], reshape([2, 2], [1, 2]), label='line')
    call check(list(1)%is_set() .and. list(2)%is_set(), 'slices of a line that ends at -1')
    call vf_views_release(list)
  end subroutine

  subroutine refused_component()
    type(vf_view) :: v
    integer :: ierr
    call v%wrap(cells%temperature, label='temperature', ierr=ierr)
    call refused(v, ierr, 'temperature', '32 bytes apart')
    call v%wrap(planes%tag, label='tag', ierr=ierr)
    call refused(v, ierr, 'tag', '32 bytes apart')
    call v%wrap(planes(2:3, 2:2)%weights(2), label='weight', ierr=ierr)
    call refused(v, ierr, 'weight', '32 bytes apart')
    call v%wrap(pairs%y, label='y', ierr=ierr)
    call refused(v, ierr, 'y', '16 bytes apart')
    call check(all(pairs%x == 1) .and. all(pairs%y == 2), 'nothing was written')
    call v%wrap(z%re, label='re', ierr=ierr)
    call refused(v, ierr, 're', '16 bytes apart')
    p => pairs%y
    call v%wrap(p, label='pointer to y', ierr=ierr)
    call refused(v, ierr, 'pointer to y', '16 bytes apart')
  end subroutine

  subroutine refused_in_lists()
    type(vf_view) :: v, list(1)
    integer :: ierr
    call vf_views_wrap_slices(list, pairs%x, [1], reshape([4], [1, 1]), label='x', ierr=ierr)
    call refused(list(1), ierr, 'x', '16 bytes apart')
    p => pairs%y
    call vf_views_wrap(v, p, 'y', ierr=ierr)
    call refused(v, ierr, 'y', '16 bytes apart')
    call vf_views_wrap([0], v, pairs%y, 'y', ierr=ierr)
    call refused(v, ierr, 'y', '16 bytes apart')
  end subroutine

  ! The dummies of a legacy routine have lost their bounds: all get the same ones in one call.
  subroutine dummies_with_lower(a, l1, l2)
    integer, intent(in) :: l1, l2
    real(real64), target, intent(inout) :: a(l1:, l2:)
    integer, target :: mask(3, 4)
    type(vf_view) :: a_v, mask_v, line_v
    integer :: ierr
    a = 1
    mask = 0
    call vf_views_wrap([l1, l2], a_v, a, 'a', mask_v, mask, 'mask')
    call vf_set_value(vf_box([-1, 1, 1], [0, 3, 1]), a_v, 7.0_real64)
    call a_v%to_host()
    call check(all(a(-1:0, 1:3) == 7) .and. all(a(1, :) == 1) .and. all(a(:, 4) == 1), 'the bounds are those of the routine')
    call mask_v%release()
    call vf_views_wrap([l1, l2], mask_v, mask, 'mask', line_v, mask(:, 2), 'line', ierr=ierr)
    call check(ierr == VF_ERROR_ARGUMENT .and. index(vf_last_error(), "'line': lower has 2 values") > 0, 'ranks that differ')
    call check(mask_v%is_set() .and. .not. line_v%is_set(), 'the views before the refused one are made')
    call vf_views_release(mask_v, a_v)
  end subroutine

  subroutine a_component_of_one_structure(s)
    type(two), target, intent(inout) :: s
    type(vf_view) :: v
    integer :: ierr
    call v%wrap(s%x, [1], [1], 1, label='scalar')
    call check(v%is_set(), 'the first element of something is wrapped with its bounds')
    call v%release()
    call v%wrap(s%x, label='scalar', ierr=ierr)
    call check(ierr == VF_ERROR_ARGUMENT .and. index(vf_last_error(), 'a scalar has no extents') > 0, 'a scalar has no extents')
  end subroutine

  subroutine refused(v, ierr, label, text)
    type(vf_view), intent(in) :: v
    integer, intent(in) :: ierr
    character(*), intent(in) :: label, text
    call check(ierr == VF_ERROR_STRIDED .and. .not. v%is_set(), label // ' is refused')
    call check(index(vf_last_error(), "'" // label // "'") > 0, label // ': the text has the label')
    call check(index(vf_last_error(), text) > 0, label // ': the text says "' // text // '"')
  end subroutine
end program
