! A loop over arrays of several types, with a small table of coefficients and a choice among formulas.
module plain_mixed
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
  use working_kind, only: wp
  implicit none
  private
  public :: plain_mix
contains

  subroutine plain_mix(lo, hi, from, to, a, counts, upwind, scheme, wet, depth, visits, edge, total, flux)
    integer, intent(in) :: lo(3), hi(3), from(3), to(3), counts(2), scheme
    real(wp), intent(in) :: a(0:3)
    logical, intent(in) :: upwind
    logical, intent(in) :: wet(from(1):to(1), from(2):to(2), from(3):to(3))
    real(real32), intent(in) :: depth(from(1):to(1), from(2):to(2), from(3):to(3))
    integer(int64), intent(inout) :: visits(from(1):to(1), from(2):to(2), from(3):to(3))
    logical, intent(inout) :: edge(from(1):to(1), from(2):to(2), from(3):to(3))
    real(real64), intent(inout) :: total(from(1):to(1), from(2):to(2), from(3):to(3))
    real(wp), intent(inout) :: flux(from(1):to(1), from(2):to(2), from(3):to(3))
    integer :: i, j, k
    real(wp) :: f
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          select case (scheme)
          case (1); f = a(1)*depth(i,j,k)
          case (2); f = a(2)/depth(i,j,k)
          case default; f = a(0)*a(3)
          end select
          if (upwind .and. wet(i-1,j,k)) f = -f
          if (.not. upwind .and. wet(i+1,j,k)) f = -f
          flux(i,j,k) = f
          total(i,j,k) = total(i,j,k) + depth(i,j,k)
          if (wet(i,j,k)) then
            visits(i,j,k) = visits(i,j,k) + 2147483648_int64*counts(2)
          else
            visits(i,j,k) = visits(i,j,k) + 2147483648_int64*counts(1)
          end if
          edge(i,j,k) = .not. wet(i,j,k) .and. wet(i+1,j,k)
        end do
      end do
    end do
  end subroutine

end module
