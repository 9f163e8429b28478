! The ghost layer beside a face of the box lo..hi, as in applybc3dgen without masks. Faces (cdir) are 0..5 = x low,
! y low, z low, x high, y high, z high.
module plain_boundary
  use working_kind, only: wp
  implicit none
  private
  public :: plain_fill_face
  integer, parameter :: periodic = 100, dirichlet = 101, neumann = 102, reflect_odd = 103
contains

  ! bct is the kind of boundary, bcl the distance of the wall from the face in cell widths. bcval is the value on
  ! the wall, stored in the ghost cells.
  subroutine plain_fill_face(phi, philo, phihi, bcval, bclo, bchi, lo, hi, cdir, bct, bcl, maxorder)
    integer, intent(in) :: philo(3), phihi(3), bclo(3), bchi(3), lo(3), hi(3), cdir, bct, maxorder
    real(wp), intent(inout) :: phi(philo(1):phihi(1), philo(2):phihi(2), philo(3):phihi(3))
    real(wp), intent(in) :: bcval(bclo(1):bchi(1), bclo(2):bchi(2), bclo(3):bchi(3))
    double precision, intent(in) :: bcl
    double precision :: x(0:4), c(0:4)
    integer :: first(3), last(3), in(3), i, j, k, m, d, length, cells
    d = mod(cdir, 3) + 1
    first = lo
    last = hi
    in = 0
    if (cdir < 3) then
      first(d) = lo(d) - 1
      in(d) = 1
    else
      first(d) = hi(d) + 1
      in(d) = -1
    end if
    last(d) = first(d)
    length = hi(d) - lo(d) + 1
    cells = 0                                        ! cells in the polynomial
    if (bct == dirichlet) then
      cells = min(length, merge(maxorder, 4, maxorder >= 1 .and. maxorder <= 4) - 1)
      x(0) = -bcl
      do m = 1, cells
        x(m) = m - 0.5d0
      end do
      call weights(-0.5d0, x, cells, c)
    end if
    do k = first(3), last(3)
      do j = first(2), last(2)
        do i = first(1), last(1)
          select case (bct)
          case (neumann)
            phi(i,j,k) = phi(i+in(1), j+in(2), k+in(3))
          case (reflect_odd)
            phi(i,j,k) = -phi(i+in(1), j+in(2), k+in(3))
          case (periodic)
            phi(i,j,k) = phi(i+length*in(1), j+length*in(2), k+length*in(3))
          case (dirichlet)
            phi(i,j,k) = real(c(0), wp)*bcval(i,j,k)
            do m = 1, cells
              phi(i,j,k) = phi(i,j,k) + real(c(m), wp)*phi(i+m*in(1), j+m*in(2), k+m*in(3))
            end do
          end select
        end do
      end do
    end do
  end subroutine

  ! Lagrange weights at xint of the nodes x(0..n)
  subroutine weights(xint, x, n, c)
    double precision, intent(in) :: xint, x(0:4)
    integer, intent(in) :: n
    double precision, intent(out) :: c(0:4)
    double precision :: above, below
    integer :: p, q
    c = 0
    do p = 0, n
      above = 1
      below = 1
      do q = 0, n
        if (q == p) cycle
        above = above*(xint - x(q))
        below = below*(x(p) - x(q))
      end do
      c(p) = above/below
    end do
  end subroutine

end module
