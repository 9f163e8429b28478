! wrap takes five types in four ranks and refuses others; host_pointer shows the wrapped array.
program wrap_kinds_and_ranks
  use, intrinsic :: iso_c_binding, only: c_associated, c_bool, c_loc
  use, intrinsic :: iso_fortran_env, only: int8, int32, int64, real32, real64
  use viewfab
  use claims
  implicit none
  call real32_arrays()
  call real64_arrays()
  call int32_arrays()
  call int64_arrays()
  call logical_arrays()
  call other_types()
contains

  subroutine real32_arrays()
    type(vf_view) :: v
    real(real32), target :: a1(5)
    real(real32), target :: a2(4,5)
    real(real32), target :: a3(3,4,5)
    real(real32), target :: a4(2,3,4,5)
    real(real32), pointer, contiguous :: p1(:)
    real(real32), pointer, contiguous :: p2(:,:)
    real(real32), pointer, contiguous :: p3(:,:,:)
    real(real32), pointer, contiguous :: p4(:,:,:,:)
    call v%wrap(a1)
    call v%host_pointer(p1)
    call check(c_associated(c_loc(p1), c_loc(a1)) .and. all(shape(p1) == shape(a1)), &
      'real32 of rank 1 is wrapped as it is')
    call v%wrap(a2)
    call v%host_pointer(p2)
    call check(c_associated(c_loc(p2), c_loc(a2)) .and. all(shape(p2) == shape(a2)), &
      'real32 of rank 2 is wrapped as it is')
    call v%wrap(a3)
    call v%host_pointer(p3)
    call check(c_associated(c_loc(p3), c_loc(a3)) .and. all(shape(p3) == shape(a3)), &
      'real32 of rank 3 is wrapped as it is')
    call v%wrap(a4)
    call v%host_pointer(p4)
    call check(c_associated(c_loc(p4), c_loc(a4)) .and. all(shape(p4) == shape(a4)), &
      'real32 of rank 4 is wrapped as it is')
    call v%release()
  end subroutine

  subroutine real64_arrays()
    type(vf_view) :: v
    real(real64), target :: a1(5)
    real(real64), target :: a2(4,5)
    real(real64), target :: a3(3,4,5)
    real(real64), target :: a4(2,3,4,5)
    real(real64), pointer, contiguous :: p1(:)
    real(real64), pointer, contiguous :: p2(:,:)
    real(real64), pointer, contiguous :: p3(:,:,:)
    real(real64), pointer, contiguous :: p4(:,:,:,:)
    call v%wrap(a1)
    call v%host_pointer(p1)
    call check(c_associated(c_loc(p1), c_loc(a1)) .and. all(shape(p1) == shape(a1)), &
      'real64 of rank 1 is wrapped as it is')
    call v%wrap(a2)
    call v%host_pointer(p2)
    call check(c_associated(c_loc(p2), c_loc(a2)) .and. all(shape(p2) == shape(a2)), &
      'real64 of rank 2 is wrapped as it is')
    call v%wrap(a3)
    call v%host_pointer(p3)
    call check(c_associated(c_loc(p3), c_loc(a3)) .and. all(shape(p3) == shape(a3)), &
      'real64 of rank 3 is wrapped as it is')
    call v%wrap(a4)
    call v%host_pointer(p4)
    call check(c_associated(c_loc(p4), c_loc(a4)) .and. all(shape(p4) == shape(a4)), &
      'real64 of rank 4 is wrapped as it is')
    call v%release()
  end subroutine

  subroutine int32_arrays()
    type(vf_view) :: v
    integer(int32), target :: a1(5)
    integer(int32), target :: a2(4,5)
    integer(int32), target :: a3(3,4,5)
    integer(int32), target :: a4(2,3,4,5)
    integer(int32), pointer, contiguous :: p1(:)
    integer(int32), pointer, contiguous :: p2(:,:)
    integer(int32), pointer, contiguous :: p3(:,:,:)
    integer(int32), pointer, contiguous :: p4(:,:,:,:)
    call v%wrap(a1)
    call v%host_pointer(p1)
    call check(c_associated(c_loc(p1), c_loc(a1)) .and. all(shape(p1) == shape(a1)), &
      'int32 of rank 1 is wrapped as it is')
    call v%wrap(a2)
    call v%host_pointer(p2)
    call check(c_associated(c_loc(p2), c_loc(a2)) .and. all(shape(p2) == shape(a2)), &
      'int32 of rank 2 is wrapped as it is')
    call v%wrap(a3)
    call v%host_pointer(p3)
    call check(c_associated(c_loc(p3), c_loc(a3)) .and. all(shape(p3) == shape(a3)), &
      'int32 of rank 3 is wrapped as it is')
    call v%wrap(a4)
    call v%host_pointer(p4)
    call check(c_associated(c_loc(p4), c_loc(a4)) .and. all(shape(p4) == shape(a4)), &
      'int32 of rank 4 is wrapped as it is')
    call v%release()
  end subroutine

  subroutine int64_arrays()
    type(vf_view) :: v
    integer(int64), target :: a1(5)
    integer(int64), target :: a2(4,5)
    integer(int64), target :: a3(3,4,5)
    integer(int64), target :: a4(2,3,4,5)
    integer(int64), pointer, contiguous :: p1(:)
    integer(int64), pointer, contiguous :: p2(:,:)
    integer(int64), pointer, contiguous :: p3(:,:,:)
    integer(int64), pointer, contiguous :: p4(:,:,:,:)
    call v%wrap(a1)
    call v%host_pointer(p1)
    call check(c_associated(c_loc(p1), c_loc(a1)) .and. all(shape(p1) == shape(a1)), &
      'int64 of rank 1 is wrapped as it is')
    call v%wrap(a2)
    call v%host_pointer(p2)
    call check(c_associated(c_loc(p2), c_loc(a2)) .and. all(shape(p2) == shape(a2)), &
      'int64 of rank 2 is wrapped as it is')
    call v%wrap(a3)
    call v%host_pointer(p3)
    call check(c_associated(c_loc(p3), c_loc(a3)) .and. all(shape(p3) == shape(a3)), &
      'int64 of rank 3 is wrapped as it is')
    call v%wrap(a4)
    call v%host_pointer(p4)
    call check(c_associated(c_loc(p4), c_loc(a4)) .and. all(shape(p4) == shape(a4)), &
      'int64 of rank 4 is wrapped as it is')
    call v%release()
  end subroutine

  subroutine logical_arrays()
    type(vf_view) :: v
    logical, target :: a1(5)
    logical, target :: a2(4,5)
    logical, target :: a3(3,4,5)
    logical, target :: a4(2,3,4,5)
    logical, pointer, contiguous :: p1(:)
    logical, pointer, contiguous :: p2(:,:)
    logical, pointer, contiguous :: p3(:,:,:)
    logical, pointer, contiguous :: p4(:,:,:,:)
    call v%wrap(a1)
    call v%host_pointer(p1)
    call check(c_associated(c_loc(p1), c_loc(a1)) .and. all(shape(p1) == shape(a1)), &
      'logical of rank 1 is wrapped as it is')
    call v%wrap(a2)
    call v%host_pointer(p2)
    call check(c_associated(c_loc(p2), c_loc(a2)) .and. all(shape(p2) == shape(a2)), &
      'logical of rank 2 is wrapped as it is')
    call v%wrap(a3)
    call v%host_pointer(p3)
    call check(c_associated(c_loc(p3), c_loc(a3)) .and. all(shape(p3) == shape(a3)), &
      'logical of rank 3 is wrapped as it is')
    call v%wrap(a4)
    call v%host_pointer(p4)
    call check(c_associated(c_loc(p4), c_loc(a4)) .and. all(shape(p4) == shape(a4)), &
      'logical of rank 4 is wrapped as it is')
    call v%release()
  end subroutine

  subroutine other_types()
    type :: point
      real(real64) :: x = 0, y = 0
    end type
    type(vf_view) :: v
    complex(real64), target :: z(3)
    logical(c_bool), target :: flag(2,2)
    character(3), target :: text(2,2,2)
    integer(int8), target :: byte(2,2,2,2)
    type(point), target :: points(4)
    integer :: ierr
    z = 0
    flag = .false.
    text = ''
    byte = 0
    call v%wrap_without_target(z, label='z', ierr=ierr)
    call check(ierr == VF_ERROR_KIND .and. .not. v%is_set(), 'complex is refused')
    call check(index(vf_last_error(), "'z'") > 0, 'the text for a refused type has the label')
    call check(index(vf_last_error(), 'default logical') > 0, 'the text for a refused type names those that are taken')
    call v%wrap_without_target(flag, ierr=ierr)
    call check(ierr == VF_ERROR_KIND, 'a logical of one byte is refused')
    call v%wrap_without_target(text, ierr=ierr)
    call check(ierr == VF_ERROR_KIND, 'character is refused')
    call v%wrap_without_target(byte, ierr=ierr)
    call check(ierr == VF_ERROR_KIND, 'int8 is refused')
    call v%wrap_without_target(points, ierr=ierr)
    call check(ierr == VF_ERROR_KIND, 'a derived type is refused')
  end subroutine
end program
