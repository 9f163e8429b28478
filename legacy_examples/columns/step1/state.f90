! The settings of a run, and all of its fields.
!
! Fields of the dynamics and the tracers are on elements of np x np points; a point shared by elements is in each of them. Fields
! of the physics are columns in blocks of nproma; the last block may have fewer columns.
module columns_state
  use columns_definitions, only: np, r8
  implicit none
  public

  type settings_type
    integer :: x_elements, y_elements, nlev, qsize
    integer :: nproma, ngptot
    integer :: steps, remap_every, seed
    integer :: window_n, window_m
    real(r8) :: courant
    character(len=:), allocatable :: expected, output
  end type settings_type

  type(settings_type) :: settings

  ! The grid. Element 1 + x + x_elements y has the place x, y, from 0; its neighbours are around it, as on a torus.
  integer :: nelem, nlev, qsize
  integer, allocatable :: node(:,:,:)                     ! (np,np,nelem) number of a point, the same in all elements
  real(r8), target :: dvv(np,np)
  real(r8), allocatable, target :: d(:,:,:,:,:), dinv(:,:,:,:,:)  ! (np,np,2,2,nelem)
  real(r8), allocatable, dimension(:,:,:), target :: metdet, spheremp, rspheremp, fcor, phis   ! (np,np,nelem)
  real(r8), allocatable, target :: hyai(:), hybi(:)               ! (nlev+1)

  ! The dynamics, and its time levels.
  integer :: nm1 = 1, n0 = 2, np1 = 3
  real(r8) :: dt
  real(r8), allocatable, dimension(:,:,:,:,:), target :: t, dp3d  ! (np,np,nlev,timelevels,nelem)
  real(r8), allocatable, target :: v(:,:,:,:,:,:)                 ! (np,np,2,nlev,timelevels,nelem)
  real(r8), allocatable, target :: vn0(:,:,:,:,:)                 ! (np,np,2,nlev,nelem)
  real(r8), allocatable, dimension(:,:,:,:), target :: omega_p, phi, divdp, divdp_proj, dp_start  ! (np,np,nlev,nelem)

  ! The tracers.
  integer :: n0_qdp = 1, np1_qdp = 2
  real(r8), allocatable, target :: qdp(:,:,:,:,:,:)               ! (np,np,nlev,qsize,qtimelevels,nelem)
  real(r8), allocatable, dimension(:,:,:), target :: qmin, qmax   ! (nlev,qsize,nelem)

  ! The physics.
  integer :: nblocks
  real(r8) :: ptop
  real(r8), parameter :: dt_physics = 900.0_r8
  real(r8), allocatable, dimension(:,:,:), target :: col_dp, col_p, col_t, col_phi, col_cover  ! (nproma,nlev,nblocks)
  real(r8), allocatable, dimension(:,:,:), target :: col_ph, rain_flux, enthalpy_flux          ! (nproma,nlev+1,nblocks)
  real(r8), allocatable, target :: clv(:,:,:,:)                   ! (nproma,nlev,nclv,nblocks)
  real(r8), allocatable, dimension(:,:), target :: col_phis, land, rain, total_cover           ! (nproma,nblocks)
  logical, allocatable, target :: convective(:,:)                 ! (nproma,nblocks)
  integer, allocatable, target :: convection(:,:)                 ! (nproma,nblocks)

  ! The windowed sums.
  real(r8), allocatable, dimension(:), target :: signal, windowed ! (0:window_n-1)

end module columns_state
