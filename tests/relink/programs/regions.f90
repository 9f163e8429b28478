! The module viewfab_boxlib in a relinked code. usage: regions [poison]
program regions
  use, intrinsic :: iso_c_binding, only: c_int, c_loc, c_ptr
  use, intrinsic :: iso_fortran_env, only: int32, int64, real64
  use viewfab_boxlib
  use viewfab_status, only: VF_ERROR_STATE, VF_ERROR_STRIDED, VF_OK
  use claims, only: check
  implicit none
  external :: average3dgen
  real(real64), allocatable, target :: coarse(:, :, :), fine(:, :, :)
  integer(int32), target :: mask(4)
  integer(c_int) :: status
  character(8) :: word
  real(real64) :: seen
  integer :: k

  call get_command_argument(1, word)
  allocate (coarse(0:3, 0:3, 0:3), fine(0:7, 0:7, 0:7))
  call vf_memory_register(coarse(:, :, ::2), ierr=status)
  call check(status == VF_ERROR_STRIDED, 'a section is refused')
  call vf_memory_register(coarse, 'coarse')
  call vf_memory_register(c_loc(fine(0, 0, 0)), 8*size(fine, kind=int64), 'fine')
  call vf_memory_register(mask)
  call vf_memory_unregister(mask)
  call vf_offload_end(status)
  call check(status == VF_ERROR_STATE, 'an end without a beginning is refused')

  do k = 0, 7
    fine(:, :, k) = k
  end do
  coarse = -1
  call vf_offload_begin()
  call average3dgen(coarse, 0, 0, 0, 3, 3, 3, fine, 0, 0, 0, 7, 7, 7, [0, 0, 0], [3, 3, 3], 1)
  seen = coarse(1, 1, 1)
  if (word == 'poison') call check(seen /= seen, 'stale values of the host are NaN in a region')
  call vf_offload_end(status)
  call check(status == VF_OK, 'a region ends')
  do k = 0, 3
    call check(all(coarse(:, :, k) == 2*k + 0.5_real64), 'the end of a region brings the values to the host')
  end do
  call vf_memory_unregister(coarse)
  call vf_memory_unregister(c_loc(fine(0, 0, 0)))
end program
