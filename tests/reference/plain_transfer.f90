! Restriction and prolongation between a coarse and a fine cell-centred field; lo..hi are coarse cells.
module plain_transfer
  use working_kind, only: wp
  implicit none
  private
  public :: plain_average, plain_interp
contains

  ! c = mean of the 8 children
  subroutine plain_average(c, clo, chi, f, flo, fhi, lo, hi)
    integer, intent(in) :: clo(3), chi(3), flo(3), fhi(3), lo(3), hi(3)
    real(wp), intent(inout) :: c(clo(1):chi(1), clo(2):chi(2), clo(3):chi(3))
    real(wp), intent(in) :: f(flo(1):fhi(1), flo(2):fhi(2), flo(3):fhi(3))
    integer :: i, j, k, i2, j2, k2
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          i2 = 2*i
          j2 = 2*j
          k2 = 2*k
          c(i,j,k) = (f(i2,j2,k2) + f(i2+1,j2,k2) + f(i2,j2+1,k2) + f(i2+1,j2+1,k2) &
            + f(i2,j2,k2+1) + f(i2+1,j2,k2+1) + f(i2,j2+1,k2+1) + f(i2+1,j2+1,k2+1))*0.125_wp
        end do
      end do
    end do
  end subroutine

  ! each of the 8 children: f = f + c
  subroutine plain_interp(f, flo, fhi, c, clo, chi, lo, hi)
    integer, intent(in) :: flo(3), fhi(3), clo(3), chi(3), lo(3), hi(3)
    real(wp), intent(inout) :: f(flo(1):fhi(1), flo(2):fhi(2), flo(3):fhi(3))
    real(wp), intent(in) :: c(clo(1):chi(1), clo(2):chi(2), clo(3):chi(3))
    integer :: i, j, k, x, y, z
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          do z = 2*k, 2*k + 1
            do y = 2*j, 2*j + 1
              do x = 2*i, 2*i + 1
                f(x,y,z) = f(x,y,z) + c(i,j,k)
              end do
            end do
          end do
        end do
      end do
    end do
  end subroutine

end module
