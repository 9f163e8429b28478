! The grid hierarchy. Every array is allocated once here and lives until the program ends.
module helmholtz_levels
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use viewfab, only: vf_access, vf_boundary, vf_box, vf_periodic, vf_read, vf_view, vf_write
  use grid_kernels, only: average, bc_periodic
  use helmholtz_kernels, only: average_faces
  implicit none
  private
  public :: level, build_levels, coarsen_coefficients, coefficients_to_host, coefficients_to_device

  type level
    integer :: lo(3), hi(3)            ! the cells of the domain; the low corner is cell 0
    integer :: philo(3), phihi(3)      ! bounds of phi, which has one layer of ghosts
    integer :: bc(0:5)                 ! boundary type of xlo, ylo, zlo, xhi, yhi, zhi
    real(dp) :: h(3)
    real(dp) :: alpha, beta
    real(dp), allocatable :: phi(:,:,:), rhs(:,:,:), res(:,:,:)
    real(dp), allocatable :: a(:,:,:)                         ! in the cells
    real(dp), allocatable :: bx(:,:,:), by(:,:,:), bz(:,:,:)  ! on the faces, one face more in x, y, z
    type(vf_view) :: phi_view, rhs_view, res_view, a_view, bx_view, by_view, bz_view
    type(vf_view) :: p_view, q_view    ! of the bottom solve; set on the coarsest level only
    type(vf_box) :: box                ! lo..hi, for viewfab
    type(vf_boundary) :: sides         ! bc, for viewfab
  end type level

contains

  ! levels(1) has n_cells cells, each further level half as many per direction, for as long as
  ! every extent is even and at least two cells remain.
  subroutine build_levels(levels, n_cells, lengths, bc, alpha, beta)
    type(level), allocatable, target, intent(out) :: levels(:)
    integer, intent(in) :: n_cells(3), bc(0:5)
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
      call build_level(levels(l), n)
      n = n/2
    end do
    call build_scratch(levels(count))
  end subroutine build_levels

  subroutine build_level(lev, n)
    type(level), target, intent(inout) :: lev
    integer, intent(in) :: n(3)

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
    call lev%phi_view%wrap(lev%phi, lower=lev%philo, label='phi')
    call lev%rhs_view%wrap(lev%rhs, lower=lev%lo, label='rhs')
    call lev%res_view%wrap(lev%res, lower=lev%lo, label='res')
    call lev%a_view%wrap(lev%a, lower=lev%lo, label='a')
    call lev%bx_view%wrap(lev%bx, lower=lev%lo, label='bx')
    call lev%by_view%wrap(lev%by, lower=lev%lo, label='by')
    call lev%bz_view%wrap(lev%bz, lower=lev%lo, label='bz')
    lev%box = vf_box(lev%lo, lev%hi)
    ! The other boundary types have the same numbers in viewfab.
    lev%sides%kind = merge(vf_periodic, lev%bc, lev%bc == bc_periodic)
  end subroutine build_level

  ! Two arrays that no host code uses: viewfab owns them.
  subroutine build_scratch(lev)
    type(level), intent(inout) :: lev

    call lev%p_view%create(0.0_dp, lev%phihi - lev%philo + 1, lower=lev%philo, label='p')
    call lev%q_view%create(0.0_dp, lev%hi - lev%lo + 1, lower=lev%lo, label='q')
  end subroutine build_scratch

  ! Fills the coefficients of the coarse levels from the coefficients of levels(1).
  subroutine coarsen_coefficients(levels)
    type(level), target, intent(inout) :: levels(:)
    integer :: l

    do l = 1, size(levels) - 1
      associate (fine => levels(l), coarse => levels(l+1))
        call coefficients_to_host(fine, vf_read)
        call coefficients_to_host(coarse, vf_write)
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

  ! To be called before host code uses the coefficients of a level; access tells the use.
  subroutine coefficients_to_host(lev, access)
    type(level), target, intent(inout) :: lev
    type(vf_access), intent(in) :: access

    call lev%a_view%to_host(access)
    call lev%bx_view%to_host(access)
    call lev%by_view%to_host(access)
    call lev%bz_view%to_host(access)
  end subroutine coefficients_to_host

  ! Without this call the first cycle would copy the arrays; the later cycles copy none.
  subroutine coefficients_to_device(levels)
    type(level), target, intent(inout) :: levels(:)
    integer :: l

    do l = 1, size(levels)
      call levels(l)%a_view%to_device()
      call levels(l)%bx_view%to_device()
      call levels(l)%by_view%to_device()
      call levels(l)%bz_view%to_device()
    end do
  end subroutine coefficients_to_device

end module helmholtz_levels
