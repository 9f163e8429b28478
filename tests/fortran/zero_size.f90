! Arrays without elements are legal: every call works on them and nothing happens.
program zero_size
  use, intrinsic :: iso_fortran_env, only: int32, real32, real64
  use viewfab
  use claims
  implicit none
  real(real64), allocatable, target :: a(:,:,:)
  integer(int32), target :: b(0)
  real(real32), target :: c(4,4)
  real(real64), pointer, contiguous :: p(:,:,:)
  integer(int32), pointer, contiguous :: q(:)
  type(vf_view) :: v, w
  integer :: ierr
  allocate (a(-1:-2,3,4))

  call v%wrap(a, lower=[-1, 1, 1], label='a')
  call check(v%is_set(), 'an empty array is wrapped')
  call vf_fill_value(vf_box([-1, 1, 1], [-2, 3, 4]), v, 1.0_real64)
  call vf_fill_value(vf_box([-1, 1, 1], [-1, 1, 1]), v, 1.0_real64, ierr)
  call check(ierr == VF_ERROR_BOX, 'a box with cells does not fit an empty array')
  call v%sync_h2d()
  call v%sync_d2h()
  call v%to_device(vf_update)
  call v%to_host(vf_update)
  call v%mark_written(vf_host)
  call v%host_pointer(p)
  call check(size(p) == 0, 'its host pointer has no elements')
  call check(all(shape(p) == [0, 3, 4]), 'its host pointer has its shape')
  call v%device_pointer(p, vf_read)
  call check(all(shape(p) == [0, 3, 4]), 'its device pointer has its shape')

  call w%wrap(b, label='b')
  call w%host_pointer(q)
  call check(size(q) == 0, 'an empty array fits a pointer of its own type')
  call w%wrap(c(3:2,:), label='empty section')
  call check(w%is_set(), 'an empty section has no gaps')
  call w%wrap(a, ierr=ierr)
  call check(ierr == VF_OK, 'two views of empty arrays do not overlap')
  call w%create(0.0_real64, [0, 3, 4])
  call w%host_pointer(p)
  call check(all(shape(p) == [0, 3, 4]), 'an empty array can be created')
  call v%release()
  call w%release()
end program
