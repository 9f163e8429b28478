subroutine grid(n, x)
  use no_such, only: wp
  integer, intent(in) :: n
  real(wp), intent(inout) :: x(n)
  x = 0
end subroutine grid
