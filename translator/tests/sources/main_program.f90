! A main program cannot be called for a proof; a subroutine beside the program can.
! expect main_of_all 1 unproved
! expect halve 1 proved
program main_of_all
  implicit none
  real(8) :: x(20)
  integer :: i
  external :: halve
  do i = 1, 20
    x(i) = i
  end do
  call halve(20, x)
  print *, x(3)
end program main_of_all

subroutine halve(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = x(i)/2
  end do
end subroutine halve
