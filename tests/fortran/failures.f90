! Checks two calls with the same failure: the status of the first call comes in ierr, the status of the second
! call goes to the handler.
module failures
  use, intrinsic :: iso_c_binding, only: c_int
  use claims, only: check
  use viewfab, only: VF_OK, vf_last_error
  implicit none
  private
  public :: expect, record
  integer :: handled = 0
  integer(c_int) :: status_of_handler = VF_OK
contains

  ! The handler of this program.
  subroutine record(status, text)
    integer(c_int), intent(in) :: status
    character(*), intent(in) :: text
    call check(text == vf_last_error(), 'the handler gets the text of the failure')
    handled = handled + 1
    status_of_handler = status
  end subroutine

  ! For use after two calls with the same failure, the first call with ierr.
  subroutine expect(ierr, status, who)
    integer(c_int), intent(in) :: ierr, status
    character(*), intent(in) :: who
    call check(ierr == status, who//': ierr has the status')
    call check(handled == 1 .and. status_of_handler == status, who//': without ierr the handler gets it, once')
    handled = 0
    status_of_handler = VF_OK
  end subroutine
end module
