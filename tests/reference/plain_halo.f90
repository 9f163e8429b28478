! Ghosts of any depth as in legacy codes: direction by direction, each over the ghosts filled before.
module plain_halo
  use working_kind, only: wp
  implicit none
  private
  public :: plain_update_halo
  integer, parameter :: unfilled = 0, periodic = 100, odd = 103
contains

  ! lo, hi: cells. nodal: 1 in directions in which phi lies on nodes lo..hi+1; -1 if the first and the last cell lie on
  ! the walls; else 0. kind: of x low, y low, z low, x high, y high, z high. A kind without a name above is an even
  ! reflection.
  subroutine plain_update_halo(phi, philo, phihi, lo, hi, nodal, depth, kind)
    integer, intent(in) :: philo(3), phihi(3), lo(3), hi(3), nodal(3), depth, kind(6)
    real(wp), intent(inout) :: phi(philo(1):phihi(1), philo(2):phihi(2), philo(3):phihi(3))
    integer :: first(3), last(3), period(3), beside(3), i, j, k, g
    first = lo
    last = hi + max(nodal, 0)
    period = hi - lo + merge(0, 1, nodal == -1)
    ! The mirror of a wall through points lies one point further inside than the mirror of a wall between points.
    beside = merge(0, 1, nodal /= 0)

    do k = first(3), last(3)
      do j = first(2), last(2)
        do g = 1, depth
          if (kind(1) == periodic) then
            phi(lo(1)-g, j, k) = phi(lo(1)-g+period(1), j, k)
            phi(last(1)+g, j, k) = phi(last(1)+g-period(1), j, k)
          else
            if (kind(1) /= unfilled) phi(lo(1)-g, j, k) = reflected(kind(1), phi(lo(1)+g-beside(1), j, k))
            if (kind(4) /= unfilled) phi(last(1)+g, j, k) = reflected(kind(4), phi(last(1)-g+beside(1), j, k))
          end if
        end do
      end do
    end do
    call grow(1)

    do k = first(3), last(3)
      do g = 1, depth
        do i = first(1), last(1)
          if (kind(2) == periodic) then
            phi(i, lo(2)-g, k) = phi(i, lo(2)-g+period(2), k)
            phi(i, last(2)+g, k) = phi(i, last(2)+g-period(2), k)
          else
            if (kind(2) /= unfilled) phi(i, lo(2)-g, k) = reflected(kind(2), phi(i, lo(2)+g-beside(2), k))
            if (kind(5) /= unfilled) phi(i, last(2)+g, k) = reflected(kind(5), phi(i, last(2)-g+beside(2), k))
          end if
        end do
      end do
    end do
    call grow(2)

    do g = 1, depth
      do j = first(2), last(2)
        do i = first(1), last(1)
          if (kind(3) == periodic) then
            phi(i, j, lo(3)-g) = phi(i, j, lo(3)-g+period(3))
            phi(i, j, last(3)+g) = phi(i, j, last(3)+g-period(3))
          else
            if (kind(3) /= unfilled) phi(i, j, lo(3)-g) = reflected(kind(3), phi(i, j, lo(3)+g-beside(3)))
            if (kind(6) /= unfilled) phi(i, j, last(3)+g) = reflected(kind(6), phi(i, j, last(3)-g+beside(3)))
          end if
        end do
      end do
    end do

  contains

    ! The next direction also covers the ghosts filled in direction d.
    subroutine grow(d)
      integer, intent(in) :: d
      if (kind(d) /= unfilled) first(d) = lo(d) - depth
      if (kind(d+3) /= unfilled) last(d) = last(d) + depth
    end subroutine
  end subroutine

  pure real(wp) function reflected(kind, value)
    integer, intent(in) :: kind
    real(wp), intent(in) :: value
    reflected = value
    if (kind == odd) reflected = -value
  end function

end module
