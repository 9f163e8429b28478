! Holds that two calls that fail alike hand on their status, one to ierr, the other to the handler.
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

  ! After two calls that fail in the same way, the first with ierr.
  subroutine expect(ierr, status, who)
    integer(c_int), intent(in) :: ierr, status
    character(*), intent(in) :: who
    call check(ierr == status, who//': ierr has the status')
    call check(handled == 1 .and. status_of_handler == status, who//': without ierr the handler gets it, once')
    handled = 0
    status_of_handler = VF_OK
  end subroutine
end module
