! Helpers of all test programs.
module claims
  use, intrinsic :: iso_fortran_env, only: error_unit
  implicit none
  private
  public :: check, mentions
contains

  ! If the condition is false, prints the claim and stops with a non-zero code.
  subroutine check(condition, claim)
    logical, intent(in) :: condition
    character(*), intent(in) :: claim
    if (condition) return
    write (error_unit, '(2a)') 'does not hold: ', claim
    error stop 1
  end subroutine

  ! True if the text has both parts.
  pure function mentions(text, one, other)
    character(*), intent(in) :: text, one, other
    logical :: mentions
    mentions = index(text, one) > 0 .and. index(text, other) > 0
  end function

end module
