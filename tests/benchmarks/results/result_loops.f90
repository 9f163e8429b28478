! The loops of the original form, for the benchmark of results.
module result_loops
  use, intrinsic :: iso_fortran_env, only: compiler_options, real64
  implicit none
  private
  public :: five_loop, five_and_step_loop, least_loop, result_flags

contains

  function result_flags()
    character(:), allocatable :: result_flags
    result_flags = compiler_options()
  end function

  subroutine five_loop(n, density, energy, pressure, speed, volume, sums)
    integer, intent(in) :: n(3)
    real(real64), intent(in), dimension(n(1), n(2), n(3)) :: density, energy, pressure, speed
    real(real64), intent(in) :: volume
    real(real64), intent(out) :: sums(5)
    real(real64) :: space, mass, internal, kinetic, press, of_cell
    integer :: i, j, k
    space = 0
    mass = 0
    internal = 0
    kinetic = 0
    press = 0
    !$omp parallel do collapse(2) private(of_cell) reduction(+: space, mass, internal, kinetic, press)
    do k = 1, n(3)
      do j = 1, n(2)
        do i = 1, n(1)
          of_cell = density(i,j,k)*volume
          space = space + volume
          mass = mass + of_cell
          internal = internal + of_cell*energy(i,j,k)
          kinetic = kinetic + of_cell*(0.5_real64*speed(i,j,k)*speed(i,j,k))
          press = press + volume*pressure(i,j,k)
        end do
      end do
    end do
    sums = [space, mass, internal, kinetic, press]
  end subroutine

  subroutine five_and_step_loop(n, density, energy, pressure, speed, volume, width, sums, step)
    integer, intent(in) :: n(3)
    real(real64), intent(in), dimension(n(1), n(2), n(3)) :: density, energy, pressure, speed
    real(real64), intent(in) :: volume, width
    real(real64), intent(out) :: sums(5), step
    real(real64) :: space, mass, internal, kinetic, press, of_cell
    integer :: i, j, k
    space = 0
    mass = 0
    internal = 0
    kinetic = 0
    press = 0
    step = huge(step)
    !$omp parallel do collapse(2) private(of_cell) reduction(+: space, mass, internal, kinetic, press) reduction(min: step)
    do k = 1, n(3)
      do j = 1, n(2)
        do i = 1, n(1)
          of_cell = density(i,j,k)*volume
          space = space + volume
          mass = mass + of_cell
          internal = internal + of_cell*energy(i,j,k)
          kinetic = kinetic + of_cell*(0.5_real64*speed(i,j,k)*speed(i,j,k))
          press = press + volume*pressure(i,j,k)
          step = min(step, width/speed(i,j,k))
        end do
      end do
    end do
    sums = [space, mass, internal, kinetic, press]
  end subroutine

  subroutine least_loop(n, x, least, place)
    integer, intent(in) :: n(3)
    real(real64), intent(in) :: x(n(1), n(2), n(3))
    real(real64), intent(out) :: least
    integer, intent(out) :: place(3)
    real(real64) :: own
    integer :: i, j, k, own_place(3)
    least = huge(least)
    place = 0
    !$omp parallel private(own, own_place)
    own = huge(own)
    own_place = 0
    !$omp do collapse(2)
    do k = 1, n(3)
      do j = 1, n(2)
        do i = 1, n(1)
          if (x(i,j,k) < own) then
            own = x(i,j,k)
            own_place = [i, j, k]
          end if
        end do
      end do
    end do
    !$omp critical
    if (own < least) then
      least = own
      place = own_place
    end if
    !$omp end critical
    !$omp end parallel
  end subroutine
end module
