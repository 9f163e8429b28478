! The grid hierarchy. Every array is allocated once here and lives until the program ends.
module helmholtz_levels
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use grid_kernels, only: average
  use tiling, only: build_tiles
  use helmholtz_kernels, only: average_faces
  implicit none
  private
  public :: level, build_levels, coarsen_coefficients

  type level
    integer :: lo(3), hi(3)            ! the cells of the domain; the low corner is cell 0
    integer :: philo(3), phihi(3)      ! bounds of phi, which has one layer of ghosts
    integer :: bc(0:5)                 ! boundary type of xlo, ylo, zlo, xhi, yhi, zhi
    real(dp) :: h(3)
    real(dp) :: alpha, beta
    real(dp), allocatable :: phi(:,:,:), rhs(:,:,:), res(:,:,:)
    real(dp), allocatable :: a(:,:,:)                         ! in the cells
    real(dp), allocatable :: bx(:,:,:), by(:,:,:), bz(:,:,:)  ! on the faces, one face more in x, y, z
    integer :: tiles
    integer, allocatable :: tile_lo(:,:), tile_hi(:,:)
  end type level

contains

  ! levels(1) has n_cells cells, each further level half as many per direction, for as long as
  ! every extent is even and at least two cells remain.
  subroutine build_levels(levels, n_cells, lengths, bc, alpha, beta, tile_size)
    type(level), allocatable, intent(out) :: levels(:)
    integer, intent(in) :: n_cells(3), bc(0:5), tile_size(3)
    real(dp), intent(in) :: lengths(3), alpha, beta
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
      levels(l)%bc = bc
      levels(l)%h = lengths/n
      levels(l)%alpha = alpha
      levels(l)%beta = beta
      call build_level(levels(l), n, tile_size)
      n = n/2
    end do
  end subroutine build_levels

  subroutine build_level(lev, n, tile_size)
    type(level), intent(inout) :: lev
    integer, intent(in) :: n(3), tile_size(3)

    lev%lo = 0
    lev%hi = n - 1
    lev%philo = lev%lo - 1
    lev%phihi = lev%hi + 1
    allocate(lev%phi(lev%philo(1):lev%phihi(1), lev%philo(2):lev%phihi(2), &
                     lev%philo(3):lev%phihi(3)))
    allocate(lev%rhs(0:n(1)-1, 0:n(2)-1, 0:n(3)-1))
    allocate(lev%res(0:n(1)-1, 0:n(2)-1, 0:n(3)-1))
    allocate(lev%a(0:n(1)-1, 0:n(2)-1, 0:n(3)-1))
    allocate(lev%bx(0:n(1), 0:n(2)-1, 0:n(3)-1))
    allocate(lev%by(0:n(1)-1, 0:n(2), 0:n(3)-1))
    allocate(lev%bz(0:n(1)-1, 0:n(2)-1, 0:n(3)))
    lev%phi = 0
    lev%rhs = 0
    lev%res = 0
    lev%a = 0
    lev%bx = 0
    lev%by = 0
    lev%bz = 0
    call build_tiles(lev%lo, lev%hi, tile_size, lev%tiles, lev%tile_lo, lev%tile_hi)
  end subroutine build_level

  ! Fills the coefficients of the coarse levels from the coefficients of levels(1).
  subroutine coarsen_coefficients(levels)
    type(level), intent(inout) :: levels(:)
    integer :: l

    do l = 1, size(levels) - 1
      associate (fine => levels(l), coarse => levels(l+1))
        call average(coarse%a, coarse%lo, coarse%hi, fine%a, fine%lo, fine%hi, &
                     coarse%lo, coarse%hi)
        call coarsen_faces(coarse%bx, fine%bx, 1)
        call coarsen_faces(coarse%by, fine%by, 2)
        call coarsen_faces(coarse%bz, fine%bz, 3)
      end associate
    end do
  end subroutine coarsen_coefficients

  subroutine coarsen_faces(coarse, fine, d)
    real(dp), intent(inout) :: coarse(0:,0:,0:)
    real(dp), intent(in) :: fine(0:,0:,0:)
    integer, intent(in) :: d

    call average_faces(coarse, lbound(coarse), ubound(coarse), fine, lbound(fine), ubound(fine), &
                       lbound(coarse), ubound(coarse), d)
  end subroutine coarsen_faces

end module helmholtz_levels
