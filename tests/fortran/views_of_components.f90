! The arrays of a derived type are wrapped in a few lines, each with its own bounds; lists of views are moved and released; an
! error in an array comes with the array's label.
module chunks
  use, intrinsic :: iso_fortran_env, only: int32, real32, real64
  use viewfab, only: vf_view
  implicit none
  public
  type :: chunk
    real(real64), allocatable, dimension(:,:) :: density0, density1, energy0, energy1, pressure, viscosity, soundspeed
    real(real64), allocatable, dimension(:,:) :: xvel0, xvel1, yvel0, yvel1, mass_flux_x, mass_flux_y, volume
    real(real64), allocatable, dimension(:) :: cellx, celly, celldx, celldy
    real(real64), allocatable :: fluxes(:,:,:), species(:,:,:,:)
    real(real32), pointer :: trace(:,:) => null(), marks(:) => null()
    integer(int32), allocatable :: mask(:,:)
    logical, allocatable :: wet(:)
  end type
  type :: chunk_views
    type(vf_view) :: density0, density1, energy0, energy1, pressure, viscosity, soundspeed, xvel0, xvel1, yvel0, yvel1
    type(vf_view) :: mass_flux_x, mass_flux_y, volume, cellx, celly, celldx, celldy, fluxes, species, trace, marks, mask, wet
  end type
end module

program views_of_components
  use, intrinsic :: iso_fortran_env, only: real32, real64
  use viewfab
  use chunks
  use claims
  implicit none
  type(chunk), target :: c
  type(chunk_views) :: v
  real(real32), target :: traces(0:9, 3)
  integer :: ierr
  call allocate_all()

  call vf_views_wrap(v%density0, c%density0, 'density0', v%density1, c%density1, 'density1', v%energy0, c%energy0, 'energy0', &
    v%energy1, c%energy1, 'energy1', v%pressure, c%pressure, 'pressure', v%viscosity, c%viscosity, 'viscosity', &
    v%soundspeed, c%soundspeed, 'soundspeed', v%xvel0, c%xvel0, 'xvel0', v%xvel1, c%xvel1, 'xvel1', v%yvel0, c%yvel0, 'yvel0')
  call vf_views_wrap(v%yvel1, c%yvel1, 'yvel1', v%mass_flux_x, c%mass_flux_x, 'mass_flux_x', v%mass_flux_y, c%mass_flux_y, &
    'mass_flux_y', v%volume, c%volume, 'volume', v%cellx, c%cellx, 'cellx', v%celly, c%celly, 'celly', v%celldx, c%celldx, &
    'celldx', v%celldy, c%celldy, 'celldy', v%fluxes, c%fluxes, 'fluxes', v%species, c%species, 'species')
  call vf_views_wrap(v%mask, c%mask, 'mask')
  call vf_views_wrap(v%wet, c%wet, 'wet')
  call vf_views_wrap(v%trace, c%trace, 'trace', v%marks, c%marks, 'marks')

  call vf_fill_value(vf_box_of(-1, -1, -2, -2), v%density0, 1.0_real64)
  call vf_fill_value(vf_box_of(10, 10, 11, 11), v%yvel0, 2.0_real64)
  call vf_fill_value(vf_box_of(-1, 10), v%celldx, 3.0_real64)
  call vf_fill_value(vf_box_of(0, 0, 5, 5, 7, 7), v%fluxes, 4.0_real64)
  call vf_fill_value(vf_box_of(0, 0, 5, 5, 7, 7), v%species, 5.0_real64)
  call vf_fill_value(vf_box_of(9, 9, 3, 3), v%trace, 6.0)
  call vf_fill_value(vf_box_of(4, 4), v%marks, 7.0)
  call vf_fill_value(vf_box_of(3, 3), v%wet, 1.0_real64, ierr)
  call check(ierr /= VF_OK, 'a kernel of real arrays refuses a logical one')
  call check(v%density0%label() == 'density0' .and. v%species%label() == 'species', 'each has its label')

  call vf_views_to_host([v%density0, v%yvel0, v%celldx, v%fluxes, v%species, v%trace, v%marks], vf_update)
  call check(c%density0(-1,-2) == 1 .and. sum(c%density0) == 1, 'the first element has the indices of the code')
  call check(c%yvel0(10,11) == 2 .and. sum(c%yvel0) == 2, 'so has the last one')
  call check(all(c%celldx(-1:10) == 3) .and. c%celldx(11) == 0, 'arrays of rank 1 have bounds of their own')
  call check(c%fluxes(0,5,7) == 4 .and. sum(c%fluxes) == 4, 'arrays of rank 3 too')
  call check(all(c%species(0,5,7,:) == 5) .and. sum(c%species) == 10, 'the components of rank 4 too')
  call check(traces(9,3) == 6 .and. sum(traces) == 13, 'a pointer has the bounds that it was given')
  call check(c%marks(4) == 7, 'a part of an array that a pointer names has its own')
  call vf_views_to_device([v%density0, v%mask])
  call check(v%mask%valid_on(vf_device) .and. v%mask%valid_on(vf_host), 'lists hold views of any type')

  call refusals()
  call vf_views_release(v%density0, v%density1, v%energy0, v%energy1, v%pressure, v%viscosity, v%soundspeed, v%xvel0, v%xvel1, &
    v%yvel0, v%yvel1, v%mass_flux_x, v%mass_flux_y, v%volume, v%cellx, v%celly, v%celldx, v%celldy, v%fluxes, v%species)
  call vf_views_release(v%trace, v%marks, v%mask, v%wet, discard=.true., ierr=ierr)
  call check(ierr == VF_OK .and. .not. (v%density0%is_set() .or. v%yvel0%is_set() .or. v%species%is_set() &
    .or. v%wet%is_set()), 'all are released')
  call vf_finalize()

contains

  subroutine allocate_all()
    integer, parameter :: x = -1, y = -2, nx = 10, ny = 11
    allocate (c%density0(x:nx,y:ny), c%density1(x:nx,y:ny), c%energy0(x:nx,y:ny), c%energy1(x:nx,y:ny), c%pressure(x:nx,y:ny))
    allocate (c%viscosity(x:nx,y:ny), c%soundspeed(x:nx,y:ny), c%xvel0(x:nx+1,y:ny+1), c%xvel1(x:nx+1,y:ny+1))
    allocate (c%yvel0(0:nx,0:ny), c%yvel1(x:nx+1,y:ny+1), c%mass_flux_x(x:nx+1,y:ny), c%mass_flux_y(x:nx,y:ny+1))
    allocate (c%volume(x:nx,y:ny), c%cellx(x:nx), c%celly(y:ny), c%celldx(x:nx+1), c%celldy(y:ny+1))
    allocate (c%fluxes(0:3,5:8,7:9), c%species(0:3,5:8,7:9,2), c%mask(x:nx,y:ny), c%wet(3))
    c%density0 = 0
    c%yvel0 = 0
    c%celldx = 0
    c%fluxes = 0
    c%species = 0
    c%mask = 0
    c%wet = .false.
    traces = 0
    c%trace => traces
    c%marks(4:) => traces(:,2)
  end subroutine

  subroutine refusals()
    type(vf_view) :: list(3)
    deallocate (c%energy1)
    call vf_views_wrap(list(1), c%pressure, 'p', list(2), c%energy1, 'e', list(3), c%volume, 'volume', join=.true., ierr=ierr)
    call check(ierr == VF_ERROR_NULL .and. mentions(vf_last_error(), "'e'", 'not allocated'), &
      'an array that is not allocated is named')
    call check(list(1)%is_set() .and. .not. list(2)%is_set() .and. .not. list(3)%is_set(), 'those before it are wrapped')
    call vf_views_wrap(list(2), c%volume, 'volume', list(3), label2='volume', join=.true., ierr=ierr)
    call check(ierr == VF_ERROR_ARGUMENT .and. mentions(vf_last_error(), 'number 2', 'an array'), &
      'a view without an array is refused')
    nullify (c%marks)
    call vf_views_wrap(list(3), c%marks, 'marks', ierr=ierr)
    call check(ierr == VF_ERROR_NULL .and. mentions(vf_last_error(), "'marks'", 'points to nothing'), &
      'a pointer to nothing is named')
    c%marks => traces(3,:)
    call vf_views_wrap(list(3), c%marks, 'marks', ierr=ierr)
    call check(ierr == VF_ERROR_STRIDED .and. mentions(vf_last_error(), "'marks'", 'strided'), &
      'a pointer to what has gaps is refused')
    call vf_views_to_host(list, ierr=ierr)
    call check(ierr == VF_ERROR_NULL .and. mentions(vf_last_error(), 'view 3 of the list', 'not set'), &
      'the place of a view that is not set is named')
    call vf_fill_value(vf_box_of(0, 0, 0, 0), v%density1, 1.0_real64)
    call vf_views_release(v%density0, v%density1, ierr=ierr)
    if (ierr /= VF_OK) then
      call check(ierr == VF_ERROR_STALE .and. mentions(vf_last_error(), "'density1'", 'newest'), &
        'the view whose values would be lost is named')
      call check(v%density0%is_set() .and. v%density1%is_set(), 'and none is released')
      call v%density1%to_host()
    end if
    call vf_views_release(list)
    call check(.not. any([list(1)%is_set(), list(2)%is_set(), list(3)%is_set()]), 'views in an array are released')
    call release_forty()
  end subroutine

  ! A refused release of as many views as the call takes leaves each view as it was.
  subroutine release_forty()
    type(vf_view) :: w(40)
    real(real64), target :: values(3, 5, 40)
    integer :: n, ierr
    logical :: own
    values = 0
    do n = 1, size(w)
      call w(n)%wrap(values(:,:,n), label='one of forty')
    end do
    call vf_fill_value(vf_box_of(1, 3, 1, 2), w(39), 1.0_real64)
    call vf_views_release(w(1), w(2), w(3), w(4), w(5), w(6), w(7), w(8), w(9), w(10), w(11), w(12), w(13), w(14), w(15), &
      w(16), w(17), w(18), w(19), w(20), w(21), w(22), w(23), w(24), w(25), w(26), w(27), w(28), w(29), w(30), w(31), w(32), &
      w(33), w(34), w(35), w(36), w(37), w(38), w(39), w(40), ierr=ierr)
    if (ierr == VF_OK) then ! both sides are one memory
      own = .true.
      do n = 1, size(w)
        own = own .and. .not. w(n)%is_set()
      end do
      call check(own, 'forty views are released in a call')
      return
    end if
    own = .true.
    do n = 1, size(w)
      own = own .and. w(n)%is_set()
      call w(n)%release(discard=.true., ierr=ierr)
      own = own .and. ierr == VF_OK
    end do
    call check(own, 'forty views are each as before after a refused release')
  end subroutine
end program
