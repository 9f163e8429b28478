! wrap refuses an array that it could not keep: components of arrays of structures, parts of complex numbers, and the copies that
! a compiler makes for a call. The neighbours keep their values.
program wrap_components
  use, intrinsic :: iso_fortran_env, only: compiler_version, int32, real32, real64
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
  call refused_copies()
  call sections_say_their_direction()
  call every_rank_is_seen()
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
    select type (any_line)
    type is (real(real64))
      call v%wrap(any_line, lower=[-6], label='polymorphic')
    end select
    call v%host_pointer(p)
    call check(size(p) == 6 .and. lbound(p, 1) == -6, 'an array of CLASS(*) within SELECT TYPE')
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

  ! If the array arrives as TYPE(*), gfortran hands over a copy of such an array, and flang the array with its gaps.
  function copy_or_gaps(bytes) result(text)
    character(*), intent(in) :: bytes
    character(:), allocatable :: text
    text = bytes // ' bytes apart'
    if (index(compiler_version(), 'GCC') == 1) text = 'a copy of the array, which ends with this call'
  end function

  ! A view of a copy would outlive the copy. flang does not tell copies from arrays.
  subroutine refused_copies()
    type(vf_view) :: v, list(2)
    real(real64), target :: line(9)
    real(real64), pointer :: to_line(:)
    integer :: ierr
    line = 1
    if (index(compiler_version(), 'GCC') /= 1) return
    call v%wrap_without_target(cells%temperature, label='temperature', ierr=ierr)
    call refused(v, ierr, 'temperature', 'a copy of the array, which ends with this call')
    call v%wrap_without_target(z%re, label='re', ierr=ierr)
    call refused(v, ierr, 're', 'a copy of the array, which ends with this call')
    call v%wrap_without_target(line([2, 5, 7]), label='chosen', ierr=ierr)
    call refused(v, ierr, 'chosen', 'elements chosen by a list of indices')
    call v%wrap_without_target(line + 1, label='sum', ierr=ierr)
    call refused(v, ierr, 'sum', 'an expression')
    call v%wrap_without_target((whole), label='in brackets', ierr=ierr)
    call refused(v, ierr, 'in brackets', 'an expression')
    call v%wrap_without_target(transpose(whole), label='transposed', ierr=ierr)
    call refused(v, ierr, 'transposed', 'is strided in direction 1')
    call vf_views_wrap([0], list(1), line([1, 3]), 'chosen', ierr=ierr)
    call refused(list(1), ierr, 'chosen', 'elements chosen by a list of indices')
    call vf_views_wrap_slices(list, line([1, 3, 4]), [1, 2], reshape([1, 1], [1, 2]), label='chosen', ierr=ierr)
    call refused(list(1), ierr, 'chosen', 'elements chosen by a list of indices')
    to_line(0:) => line
    call v%wrap(to_line, lower=[0], label='pointer from 0')
    call check(v%is_set(), 'an array that begins at 0 is no copy')
    call v%release()
  end subroutine

  subroutine sections_say_their_direction()
    type(vf_view) :: v
    real(real64), target :: block(4, 5, 6)
    integer :: ierr
    block = 0
    call v%wrap(block(4:1:-1, :, :), label='reversed', ierr=ierr)
    call refused(v, ierr, 'reversed', 'is reversed in direction 1: neighbours are -8 bytes apart instead of 8')
    call v%wrap(block(:, 1:5:2, :), label='every other', ierr=ierr)
    call refused(v, ierr, 'every other', 'is strided in direction 2: neighbours are 64 bytes apart instead of 32')
    call v%wrap(block(:, :, 2:3), label='in one piece')
    call check(v%is_set(), 'planes that lie together are wrapped')
    call v%release()
  end subroutine

  subroutine every_rank_is_seen()
    type(vf_view) :: v
    real(real64), target :: fifteen(1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2), eight(2, 1, 1, 1, 1, 1, 1, 2)
    integer :: ierr
    call v%wrap(fifteen, label='fifteen', ierr=ierr)
    call check(ierr == VF_ERROR_ARGUMENT .and. index(vf_last_error(), "'fifteen': an array of rank 15 needs axes") > 0, 'rank 15')
    call v%wrap(eight, label='eight', axes='i j k c a b s t', ierr=ierr)
    call check(ierr == VF_ERROR_ARGUMENT .and. index(vf_last_error(), "'eight'") > 0, 'rank 8 with axes: ' // vf_last_error())
  end subroutine

  subroutine refused_in_lists()
    type(vf_view) :: v, list(1)
    integer :: ierr
    call vf_views_wrap_slices(list, pairs%x, [1], reshape([4], [1, 1]), label='x', ierr=ierr)
    call refused(list(1), ierr, 'x', copy_or_gaps('16'))
    p => pairs%y
    call vf_views_wrap(v, p, 'y', ierr=ierr)
    call refused(v, ierr, 'y', '16 bytes apart')
    call vf_views_wrap([0], v, pairs%y, 'y', ierr=ierr)
    call refused(v, ierr, 'y', copy_or_gaps('16'))
  end subroutine

  ! The dummies of a legacy routine have lost their bounds: all dummies get the same bounds in a single call.
  subroutine dummies_with_lower(a, l1, l2)
    integer, intent(in) :: l1, l2
    real(real64), target, intent(inout) :: a(l1:, l2:)
    integer, target :: mask(3, 4)
    type(vf_view) :: a_v, mask_v, line_v
    integer :: ierr
    a = 1
    mask = 0
    call vf_views_wrap([l1, l2], a_v, a, 'a', mask_v, mask, 'mask')
    call vf_fill_value(vf_box([-1, 1, 1], [0, 3, 1]), a_v, 7.0_real64)
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
