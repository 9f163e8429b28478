! The loops of bench_windows in the form of a legacy code.
module original_windows
  use, intrinsic :: iso_fortran_env, only: real64
  implicit none
  private
  public :: original_sum, original_total
contains

  subroutine original_sum(period, m, a, b)
    integer, intent(in) :: period, m
    real(real64), intent(in) :: a(0:period-1)
    real(real64), intent(inout) :: b(0:period-1)
    integer :: i, j
    !$omp parallel do private(j)
    do i = 0, period - 1
      b(i) = 0
      do j = i - m, i + m
        b(i) = b(i) + a(modulo(j, period))*(1 - real(abs(j), real64)/m)
      end do
    end do
  end subroutine

  subroutine original_total(period, m, b, total)
    integer, intent(in) :: period, m
    real(real64), intent(inout) :: b(0:period-1)
    real(real64), intent(out) :: total
    real(real64), parameter :: turn = 6.283185307179586477_real64
    integer :: i, j
    !$omp parallel do private(j)
    do i = 0, period - 1
      b(i) = 0
      do j = i - m, i + m
        b(i) = b(i) + sin(turn*modulo(j, period)/period)*(1 - real(abs(j), real64)/m)
      end do
    end do
    total = sum(b)
  end subroutine
end module
