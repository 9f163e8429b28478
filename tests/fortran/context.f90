! The default context: opening, naming, counting, and its use after it was closed.
program context
  use, intrinsic :: iso_fortran_env, only: int64, output_unit, real64
  use viewfab
  use claims
  implicit none
  real(real64), target :: a(8,8,8)
  type(vf_view) :: v
  type(vf_counters) :: total, own
  type(vf_memory) :: memory
  character(:), allocatable :: name
  integer :: ierr
  call vf_init('no such device', ierr)
  call check(ierr == VF_ERROR_DEVICE, 'an unknown device is refused')
  call check(index(vf_last_error(), 'no such device') > 0, 'and the text names it')
  call vf_init(ierr=ierr)
  call check(ierr == VF_OK, 'vf_init without a device takes what there is')
  name = vf_context_device()
  call check(len(name) > 0, 'the device has a name')
  call vf_init(name, ierr)
  call check(ierr == VF_OK, 'opening the same device again does nothing')
  call vf_context_use_tile([16, 4, 4])
  call vf_context_use_tile([16, 4], ierr)
  call check(ierr == VF_ERROR_ARGUMENT, 'a tile of two values is refused')
  call vf_context_use_tile([64, 64, 64], ierr)
  call check(ierr == VF_ERROR_ARGUMENT, 'a tile of more than 1024 points is refused')

  a = 1
  call v%wrap(a, label='a')
  call v%to_device(vf_update)
  call v%to_host()
  call vf_counters_get(total)
  call v%counters(own)
  call check(own%bytes_to_device == total%bytes_to_device .and. own%bytes_to_host &
    == total%bytes_to_host, 'the transfers of the only array are those of the context')
  call check(own%copies_to_device <= 1 .and. (own%copies_to_device == 0 .or. &
    own%bytes_to_device == 8 * size(a, kind=int64)), 'bytes are counted')
  call vf_counters_reset()
  call vf_counters_get(total)
  call check(total%copies_to_device == 0 .and. total%bytes_to_host == 0, 'counters are reset')
  call vf_context_wait()
  call vf_memory_get(memory)
  call check(memory%most_bytes >= memory%bytes .and. memory%bytes >= 0 .and. memory%kept_bytes >= 0, &
    'the device memory in use is counted')
  call vf_memory_report()
  call vf_print_config()
  call the_configuration_is_printed_once()

  call vf_finalize()
  call v%to_host(ierr=ierr)
  call check(ierr == VF_ERROR_NULL, 'a view of a closed context is gone')
  call v%wrap(a, label='again')
  call check(v%label() == 'again', 'and can be wrapped again')
  call v%release()
  call vf_finalize()

contains

  ! On the output unit, which is a file meanwhile; the test runs for several devices at once.
  subroutine the_configuration_is_printed_once()
    character(200) :: line
    character(32) :: device, memory
    character(:), allocatable :: file
    integer :: unit, names, lines, ios
    call get_environment_variable('VF_DEVICE', device)
    call get_environment_variable('VF_HOST_MEMORY', memory)
    file = 'printed_config_' // trim(device) // trim(memory) // '.txt'
    open (unit=output_unit, file=file)
    call vf_print_config()
    close (output_unit)
    names = 0
    lines = 0
    open (newunit=unit, file=file, status='old')
    do
      read (unit, '(a)', iostat=ios) line
      if (ios /= 0) exit
      lines = lines + 1
      names = names + merge(1, 0, index(line, 'VF_DEVICE ') > 0)
      call check(len_trim(line) > 0 .or. lines > 1, 'the text begins in the first line')
    end do
    close (unit, status='delete')
    call check(lines > 5 .and. names == 1, 'the configuration is printed once')
    call check(len_trim(line) > 0, 'no empty line ends it')
  end subroutine
end program
