! The grid hierarchy. Every array is allocated once here and lives until the program ends.
module poisson_levels
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use grid_kernels, only: bc_dirichlet
  use tiling, only: build_tiles
  implicit none
  private
  public :: level, build_levels

  type level
    integer :: lo(3), hi(3)            ! the cells of the domain; the low corner is cell 0
    integer :: philo(3), phihi(3)      ! bounds of phi, which has one layer of ghosts
    integer :: bc(0:5)                 ! boundary type of xlo, ylo, zlo, xhi, yhi, zhi
    logical :: singular                ! no Dirichlet side: phi is fixed only up to a constant
    real(dp) :: h
    real(dp), allocatable :: phi(:,:,:), rhs(:,:,:), res(:,:,:)
    integer :: tiles
    integer, allocatable :: tile_lo(:,:), tile_hi(:,:)
  end type level

contains

  ! levels(1) has n_cells cells, each further level half as many per direction, for as long as
  ! every extent is even and at least two cells remain.
  subroutine build_levels(levels, n_cells, bc, tile_size)
    type(level), allocatable, intent(out) :: levels(:)
    integer, intent(in) :: n_cells(3), bc(0:5), tile_size(3)
    integer :: n(3), count, l

    count = 1
    n = n_cells
    do while (all(modulo(n, 2) == 0) .and. all(n >= 4))
      n = n/2
      count = count + 1
    end do

    allocate(levels(count))
    n = n_cells
    do l = 1, count
      call build_level(levels(l), n, bc, real(2**(l-1), dp)/real(maxval(n_cells), dp), tile_size)
      n = n/2
    end do
  end subroutine build_levels

  subroutine build_level(lev, n, bc, h, tile_size)
    type(level), intent(inout) :: lev
    integer, intent(in) :: n(3), bc(0:5), tile_size(3)
    real(dp), intent(in) :: h

    lev%lo = 0
    lev%hi = n - 1
    lev%philo = lev%lo - 1
    lev%phihi = lev%hi + 1
    lev%bc = bc
    lev%singular = .not. any(bc == bc_dirichlet)
    lev%h = h

    allocate(lev%phi(lev%philo(1):lev%phihi(1), lev%philo(2):lev%phihi(2), &
                     lev%philo(3):lev%phihi(3)))
    allocate(lev%rhs(0:n(1)-1, 0:n(2)-1, 0:n(3)-1))
    allocate(lev%res(0:n(1)-1, 0:n(2)-1, 0:n(3)-1))
    lev%phi = 0
    lev%rhs = 0
    lev%res = 0
    call build_tiles(lev%lo, lev%hi, tile_size, lev%tiles, lev%tile_lo, lev%tile_hi)
  end subroutine build_level

end module poisson_levels
