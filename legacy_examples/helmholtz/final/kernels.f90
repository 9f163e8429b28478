! The remaining cell loop on the host: it coarsens the coefficients, once before the first cycle.
module helmholtz_kernels
  use, intrinsic :: iso_fortran_env, only: dp => real64
  implicit none
  private
  public :: average_faces

contains

  ! Each coarse face lo..hi becomes the mean of its four fine faces; d is the direction of the
  ! faces, 1 to 3.
  subroutine average_faces(c, clo, chi, f, flo, fhi, lo, hi, d)
    integer, intent(in) :: clo(3), chi(3), flo(3), fhi(3), lo(3), hi(3), d
    real(dp), intent(inout) :: c(clo(1):chi(1), clo(2):chi(2), clo(3):chi(3))
    real(dp), intent(in) :: f(flo(1):fhi(1), flo(2):fhi(2), flo(3):fhi(3))
    integer :: i, j, k, i2, j2, k2

    do k = lo(3), hi(3)
      k2 = 2*k
      do j = lo(2), hi(2)
        j2 = 2*j
        do i = lo(1), hi(1)
          i2 = 2*i
          select case (d)
          case (1)
            c(i,j,k) = (f(i2,j2,k2) + f(i2,j2+1,k2) + f(i2,j2,k2+1) + f(i2,j2+1,k2+1))*0.25_dp
          case (2)
            c(i,j,k) = (f(i2,j2,k2) + f(i2+1,j2,k2) + f(i2,j2,k2+1) + f(i2+1,j2,k2+1))*0.25_dp
          case (3)
            c(i,j,k) = (f(i2,j2,k2) + f(i2+1,j2,k2) + f(i2,j2+1,k2) + f(i2+1,j2+1,k2))*0.25_dp
          end select
        end do
      end do
    end do
  end subroutine average_faces

end module helmholtz_kernels
