! A loop that only a library's definition and its include folder let compilers read.
#include "depth.h"
#if defined NOT_FORTRAN || defined LAST_OF_C || !defined FIRST_OF_BOTH || !defined LAST_OF_BOTH
#error "definitions for other languages"
#endif
subroutine deepen(n, a)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = WEIGHT*a(i) + DEPTH
  end do
end subroutine deepen
