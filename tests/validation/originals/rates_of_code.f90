! The constants of a code. A file with the type cannot use the kernels that take the type.
module rates_of_code
  use, intrinsic :: iso_fortran_env, only: real32, real64
  implicit none
  type :: rates
    character(8) :: name = ''
    real(real64) :: unused = -1, melt = 0
    integer :: steps = 0
    integer, allocatable :: levels(:)
    logical :: frozen = .false.
    real(real32) :: speed(0:2) = 0       ! another kind than the other members
    real(real64), allocatable :: table(:)
  end type
end module
