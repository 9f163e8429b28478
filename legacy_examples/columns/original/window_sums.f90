! Sums in a window over a periodic signal. w(j) is the signal at modulo(j, n) times 1 - |j|/m, by the absolute j; each sum goes
! from j = i-m to j = i+m, in this order.
module columns_window_sums
  use columns_definitions, only: pi, r8
  implicit none
  private
  public :: window_sums, window_total

contains

  ! b(i) is the sum around i.
  subroutine window_sums(n, m, a, b)
    integer, intent(in) :: n, m
    real(r8), intent(in) :: a(0:n-1)
    real(r8), intent(inout) :: b(0:n-1)
    integer :: i, j

    !$omp parallel do private(j)
    do i = 0, n - 1
      b(i) = 0.0_r8
      do j = i - m, i + m
        b(i) = b(i) + a(modulo(j, n))*(1 - real(abs(j), r8)/m)
      end do
    end do
  end subroutine window_sums

  ! The sum over all i of the sums around i, for a signal sin(2 pi j/n) without an array.
  subroutine window_total(n, m, total)
    integer, intent(in) :: n, m
    real(r8), intent(out) :: total
    real(r8) :: around
    integer :: i, j

    total = 0.0_r8
    do i = 0, n - 1
      around = 0.0_r8
      do j = i - m, i + m
        around = around + sin(2*pi*modulo(j, n)/n)*(1 - real(abs(j), r8)/m)
      end do
      total = total + around
    end do
  end subroutine window_total

end module columns_window_sums
