! Arrays of legacy_examples/hydro2d in the example's own module, with smooth fields as in a run, and the values of all calls.
module hydro2d_fields
  use, intrinsic :: iso_fortran_env, only: real64
  use hydro2d_definitions, only: chunk, halo, settings
  use hydro2d_mesh, only: build_chunk
  use hydro2d_views, only: wrap_views
  implicit none
  private
  public :: make_fields, drop_fields

  integer, parameter, public :: kernels = 17
  character(16), parameter, public :: names(kernels) = [character(16) :: 'ideal_gas', 'viscosity', 'calc_dt', 'pdv', &
    'accelerate', 'cell_flux', 'volume_flux', 'copy_pair', 'sweep_volumes', 'cell_update', 'node_flux_x', 'node_flux_y', &
    'node_mass', 'carried_velocity', 'mom_update', 'cell_heat', 'summary_sums']
  integer, parameter, public :: ideal_gas = 1, viscosity = 2, calc_dt = 3, pdv = 4, accelerate = 5, cell_flux = 6
  ! For a cell: each declared array once in and once out, without profiles.
  integer, parameter, public :: bytes(kernels) = 8*[4, 6, 5, 11, 8, 6, 3, 4, 5, 8, 2, 2, 6, 4, 8, 5, 6]

  ! Values of all calls; sweeps go along x.
  real(real64), parameter, public :: gamma = 1.4_real64, cfl = 0.5_real64, dt = 0.01_real64

  real(real64), public :: numbers(5) = 0        ! results of the last call with results

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

end module
