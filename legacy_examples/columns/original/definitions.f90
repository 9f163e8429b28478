! Sizes and constants of the whole program.
module columns_definitions
  use, intrinsic :: iso_fortran_env, only: r8 => real64
  implicit none
  public

  integer, parameter :: np = 4             ! points of an element in each direction
  integer, parameter :: timelevels = 3     ! of the dynamics
  integer, parameter :: qtimelevels = 2    ! of the tracers

  ! Species of the cloud scheme.
  integer, parameter :: nclv = 3, ncldql = 1, ncldqr = 2, ncldqv = 3

  real(r8), parameter :: pi = 3.141592653589793238_r8
  real(r8), parameter :: radius = 6.376e6_r8, rrearth = 1/radius       ! m, 1/m
  real(r8), parameter :: g = 9.80616_r8                                ! m/s2
  real(r8), parameter :: rgas = 287.04_r8, cp = 1005.0_r8, rv = 461.5_r8  ! J/(kg K)
  real(r8), parameter :: kappa = rgas/cp
  real(r8), parameter :: ps0 = 1.0e5_r8                                ! Pa

end module columns_definitions
