! Shared by the programs that check runs of the examples.
module test_of_runs
  use claims, only: check
  use viewfab, only: VF_OK, vf_finalize, vf_init, vf_last_error
  implicit none
  private
  public :: argument, base_of_files, environment, need_device

contains

  ! The begin of the names of a test's files: the second argument, which differs for each test, and the device.
  function base_of_files() result(base)
    character(:), allocatable :: base
    base = argument(2) // '.' // environment('VF_DEVICE') // '.' // environment('VF_HOST_MEMORY')
  end function

  ! Skips the test if the device is absent, unless a variable says that the machine has the device.
  subroutine need_device()
    character(:), allocatable :: problem, required
    integer :: status
    call vf_init(ierr=status)
    if (status == VF_OK) then
      call vf_finalize()
      return
    end if
    problem = vf_last_error()
    required = environment('VF_TEST_GPU_REQUIRED')
    call check(index(problem, 'is present') > 0 .and. required == '', problem)
    print '(2a)', 'skipped: ', problem
    stop 77
  end subroutine

  function argument(number) result(text)
    integer, intent(in) :: number
    character(:), allocatable :: text
    integer :: length
    call get_command_argument(number, length=length)
    allocate (character(length) :: text)
    call get_command_argument(number, value=text)
  end function

  function environment(name) result(text)
    character(*), intent(in) :: name
    character(:), allocatable :: text
    integer :: length
    call get_environment_variable(name, length=length)
    allocate (character(length) :: text)
    if (length > 0) call get_environment_variable(name, value=text)
  end function

end module
