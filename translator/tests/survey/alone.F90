! The compiler cannot read this file, because the module and the header are nowhere: its nests are counted all the same.
#include "no_such_header.h"
subroutine alone(n, a)
  use no_such_module, only: wp
  implicit none
  integer, intent(in) :: n
  real(wp), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = 2.0_wp*a(i)
  end do
end subroutine alone
