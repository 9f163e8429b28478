! The loops of the time step and of the Lagrangian step.
module lagrange_kernels
  use, intrinsic :: iso_fortran_env, only: dp => real64
  implicit none
  private
  public :: ideal_gas, viscosity, calc_dt, pdv, accelerate, volume_flux, copy_pair

contains

  ! Pressure and speed of sound of an ideal gas.
  subroutine ideal_gas(x_min, x_max, y_min, y_max, gamma, density, energy, pressure, soundspeed)
    integer, intent(in) :: x_min, x_max, y_min, y_max
    real(dp), intent(in) :: gamma
    real(dp), dimension(x_min-2:x_max+2, y_min-2:y_max+2), intent(in) :: density, energy
    real(dp), dimension(x_min-2:x_max+2, y_min-2:y_max+2), intent(inout) :: pressure, soundspeed
    integer :: i, j

    !$omp parallel do private(i)
    do j = y_min, y_max
      do i = x_min, x_max
        pressure(i,j) = (gamma - 1.0_dp)*density(i,j)*energy(i,j)
        soundspeed(i,j) = sqrt(gamma*pressure(i,j)/density(i,j))
      end do
    end do
  end subroutine ideal_gas

  ! Artificial viscosity for gas compressed along the gradient of the pressure: with the jump of the velocity over the cell in
  ! this direction, q = density jump (c_linear soundspeed + c_quadratic jump).
  subroutine viscosity(x_min, x_max, y_min, y_max, celldx, celldy, density, pressure, soundspeed, xvel, yvel, q)
    integer, intent(in) :: x_min, x_max, y_min, y_max
    real(dp), intent(in) :: celldx(x_min-2:x_max+2), celldy(y_min-2:y_max+2)
    real(dp), dimension(x_min-2:x_max+2, y_min-2:y_max+2), intent(in) :: density, pressure, soundspeed
    real(dp), dimension(x_min-2:x_max+3, y_min-2:y_max+3), intent(in) :: xvel, yvel
    real(dp), dimension(x_min-2:x_max+2, y_min-2:y_max+2), intent(inout) :: q
    real(dp), parameter :: c_linear = 0.5_dp, c_quadratic = 1.5_dp, small = 1.0e-30_dp
    real(dp) :: ux, uy, vx, vy, px, py, gradient2, strain, length, jump
    integer :: i, j

    !$omp parallel do private(i, ux, uy, vx, vy, px, py, gradient2, strain, length, jump)
    do j = y_min, y_max
      do i = x_min, x_max
        ux = 0.5_dp*((xvel(i+1,j) + xvel(i+1,j+1)) - (xvel(i,j) + xvel(i,j+1)))/celldx(i)
        vx = 0.5_dp*((yvel(i+1,j) + yvel(i+1,j+1)) - (yvel(i,j) + yvel(i,j+1)))/celldx(i)
        uy = 0.5_dp*((xvel(i,j+1) + xvel(i+1,j+1)) - (xvel(i,j) + xvel(i+1,j)))/celldy(j)
        vy = 0.5_dp*((yvel(i,j+1) + yvel(i+1,j+1)) - (yvel(i,j) + yvel(i+1,j)))/celldy(j)
        px = (pressure(i+1,j) - pressure(i-1,j))/(celldx(i) + 0.5_dp*(celldx(i-1) + celldx(i+1)))
        py = (pressure(i,j+1) - pressure(i,j-1))/(celldy(j) + 0.5_dp*(celldy(j-1) + celldy(j+1)))
        gradient2 = px*px + py*py
        q(i,j) = 0.0_dp
        if (ux + vy < 0.0_dp .and. gradient2 > small) then
          strain = (px*px*ux + px*py*(uy + vx) + py*py*vy)/gradient2
          if (strain < 0.0_dp) then
            length = sqrt(gradient2)*min(celldx(i)/max(abs(px), small), celldy(j)/max(abs(py), small))
            jump = -strain*length
            q(i,j) = density(i,j)*jump*(c_linear*soundspeed(i,j) + c_quadratic*jump)
          end if
        end if
      end do
    end do
  end subroutine viscosity

  ! The largest stable time step, and its first cell in the order of the loops.
  subroutine calc_dt(x_min, x_max, y_min, y_max, cfl, celldx, celldy, density, viscosity, soundspeed, xvel, yvel, &
                     dt, i_dt, j_dt)
    integer, intent(in) :: x_min, x_max, y_min, y_max
    real(dp), intent(in) :: cfl
    real(dp), intent(in) :: celldx(x_min-2:x_max+2), celldy(y_min-2:y_max+2)
    real(dp), dimension(x_min-2:x_max+2, y_min-2:y_max+2), intent(in) :: density, viscosity, soundspeed
    real(dp), dimension(x_min-2:x_max+3, y_min-2:y_max+3), intent(in) :: xvel, yvel
    real(dp), intent(out) :: dt
    integer, intent(out) :: i_dt, j_dt
    real(dp), parameter :: small = 1.0e-30_dp
    real(dp) :: sound, u, v, divergence, dt_cell, dt_row(y_min:y_max)
    integer :: i, j, i_row(y_min:y_max)

    !$omp parallel do private(i, sound, u, v, divergence, dt_cell)
    do j = y_min, y_max
      dt_row(j) = huge(dt)
      i_row(j) = x_min
      do i = x_min, x_max
        sound = sqrt(soundspeed(i,j)*soundspeed(i,j) + 2.0_dp*viscosity(i,j)/density(i,j))
        u = max(max(abs(xvel(i,j)), abs(xvel(i+1,j))), max(abs(xvel(i,j+1)), abs(xvel(i+1,j+1))))
        v = max(max(abs(yvel(i,j)), abs(yvel(i+1,j))), max(abs(yvel(i,j+1)), abs(yvel(i+1,j+1))))
        divergence = 0.5_dp*((xvel(i+1,j) + xvel(i+1,j+1)) - (xvel(i,j) + xvel(i,j+1)))/celldx(i) &
          + 0.5_dp*((yvel(i,j+1) + yvel(i+1,j+1)) - (yvel(i,j) + yvel(i+1,j)))/celldy(j)
        dt_cell = cfl*min(min(celldx(i)/(sound + u), celldy(j)/(sound + v)), 1.0_dp/max(abs(divergence), small))
        if (dt_cell < dt_row(j)) then
          dt_row(j) = dt_cell
          i_row(j) = i
        end if
      end do
    end do
    j_dt = minloc(dt_row, dim=1) + y_min - 1
    i_dt = i_row(j_dt)
    dt = dt_row(j_dt)
  end subroutine calc_dt

  ! Density and energy after dt, by the work of pressure and viscosity, as the cells move with the mean of two velocities.
  subroutine pdv(x_min, x_max, y_min, y_max, dt, celldx, celldy, volume, density0, energy0, pressure, viscosity, &
                 xvel_a, yvel_a, xvel_b, yvel_b, density1, energy1)
    integer, intent(in) :: x_min, x_max, y_min, y_max
    real(dp), intent(in) :: dt
    real(dp), intent(in) :: celldx(x_min-2:x_max+2), celldy(y_min-2:y_max+2)
    real(dp), dimension(x_min-2:x_max+2, y_min-2:y_max+2), intent(in) :: volume, density0, energy0, pressure, viscosity
    real(dp), dimension(x_min-2:x_max+3, y_min-2:y_max+3), intent(in) :: xvel_a, yvel_a, xvel_b, yvel_b
    real(dp), dimension(x_min-2:x_max+2, y_min-2:y_max+2), intent(inout) :: density1, energy1
    real(dp) :: left, right, bottom, top, change
    integer :: i, j

    !$omp parallel do private(i, left, right, bottom, top, change)
    do j = y_min, y_max
      do i = x_min, x_max
        left = 0.25_dp*dt*celldy(j)*((xvel_a(i,j) + xvel_a(i,j+1)) + (xvel_b(i,j) + xvel_b(i,j+1)))
        right = 0.25_dp*dt*celldy(j)*((xvel_a(i+1,j) + xvel_a(i+1,j+1)) + (xvel_b(i+1,j) + xvel_b(i+1,j+1)))
        bottom = 0.25_dp*dt*celldx(i)*((yvel_a(i,j) + yvel_a(i+1,j)) + (yvel_b(i,j) + yvel_b(i+1,j)))
        top = 0.25_dp*dt*celldx(i)*((yvel_a(i,j+1) + yvel_a(i+1,j+1)) + (yvel_b(i,j+1) + yvel_b(i+1,j+1)))
        change = (right - left) + (top - bottom)
        energy1(i,j) = energy0(i,j) - (pressure(i,j) + viscosity(i,j))*change/(density0(i,j)*volume(i,j))
        density1(i,j) = density0(i,j)*(volume(i,j)/(volume(i,j) + change))
      end do
    end do
  end subroutine pdv

  ! Velocities after dt: the work of the force on a node is the energy that pdv takes from the four cells around the node.
  subroutine accelerate(x_min, x_max, y_min, y_max, dt, celldx, celldy, volume, density, pressure, viscosity, &
                        xvel0, yvel0, xvel1, yvel1)
    integer, intent(in) :: x_min, x_max, y_min, y_max
    real(dp), intent(in) :: dt
    real(dp), intent(in) :: celldx(x_min-2:x_max+2), celldy(y_min-2:y_max+2)
    real(dp), dimension(x_min-2:x_max+2, y_min-2:y_max+2), intent(in) :: volume, density, pressure, viscosity
    real(dp), dimension(x_min-2:x_max+3, y_min-2:y_max+3), intent(in) :: xvel0, yvel0
    real(dp), dimension(x_min-2:x_max+3, y_min-2:y_max+3), intent(inout) :: xvel1, yvel1
    real(dp) :: mass, sw, se, nw, ne
    integer :: i, j

    !$omp parallel do private(i, mass, sw, se, nw, ne)
    do j = y_min, y_max + 1
      do i = x_min, x_max + 1
        mass = 0.25_dp*((density(i-1,j-1)*volume(i-1,j-1) + density(i,j-1)*volume(i,j-1)) &
          + (density(i-1,j)*volume(i-1,j) + density(i,j)*volume(i,j)))
        sw = pressure(i-1,j-1) + viscosity(i-1,j-1)
        se = pressure(i,j-1) + viscosity(i,j-1)
        nw = pressure(i-1,j) + viscosity(i-1,j)
        ne = pressure(i,j) + viscosity(i,j)
        xvel1(i,j) = xvel0(i,j) + dt*0.5_dp*(celldy(j-1)*(sw - se) + celldy(j)*(nw - ne))/mass
        yvel1(i,j) = yvel0(i,j) + dt*0.5_dp*(celldx(i-1)*(sw - nw) + celldx(i)*(se - ne))/mass
      end do
    end do
  end subroutine accelerate

  ! The volume that faces sweep in dt. x_inc, y_inc: 1, 0 for faces normal to x, 0, 1 for faces normal to y.
  subroutine volume_flux(x_min, x_max, y_min, y_max, x_inc, y_inc, dt, celldx, celldy, vel0, vel1, vol_flux)
    integer, intent(in) :: x_min, x_max, y_min, y_max, x_inc, y_inc
    real(dp), intent(in) :: dt
    real(dp), intent(in) :: celldx(x_min-2:x_max+2), celldy(y_min-2:y_max+2)
    real(dp), dimension(x_min-2:x_max+3, y_min-2:y_max+3), intent(in) :: vel0, vel1
    real(dp), intent(inout) :: vol_flux(x_min-2:x_max+2+x_inc, y_min-2:y_max+2+y_inc)
    real(dp) :: area
    integer :: i, j

    !$omp parallel do private(i, area)
    do j = y_min, y_max + y_inc
      do i = x_min, x_max + x_inc
        area = merge(celldy(j), celldx(i), x_inc == 1)
        vol_flux(i,j) = 0.25_dp*dt*area*((vel0(i,j) + vel0(i+y_inc,j+x_inc)) + (vel1(i,j) + vel1(i+y_inc,j+x_inc)))
      end do
    end do
  end subroutine volume_flux

  ! Copies two fields of the same centring to two other fields. x_inc, y_inc: 1 for directions with the fields on nodes.
  subroutine copy_pair(x_min, x_max, y_min, y_max, x_inc, y_inc, a, b, a_copy, b_copy)
    integer, intent(in) :: x_min, x_max, y_min, y_max, x_inc, y_inc
    real(dp), dimension(x_min-2:x_max+2+x_inc, y_min-2:y_max+2+y_inc), intent(in) :: a, b
    real(dp), dimension(x_min-2:x_max+2+x_inc, y_min-2:y_max+2+y_inc), intent(inout) :: a_copy, b_copy
    integer :: i, j

    !$omp parallel do private(i)
    do j = y_min, y_max + y_inc
      do i = x_min, x_max + x_inc
        a_copy(i,j) = a(i,j)
        b_copy(i,j) = b(i,j)
      end do
    end do
  end subroutine copy_pair

end module lagrange_kernels
