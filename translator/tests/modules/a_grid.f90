module grid_of_code
  use kinds_of_code, only: wp
  implicit none
  integer :: n = 5
  real(wp), allocatable :: height(:)
end module grid_of_code
