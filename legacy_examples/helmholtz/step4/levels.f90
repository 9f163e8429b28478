! The grid. Its arrays are allocated once here and live until the program ends; coarser grids belong to
! the solver.
module helmholtz_levels
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use viewfab, only: vf_access, vf_boundary, vf_box, vf_periodic, vf_view
  use grid_kernels, only: bc_periodic
  implicit none
  private
  public :: level, build_level, coefficients_to_host

  type level
    integer :: lo(3), hi(3)            ! the cells of the domain; the low corner is cell 0
    integer :: philo(3), phihi(3)      ! bounds of phi, which has one layer of ghosts
    integer :: bc(0:5)                 ! boundary type of xlo, ylo, zlo, xhi, yhi, zhi
    real(dp) :: h(3)
    real(dp) :: alpha, beta
    real(dp), allocatable :: phi(:,:,:), rhs(:,:,:)
    real(dp), allocatable :: a(:,:,:)                         ! in the cells
    real(dp), allocatable :: bx(:,:,:), by(:,:,:), bz(:,:,:)  ! on the faces, one face more in x, y, z
    type(vf_view) :: phi_view, rhs_view, a_view, bx_view, by_view, bz_view
    type(vf_box) :: box                ! lo..hi, for viewfab
    type(vf_boundary) :: sides         ! bc, for viewfab
  end type level

contains

  subroutine build_level(lev, n, lengths, bc, alpha, beta)
    type(level), target, intent(inout) :: lev
    integer, intent(in) :: n(3), bc(0:5)
    real(dp), intent(in) :: lengths(3), alpha, beta

    lev%bc = bc
    lev%h = lengths/n
    lev%alpha = alpha
    lev%beta = beta
    lev%lo = 0
    lev%hi = n - 1
    lev%philo = lev%lo - 1
    lev%phihi = lev%hi + 1
    allocate(lev%phi(lev%philo(1):lev%phihi(1), lev%philo(2):lev%phihi(2), &
                     lev%philo(3):lev%phihi(3)))
    allocate(lev%rhs(0:n(1)-1, 0:n(2)-1, 0:n(3)-1))
    allocate(lev%a(0:n(1)-1, 0:n(2)-1, 0:n(3)-1))
    allocate(lev%bx(0:n(1), 0:n(2)-1, 0:n(3)-1))
    allocate(lev%by(0:n(1)-1, 0:n(2), 0:n(3)-1))
    allocate(lev%bz(0:n(1)-1, 0:n(2)-1, 0:n(3)))
    lev%phi = 0
    lev%rhs = 0
    lev%a = 0
    lev%bx = 0
    lev%by = 0
    lev%bz = 0
    call lev%phi_view%wrap(lev%phi, lower=lev%philo, label='phi')
    call lev%rhs_view%wrap(lev%rhs, lower=lev%lo, label='rhs')
    call lev%a_view%wrap(lev%a, lower=lev%lo, label='a')
    call lev%bx_view%wrap(lev%bx, lower=lev%lo, label='bx')
    call lev%by_view%wrap(lev%by, lower=lev%lo, label='by')
    call lev%bz_view%wrap(lev%bz, lower=lev%lo, label='bz')
    lev%box = vf_box(lev%lo, lev%hi)
    ! The other boundary types have the same numbers in viewfab.
    lev%sides%kind = merge(vf_periodic, lev%bc, lev%bc == bc_periodic)
  end subroutine build_level

  ! To be called before host code uses the coefficients of a level; access tells the use.
  subroutine coefficients_to_host(lev, access)
    type(level), target, intent(inout) :: lev
    type(vf_access), intent(in) :: access

    call lev%a_view%to_host(access)
    call lev%bx_view%to_host(access)
    call lev%by_view%to_host(access)
    call lev%bz_view%to_host(access)
  end subroutine coefficients_to_host

end module helmholtz_levels
