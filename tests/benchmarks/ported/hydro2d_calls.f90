! The kernels of legacy_examples/hydro2d by number, on arrays of the example's own module, with smooth fields as in a
! run.
module hydro2d_calls
  use, intrinsic :: iso_fortran_env, only: real64
  use viewfab, only: vf_box, vf_box_of, vf_place
  use hydro2d_kernels
  use hydro2d_definitions, only: chunk, halo, settings
  use hydro2d_mesh, only: build_chunk
  use hydro2d_views, only: cells, nodes, views, wrap_views
  implicit none
  private
  public :: make_fields, drop_fields, call_kernel, numbers, place_of_dt
  public :: ideal_gas, viscosity, calc_dt, pdv, accelerate, cell_flux

  integer, parameter, public :: kernels = 17
  character(16), parameter, public :: names(kernels) = [character(16) :: 'ideal_gas', 'viscosity', 'calc_dt', 'pdv', &
    'accelerate', 'cell_flux', 'volume_flux', 'copy_pair', 'sweep_volumes', 'cell_update', 'node_flux_x', 'node_flux_y', &
    'node_mass', 'carried_velocity', 'mom_update', 'cell_heat', 'summary_sums']
  integer, parameter :: ideal_gas = 1, viscosity = 2, calc_dt = 3, pdv = 4, accelerate = 5, cell_flux = 6
  ! For a cell: each declared array once in and once out, without profiles.
  integer, parameter, public :: bytes(kernels) = 8*[4, 6, 5, 11, 8, 6, 3, 4, 5, 8, 2, 2, 6, 4, 8, 5, 6]

  ! Values of all calls; sweeps go along x.
  real(real64), parameter, public :: gamma = 1.4_real64, cfl = 0.5_real64, dt = 0.01_real64
  integer, parameter :: inc(3) = [1, 0, 0]

  real(real64) :: numbers(5) = 0        ! results of the last call with results
  type(vf_place) :: place_of_dt

contains

  ! n^2 cells. The context must be open.
  subroutine make_fields(n)
    integer, intent(in) :: n

    settings%x_cells = n
    settings%y_cells = n
    settings%x_length = n
    settings%y_length = n
    settings%stretch = 1.5_real64
    settings%states = 1
    settings%density = 1
    settings%energy = 2.5_real64
    settings%xvel = 0
    settings%yvel = 0
    call build_chunk()
    associate (f => chunk%field)
      call waves(f%density0, 1.0_real64, 0.2_real64, 1)
      call waves(f%density1, 1.1_real64, 0.2_real64, 2)
      call waves(f%energy0, 2.5_real64, 0.3_real64, 3)
      call waves(f%energy1, 2.6_real64, 0.3_real64, 4)
      call waves(f%pressure, 1.0_real64, 0.2_real64, 5)
      call waves(f%viscosity, 0.02_real64, 0.01_real64, 6)
      call waves(f%soundspeed, 1.2_real64, 0.1_real64, 7)
      call waves(f%xvel0, 0.01_real64, 0.2_real64, 8)
      call waves(f%xvel1, 0.02_real64, 0.2_real64, 9)
      call waves(f%yvel0, 0.01_real64, 0.2_real64, 10)
      call waves(f%yvel1, 0.02_real64, 0.2_real64, 11)
      call waves(f%vol_flux_x, 0.0_real64, 1.0e-3_real64, 12)
      call waves(f%vol_flux_y, 0.0_real64, 1.0e-3_real64, 13)
      call waves(f%mass_flux_x, 0.0_real64, 1.0e-3_real64, 14)
      call waves(f%mass_flux_y, 0.0_real64, 1.0e-3_real64, 15)
      call waves(f%work1, 1.0_real64, 1.0e-3_real64, 16)
      call waves(f%work2, 1.0_real64, 1.0e-3_real64, 17)
      call waves(f%work3, 0.0_real64, 1.0e-3_real64, 18)
      call waves(f%work4, 1.0_real64, 0.1_real64, 19)
      call waves(f%work5, 1.0_real64, 0.1_real64, 20)
      call waves(f%work6, 0.0_real64, 0.2_real64, 21)
      call waves(f%work7, 1.0e-6_real64, 1.0e-7_real64, 22)
    end associate
    call wrap_views()
  end subroutine

  ! Called after the context was closed, because closing releases the views.
  subroutine drop_fields()
    associate (f => chunk%field)
      deallocate (f%density0, f%density1, f%energy0, f%energy1, f%pressure, f%viscosity, f%soundspeed, f%volume, f%xvel0, &
        f%xvel1, f%yvel0, f%yvel1, f%work1, f%work2, f%work3, f%work4, f%work5, f%work6, f%work7, f%vol_flux_x, &
        f%vol_flux_y, f%mass_flux_x, f%mass_flux_y, f%celldx, f%celldy)
    end associate
  end subroutine

  ! A wave of some hundred cells, at an angle to the grid, without a symmetry.
  subroutine waves(field, mean, height, seed)
    real(real64), intent(inout) :: field(-halo+1:,-halo+1:)
    real(real64), intent(in) :: mean, height
    integer, intent(in) :: seed
    real(real64) :: x(2, lbound(field, 1):ubound(field, 1)), y(2)
    integer :: i, j

    do i = lbound(field, 1), ubound(field, 1)
      x(:,i) = [sin(0.0131_real64*i + 0.7_real64*seed), cos(0.0131_real64*i + 0.7_real64*seed)]
    end do
    !$omp parallel do private(i, y)
    do j = lbound(field, 2), ubound(field, 2)
      y = [cos(0.0173_real64*j + 0.3_real64*seed), sin(0.0173_real64*j + 0.3_real64*seed)]
      do i = lbound(field, 1), ubound(field, 1)
        field(i,j) = mean + height*(x(1,i)*y(1) + x(2,i)*y(2))
      end do
    end do
  end subroutine

  subroutine call_kernel(kernel)
    integer, intent(in) :: kernel

    associate (v => views)
      select case (kernel)
      case (ideal_gas); call vf_ideal_gas(cells, gamma, v%density0, v%energy0, v%pressure, v%soundspeed)
      case (viscosity)
        call vf_viscosity(cells, v%celldx, v%celldy, v%density0, v%pressure, v%soundspeed, v%xvel0, v%yvel0, v%viscosity)
      case (calc_dt)
        call vf_calc_dt(cells, cfl, v%celldx, v%celldy, v%density0, v%viscosity, v%soundspeed, v%xvel0, v%yvel0, numbers(1), &
          place_of_dt)
      case (pdv)
        call vf_pdv(cells, dt, v%celldx, v%celldy, v%volume, v%density0, v%energy0, v%pressure, v%viscosity, v%xvel0, &
          v%yvel0, v%xvel1, v%yvel1, v%density1, v%energy1)
      case (accelerate)
        call vf_accelerate(nodes, dt, v%celldx, v%celldy, v%volume, v%density0, v%pressure, v%viscosity, v%xvel0, v%yvel0, &
          v%xvel1, v%yvel1)
      case (cell_flux)
        call vf_cell_flux(grown([0, 0], [1, 0]), v%vol_flux_x, v%work1, v%density1, v%energy1, v%mass_flux_x, v%work3, 0)
      case (7); call vf_volume_flux(grown([0, 0], [1, 0]), dt, v%celldx, v%celldy, v%xvel0, v%xvel1, v%vol_flux_x, 0)
      case (8); call vf_copy_pair(cells, v%density1, v%energy1, v%density0, v%energy0)
      case (9)
        call vf_sweep_volumes(grown([2, 2], [2, 2]), 1, .true., v%volume, v%vol_flux_x, v%vol_flux_y, v%work1, v%work2)
      case (10); call vf_cell_update(cells, inc, v%work1, v%work2, v%mass_flux_x, v%work3, v%density1, v%energy1)
      case (11); call vf_node_flux_x(grown([2, 0], [2, 1]), v%mass_flux_x, v%work3)
      case (12); call vf_node_flux_y(grown([0, 2], [1, 2]), v%mass_flux_y, v%work3)
      case (13)
        call vf_node_mass(grown([1, 0], [2, 1]), inc, v%density1, v%work2, v%work3, v%work4, v%work5, v%work7)
      case (14); call vf_carried_velocity(grown([1, 0], [1, 1]), inc, v%work3, v%work5, v%xvel1, v%work6)
      case (15); call vf_mom_update(nodes, inc, v%work5, v%work4, v%work3, v%work6, v%xvel1, v%work7)
      case (16); call vf_cell_heat(cells, v%density1, v%work2, v%work7, v%energy1)
      case (17)
        call vf_summary_sums(cells, v%volume, v%density0, v%energy0, v%pressure, v%xvel0, v%yvel0, numbers(1), numbers(2), &
          numbers(3), numbers(4), numbers(5))
      end select
    end associate
  end subroutine

  ! The box of the cells, extended by the given numbers of cells below and above.
  function grown(below, above) result(box)
    integer, intent(in) :: below(2), above(2)
    type(vf_box) :: box

    box = vf_box_of(cells%lower(:2) - below, cells%upper(:2) + above)
  end function

end module
