! Sections without gaps are wrapped; other sections are refused with the place of the gap in the
! text.
program wrap_sections
  use, intrinsic :: iso_c_binding, only: c_associated, c_loc
  use, intrinsic :: iso_fortran_env, only: real64
  use viewfab
  use claims
  implicit none
  real(real64), target :: a(-1:8,-1:8,-1:8)
  real(real64), target :: b(4,2)
  a = 0
  b = 0
  call without_gaps(a)
  call with_gaps(a)
  call small(b)
contains

  subroutine without_gaps(a)
    real(real64), intent(inout), target :: a(-1:,-1:,-1:)
    type(vf_view) :: v
    real(real64), pointer, contiguous :: p(:,:,:)
    call v%wrap(a(:,:,2:4), lower=[-1, -1, 2], label='slab')
    call v%host_pointer(p)
    call check(c_associated(c_loc(p), c_loc(a(-1,-1,2))), 'a slab begins at its own first element')
    call check(all(lbound(p) == [-1, -1, 2]) .and. all(ubound(p) == [8, 8, 4]), 'bounds of a slab')
    call v%wrap(a(:,3,3), label='line')
    call check(v%is_set(), 'a line in the first direction has no gaps')
    call v%wrap(a(:,3:3,3:3), label='thin')
    call check(v%is_set(), 'a direction of extent 1 has no gaps')
    call v%wrap(a(2:5,3,3:3), label='part of a line')
    call check(v%is_set(), 'a part of a line has no gaps')
    call v%release()
  end subroutine

  subroutine with_gaps(a)
    real(real64), intent(inout), target :: a(-1:,-1:,-1:)
    type(vf_view) :: v
    integer :: ierr
    call v%wrap(a(0:7,:,:), label='interior', ierr=ierr)
    call refused(v, ierr, 'interior', 'strided in direction 2')
    call v%wrap(a(:,0:7,:), label='part of planes', ierr=ierr)
    call refused(v, ierr, 'part of planes', 'strided in direction 3')
    call v%wrap(a(::2,:,:), label='even', ierr=ierr)
    call refused(v, ierr, 'even', 'strided in direction 1')
    call v%wrap(a(3,:,:), label='plane', ierr=ierr)
    call refused(v, ierr, 'plane', 'strided in direction 1')
    call v%wrap(a(:,:,8:-1:-1), label='upside down', ierr=ierr)
    call refused(v, ierr, 'upside down', 'reversed in direction 3')
    call v%wrap(a(0:-1:-1,1,1:2), label='tricky', ierr=ierr)
    call refused(v, ierr, 'tricky', 'reversed in direction 1')
  end subroutine

  subroutine small(b)
    real(real64), intent(inout), target :: b(4,2)
    type(vf_view) :: v
    integer :: ierr
    call v%wrap(b(2:1:-1,:), label='backwards', ierr=ierr)
    call refused(v, ierr, 'backwards', 'reversed in direction 1')
    call v%wrap(b(1:3:2,:), label='pairs', ierr=ierr)
    call refused(v, ierr, 'pairs', 'strided in direction 1')
    call v%wrap(b(1:1,1:1), ierr=ierr)
    call check(ierr == VF_OK, 'a section of one element is wrapped')
    call v%wrap(b(:,2:2), ierr=ierr)
    call check(ierr == VF_OK, 'a column is wrapped')
    call v%release()
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
