! The loops of the two ported codes, by the numbers of their kernels.
module ported_originals
  use, intrinsic :: iso_fortran_env, only: compiler_options, real64
  use hydro2d_fields, only: cfl, dt, gamma, numbers
  use hydro2d_definitions, only: chunk
  use advection_kernels, only: carried_velocity, cell_flux, cell_heat, cell_update, mom_update, node_flux_x, node_flux_y, &
    node_mass, sweep_volumes
  use lagrange_kernels, only: accelerate, calc_dt, copy_pair, ideal_gas, pdv, viscosity, volume_flux
  use summary_kernel, only: summary_sums
  use vertex_multigrid_levels, only: a, c, coarse, fine, largest, r_p, s_p, total, u_p, v_p
  implicit none
  private
  public :: call_original, call_level_original, flags_of_originals

contains

  subroutine call_original(kernel)
    integer, intent(in) :: kernel
    integer :: place(2)

    associate (f => chunk%field, x1 => chunk%x_min, x2 => chunk%x_max, y1 => chunk%y_min, y2 => chunk%y_max)
      select case (kernel)
      case (1); call ideal_gas(x1, x2, y1, y2, gamma, f%density0, f%energy0, f%pressure, f%soundspeed)
      case (2)
        call viscosity(x1, x2, y1, y2, f%celldx, f%celldy, f%density0, f%pressure, f%soundspeed, f%xvel0, f%yvel0, &
          f%viscosity)
      case (3)
        call calc_dt(x1, x2, y1, y2, cfl, f%celldx, f%celldy, f%density0, f%viscosity, f%soundspeed, f%xvel0, f%yvel0, &
          numbers(1), place(1), place(2))
      case (4)
        call pdv(x1, x2, y1, y2, dt, f%celldx, f%celldy, f%volume, f%density0, f%energy0, f%pressure, f%viscosity, f%xvel0, &
          f%yvel0, f%xvel1, f%yvel1, f%density1, f%energy1)
      case (5)
        call accelerate(x1, x2, y1, y2, dt, f%celldx, f%celldy, f%volume, f%density0, f%pressure, f%viscosity, f%xvel0, &
          f%yvel0, f%xvel1, f%yvel1)
      case (6)
        call cell_flux(x1, x2, y1, y2, 1, 0, f%vol_flux_x, f%work1, f%density1, f%energy1, f%mass_flux_x, f%work3)
      case (7); call volume_flux(x1, x2, y1, y2, 1, 0, dt, f%celldx, f%celldy, f%xvel0, f%xvel1, f%vol_flux_x)
      case (8); call copy_pair(x1, x2, y1, y2, 0, 0, f%density1, f%energy1, f%density0, f%energy0)
      case (9); call sweep_volumes(x1, x2, y1, y2, 1, .true., f%volume, f%vol_flux_x, f%vol_flux_y, f%work1, f%work2)
      case (10)
        call cell_update(x1, x2, y1, y2, 1, 0, f%work1, f%work2, f%mass_flux_x, f%work3, f%density1, f%energy1)
      case (11); call node_flux_x(x1, x2, y1, y2, f%mass_flux_x, f%work3)
      case (12); call node_flux_y(x1, x2, y1, y2, f%mass_flux_y, f%work3)
      case (13)
        call node_mass(x1, x2, y1, y2, 1, 0, f%density1, f%work2, f%work3, f%work4, f%work5, f%work7)
      case (14); call carried_velocity(x1, x2, y1, y2, 1, 0, f%work3, f%work5, f%xvel1, f%work6)
      case (15); call mom_update(x1, x2, y1, y2, 1, 0, f%work5, f%work4, f%work3, f%work6, f%xvel1, f%work7)
      case (16); call cell_heat(x1, x2, y1, y2, f%density1, f%work2, f%work7, f%energy1)
      case (17)
        call summary_sums(x1, x2, y1, y2, f%volume, f%density0, f%energy0, f%pressure, f%xvel0, f%yvel0, numbers(1), &
          numbers(2), numbers(3), numbers(4), numbers(5))
      end select
    end associate
  end subroutine

  subroutine call_level_original(kernel)
    integer, intent(in) :: kernel
    external :: norms, period, prolon, resid, restr, smooth

    select case (kernel)
    case (1); call resid(u_p, v_p, r_p, fine(1), fine(2), fine(3), a)
    case (2); call smooth(r_p, u_p, fine(1), fine(2), fine(3), c)
    case (3); call restr(r_p, fine(1), fine(2), fine(3), s_p, coarse(1), coarse(2), coarse(3))
    case (4); call prolon(s_p, coarse(1), coarse(2), coarse(3), u_p, fine(1), fine(2), fine(3))
    case (5); call norms(r_p, fine(1), fine(2), fine(3), total, largest)
    case (6); call period(u_p, fine(1), fine(2), fine(3))
    end select
  end subroutine

  ! This file has the same flags as the originals.
  function flags_of_originals() result(flags)
    character(:), allocatable :: flags
    flags = compiler_options()
  end function

end module
