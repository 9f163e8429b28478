! The Fortran functions that kernels also have, over the cells lo..hi of arrays.
module plain_functions
  use working_kind, only: wp
  implicit none
  private
  public :: plain_function, plain_function_count
  integer, parameter :: plain_function_count = 30
contains

  subroutine plain_function(y, ylo, yhi, a, alo, ahi, b, blo, bhi, lo, hi, which)
    integer, intent(in) :: ylo(3), yhi(3), alo(3), ahi(3), blo(3), bhi(3), lo(3), hi(3), which
    real(wp), intent(inout) :: y(ylo(1):yhi(1), ylo(2):yhi(2), ylo(3):yhi(3))
    real(wp), intent(in) :: a(alo(1):ahi(1), alo(2):ahi(2), alo(3):ahi(3))
    real(wp), intent(in) :: b(blo(1):bhi(1), blo(2):bhi(2), blo(3):bhi(3))
    integer :: i, j, k
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          y(i,j,k) = value(a(i,j,k), b(i,j,k))
        end do
      end do
    end do
  contains
    function value(x, z)
      real(wp), intent(in) :: x, z
      real(wp) :: value, positive, other
      positive = abs(x) + 0.25_wp
      other = sign(abs(z) + 0.25_wp, z)
      select case (which)
      case (1); value = exp(x)
      case (2); value = log(positive)
      case (3); value = log10(positive)
      case (4); value = sin(3*x)
      case (5); value = cos(3*x)
      case (6); value = tan(x)
      case (7); value = asin(x/4)
      case (8); value = acos(x/4)
      case (9); value = atan(x)
      case (10); value = sinh(x)
      case (11); value = cosh(x)
      case (12); value = tanh(x)
      case (13); value = erf(x)
      case (14); value = erfc(x)
      case (15); value = sqrt(positive)
      case (16); value = aint(3*x)
      case (17); value = anint(3*x)
      case (18); value = int(3*x)
      case (19); value = nint(3*x)
      case (20); value = floor(3*x)
      case (21); value = ceiling(3*x)
      case (22); value = abs(x)
      case (23); value = positive**z
      case (24); value = atan2(x, z)
      case (25); value = hypot(x, z)
      case (26); value = mod(3*x, other)
      case (27); value = modulo(3*x, other) + 0.0_wp
      case (28); value = sign(x, z)
      case (29); value = max(x, z)
      case default; value = min(x, z)
      end select
    end function
  end subroutine

end module
