! The default context: opening, naming, counting, and what comes after it was closed.
program context
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use viewfab
  use claims
  implicit none
  real(real64), target :: a(8,8,8)
  type(vf_view) :: v
  type(vf_counters) :: total, own
  character(:), allocatable :: name
  integer :: ierr
  call vf_init('no such device', ierr)
  call check(ierr == VF_ERROR_DEVICE, 'an unknown device is refused')
  call check(index(vf_last_error(), 'no such device') > 0, 'and the text names it')
  call vf_init(ierr=ierr)
  call check(ierr == VF_OK, 'vf_init without a device takes what there is')
  name = vf_device_name()
  call check(len(name) > 0, 'the device has a name')
  call vf_init(name, ierr)
  call check(ierr == VF_OK, 'opening the same device again does nothing')
  call vf_set_tile([16, 4, 4])
  call vf_set_tile([16, 4], ierr)
  call check(ierr == VF_ERROR_ARGUMENT, 'a tile of two values is refused')
  call vf_set_tile([64, 64, 64], ierr)
  call check(ierr == VF_ERROR_ARGUMENT, 'a tile of more than 1024 points is refused')

  a = 1
  call v%wrap(a, label='a')
  call v%to_device(vf_update)
  call v%to_host()
  call vf_get_counters(total)
  call v%counters(own)
  call check(own%bytes_to_device == total%bytes_to_device .and. own%bytes_to_host &
    == total%bytes_to_host, 'the transfers of the only array are those of the context')
  call check(own%copies_to_device <= 1 .and. (own%copies_to_device == 0 .or. &
    own%bytes_to_device == 8 * size(a, kind=int64)), 'bytes are counted')
  call vf_reset_counters()
  call vf_get_counters(total)
  call check(total%copies_to_device == 0 .and. total%bytes_to_host == 0, 'counters are reset')
  call vf_wait()
  call vf_print_config()

  call vf_finalize()
  call v%to_host(ierr=ierr)
  call check(ierr == VF_ERROR_NULL, 'a view of a closed context is gone')
  call v%wrap(a, label='again')
  call check(v%label() == 'again', 'and can be wrapped again')
  call v%release()
  call vf_finalize()
end program
