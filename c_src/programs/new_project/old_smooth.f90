! The routine with the loop, as the old code has it.
subroutine old_smooth(u, w, nx, ny, share)
  implicit none
  integer, intent(in) :: nx, ny
  double precision, intent(in) :: share
  double precision, intent(in) :: u(0:nx+1, 0:ny+1)
  double precision, intent(inout) :: w(0:nx+1, 0:ny+1)
  double precision :: around
  integer :: i, j

  do j = 1, ny
    do i = 1, nx
      around = u(i-1, j) + u(i+1, j) + u(i, j-1) + u(i, j+1)
      w(i, j) = (u(i, j) + share*around)/(1 + 4*share)
    end do
  end do
end subroutine
