! create makes an array of zeros owned by viewfab; host_pointer gives access to it.
program owned_array
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
  use viewfab
  use claims
  implicit none
  real(real64), pointer, contiguous :: p(:,:,:)
  real(real32), pointer, contiguous :: q(:,:)
  integer(int64), pointer, contiguous :: r(:)
  logical, pointer, contiguous :: s(:)
  type(vf_view) :: v
  integer :: ierr
  call v%create(0.0_real64, [4, 4, 4], lower=[-1, -1, -1], label='work')
  call check(v%label() == 'work', 'a view knows its label')
  call v%host_pointer(p)
  call check(all(lbound(p) == -1) .and. all(shape(p) == 4), 'extents and lower are kept')
  call check(all(p == 0), 'a created array is zero')
  call vf_fill_value(vf_box([-1, -1, -1], [2, 2, 2]), v, 2.0_real64)
  call v%to_host()
  call check(all(p == 2), 'a kernel writes a created array')
  call v%create(0.0_real32, [2, 3])
  call v%host_pointer(q)
  call check(all(lbound(q) == 1) .and. all(shape(q) == [2, 3]), 'create replaces a view')
  call v%create(0_int64, [5])
  call v%host_pointer(r)
  call check(size(r) == 5, 'create takes the type of its mold')
  call v%create(.true., [6])
  call v%host_pointer(s)
  call check(size(s) == 6 .and. .not. any(s), 'a created logical is false')
  call v%host_pointer(r, ierr)
  call check(ierr == VF_ERROR_KIND .and. index(vf_last_error(), 'the pointer is int64, the array is logical32') > 0, &
    'a pointer of another type is refused by the names of both')
  call v%create('text', [5], ierr=ierr)
  call check(ierr == VF_ERROR_KIND, 'create refuses other types')
  call v%create(0.0_real64, [5, -1], ierr=ierr)
  call check(ierr == VF_ERROR_ARGUMENT, 'create refuses a negative extent')
  call v%create(0.0_real64, [5, 5], lower=[1], ierr=ierr)
  call check(ierr == VF_ERROR_ARGUMENT, 'create refuses lower of another size')
  call v%create(0.0_real64, [1, 1, 1, 1, 1], ierr=ierr)
  call check(ierr == VF_ERROR_ARGUMENT, 'create refuses rank 5')
  call v%release(discard=.true.)
end program
