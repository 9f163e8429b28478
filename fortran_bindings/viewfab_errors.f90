! How the program learns of a failure. Each procedure that can fail has an optional last argument
! ierr. With ierr, the argument receives the status (VF_OK or VF_ERROR_*); without ierr, a failure
! goes to the error handler.
module viewfab_errors
  use, intrinsic :: iso_c_binding, only: c_int
  use, intrinsic :: iso_fortran_env, only: error_unit, int64
  use viewfab_status, only: VF_ERROR_ARGUMENT, VF_OK
  use viewfab_c, only: c_error_report, c_last_error, c_status_text, c_text, f_text
  implicit none
  private
  public :: vf_error_handler, vf_error_use_handler, vf_last_error, vf_status_text
  public :: vf_finish, vf_report, vf_digits, vf_lacks_numbers

  abstract interface
    ! Handles a failure if the caller passed no ierr. If the handler returns, the program goes on
    ! behind the failed call, which has changed nothing.
    !   status  VF_ERROR_*
    !   text    description of the failure, with the label of the array and the caller's own indices
    subroutine vf_error_handler(status, text)
      import :: c_int
      integer(c_int), intent(in) :: status
      character(*), intent(in) :: text
    end subroutine
  end interface

  procedure(vf_error_handler), pointer, save :: current => null()   ! null: stop_with_text

contains

  ! Replaces the error handler, for all threads.
  !   handler  called from now on; an internal procedure must not outlive its host. Absent: the
  !            initial handler, which prints the text on the error unit and stops the program with
  !            a non-zero code.
  subroutine vf_error_use_handler(handler)
    procedure(vf_error_handler), optional :: handler
    current => null()
    if (present(handler)) current => handler
  end subroutine

  ! Text of the last failure on the calling thread, '' without a failure.
  function vf_last_error() result(text)
    character(:), allocatable :: text
    text = f_text(c_last_error())
  end function

  ! Short fixed text of a status, such as 'box outside view'.
  function vf_status_text(status) result(text)
    integer(c_int), intent(in) :: status
    character(:), allocatable :: text
    text = f_text(c_status_text(status))
  end function

  ! The common end of every procedure over a C call, also of the generated ones.
  !   status  the result of the C call
  !   ierr    the caller's own ierr, passed on unchanged
  subroutine vf_finish(status, ierr)
    integer(c_int), intent(in) :: status
    integer(c_int), intent(out), optional :: ierr
    if (present(ierr)) then
      ierr = status
    else if (status /= VF_OK) then
      if (associated(current)) then
        call current(status, vf_last_error())
      else
        call stop_with_text(status, vf_last_error())
      end if
    end if
  end subroutine

  ! Makes an error of the Fortran side the last error; returns its status.
  function vf_report(code, text) result(status)
    integer(c_int), intent(in) :: code
    character(*), intent(in) :: text
    integer(c_int) :: status
    status = c_error_report(code, c_text(text))
  end function

  ! Fails a call of a kernel with a structure of constants whose list has another length than the kernel file says.
  !   list      a member of the code's own type; absent: an array that is not allocated
  !   count     numbers that the kernel file says
  !   kernel    name of the call
  !   argument  name of the structure in the kernel file
  !   member    name of the list
  !   ierr      VF_ERROR_ARGUMENT, if the list lacks numbers or has more
  ! Returns true if the call failed.
  function vf_lacks_numbers(list, count, kernel, argument, member, ierr) result(lacks)
    type(*), intent(in), optional :: list(..)
    integer, intent(in) :: count
    character(*), intent(in) :: kernel, argument, member
    integer(c_int), intent(inout), optional :: ierr
    logical :: lacks
    integer(int64) :: there
    there = 0
    if (present(list)) there = size(list, kind=int64)
    lacks = there /= count
    if (lacks) call vf_finish(vf_report(VF_ERROR_ARGUMENT, kernel // ': member ' // member // ' of argument ' // argument // &
      ' has ' // vf_digits(there) // ' numbers; its list says ' // vf_digits(int(count, int64))), ierr)
  end function

  ! The number in decimal digits, for messages.
  pure function vf_digits(number) result(digits)
    integer(int64), intent(in) :: number
    character(:), allocatable :: digits
    character(20) :: buffer
    write (buffer, '(i0)') number
    digits = trim(buffer)
  end function

  subroutine stop_with_text(status, text)
    integer(c_int), intent(in) :: status
    character(*), intent(in) :: text
    write (error_unit, '(5a)') 'viewfab: ', vf_status_text(status), ': ', text
    flush (error_unit)
    error stop 1
  end subroutine

end module
