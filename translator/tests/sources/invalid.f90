! PARAMETER before its type: fparser reads the file, compilers refuse it.
subroutine invalid(n, x)
  implicit none
  integer :: n
  parameter (c = 2)
  real(8) :: c, x(n)
  integer :: i
  do i = 1, n
    x(i) = c*x(i)
  end do
end subroutine invalid
