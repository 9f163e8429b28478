! Numbers that look random, with the same values for every compiler.
module columns_random
  use, intrinsic :: iso_fortran_env, only: int64
  use columns_definitions, only: r8
  implicit none
  private
  public :: start_random, uniform

  integer(int64), parameter :: modulus = 2147483647_int64, factor = 48271_int64
  integer(int64) :: number = 1

contains

  ! The seed is positive.
  subroutine start_random(seed)
    integer, intent(in) :: seed
    real(r8) :: skipped
    integer :: n

    number = modulo(int(seed, int64) - 1, modulus - 1) + 1
    do n = 1, 10
      skipped = uniform(0.0_r8, 1.0_r8)
    end do
    if (skipped < 0) error stop 'the generator is out of its range'
  end subroutine start_random

  function uniform(low, high) result(x)
    real(r8), intent(in) :: low, high
    real(r8) :: x

    number = modulo(number*factor, modulus)
    x = low + (high - low)*(real(number, r8)/modulus)
  end function uniform

end module columns_random
