! The entries of the hand-written kernels, and calls of them on the arrays of the ported kernels. Each twin has its own
! arrays for its results.
module twins
  use, intrinsic :: iso_c_binding, only: c_double, c_int, c_loc, c_ptr
  use, intrinsic :: iso_fortran_env, only: real64
  use viewfab, only: vf_access, vf_context_queue, vf_read, vf_update, vf_view
  use hydro2d_fields, only: accelerate, calc_dt, cell_flux, cfl, dt, gamma, ideal_gas, pdv, viscosity
  use hydro2d_definitions, only: chunk
  use hydro2d_views, only: views
  use vertex_multigrid_levels, only: a, c, coarse, fine, make_level, r, s, u, v
  implicit none
  private
  public :: call_level_twin, call_twin, has_twin, make_level_twins, make_twins

  ! Arrays of the twins: in cells, on nodes, on x faces; of the levels.
  type(vf_view), public :: in_cells(2), on_nodes(2), on_faces, u_twin, r_twin, s_twin
  real(c_double), public :: twin_numbers(2) = 0
  integer(c_int), public :: twin_place(2) = 0

  interface
    subroutine hand_written_ideal_gas(queue, few, nx, ny, gamma, density, energy, pressure, soundspeed) bind(c)
      import :: c_double, c_int, c_ptr
      type(c_ptr), value :: queue, density, energy, pressure, soundspeed
      integer(c_int), value :: few, nx, ny
      real(c_double), value :: gamma
    end subroutine

    subroutine hand_written_viscosity(queue, few, nx, ny, celldx, celldy, density, pressure, soundspeed, xvel, yvel, q) bind(c)
      import :: c_int, c_ptr
      type(c_ptr), value :: queue, celldx, celldy, density, pressure, soundspeed, xvel, yvel, q
      integer(c_int), value :: few, nx, ny
    end subroutine

    subroutine hand_written_pdv(queue, few, nx, ny, dt, celldx, celldy, volume, density0, energy0, pressure, viscosity, xvel_a, &
        yvel_a, xvel_b, yvel_b, density1, energy1) bind(c)
      import :: c_double, c_int, c_ptr
      type(c_ptr), value :: queue, celldx, celldy, volume, density0, energy0, pressure, viscosity, xvel_a, yvel_a, xvel_b, &
        yvel_b, density1, energy1
      integer(c_int), value :: few, nx, ny
      real(c_double), value :: dt
    end subroutine

    subroutine hand_written_accelerate(queue, few, nx, ny, dt, celldx, celldy, volume, density, pressure, viscosity, xvel0, &
        yvel0, xvel1, yvel1) bind(c)
      import :: c_double, c_int, c_ptr
      type(c_ptr), value :: queue, celldx, celldy, volume, density, pressure, viscosity, xvel0, yvel0, xvel1, yvel1
      integer(c_int), value :: few, nx, ny
      real(c_double), value :: dt
    end subroutine

    subroutine hand_written_cell_flux_x(queue, few, nx, ny, vol_flux, pre_vol, density, energy, mass_flux, ener_flux) bind(c)
      import :: c_int, c_ptr
      type(c_ptr), value :: queue, vol_flux, pre_vol, density, energy, mass_flux, ener_flux
      integer(c_int), value :: few, nx, ny
    end subroutine

    subroutine hand_written_calc_dt(queue, few, nx, ny, cfl, celldx, celldy, density, viscosity, soundspeed, xvel, yvel, dt, &
        place) bind(c)
      import :: c_double, c_int, c_ptr
      type(c_ptr), value :: queue, celldx, celldy, density, viscosity, soundspeed, xvel, yvel
      integer(c_int), value :: few, nx, ny
      real(c_double), value :: cfl
      real(c_double), intent(out) :: dt
      integer(c_int), intent(out) :: place(2)
    end subroutine

    subroutine hand_written_residual(queue, n, a, u, v, r) bind(c)
      import :: c_double, c_int, c_ptr
      type(c_ptr), value :: queue, u, v, r
      integer(c_int), intent(in) :: n(3)
      real(c_double), intent(in) :: a(4)
    end subroutine

    subroutine hand_written_smooth(queue, n, c, r, u) bind(c)
      import :: c_double, c_int, c_ptr
      type(c_ptr), value :: queue, r, u
      integer(c_int), intent(in) :: n(3)
      real(c_double), intent(in) :: c(4)
    end subroutine

    subroutine hand_written_restrict(queue, n, m, r, s) bind(c)
      import :: c_int, c_ptr
      type(c_ptr), value :: queue, r, s
      integer(c_int), intent(in) :: n(3), m(3)
    end subroutine

    subroutine hand_written_interpolate(queue, n, m, z, u) bind(c)
      import :: c_int, c_ptr
      type(c_ptr), value :: queue, z, u
      integer(c_int), intent(in) :: n(3), m(3)
    end subroutine

    subroutine hand_written_norms(queue, n, x, total, largest) bind(c)
      import :: c_double, c_int, c_ptr
      type(c_ptr), value :: queue, x
      integer(c_int), intent(in) :: n(3)
      real(c_double), intent(out) :: total, largest
    end subroutine

    subroutine hand_written_halo(queue, n, x) bind(c)
      import :: c_int, c_ptr
      type(c_ptr), value :: queue, x
      integer(c_int), intent(in) :: n(3)
    end subroutine
  end interface

contains

  logical function has_twin(kernel)
    integer, intent(in) :: kernel
    has_twin = any(kernel == [ideal_gas, viscosity, calc_dt, pdv, accelerate, cell_flux])
  end function

  subroutine make_twins()
    integer :: i

    associate (f => chunk%field)
      do i = 1, 2
        call in_cells(i)%create(0.0_real64, shape(f%pressure), lower=lbound(f%pressure), label='twin in cells')
        call on_nodes(i)%create(0.0_real64, shape(f%xvel1), lower=lbound(f%xvel1), label='twin on nodes')
      end do
      call on_faces%create(0.0_real64, shape(f%mass_flux_x), lower=lbound(f%mass_flux_x), label='twin on faces')
    end associate
  end subroutine

  subroutine make_level_twins()
    real(real64), pointer, contiguous :: p(:,:,:)

    call make_level(u_twin, p, fine, 'twin of u', 1)
    call make_level(r_twin, p, fine, 'twin of r', 2)
    call make_level(s_twin, p, coarse, 'twin of s', 4)
  end subroutine

  ! few: 1 for the form with few divisions.
  subroutine call_twin(kernel, few)
    integer, intent(in) :: kernel
    integer(c_int), intent(in) :: few
    integer(c_int) :: nx, ny
    type(c_ptr) :: queue

    queue = vf_context_queue()
    nx = chunk%x_max
    ny = chunk%y_max
    associate (w => views)
      select case (kernel)
      case (ideal_gas)
        call hand_written_ideal_gas(queue, few, nx, ny, gamma, plane(w%density0), plane(w%energy0), &
          plane(in_cells(1), vf_update), plane(in_cells(2), vf_update))
      case (viscosity)
        call hand_written_viscosity(queue, few, nx, ny, profile(w%celldx), profile(w%celldy), plane(w%density0), &
          plane(w%pressure), plane(w%soundspeed), plane(w%xvel0), plane(w%yvel0), plane(in_cells(1), vf_update))
      case (calc_dt)
        call hand_written_calc_dt(queue, few, nx, ny, cfl, profile(w%celldx), profile(w%celldy), plane(w%density0), &
          plane(w%viscosity), plane(w%soundspeed), plane(w%xvel0), plane(w%yvel0), twin_numbers(1), twin_place)
      case (pdv)
        call hand_written_pdv(queue, few, nx, ny, dt, profile(w%celldx), profile(w%celldy), plane(w%volume), &
          plane(w%density0), plane(w%energy0), plane(w%pressure), plane(w%viscosity), plane(w%xvel0), plane(w%yvel0), &
          plane(w%xvel1), plane(w%yvel1), plane(in_cells(1), vf_update), plane(in_cells(2), vf_update))
      case (accelerate)
        call hand_written_accelerate(queue, few, nx, ny, dt, profile(w%celldx), profile(w%celldy), plane(w%volume), &
          plane(w%density0), plane(w%pressure), plane(w%viscosity), plane(w%xvel0), plane(w%yvel0), &
          plane(on_nodes(1), vf_update), plane(on_nodes(2), vf_update))
      case (cell_flux)
        call hand_written_cell_flux_x(queue, few, nx, ny, plane(w%vol_flux_x), plane(w%work1), plane(w%density1), &
          plane(w%energy1), plane(on_faces, vf_update), plane(on_nodes(1), vf_update))
      end select
    end associate
  end subroutine

  subroutine call_level_twin(kernel)
    integer, intent(in) :: kernel
    type(c_ptr) :: queue

    queue = vf_context_queue()
    select case (kernel)
    case (1); call hand_written_residual(queue, fine, a, volume(u), volume(v), volume(r_twin, vf_update))
    case (2); call hand_written_smooth(queue, fine, c, volume(r), volume(u_twin, vf_update))
    case (3); call hand_written_restrict(queue, fine, coarse, volume(r), volume(s_twin, vf_update))
    case (4); call hand_written_interpolate(queue, fine, coarse, volume(s), volume(u_twin, vf_update))
    case (5); call hand_written_norms(queue, fine, volume(r), twin_numbers(1), twin_numbers(2))
    case (6); call hand_written_halo(queue, fine, volume(u_twin, vf_update))
    end select
  end subroutine

  ! Device addresses of arrays of rank 1, 2 and 3.
  type(c_ptr) function profile(view)
    type(vf_view), intent(in) :: view
    real(real64), pointer, contiguous :: p(:)
    call view%device_pointer(p, vf_read)
    profile = c_loc(p)
  end function

  type(c_ptr) function plane(view, access)
    type(vf_view), intent(in) :: view
    type(vf_access), intent(in), optional :: access
    real(real64), pointer, contiguous :: p(:,:)
    if (present(access)) then
      call view%device_pointer(p, access)
    else
      call view%device_pointer(p, vf_read)
    end if
    plane = c_loc(p)
  end function

  type(c_ptr) function volume(view, access)
    type(vf_view), intent(in) :: view
    type(vf_access), intent(in), optional :: access
    real(real64), pointer, contiguous :: p(:,:,:)
    if (present(access)) then
      call view%device_pointer(p, access)
    else
      call view%device_pointer(p, vf_read)
    end if
    volume = c_loc(p)
  end function

end module
