! An undeclared name with subscripts is a function for the compiler: an array that the author forgot to declare is not guessed.
! expect maybe 1 refused call
subroutine maybe(n, y)
  integer, intent(in) :: n
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = weight(i)*y(i)
  end do
end subroutine maybe
