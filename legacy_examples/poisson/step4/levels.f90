! The grid. Its arrays are allocated once here and live until the program ends; coarser grids belong to
! the solver.
module poisson_levels
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use viewfab, only: vf_boundary, vf_box, vf_periodic, vf_view
  use grid_kernels, only: bc_periodic
  implicit none
  private
  public :: level, build_level

  type level
    integer :: lo(3), hi(3)            ! the cells of the domain; the low corner is cell 0
    integer :: philo(3), phihi(3)      ! bounds of phi, which has one layer of ghosts
    integer :: bc(0:5)                 ! boundary type of xlo, ylo, zlo, xhi, yhi, zhi
    real(dp) :: h
    real(dp), allocatable :: phi(:,:,:), rhs(:,:,:)
    type(vf_view) :: phi_view, rhs_view
    type(vf_box) :: box                ! lo..hi, for viewfab
    type(vf_boundary) :: sides         ! bc, for viewfab
  end type level

contains

  subroutine build_level(lev, n, bc)
    type(level), target, intent(inout) :: lev
    integer, intent(in) :: n(3), bc(0:5)

    lev%lo = 0
    lev%hi = n - 1
    lev%philo = lev%lo - 1
    lev%phihi = lev%hi + 1
    lev%bc = bc
    lev%h = 1/real(maxval(n), dp)

    allocate(lev%phi(lev%philo(1):lev%phihi(1), lev%philo(2):lev%phihi(2), &
                     lev%philo(3):lev%phihi(3)))
    allocate(lev%rhs(0:n(1)-1, 0:n(2)-1, 0:n(3)-1))
    lev%phi = 0
    lev%rhs = 0
    call lev%phi_view%wrap(lev%phi, lower=lev%philo, label='phi')
    call lev%rhs_view%wrap(lev%rhs, lower=lev%lo, label='rhs')
    lev%box = vf_box(lev%lo, lev%hi)
    ! The other boundary types have the same numbers in viewfab.
    lev%sides%kind = merge(vf_periodic, bc, bc == bc_periodic)
  end subroutine build_level

end module poisson_levels
