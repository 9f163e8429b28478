! The grid hierarchy. Every array is allocated once here and lives until the program ends.
module poisson_levels
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use viewfab, only: vf_boundary, vf_box, vf_periodic, vf_view
  use grid_kernels, only: bc_dirichlet, bc_periodic
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
    type(vf_view) :: phi_view, rhs_view, res_view
    type(vf_view) :: p_view, q_view    ! of the bottom solve; set on the coarsest level only
    type(vf_box) :: box                ! lo..hi, for viewfab
    type(vf_boundary) :: sides         ! bc, for viewfab
  end type level

contains

  ! levels(1) has n_cells cells, each further level half as many per direction, for as long as
  ! every extent is even and at least two cells remain.
  subroutine build_levels(levels, n_cells, bc)
    type(level), allocatable, target, intent(out) :: levels(:)
    integer, intent(in) :: n_cells(3), bc(0:5)
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
      call build_level(levels(l), n, bc, real(2**(l-1), dp)/real(maxval(n_cells), dp))
      n = n/2
    end do
    call build_scratch(levels(count))
  end subroutine build_levels

  subroutine build_level(lev, n, bc, h)
    type(level), target, intent(inout) :: lev
    integer, intent(in) :: n(3), bc(0:5)
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
    call lev%phi_view%wrap(lev%phi, lower=lev%philo, label='phi')
    call lev%rhs_view%wrap(lev%rhs, lower=lev%lo, label='rhs')
    call lev%res_view%wrap(lev%res, lower=lev%lo, label='res')
    lev%box = vf_box(lev%lo, lev%hi)
    ! The other boundary types have the same numbers in viewfab.
    lev%sides%kind = merge(vf_periodic, bc, bc == bc_periodic)
  end subroutine build_level

  ! Two arrays that no host code uses: viewfab owns them.
  subroutine build_scratch(lev)
    type(level), intent(inout) :: lev

    call lev%p_view%create(0.0_dp, lev%phihi - lev%philo + 1, lower=lev%philo, label='p')
    call lev%q_view%create(0.0_dp, lev%hi - lev%lo + 1, lower=lev%lo, label='q')
  end subroutine build_scratch

end module poisson_levels
