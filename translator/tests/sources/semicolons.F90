! Several statements share a line. In a preprocessed file the patch changes a whole line of the author or nothing.
! expect both 1 proved
! expect both 2 proved
! expect both 3 proved
! expect both 4 proved
! expect both 5 proved
! patch 1 (?m)^   s = 2; b.:. = b.:.\*s; s = 3$
subroutine both(n, a, b)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n), b(n)
  double precision :: s
#ifndef NONE
  a = 2; b = 0.5d0
#endif
  s = 2; b(:) = b(:)*s; s = 3
  if (n > 2) then; a(2:) = s; end if
  a = a + s
end subroutine both
