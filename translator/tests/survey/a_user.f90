! The first file of the folder uses a module of a later file: the survey reads the module first.
subroutine a_user(n, b)
  use classes, only: dp
  implicit none
  integer, intent(in) :: n
  real(dp), intent(inout) :: b(n)
  integer :: i
  do i = 1, n
    b(i) = b(i) + 1.0_dp
  end do
end subroutine a_user
