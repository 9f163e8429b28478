! The cell loops of a multigrid cycle that are the same for every operator. Every kernel works on
! the cells lo..hi of arrays, and takes the allocated bounds of each array. So a kernel may be called
! on a tile of a larger array, and by several threads at once on tiles that do not overlap.
module grid_kernels
  use, intrinsic :: iso_fortran_env, only: dp => real64
  implicit none
  private
  public :: average, interp, setval, max_norm, fill_ghosts

  integer, parameter, public :: bc_periodic = -1, bc_dirichlet = 101, bc_neumann = 102

contains

  ! Restriction: each coarse cell of lo..hi becomes the mean of its eight children.
  subroutine average(c, clo, chi, f, flo, fhi, lo, hi)
    integer, intent(in) :: clo(3), chi(3), flo(3), fhi(3), lo(3), hi(3)
    real(dp), intent(inout) :: c(clo(1):chi(1), clo(2):chi(2), clo(3):chi(3))
    real(dp), intent(in) :: f(flo(1):fhi(1), flo(2):fhi(2), flo(3):fhi(3))
    integer :: i, j, k, i2, j2, k2

    do k = lo(3), hi(3)
      k2 = 2*k
      do j = lo(2), hi(2)
        j2 = 2*j
        do i = lo(1), hi(1)
          i2 = 2*i
          c(i,j,k) = (f(i2,j2,  k2  ) + f(i2+1,j2,  k2  ) + f(i2,j2+1,k2  ) + f(i2+1,j2+1,k2  ) &
                    + f(i2,j2,  k2+1) + f(i2+1,j2,  k2+1) + f(i2,j2+1,k2+1) + f(i2+1,j2+1,k2+1)) &
                    *0.125_dp
        end do
      end do
    end do
  end subroutine average

  ! Prolongation: each coarse cell of lo..hi is added to its eight children.
  subroutine interp(f, flo, fhi, c, clo, chi, lo, hi)
    integer, intent(in) :: flo(3), fhi(3), clo(3), chi(3), lo(3), hi(3)
    real(dp), intent(inout) :: f(flo(1):fhi(1), flo(2):fhi(2), flo(3):fhi(3))
    real(dp), intent(in) :: c(clo(1):chi(1), clo(2):chi(2), clo(3):chi(3))
    integer :: i, j, k, i2, j2, k2

    do k = lo(3), hi(3)
      k2 = 2*k
      do j = lo(2), hi(2)
        j2 = 2*j
        do i = lo(1), hi(1)
          i2 = 2*i
          f(i2,  j2,  k2  ) = f(i2,  j2,  k2  ) + c(i,j,k)
          f(i2+1,j2,  k2  ) = f(i2+1,j2,  k2  ) + c(i,j,k)
          f(i2,  j2+1,k2  ) = f(i2,  j2+1,k2  ) + c(i,j,k)
          f(i2+1,j2+1,k2  ) = f(i2+1,j2+1,k2  ) + c(i,j,k)
          f(i2,  j2,  k2+1) = f(i2,  j2,  k2+1) + c(i,j,k)
          f(i2+1,j2,  k2+1) = f(i2+1,j2,  k2+1) + c(i,j,k)
          f(i2,  j2+1,k2+1) = f(i2,  j2+1,k2+1) + c(i,j,k)
          f(i2+1,j2+1,k2+1) = f(i2+1,j2+1,k2+1) + c(i,j,k)
        end do
      end do
    end do
  end subroutine interp

  subroutine setval(x, xlo, xhi, lo, hi, val)
    integer, intent(in) :: xlo(3), xhi(3), lo(3), hi(3)
    real(dp), intent(inout) :: x(xlo(1):xhi(1), xlo(2):xhi(2), xlo(3):xhi(3))
    real(dp), intent(in) :: val
    integer :: i, j, k

    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          x(i,j,k) = val
        end do
      end do
    end do
  end subroutine setval

  ! norm = the larger of norm and abs(x) over the tile, so that calls can be chained.
  subroutine max_norm(norm, x, xlo, xhi, lo, hi)
    integer, intent(in) :: xlo(3), xhi(3), lo(3), hi(3)
    real(dp), intent(inout) :: norm
    real(dp), intent(in) :: x(xlo(1):xhi(1), xlo(2):xhi(2), xlo(3):xhi(3))
    integer :: i, j, k

    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          norm = max(norm, abs(x(i,j,k)))
        end do
      end do
    end do
  end subroutine max_norm

  ! The ghost layer beside one face of the domain lo..hi; cdir 0..5 is xlo, ylo, zlo, xhi, yhi,
  ! zhi. Only ghosts that share a face with an interior cell are filled: the stencil reads no others.
  ! The Dirichlet value is linear between the two cell centres and zero on the wall.
  subroutine fill_ghosts(phi, philo, phihi, lo, hi, cdir, bc)
    integer, intent(in) :: philo(3), phihi(3), lo(3), hi(3), cdir, bc
    real(dp), intent(inout) :: phi(philo(1):phihi(1), philo(2):phihi(2), philo(3):phihi(3))
    real(dp) :: factor
    integer :: i, j, k, d, ghost, inner

    d = modulo(cdir, 3) + 1
    if (cdir < 3) then
      ghost = lo(d) - 1
      inner = merge(hi(d), lo(d), bc == bc_periodic)
    else
      ghost = hi(d) + 1
      inner = merge(lo(d), hi(d), bc == bc_periodic)
    end if
    factor = merge(-1.0_dp, 1.0_dp, bc == bc_dirichlet)

    select case (d)
    case (1)
      do k = lo(3), hi(3)
        do j = lo(2), hi(2)
          phi(ghost,j,k) = factor*phi(inner,j,k)
        end do
      end do
    case (2)
      do k = lo(3), hi(3)
        do i = lo(1), hi(1)
          phi(i,ghost,k) = factor*phi(i,inner,k)
        end do
      end do
    case (3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          phi(i,j,ghost) = factor*phi(i,j,inner)
        end do
      end do
    end select
  end subroutine fill_ghosts

end module grid_kernels
