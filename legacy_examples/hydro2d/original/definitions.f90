! Data of the whole program: the settings of a run, and one chunk of the mesh with its fields.
!
! Cell i lies between nodes i and i+1. All arrays have two layers of halo: arrays of cells go from x_min-2 to x_max+2, arrays
! of nodes to x_max+3. Arrays of faces have the bounds of nodes in the normal direction of the faces, else the bounds of cells.
module hydro2d_definitions
  use, intrinsic :: iso_fortran_env, only: dp => real64
  implicit none
  public

  integer, parameter :: max_states = 8, halo = 2

  ! The fields that update_halo knows.
  integer, parameter :: field_density0 = 1, field_density1 = 2, field_energy0 = 3, field_energy1 = 4, &
    field_pressure = 5, field_viscosity = 6, field_xvel0 = 7, field_xvel1 = 8, field_yvel0 = 9, field_yvel1 = 10, &
    field_vol_flux_x = 11, field_vol_flux_y = 12, field_mass_flux_x = 13, field_mass_flux_y = 14

  type settings_type
    integer :: x_cells, y_cells
    real(dp) :: x_length, y_length
    real(dp) :: stretch                  ! how much wider the last cell of each direction is than the first
    real(dp) :: gamma
    real(dp) :: cfl, dt_initial, dt_max, dt_rise
    real(dp) :: end_time
    integer :: end_step, summary_every
    integer :: states
    ! State 1 fills the mesh, each further state the rectangle of its corners.
    real(dp), dimension(max_states) :: density, energy, xvel, yvel, left, right, bottom, top
    real(dp) :: expected(5)              ! the last summary; negative: not given
    character(len=:), allocatable :: output
  end type settings_type

  type field_type
    ! In cells.
    real(dp), allocatable, dimension(:,:) :: density0, density1, energy0, energy1, pressure, viscosity, soundspeed
    ! On nodes.
    real(dp), allocatable, dimension(:,:) :: xvel0, xvel1, yvel0, yvel1
    ! On the faces normal to x, and to y.
    real(dp), allocatable, dimension(:,:) :: vol_flux_x, mass_flux_x, vol_flux_y, mass_flux_y
    ! Work space of the advection: volumes of cells before and after, energy flux and then mass flux of nodes, masses of
    ! nodes after and before, velocity of the moving mass, and kinetic energy lost.
    real(dp), allocatable, dimension(:,:) :: work1, work2, work3, work4, work5, work6, work7
    ! The mesh.
    real(dp), allocatable, dimension(:,:) :: volume
    real(dp), allocatable, dimension(:) :: celldx, celldy
  end type field_type

  type chunk_type
    integer :: x_min, x_max, y_min, y_max
    type(field_type) :: field
  end type chunk_type

  type(settings_type) :: settings
  type(chunk_type), target :: chunk

  ! The clock.
  integer :: step = 0
  real(dp) :: time = 0, dt = 0

end module hydro2d_definitions
