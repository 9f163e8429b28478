! The wall clock of the benchmarks.
module benchmark_clock
  use, intrinsic :: iso_fortran_env, only: int64, real64
  implicit none
  private
  public :: now

contains

  ! In seconds, from a fixed moment on.
  function now()
    real(real64) :: now
    integer(int64) :: count, rate
    call system_clock(count, rate)
    now = real(count, real64)/real(rate, real64)
  end function
end module
