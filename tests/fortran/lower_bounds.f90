! A view has the lower bounds of its array, or the bounds given to wrap, and kernels use these bounds.
program lower_bounds
  use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
  use viewfab
  use claims
  implicit none
  type :: level
    real(real32), allocatable :: flux(:)
    integer(int32) :: mark(-5:-2, 3)
  end type
  real(real64), allocatable, target :: a(:,:,:)
  real(real64), pointer, contiguous :: p(:,:,:), q(:,:,:)
  type(level), target :: coarse
  real(real32), pointer, contiguous :: flux(:)
  integer(int32), pointer, contiguous :: mark(:,:)
  type(vf_view) :: v
  integer :: ierr
  allocate (a(-3:4,0:5,7:9), coarse%flux(0:6))
  a = 1

  call v%wrap(a, label='a')
  call check(bounds_are([-3, 0, 7], [4, 5, 9]), 'without lower an allocatable array has its own bounds')
  q(-1:, 3:, -9:) => a
  call v%wrap(q, label='q')
  call check(bounds_are([-1, 3, -9], [6, 8, -7]), 'so does a pointer')
  call v%wrap(coarse%flux, label='flux')
  call v%host_pointer(flux)
  call check(lbound(flux, 1) == 0 .and. size(flux) == 7, 'so does an allocatable component')
  call v%wrap(coarse%mark, label='mark')
  call v%host_pointer(mark)
  call check(all(lbound(mark) == [-5, 1]), 'so does a fixed component')
  call explicit_shape(a, 8)
  call assumed_shape(a)
  call v%wrap(a(-1:, :, 8:8), label='section', ierr=ierr)
  call check(ierr == VF_ERROR_STRIDED, 'a section with gaps is refused')
  call v%wrap(a(:, :, 8:9), label='section')
  call check(bounds_are([1, 1, 1], [8, 6, 2]), 'a section has the lower bounds 1')
  call v%wrap(a, lower=[0, -2, 5], label='a')
  call check(bounds_are([0, -2, 5], [7, 3, 7]), 'lower comes before the bounds of the array')
  call v%wrap_without_target(a, label='a')
  call check(bounds_are([1, 1, 1], [8, 6, 3]), 'wrap_without_target knows no bounds')
  call v%wrap_real64(a, label='a')
  call check(bounds_are([-3, 0, 7], [4, 5, 9]), 'the specific procedure has the bounds too')

  call other_kinds()

  call v%wrap(a, lower=lbound(a), label='a')
  call v%host_pointer(p)
  call check(all(lbound(p) == lbound(a)) .and. all(ubound(p) == ubound(a)), 'lower is kept')

  call vf_fill_value(vf_box([-3, 0, 7], [-3, 0, 7]), v, 5.0_real64)
  call v%to_host(vf_update)
  call check(a(-3,0,7) == 5 .and. count(a == 5) == 1, 'a kernel writes the element of that index')
  call vf_fill_value(vf_box(lbound(a), ubound(a)), v, 6.0_real64)
  call v%to_host()
  call check(all(a == 6), 'a kernel reaches every element')
  call vf_fill_value(vf_box([-4, 0, 7], [0, 0, 7]), v, 7.0_real64, ierr)
  call check(ierr == VF_ERROR_BOX, 'a box below the bounds is refused')
  call vf_fill_value(vf_box([-3, 0, 7], [4, 5, 10]), v, 7.0_real64, ierr)
  call check(ierr == VF_ERROR_BOX, 'a box above the bounds is refused')

  call v%wrap(a, lower=[-3, 0], label='short', ierr=ierr)
  call check(ierr == VF_ERROR_ARGUMENT, 'lower with too few values is refused')
  call check(mentions(vf_last_error(), "'short'", '2 values'), 'and the text says what it got')
  call check(mentions(vf_last_error(), "'short'", 'rank 3'), 'and what it needs')
  call check(v%is_set(), 'a refused wrap leaves the view as it was')
  call v%wrap(a, lower=[-3, 0, 7, 1], ierr=ierr)
  call check(ierr == VF_ERROR_ARGUMENT, 'lower with too many values is refused')
  call v%release()
  nullify (q)
  call v%wrap(q, label='nothing', ierr=ierr)
  call check(ierr == VF_ERROR_NULL .and. mentions(vf_last_error(), "'nothing'", 'points to nothing'), &
    'a pointer to nothing is refused')
  deallocate (a)
  call v%wrap(a, label='gone', ierr=ierr)
  call check(ierr == VF_ERROR_NULL .and. mentions(vf_last_error(), "'gone'", 'not allocated'), &
    'so is an array that is not allocated')

contains

  subroutine explicit_shape(b, n)
    integer, intent(in) :: n
    real(real64), target, intent(inout) :: b(-7:n-8, 2:7, 0:2)
    call v%wrap(b, label='explicit')
    call check(bounds_are([-7, 2, 0], [0, 7, 2]), 'a dummy of explicit shape has its own bounds')
  end subroutine

  subroutine assumed_shape(b)
    real(real64), target, intent(inout) :: b(:,-4:,:)
    call v%wrap(b, label='assumed')
    call check(bounds_are([1, -4, 1], [8, 1, 3]), 'a dummy of assumed shape has the bounds of its declaration')
  end subroutine

  ! A specific procedure names its type in an error of the compiler.
  subroutine other_kinds()
    real(real32), target :: single(-2:3)
    integer(int32), target :: short(0:4)
    integer(int64), target :: long(5:6)
    logical, target :: mask(-9:-7)
    real(real32), pointer, contiguous :: of_single(:)
    integer(int32), pointer, contiguous :: of_short(:)
    integer(int64), pointer, contiguous :: of_long(:)
    logical, pointer, contiguous :: of_mask(:)
    call v%wrap_real32(single)
    call v%host_pointer(of_single)
    call check(lbound(of_single, 1) == -2 .and. size(of_single) == 6, 'so has the procedure for real32')
    call v%wrap_int32(short)
    call v%host_pointer(of_short)
    call check(lbound(of_short, 1) == 0 .and. size(of_short) == 5, 'for int32')
    call v%wrap_int64(long)
    call v%host_pointer(of_long)
    call check(lbound(of_long, 1) == 5 .and. size(of_long) == 2, 'for int64')
    call v%wrap_logical(mask)
    call v%host_pointer(of_mask)
    call check(lbound(of_mask, 1) == -9 .and. size(of_mask) == 3, 'and for logical')
  end subroutine

  logical function bounds_are(lo, hi)
    integer, intent(in) :: lo(3), hi(3)
    call v%host_pointer(p)
    bounds_are = all(lbound(p) == lo) .and. all(ubound(p) == hi)
  end function
end program
