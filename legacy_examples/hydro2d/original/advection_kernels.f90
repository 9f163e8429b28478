! The loops of the advection bring the content of the cells of the Lagrangian step back to the mesh, one direction after the
! other. x_inc, y_inc are the switch of the direction: 1, 0 for a sweep in x and 0, 1 for a sweep in y.
module advection_kernels
  use, intrinsic :: iso_fortran_env, only: dp => real64
  implicit none
  private
  public :: sweep_volumes, cell_flux, cell_update, node_flux_x, node_flux_y, node_mass, carried_velocity, mom_update, &
    cell_heat

contains

  ! Volumes of the cells before and after a sweep. The first sweep begins with cells changed by both fluxes, the second sweep
  ! ends with the cells of the mesh.
  subroutine sweep_volumes(x_min, x_max, y_min, y_max, x_inc, first_sweep, volume, vol_flux_x, vol_flux_y, &
                           pre_vol, post_vol)
    integer, intent(in) :: x_min, x_max, y_min, y_max, x_inc
    logical, intent(in) :: first_sweep
    real(dp), intent(in) :: volume(x_min-2:x_max+2, y_min-2:y_max+2)
    real(dp), intent(in) :: vol_flux_x(x_min-2:x_max+3, y_min-2:y_max+2), vol_flux_y(x_min-2:x_max+2, y_min-2:y_max+3)
    real(dp), dimension(x_min-2:x_max+3, y_min-2:y_max+3), intent(inout) :: pre_vol, post_vol
    real(dp) :: in_x, in_y, along, across
    integer :: i, j

    !$omp parallel do private(i, in_x, in_y, along, across)
    do j = y_min - 2, y_max + 2
      do i = x_min - 2, x_max + 2
        in_x = vol_flux_x(i+1,j) - vol_flux_x(i,j)
        in_y = vol_flux_y(i,j+1) - vol_flux_y(i,j)
        along = merge(in_x, in_y, x_inc == 1)
        across = merge(in_y, in_x, x_inc == 1)
        post_vol(i,j) = volume(i,j) + merge(across, 0.0_dp, first_sweep)
        pre_vol(i,j) = post_vol(i,j) + along
      end do
    end do
  end subroutine sweep_volumes

  ! Mass and energy through the faces: from the donor cell, with a limited slope towards the face.
  subroutine cell_flux(x_min, x_max, y_min, y_max, x_inc, y_inc, vol_flux, pre_vol, density, energy, mass_flux, ener_flux)
    integer, intent(in) :: x_min, x_max, y_min, y_max, x_inc, y_inc
    real(dp), intent(in) :: vol_flux(x_min-2:x_max+2+x_inc, y_min-2:y_max+2+y_inc)
    real(dp), intent(in) :: pre_vol(x_min-2:x_max+3, y_min-2:y_max+3)
    real(dp), dimension(x_min-2:x_max+2, y_min-2:y_max+2), intent(in) :: density, energy
    real(dp), intent(inout) :: mass_flux(x_min-2:x_max+2+x_inc, y_min-2:y_max+2+y_inc)
    real(dp), intent(inout) :: ener_flux(x_min-2:x_max+3, y_min-2:y_max+3)
    real(dp) :: part, face
    integer :: i, j, donor_i, donor_j, up_i, up_j, down_i, down_j

    !$omp parallel do private(i, part, face, donor_i, donor_j, up_i, up_j, down_i, down_j)
    do j = y_min, y_max + y_inc
      do i = x_min, x_max + x_inc
        if (vol_flux(i,j) > 0.0_dp) then
          up_i = i - 2*x_inc
          up_j = j - 2*y_inc
          donor_i = i - x_inc
          donor_j = j - y_inc
          down_i = i
          down_j = j
        else
          up_i = i + x_inc
          up_j = j + y_inc
          donor_i = i
          donor_j = j
          down_i = i - x_inc
          down_j = j - y_inc
        end if
        part = abs(vol_flux(i,j))/pre_vol(donor_i,donor_j)
        face = density(donor_i,donor_j) + 0.5_dp*(1.0_dp - part)*limited( &
          density(donor_i,donor_j) - density(up_i,up_j), density(down_i,down_j) - density(donor_i,donor_j))
        mass_flux(i,j) = vol_flux(i,j)*face
        part = abs(mass_flux(i,j))/(density(donor_i,donor_j)*pre_vol(donor_i,donor_j))
        face = energy(donor_i,donor_j) + 0.5_dp*(1.0_dp - part)*limited( &
          energy(donor_i,donor_j) - energy(up_i,up_j), energy(down_i,down_j) - energy(donor_i,donor_j))
        ener_flux(i,j) = mass_flux(i,j)*face
      end do
    end do
  end subroutine cell_flux

  ! Density and energy of the cells after the fluxes.
  subroutine cell_update(x_min, x_max, y_min, y_max, x_inc, y_inc, pre_vol, post_vol, mass_flux, ener_flux, density, energy)
    integer, intent(in) :: x_min, x_max, y_min, y_max, x_inc, y_inc
    real(dp), dimension(x_min-2:x_max+3, y_min-2:y_max+3), intent(in) :: pre_vol, post_vol, ener_flux
    real(dp), intent(in) :: mass_flux(x_min-2:x_max+2+x_inc, y_min-2:y_max+2+y_inc)
    real(dp), dimension(x_min-2:x_max+2, y_min-2:y_max+2), intent(inout) :: density, energy
    real(dp) :: pre_mass, post_mass
    integer :: i, j

    !$omp parallel do private(i, pre_mass, post_mass)
    do j = y_min, y_max
      do i = x_min, x_max
        pre_mass = density(i,j)*pre_vol(i,j)
        post_mass = pre_mass + (mass_flux(i,j) - mass_flux(i+x_inc,j+y_inc))
        energy(i,j) = (energy(i,j)*pre_mass + (ener_flux(i,j) - ener_flux(i+x_inc,j+y_inc)))/post_mass
        density(i,j) = post_mass/post_vol(i,j)
      end do
    end do
  end subroutine cell_update

  ! The mass from node i to node i+1: the mean of the four faces around the middle between the nodes.
  subroutine node_flux_x(x_min, x_max, y_min, y_max, mass_flux_x, node_flux)
    integer, intent(in) :: x_min, x_max, y_min, y_max
    real(dp), intent(in) :: mass_flux_x(x_min-2:x_max+3, y_min-2:y_max+2)
    real(dp), intent(inout) :: node_flux(x_min-2:x_max+3, y_min-2:y_max+3)
    integer :: i, j

    !$omp parallel do private(i)
    do j = y_min, y_max + 1
      do i = x_min - 2, x_max + 2
        node_flux(i,j) = 0.25_dp*((mass_flux_x(i,j-1) + mass_flux_x(i,j)) + (mass_flux_x(i+1,j-1) + mass_flux_x(i+1,j)))
      end do
    end do
  end subroutine node_flux_x

  ! The same from node j to node j+1.
  subroutine node_flux_y(x_min, x_max, y_min, y_max, mass_flux_y, node_flux)
    integer, intent(in) :: x_min, x_max, y_min, y_max
    real(dp), intent(in) :: mass_flux_y(x_min-2:x_max+2, y_min-2:y_max+3)
    real(dp), intent(inout) :: node_flux(x_min-2:x_max+3, y_min-2:y_max+3)
    integer :: i, j

    !$omp parallel do private(i)
    do j = y_min - 2, y_max + 2
      do i = x_min, x_max + 1
        node_flux(i,j) = 0.25_dp*((mass_flux_y(i-1,j) + mass_flux_y(i,j)) + (mass_flux_y(i-1,j+1) + mass_flux_y(i,j+1)))
      end do
    end do
  end subroutine node_flux_y

  ! Masses of the nodes after the sweep, from the cells around the nodes, and before. Nodes beside the mesh give momentum too.
  ! No kinetic energy is lost so far.
  subroutine node_mass(x_min, x_max, y_min, y_max, x_inc, y_inc, density, post_vol, node_flux, mass_post, mass_pre, heat)
    integer, intent(in) :: x_min, x_max, y_min, y_max, x_inc, y_inc
    real(dp), intent(in) :: density(x_min-2:x_max+2, y_min-2:y_max+2)
    real(dp), dimension(x_min-2:x_max+3, y_min-2:y_max+3), intent(in) :: post_vol, node_flux
    real(dp), dimension(x_min-2:x_max+3, y_min-2:y_max+3), intent(inout) :: mass_post, mass_pre, heat
    integer :: i, j

    !$omp parallel do private(i)
    do j = y_min - y_inc, y_max + 1 + y_inc
      do i = x_min - x_inc, x_max + 1 + x_inc
        mass_post(i,j) = 0.25_dp*((density(i-1,j-1)*post_vol(i-1,j-1) + density(i,j-1)*post_vol(i,j-1)) &
          + (density(i-1,j)*post_vol(i-1,j) + density(i,j)*post_vol(i,j)))
        mass_pre(i,j) = mass_post(i,j) + (node_flux(i,j) - node_flux(i-x_inc,j-y_inc))
        heat(i,j) = 0.0_dp
      end do
    end do
  end subroutine node_mass

  ! The velocity of the mass between nodes: the velocity of the donor node, with a limited slope.
  subroutine carried_velocity(x_min, x_max, y_min, y_max, x_inc, y_inc, node_flux, mass_pre, velocity, carried)
    integer, intent(in) :: x_min, x_max, y_min, y_max, x_inc, y_inc
    real(dp), dimension(x_min-2:x_max+3, y_min-2:y_max+3), intent(in) :: node_flux, mass_pre, velocity
    real(dp), dimension(x_min-2:x_max+3, y_min-2:y_max+3), intent(inout) :: carried
    real(dp) :: part
    integer :: i, j, donor_i, donor_j, up_i, up_j, down_i, down_j

    !$omp parallel do private(i, part, donor_i, donor_j, up_i, up_j, down_i, down_j)
    do j = y_min - y_inc, y_max + 1
      do i = x_min - x_inc, x_max + 1
        if (node_flux(i,j) > 0.0_dp) then
          up_i = i - x_inc
          up_j = j - y_inc
          donor_i = i
          donor_j = j
          down_i = i + x_inc
          down_j = j + y_inc
        else
          up_i = i + 2*x_inc
          up_j = j + 2*y_inc
          donor_i = i + x_inc
          donor_j = j + y_inc
          down_i = i
          down_j = j
        end if
        part = abs(node_flux(i,j))/mass_pre(donor_i,donor_j)
        carried(i,j) = velocity(donor_i,donor_j) + 0.5_dp*(1.0_dp - part)*limited( &
          velocity(donor_i,donor_j) - velocity(up_i,up_j), velocity(down_i,down_j) - velocity(donor_i,donor_j))
      end do
    end do
  end subroutine carried_velocity

  ! A velocity of the nodes after the exchange of momentum, and the kinetic energy lost by mixing momenta.
  subroutine mom_update(x_min, x_max, y_min, y_max, x_inc, y_inc, mass_pre, mass_post, node_flux, carried, velocity, heat)
    integer, intent(in) :: x_min, x_max, y_min, y_max, x_inc, y_inc
    real(dp), dimension(x_min-2:x_max+3, y_min-2:y_max+3), intent(in) :: mass_pre, mass_post, node_flux, carried
    real(dp), dimension(x_min-2:x_max+3, y_min-2:y_max+3), intent(inout) :: velocity, heat
    real(dp) :: mom_in, mom_out, after
    integer :: i, j

    !$omp parallel do private(i, mom_in, mom_out, after)
    do j = y_min, y_max + 1
      do i = x_min, x_max + 1
        mom_in = node_flux(i-x_inc,j-y_inc)*carried(i-x_inc,j-y_inc)
        mom_out = node_flux(i,j)*carried(i,j)
        after = (velocity(i,j)*mass_pre(i,j) + (mom_in - mom_out))/mass_post(i,j)
        heat(i,j) = heat(i,j) + 0.5_dp*((velocity(i,j)*velocity(i,j)*mass_pre(i,j) &
          + (mom_in*carried(i-x_inc,j-y_inc) - mom_out*carried(i,j))) - after*after*mass_post(i,j))
        velocity(i,j) = after
      end do
    end do
  end subroutine mom_update

  ! The energy lost by the nodes heats the cells around them, so that the total energy stays constant.
  subroutine cell_heat(x_min, x_max, y_min, y_max, density, post_vol, heat, energy)
    integer, intent(in) :: x_min, x_max, y_min, y_max
    real(dp), intent(in) :: density(x_min-2:x_max+2, y_min-2:y_max+2)
    real(dp), dimension(x_min-2:x_max+3, y_min-2:y_max+3), intent(in) :: post_vol, heat
    real(dp), intent(inout) :: energy(x_min-2:x_max+2, y_min-2:y_max+2)
    integer :: i, j

    !$omp parallel do private(i)
    do j = y_min, y_max
      do i = x_min, x_max
        energy(i,j) = energy(i,j) + 0.25_dp*((heat(i,j) + heat(i+1,j)) + (heat(i,j+1) + heat(i+1,j+1))) &
          /(density(i,j)*post_vol(i,j))
      end do
    end do
  end subroutine cell_heat

  ! The slope between two differences, without a new extremum: their mean, but at most twice the smaller difference, and 0 if
  ! their signs differ.
  pure function limited(a, b) result(slope)
    real(dp), intent(in) :: a, b
    real(dp) :: slope

    slope = 0.0_dp
    if (a*b > 0.0_dp) slope = sign(min(2.0_dp*min(abs(a), abs(b)), 0.5_dp*abs(a + b)), a)
  end function limited

end module advection_kernels
