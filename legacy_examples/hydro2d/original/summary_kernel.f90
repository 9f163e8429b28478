! The loop of the field summary.
module summary_kernel
  use, intrinsic :: iso_fortran_env, only: dp => real64
  implicit none
  private
  public :: summary_sums

contains

  subroutine summary_sums(x_min, x_max, y_min, y_max, volume, density, energy, pressure, xvel, yvel, vol, mass, internal, &
                          kinetic, press)
    integer, intent(in) :: x_min, x_max, y_min, y_max
    real(dp), dimension(x_min-2:x_max+2, y_min-2:y_max+2), intent(in) :: volume, density, energy, pressure
    real(dp), dimension(x_min-2:x_max+3, y_min-2:y_max+3), intent(in) :: xvel, yvel
    real(dp), intent(out) :: vol, mass, internal, kinetic, press
    real(dp) :: cell_mass, speed2
    integer :: i, j

    vol = 0.0_dp
    mass = 0.0_dp
    internal = 0.0_dp
    kinetic = 0.0_dp
    press = 0.0_dp
    !$omp parallel do private(i, cell_mass, speed2) reduction(+: vol, mass, internal, kinetic, press)
    do j = y_min, y_max
      do i = x_min, x_max
        cell_mass = volume(i,j)*density(i,j)
        speed2 = 0.25_dp*((xvel(i,j)*xvel(i,j) + yvel(i,j)*yvel(i,j)) &
          + (xvel(i+1,j)*xvel(i+1,j) + yvel(i+1,j)*yvel(i+1,j)) &
          + (xvel(i,j+1)*xvel(i,j+1) + yvel(i,j+1)*yvel(i,j+1)) &
          + (xvel(i+1,j+1)*xvel(i+1,j+1) + yvel(i+1,j+1)*yvel(i+1,j+1)))
        vol = vol + volume(i,j)
        mass = mass + cell_mass
        internal = internal + cell_mass*energy(i,j)
        kinetic = kinetic + 0.5_dp*cell_mass*speed2
        press = press + volume(i,j)*pressure(i,j)
      end do
    end do
  end subroutine summary_sums

end module summary_kernel
