module kinds_of_code
  implicit none
  integer, parameter :: wp = kind(1d0)
end module kinds_of_code
