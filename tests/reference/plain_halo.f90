! Ghosts of any depth as legacy codes fill them: one direction after the other, each over what the ones before have
! filled.
module plain_halo
  use working_kind, only: wp
  implicit none
  private
  public :: plain_update_halo
  integer, parameter :: unfilled = 0, periodic = 100, odd = 103
contains

  ! lo, hi: cells; nodal: 1 in directions in which phi lies on nodes lo..hi+1, else 0. kind: of x low, y low, z low,
  ! x high, y high, z high; those that are not named above are even.
  subroutine plain_update_halo(phi, philo, phihi, lo, hi, nodal, depth, kind)
    integer, intent(in) :: philo(3), phihi(3), lo(3), hi(3), nodal(3), depth, kind(6)
    real(wp), intent(inout) :: phi(philo(1):phihi(1), philo(2):phihi(2), philo(3):phihi(3))
    integer :: first(3), last(3), n(3), i, j, k, g
    first = lo
    last = hi + nodal
    n = hi - lo + 1

    do k = first(3), last(3)
      do j = first(2), last(2)
        do g = 1, depth
          if (kind(1) == periodic) then
            phi(lo(1)-g, j, k) = phi(lo(1)-g+n(1), j, k)
            phi(last(1)+g, j, k) = phi(last(1)+g-n(1), j, k)
          else if (nodal(1) == 1) then
            if (kind(1) /= unfilled) phi(lo(1)-g, j, k) = reflected(kind(1), phi(lo(1)+g, j, k))
            if (kind(4) /= unfilled) phi(hi(1)+1+g, j, k) = reflected(kind(4), phi(hi(1)+1-g, j, k))
          else
            if (kind(1) /= unfilled) phi(lo(1)-g, j, k) = reflected(kind(1), phi(lo(1)-1+g, j, k))
            if (kind(4) /= unfilled) phi(hi(1)+g, j, k) = reflected(kind(4), phi(hi(1)+1-g, j, k))
          end if
        end do
      end do
    end do
    if (kind(1) /= unfilled) first(1) = lo(1) - depth
    if (kind(4) /= unfilled) last(1) = last(1) + depth

    do k = first(3), last(3)
      do g = 1, depth
        do i = first(1), last(1)
          if (kind(2) == periodic) then
            phi(i, lo(2)-g, k) = phi(i, lo(2)-g+n(2), k)
            phi(i, last(2)+g, k) = phi(i, last(2)+g-n(2), k)
          else if (nodal(2) == 1) then
            if (kind(2) /= unfilled) phi(i, lo(2)-g, k) = reflected(kind(2), phi(i, lo(2)+g, k))
            if (kind(5) /= unfilled) phi(i, hi(2)+1+g, k) = reflected(kind(5), phi(i, hi(2)+1-g, k))
          else
            if (kind(2) /= unfilled) phi(i, lo(2)-g, k) = reflected(kind(2), phi(i, lo(2)-1+g, k))
            if (kind(5) /= unfilled) phi(i, hi(2)+g, k) = reflected(kind(5), phi(i, hi(2)+1-g, k))
          end if
        end do
      end do
    end do
    if (kind(2) /= unfilled) first(2) = lo(2) - depth
    if (kind(5) /= unfilled) last(2) = last(2) + depth

    do g = 1, depth
      do j = first(2), last(2)
        do i = first(1), last(1)
          if (kind(3) == periodic) then
            phi(i, j, lo(3)-g) = phi(i, j, lo(3)-g+n(3))
            phi(i, j, last(3)+g) = phi(i, j, last(3)+g-n(3))
          else if (nodal(3) == 1) then
            if (kind(3) /= unfilled) phi(i, j, lo(3)-g) = reflected(kind(3), phi(i, j, lo(3)+g))
            if (kind(6) /= unfilled) phi(i, j, hi(3)+1+g) = reflected(kind(6), phi(i, j, hi(3)+1-g))
          else
            if (kind(3) /= unfilled) phi(i, j, lo(3)-g) = reflected(kind(3), phi(i, j, lo(3)-1+g))
            if (kind(6) /= unfilled) phi(i, j, hi(3)+g) = reflected(kind(6), phi(i, j, hi(3)+1-g))
          end if
        end do
      end do
    end do
  end subroutine

  pure real(wp) function reflected(kind, value)
    integer, intent(in) :: kind
    real(wp), intent(in) :: value
    reflected = value
    if (kind == odd) reflected = -value
  end function

end module
